public import Geo
public import RoadModel
public import RouteModel

/// The position of a vehicle on its route, and the part ahead.
///
/// Lengths are in metres and times in seconds; none of those to something ahead is negative. The metres to the maneuver
/// are at most those to the waypoint, and these at most those to the end of the route. On one route, the driven share
/// and the remaining values never go backwards.
public struct TripProgress: Sendable, Hashable {
  /// The source of a position.
  public enum Source: OpenWord {
    /// From a fix.
    case fix
    /// From the last speed, without fixes.
    case estimated
    /// From a fix off the route.
    case offRoute
    /// A source that this version does not know.
    case unknown(String)

    /// The sources that this version knows.
    public static let allCases: [Source] = [.fix, .estimated, .offRoute]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .fix: "fix"
      case .estimated: "estimated"
      case .offRoute: "offRoute"
      case .unknown(let word): word
      }
    }
  }

  /// The position on the route, or, if the vehicle has left it, on another road or off the roads.
  public var position: Coordinate
  /// The fix; nil if the position is estimated.
  public var rawPosition: Coordinate?
  /// The source of the position.
  public var source: Source
  /// The time in seconds, as in the fixes.
  public var time: Double
  /// The direction of the road there, degrees clockwise from north, 0 to 360; off the roads, that of travel if it
  /// is known.
  public var courseDegrees: Double
  /// The speed in metres per second, at least 0.
  public var speed: Double
  /// The probability that the vehicle is on the route, 0 to 1.
  public var probability: Double
  /// The edge of the route; nil for a route without edges.
  public var edge: EdgeID?
  /// Name or number of the road, or the caller's own name.
  public var roadName: String?
  /// The speed limit of the road in km/h; nil if unknown, or off the route.
  public var speedLimitKmh: Double?
  /// The separate speed limit for trucks in km/h; nil as above, and for other vehicles.
  public var vehicleSpeedLimitKmh: Double?
  /// The index of the leg, from 0: legs are the sections of the first route.
  public var leg: Int
  /// The index of the step in the section of the route; nil for a route without steps.
  public var stepIndex: Int?
  /// The current step and up to two further ones; empty for a route without steps, and if it was read from JSON.
  public var steps: [RouteStep]
  /// Metres to the next maneuver; to the waypoint for a route without steps.
  public var metresToManeuver: Double
  /// Seconds to the next maneuver.
  public var secondsToManeuver: Double
  /// Metres to the end of the leg.
  public var metresToWaypoint: Double
  /// Seconds to the end of the leg, with the traffic that the route considers, and with what is left of charging at the
  /// station where the leg begins.
  public var secondsToWaypoint: Double
  /// Metres to the end of the route.
  public var metresLeft: Double
  /// Seconds to the end of the route, with the traffic that the route considers, and with waiting and charging at the
  /// stations ahead and what is left of it at the station where the vehicle stands.
  public var secondsLeft: Double
  /// Seconds of ``secondsLeft`` that are due to traffic; nil if no traffic was considered.
  public var trafficDelaySeconds: Double?
  /// The driven share of the route, 0 to 1.
  public var shareDriven: Double
  /// The lanes before the next intersection with lanes, on this step or at its end; empty if there are none.
  public var lanes: [RouteLane]
  /// Metres to that intersection; nil if there is none.
  public var metresToLanes: Double?
  /// Stretches that the vehicle is on, or that begin within five kilometres: private roads, limits, tunnels, ferries,
  /// tolls.
  public var ahead: [TripSpan]
  /// The borders of countries and time zones that are crossed within the next five kilometres.
  public var crossings: [TripCrossing]
  /// The maneuvers of progress that was read from JSON.
  var maneuversRead: [ManeuverAhead] = []

  /// Progress from its parts; nothing is checked.
  public init(
    position: Coordinate, rawPosition: Coordinate?, source: Source, time: Double,
    courseDegrees: Double, speed: Double, probability: Double = 1, edge: EdgeID? = nil,
    roadName: String? = nil, speedLimitKmh: Double? = nil, vehicleSpeedLimitKmh: Double? = nil,
    leg: Int = 0, stepIndex: Int? = nil, steps: [RouteStep] = [], metresToManeuver: Double,
    secondsToManeuver: Double, metresToWaypoint: Double, secondsToWaypoint: Double,
    metresLeft: Double, secondsLeft: Double, trafficDelaySeconds: Double? = nil,
    shareDriven: Double, lanes: [RouteLane] = [], metresToLanes: Double? = nil,
    ahead: [TripSpan] = [], crossings: [TripCrossing] = []
  ) {
    self.position = position
    self.rawPosition = rawPosition
    self.source = source
    self.time = time
    self.courseDegrees = courseDegrees
    self.speed = speed
    self.probability = probability
    self.edge = edge
    self.roadName = roadName
    self.speedLimitKmh = speedLimitKmh
    self.vehicleSpeedLimitKmh = vehicleSpeedLimitKmh
    self.leg = leg
    self.stepIndex = stepIndex
    self.steps = steps
    self.metresToManeuver = metresToManeuver
    self.secondsToManeuver = secondsToManeuver
    self.metresToWaypoint = metresToWaypoint
    self.secondsToWaypoint = secondsToWaypoint
    self.metresLeft = metresLeft
    self.secondsLeft = secondsLeft
    self.trafficDelaySeconds = trafficDelaySeconds
    self.shareDriven = shareDriven
    self.lanes = lanes
    self.metresToLanes = metresToLanes
    self.ahead = ahead
    self.crossings = crossings
  }
}

/// A place where a route enters another country or time zone.
///
/// The map stores both per tile, so the place may be some kilometres off.
public struct TripCrossing: Sendable, Hashable, Codable {
  /// The kind of border.
  public enum Kind: OpenWord {
    /// A country.
    case country
    /// A time zone.
    case timeZone
    /// A kind that this version does not know.
    case unknown(String)

    /// The kinds that this version knows.
    public static let allCases: [Kind] = [.country, .timeZone]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .country: "country"
      case .timeZone: "timeZone"
      case .unknown(let word): word
      }
    }
  }

  /// The kind of border.
  public var kind: Kind
  /// Metres from the beginning of the route.
  public var metres: Double
  /// The country as ISO 3166-1 alpha-2, or the POSIX rule of the time zone.
  public var into: String

  /// A crossing from its parts.
  public init(kind: Kind, metres: Double, into: String) {
    self.kind = kind
    self.metres = metres
    self.into = into
  }
}

/// A noteworthy stretch of a route.
public struct TripSpan: Sendable, Hashable, Codable {
  /// The kind of stretch.
  public enum Kind: OpenWord {
    /// Destination access: private, or only for deliveries and residents.
    case restricted
    /// Rules that apply only at some times.
    case conditional
    /// A limit that the vehicle exceeds.
    case violated
    /// A tunnel.
    case tunnel
    /// A ferry or a car train.
    case ferry
    /// A toll road.
    case toll
    /// A kind that this version does not know.
    case unknown(String)

    /// The kinds that this version knows.
    public static let allCases: [Kind] = [
      .restricted, .conditional, .violated, .tunnel, .ferry, .toll,
    ]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .restricted: "restricted"
      case .conditional: "conditional"
      case .violated: "violated"
      case .tunnel: "tunnel"
      case .ferry: "ferry"
      case .toll: "toll"
      case .unknown(let word): word
      }
    }
  }

  /// The kind of stretch.
  public var kind: Kind
  /// Metres from the beginning of the route to its beginning and its end.
  public var metres: ClosedRange<Double>

  /// A span from its parts.
  public init(kind: Kind, metres: ClosedRange<Double>) {
    self.kind = kind
    self.metres = metres
  }
}
