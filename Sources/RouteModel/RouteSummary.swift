public import RoadModel

/// The figures for comparing routes.
public struct RouteSummary: Sendable, Hashable {
  /// A road on which a toll is due.
  public struct Toll: Sendable, Hashable {
    /// The number or name of the road; nil if it has neither.
    public var road: String?
    /// Metres on it.
    public var lengthMetres: Double
    /// Whether the toll is paid by vignette instead of by distance.
    public var isVignette: Bool

    /// A toll from its parts.
    public init(road: String?, lengthMetres: Double, isVignette: Bool = false) {
      self.road = road
      self.lengthMetres = lengthMetres
      self.isVignette = isVignette
    }
  }

  /// A limit on the route: the strictest of its kind.
  public struct Limit: Sendable, Hashable {
    /// The limit.
    public var limit: VehicleLimit
    /// The number or name of the road; nil if it has neither.
    public var road: String?
    /// Its OSM way.
    public var wayID: Int64

    /// A limit from its parts.
    public init(limit: VehicleLimit, road: String?, wayID: Int64) {
      self.limit = limit
      self.road = road
      self.wayID = wayID
    }
  }

  /// Length in metres.
  public var lengthMetres: Double
  /// Duration in seconds.
  public var durationSeconds: Double
  /// The delay compared with the duration without traffic, in seconds; nil if no traffic was considered.
  public var trafficDelaySeconds: Double?
  /// The time of arrival; nil without a departure, or more than a year after it.
  ///
  /// It has the UTC offset of the departure, or is local time if the departure has none.
  public var arrival: Departure?
  /// The road that best distinguishes the route from the others, or two of them, separated by a comma, if only both
  /// together do; nil if no named roads do.
  ///
  /// A road distinguishes a route if each other route drives at most three quarters of its metres there; if the route
  /// has no ``side`` either, if each other route drives fewer metres there.
  public var via: String?
  /// The side on which the route runs where the others don't, if no named roads distinguish it and it has a line.
  public var side: RouteSide?
  /// The roads on which the vehicle pays a toll, in the order of the route.
  public var tolls: [Toll]
  /// The strictest unconditional limit of each kind on it.
  public var limits: [Limit]

  /// A summary from its parts.
  public init(
    lengthMetres: Double, durationSeconds: Double, trafficDelaySeconds: Double? = nil,
    arrival: Departure? = nil, via: String? = nil, side: RouteSide? = nil, tolls: [Toll] = [],
    limits: [Limit] = []
  ) {
    self.lengthMetres = lengthMetres
    self.durationSeconds = durationSeconds
    self.trafficDelaySeconds = trafficDelaySeconds
    self.arrival = arrival
    self.via = via
    self.side = side
    self.tolls = tolls
    self.limits = limits
  }

  /// Metres on which the vehicle pays a toll, those with a vignette included.
  public var tollLengthMetres: Double { tolls.reduce(0) { $0 + $1.lengthMetres } }

  /// Metres for which the vehicle needs a vignette.
  public var vignetteLengthMetres: Double {
    tolls.reduce(0) { $0 + ($1.isVignette ? $1.lengthMetres : 0) }
  }
}

extension RouteResponse {
  /// The summaries of all routes.
  ///
  /// Tolls and limits come from edges. A section of an online route without edges on the local map has none.
  ///
  /// - Parameters:
  ///   - request: The request that the routes answer.
  ///   - zone: The time zone of the map, for a departure without an offset; nil if it is unknown.
  /// - Returns: A summary for each route.
  /// - Complexity: O(edges of all routes).
  public func summaries(
    for request: RouteRequest, in zone: TimeZoneRule? = nil
  ) -> [RouteSummary] {
    let names = RouteNames(routes)
    return routes.indices.map { index in
      let route = routes[index]
      return RouteSummary(
        lengthMetres: route.lengthMetres, durationSeconds: route.durationSeconds,
        trafficDelaySeconds: route.trafficDelaySeconds(),
        arrival: request.options.departure.flatMap { route.arrival(after: $0, in: zone) },
        via: names.vias[index], side: names.sides[index],
        tolls: route.tolls(for: request.vehicle.mode), limits: route.strictestLimits)
    }
  }
}

extension RouteEdge {
  /// The number of the road, or its name.
  var title: String? { ref ?? name }
}

extension Route {
  /// The time of arrival; nil if the duration is negative or more than a year.
  fileprivate func arrival(after departure: Departure, in zone: TimeZoneRule?) -> Departure? {
    guard let seconds = Int64(exactly: durationSeconds.rounded()),
      0...Int64(Departure.followedSeconds) ~= seconds
    else { return nil }
    return departure.advanced(by: seconds, in: zone)
  }

  /// The stretches with a toll, one road after the other.
  fileprivate func tolls(for mode: Mode) -> [RouteSummary.Toll] {
    var tolls: [RouteSummary.Toll] = []
    for edge in sections.flatMap(\.edges)
    where Avoidance(on: edge.road, truck: mode == .truck).contains(.tolls) {
      let paysByDistance = mode == .truck && edge.road.flags.contains(.truckToll)
      let isVignette = edge.road.flags.contains(.vignette) && !paysByDistance
      if let last = tolls.last, last.road == edge.title, last.isVignette == isVignette {
        tolls[tolls.count - 1].lengthMetres += edge.lengthMetres
      } else {
        tolls.append(
          .init(road: edge.title, lengthMetres: edge.lengthMetres, isVignette: isVignette))
      }
    }
    return tolls
  }

  fileprivate var strictestLimits: [RouteSummary.Limit] {
    var found: [LimitKind: RouteSummary.Limit] = [:]
    for edge in sections.flatMap(\.edges) {
      for limit in edge.limits where limit.value < found[limit.kind]?.limit.value ?? .max {
        found[limit.kind] = .init(limit: limit, road: edge.title, wayID: edge.wayID)
      }
    }
    return found.values.sorted { $0.limit.kind.rawValue < $1.limit.kind.rawValue }
  }
}
