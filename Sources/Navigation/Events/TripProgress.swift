public import Geo
public import RoadModel
public import RouteModel

/// Where a vehicle is on its route, and what lies ahead.
///
/// Lengths are in metres and times in seconds. The share driven and what is left never go backwards on one route.
public struct TripProgress: Sendable, Hashable {
  /// Where the place comes from.
  public enum Source: String, Sendable, Hashable, Codable {
    /// From a fix.
    case fix
    /// From the last speed, without fixes.
    case estimated
    /// From a fix off the route.
    case offRoute
  }

  /// The place on the route, or on another road or off the roads where the vehicle has left it.
  public var position: Coordinate
  /// The fix; nil if the place is estimated.
  public var rawPosition: Coordinate?
  /// Where the place comes from.
  public var source: Source
  /// The time, as in the fixes.
  public var time: Double
  /// The direction of the road there, degrees clockwise from north.
  public var courseDegrees: Double
  /// Metres per second.
  public var speed: Double
  /// The probability that the vehicle is on the route, 0 to 1.
  public var probability: Double
  /// The edge of the route; nil for a route without edges.
  public var edge: EdgeID?
  /// Name or number of the road, or the caller's own name.
  public var roadName: String?
  /// The speed limit of the road in km/h; nil if none is known.
  public var speedLimitKmh: Double?
  /// The speed limit of the road for the vehicle in km/h, if it is a truck and has its own.
  public var vehicleSpeedLimitKmh: Double?
  /// The index of the leg, from 0: legs are the sections of the first route.
  public var leg: Int
  /// The index of the step in the section of the route; nil for a route without steps.
  public var stepIndex: Int?
  /// The step that is driven and the next two, as far as there are some.
  public var steps: [RouteStep]
  /// Metres to the next maneuver; to the waypoint for a route without steps.
  public var metresToManeuver: Double
  /// Seconds to the next maneuver.
  public var secondsToManeuver: Double
  /// Metres to the end of the leg.
  public var metresToWaypoint: Double
  /// Seconds to the end of the leg, with the traffic that the route considers.
  public var secondsToWaypoint: Double
  /// Metres to the end of the route.
  public var metresLeft: Double
  /// Seconds to the end of the route, with the traffic that the route considers.
  public var secondsLeft: Double
  /// Seconds of ``secondsLeft`` that are due to traffic; nil if no traffic was considered.
  public var trafficDelaySeconds: Double?
  /// The share of the route that is driven, 0 to 1.
  public var shareDriven: Double
  /// The lanes before the next intersection that has some, on this step or at its end; empty for none.
  public var lanes: [RouteLane]
  /// Metres to that intersection.
  public var metresToLanes: Double?
  /// What begins within the next five kilometres or goes on: private roads, limits, tunnels, ferries, tolls.
  public var ahead: [TripSpan]
  /// The countries and time zones that are entered within the next five kilometres.
  public var crossings: [TripCrossing]
}

/// A place where a route enters another country or time zone.
///
/// The map knows both for tiles, so the place may be some kilometres off.
public struct TripCrossing: Sendable, Hashable, Codable {
  /// What is entered.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A country.
    case country
    /// A time zone.
    case timeZone
  }

  /// What is entered.
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

/// A stretch of a route with something to know.
public struct TripSpan: Sendable, Hashable, Codable {
  /// What is there.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Destination access: private, or for deliveries and residents only.
    case restricted
    /// Rules that hold at some times only.
    case conditional
    /// A limit that the vehicle exceeds.
    case violated
    /// A tunnel.
    case tunnel
    /// A ferry or a car train.
    case ferry
    /// A toll road.
    case toll
  }

  /// What is there.
  public var kind: Kind
  /// Metres from the beginning of the route to its begin and end.
  public var metres: ClosedRange<Double>

  /// A span from its parts.
  public init(kind: Kind, metres: ClosedRange<Double>) {
    self.kind = kind
    self.metres = metres
  }
}
