public import Geo
public import RouteModel

/// An output of a ``Trip``; `Formats/trip-events.md` specifies the JSON and the order of events.
public enum TripEvent: Sendable, Equatable {
  /// A leg begins: with the first fix, and after each waypoint except the last.
  case legBegan(leg: Int)
  /// The position of the vehicle, for every fix that is not discarded, and for ticks in a tunnel.
  case progress(TripProgress)
  /// A fix was discarded.
  case discarded(Location, FixFlaw)
  /// A sentence is due; each is sent once.
  case spoken(text: String, ssml: String, metresToManeuver: Double)
  /// The vehicle approaches a waypoint; repeated for every fix until it arrives.
  case willArrive(waypoint: Int, seconds: Double, metres: Double)
  /// The vehicle is at a waypoint.
  case didArrive(waypoint: Int)
  /// The vehicle is at a charging station of its route, with the actions there.
  case charging(waypoint: Int, ChargingStation, [PostAction])
  /// The vehicle has passed a pass-through waypoint.
  case passed(waypoint: Int)
  /// A question for the caller.
  case question(TripQuestion)
  /// A question is closed; each is closed once, before the trip ends.
  case questionClosed(UInt32, TripQuestion.Closing)
  /// A calculation to request from an engine.
  case request(TripRequest)
  /// A request is no longer needed; its answer would be ignored.
  case requestCancelled(UInt32)
  /// No fixes arrive; the position is estimated from now on, or unknown.
  case signalLost
  /// Fixes arrive again.
  case signalFound
  /// The vehicle has left the route.
  case leftRoute(Deviation)
  /// The vehicle is on the route again.
  case returnedToRoute
  /// A new route is about to be requested.
  case willReroute(from: Coordinate)
  /// A new route is being driven.
  case didReroute(Route)
  /// No new route was found; the next attempt follows after a delay.
  case failedToReroute(RoutingError)
  /// The vehicle returned to the route before a new one arrived.
  case rerouteCancelled
  /// A faster route was accepted and is being driven; the usual events of a new route are not sent.
  case tookFasterRoute(Route, gainSeconds: Double)
  /// The alternatives have changed: the new or changed ones, and the numbers of removed ones.
  case alternativesUpdated(updated: [TripAlternative], removed: [UInt32])
  /// The alternatives could not be updated.
  case failedToUpdateAlternatives(RoutingError)
  /// The driver turns onto an alternative.
  case willTakeAlternative(UInt32, at: Coordinate)
  /// The alternative is being driven.
  case didTakeAlternative(UInt32, Route)
  /// The driver did not follow the alternative.
  case failedToTakeAlternative(UInt32)
  /// An online route that equals the current one has replaced it.
  case switchedToOnlineRoute(Route)
  /// The traffic along the route was refreshed.
  case refreshed(trafficVersion: UInt64?)
  /// The name of the road has changed.
  case roadName(String?)
  /// The caller selected a waypoint.
  case waypointSelected(Int)
  /// The caller selected an alternative, which is now being driven.
  case alternativeSelected(UInt32, Route)
  /// The map is damaged; the trip continues with only the line of the route.
  case mapProblem(RoutingError)
  /// The trip has ended.
  case ended(TripEnd)
  /// The driver's feedback, with the recent fixes if allowed.
  case feedback(TripFeedback, trace: [Location])
  /// An event of a later version, with its word; a trip of this version gives none.
  case unknown(String)
}

/// The reason why a trip ended.
public enum TripEnd: OpenWord {
  /// It reached the last waypoint.
  case arrived
  /// The caller cancelled it.
  case cancelled
  /// A reason that this version does not know.
  case unknown(String)

  /// The reasons that this version knows.
  public static let allCases: [TripEnd] = [.arrived, .cancelled]

  /// The word in JSON.
  public var rawValue: String {
    switch self {
    case .arrived: "arrived"
    case .cancelled: "cancelled"
    case .unknown(let word): word
    }
  }
}

/// A deviation of a vehicle from its route.
public struct Deviation: Sendable, Hashable, Codable {
  /// The kind of deviation.
  public enum Kind: OpenWord {
    /// It drives on another road.
    case otherRoad
    /// It drives on a road beside the route, in the same direction.
    case parallelRoad
    /// It drives on a service road.
    case serviceRoad
    /// It drives in a car park or on a driveway.
    case carPark
    /// It circles a roundabout again; no new route is requested yet.
    case roundabout
    /// It has turned round and drives back on the route.
    case turnedBack
    /// It drives against a one-way street.
    case wrongWay
    /// It is on a ferry.
    case ferry
    /// It is off the roads of the map, or the route has no edges on a map.
    case offRoads
    /// A kind that this version does not know.
    case unknown(String)

    /// The kinds that this version knows.
    public static let allCases: [Kind] = [
      .otherRoad, .parallelRoad, .serviceRoad, .carPark, .roundabout, .turnedBack, .wrongWay,
      .ferry, .offRoads,
    ]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .otherRoad: "otherRoad"
      case .parallelRoad: "parallelRoad"
      case .serviceRoad: "serviceRoad"
      case .carPark: "carPark"
      case .roundabout: "roundabout"
      case .turnedBack: "turnedBack"
      case .wrongWay: "wrongWay"
      case .ferry: "ferry"
      case .offRoads: "offRoads"
      case .unknown(let word): word
      }
    }
  }

  /// The kind of deviation.
  public var kind: Kind
  /// The position, on the other road if there is one.
  public var position: Coordinate
  /// The direction of travel in degrees clockwise from north, 0 to 360; nil if unknown.
  public var courseDegrees: Double?
  /// The OSM way; nil off the roads.
  public var wayID: Int64?
  /// Name or number of the road; nil off the roads and on roads without either.
  public var roadName: String?

  /// A deviation from its parts.
  public init(
    kind: Kind, position: Coordinate, courseDegrees: Double? = nil, wayID: Int64? = nil,
    roadName: String? = nil
  ) {
    self.kind = kind
    self.position = position
    self.courseDegrees = courseDegrees
    self.wayID = wayID
    self.roadName = roadName
  }
}

/// Another route that may be driven.
public struct TripAlternative: Sendable, Hashable, Codable {
  /// Its number in the trip; it is not used again.
  public var id: UInt32
  /// The route.
  public var route: Route
  /// The fork: metres along the driven route after which the routes differ; nil if it does not begin on the driven
  /// route.
  public var forkMetres: Double?
  /// The seconds that it saves compared with the driven route, from where it was calculated; negative if it takes
  /// longer.
  public var gainSeconds: Double
  /// The stop at the end of its first section, as an index among the stops of the trip.
  var firstStop = 0
  /// The metres driven on the whole trip up to its beginning.
  var odometer = 0.0

  /// An alternative from the beginning of a trip; those that begin later come from a ``Trip`` alone.
  public init(id: UInt32, route: Route, forkMetres: Double? = nil, gainSeconds: Double) {
    self.id = id
    self.route = route
    self.forkMetres = forkMetres
    self.gainSeconds = gainSeconds
  }

  /// Reads an alternative; without the place of its beginning, it begins with the trip.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(UInt32.self, forKey: .id),
      route: try container.decode(Route.self, forKey: .route),
      forkMetres: try container.decodeIfPresent(Double.self, forKey: .forkMetres),
      gainSeconds: try container.decode(Double.self, forKey: .gainSeconds))
    firstStop = try container.decodeIfPresent(Int.self, forKey: .firstStop) ?? 0
    odometer = try container.decodeIfPresent(Double.self, forKey: .odometer) ?? 0
  }
}
