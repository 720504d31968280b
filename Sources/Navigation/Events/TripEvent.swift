public import Geo
public import RouteModel

/// What a ``Trip`` gives out; `Formats/trip-events.md` has the JSON, and the order in which events come.
public enum TripEvent: Sendable, Equatable {
  /// A leg begins: with the first fix, and after each waypoint but the last.
  case legBegan(leg: Int)
  /// Where the vehicle is; for every fix that is not discarded, and for ticks in a tunnel.
  case progress(TripProgress)
  /// A fix was discarded.
  case discarded(Location, FixFlaw)
  /// A sentence is due; each comes once.
  case spoken(text: String, ssml: String, metresToManeuver: Double)
  /// The vehicle approaches a waypoint; for every fix while it does.
  case willArrive(waypoint: Int, seconds: Double, metres: Double)
  /// The vehicle is at a waypoint.
  case didArrive(waypoint: Int)
  /// The vehicle has passed a waypoint at which it does not stop.
  case passed(waypoint: Int)
  /// Something to answer.
  case question(TripQuestion)
  /// A question does not wait any more; each is closed once, before the trip ends.
  case questionClosed(UInt32, TripQuestion.Closing)
  /// Something to calculate.
  case request(TripRequest)
  /// A request is not needed any more; its answer would be ignored.
  case requestCancelled(UInt32)
  /// No fixes come, and the place is estimated from now on or unknown.
  case signalLost
  /// Fixes come again.
  case signalFound
  /// The vehicle has left the route.
  case leftRoute(Deviation)
  /// The vehicle is on the route again.
  case returnedToRoute
  /// A new route is about to be requested.
  case willReroute(from: Coordinate)
  /// A new route is driven.
  case didReroute(Route)
  /// There is no new route; the next attempt follows after a delay.
  case failedToReroute(RoutingError)
  /// The vehicle returned to the route before there was a new one.
  case rerouteCancelled
  /// A faster route was accepted and is driven; the usual events of a new route do not come.
  case tookFasterRoute(Route, gainSeconds: Double)
  /// The alternatives have changed: these are new or changed, and these are gone.
  case alternativesUpdated(updated: [TripAlternative], removed: [UInt32])
  /// The alternatives could not be updated.
  case failedToUpdateAlternatives(RoutingError)
  /// The driver turns onto an alternative.
  case willTakeAlternative(UInt32, at: Coordinate)
  /// The alternative is driven.
  case didTakeAlternative(UInt32, Route)
  /// The driver did not follow the alternative.
  case failedToTakeAlternative(UInt32)
  /// An online route that equals the driven one took its place.
  case switchedToOnlineRoute(Route)
  /// The traffic along the route was refreshed.
  case refreshed(trafficVersion: UInt64?)
  /// The name of the road has changed.
  case roadName(String?)
  /// The caller selected a waypoint.
  case waypointSelected(Int)
  /// The caller selected an alternative, which is driven.
  case alternativeSelected(UInt32, Route)
  /// The map is damaged; the trip goes on by the line of the route.
  case mapProblem(RoutingError)
  /// The trip has ended.
  case ended(TripEnd)
  /// The driver's feedback, with the recent fixes if allowed.
  case feedback(TripFeedback, trace: [Location])
}

/// How a trip ended.
public enum TripEnd: String, Sendable, Hashable, Codable {
  /// At the last waypoint.
  case arrived
  /// By the caller.
  case cancelled
}

/// How a vehicle has left its route.
public struct Deviation: Sendable, Hashable, Codable {
  /// What it does instead.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// It drives on another road.
    case otherRoad
    /// It drives on a road beside the route, in the same direction.
    case parallelRoad
    /// It drives on a service road.
    case serviceRoad
    /// It drives in a car park or on a driveway.
    case carPark
    /// It goes round a roundabout again; no new route is wanted yet.
    case roundabout
    /// It has turned round and drives back on the route.
    case turnedBack
    /// It drives against a one-way street.
    case wrongWay
    /// It is on a ferry.
    case ferry
    /// It is off the roads of the map, or the route has no edges on a map.
    case offRoads
  }

  /// What it does instead.
  public var kind: Kind
  /// The place: on the other road, if there is one.
  public var position: Coordinate
  /// The direction of travel in degrees; nil if unknown.
  public var courseDegrees: Double?
  /// The OSM way; nil off the roads.
  public var wayID: Int64?
  /// Name or number of the road.
  public var roadName: String?
}

/// Another route that may be driven.
public struct TripAlternative: Sendable, Hashable, Codable {
  /// Its number in the trip.
  public var id: UInt32
  /// The route.
  public var route: Route
  /// Metres of the driven route from which on it is another; nil for a route that does not begin on it.
  public var forkMetres: Double?
  /// How many seconds less it takes than the driven route, from where it was calculated; negative if more.
  public var gainSeconds: Double
  /// The stop that its first section leads to, counted over the stops of the trip.
  var firstStop: Int
  /// Metres that were driven on the whole trip where it begins.
  var odometer: Double
}
