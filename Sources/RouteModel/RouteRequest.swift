public import Geo
public import RoadModel

/// A coordinate where a route begins, ends, stops or passes.
public struct Waypoint: Sendable, Hashable {
  /// The kind of a waypoint.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// The route stops: a section ends, and a U-turn is allowed.
    case stopover
    /// The route passes without stopping and continues in the same direction.
    case passThrough
  }

  /// The side of the road on which a waypoint is reached.
  public enum Approach: String, Sendable, Hashable, Codable {
    /// Either side of the road.
    case unrestricted
    /// The waypoint is on the side of the road on which the vehicle drives.
    case curb
    /// The waypoint is on the opposite side.
    case opposite
  }

  /// Latitude in degrees, -90 to 90.
  public var latitude: Double
  /// Longitude in degrees, -180 to 180.
  public var longitude: Double
  /// The kind of waypoint.
  public var kind: Kind
  /// The side of the road on which the waypoint is reached.
  public var approach: Approach
  /// Maximum snap distance in metres, at least 0; nil for that of the request's options.
  public var radiusMetres: Double?
  /// Required heading of the road; nil accepts any.
  public var course: Course?
  /// The OSM way of the waypoint, for example from map matching; nil if unknown.
  ///
  /// Together with a course it keeps the position of a moving vehicle from being snapped to a parallel road. It is
  /// ignored if the map has no such way within 25 m of the coordinate, or within ``radiusMetres`` if that is more, at
  /// most 500 m, or if no path leads there and there is no course. An online engine sends the coordinate and the course
  /// only.
  public var wayID: Int64?
  /// The name for users, such as the label of a place; routes keep it in ``SnappedWaypoint/name``.
  public var name: String?

  /// A waypoint; engines refuse coordinates that are out of range.
  public init(
    latitude: Double, longitude: Double, kind: Kind = .stopover,
    approach: Approach = .unrestricted, radiusMetres: Double? = nil, course: Course? = nil,
    wayID: Int64? = nil, name: String? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.kind = kind
    self.approach = approach
    self.radiusMetres = radiusMetres
    self.course = course
    self.wayID = wayID
    self.name = name
  }

  /// A waypoint at a coordinate.
  public init(_ place: Coordinate, name: String? = nil) {
    self.init(latitude: place.latitude, longitude: place.longitude, name: name)
  }

  /// The coordinate; nil if latitude or longitude is out of range.
  public var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }

  /// The coordinate, if an engine can look for roads near it.
  ///
  /// - Parameter index: The index of the waypoint, for the error.
  /// - Returns: The coordinate.
  /// - Throws: ``RoutingError/invalidWaypoint(index:)``, ``RoutingError/invalidSetting(name:value:minimum:maximum:)``
  ///   for a snap distance or course out of range.
  package func checked(index: Int) throws(RoutingError) -> Coordinate {
    guard let coordinate else { throw .invalidWaypoint(index: index) }
    if let radiusMetres { try RoutingError.check(snapRadius: radiusMetres) }
    if let course {
      try RoutingError.check(Double(course.degrees), "course", in: 0...360)
      try RoutingError.check(Double(course.tolerance), "tolerance of the course", in: 1...180)
    }
    return coordinate
  }
}

/// A request to an engine: waypoints, vehicle and options.
public struct RouteRequest: Sendable, Hashable, Codable {
  /// The options of a request.
  public struct Options: Sendable, Hashable {
    /// The quantity that the route minimises.
    public enum Objective: String, Sendable, Hashable, Codable {
      /// Minimum duration.
      case fastest
      /// Minimum length.
      case shortest
    }

    /// Maximum number of alternatives to the best route; an engine may return fewer.
    public var alternatives: Int
    /// The limits that an alternative must meet.
    public var alternativeLimits: AlternativeLimits
    /// Road types to avoid where possible; if the route uses one of them, it has a notice.
    public var avoid: Avoidance
    /// Road types that no route uses, even if there is then no route.
    ///
    /// Waypoints are not snapped to such roads either, and ``allowViolations`` does not open them.
    public var exclude: Avoidance
    /// The quantity that the route minimises.
    public var objective: Objective
    /// Maximum snap distance of waypoints in metres, at least 0.
    public var snapRadiusMetres: Double
    /// Departure time; nil if unknown.
    ///
    /// Conditions are evaluated at the time of arrival at each road.
    /// Without an offset it is local time on the map, whose time zone must be known. After 365 days the trip continues
    /// as without a departure time.
    public var departure: Departure?
    /// Whether to apply a rule that may or may not hold, if that is stricter.
    ///
    /// If `false`, such a rule is not applied, and the route has a notice.
    public var strictConditions: Bool
    /// Whether to return the route that violates the fewest rules if no route is legal.
    ///
    /// It has a notice for each violated rule, and violates size limits only as a last resort. Roads that the request
    /// or the traffic closes stay closed, so there may still be no route.
    public var allowViolations: Bool
    /// Public holidays on the route, for conditions that depend on them.
    public var publicHolidays: Set<LocalDate>
    /// Preferences for kinds of roads, times of turns, and factors of speeds.
    public var costs: CostSettings
    /// Maximum speed of the vehicle in km/h, 0.1 to 6,000; nil for no limit.
    public var maximumSpeedKmh: Double?
    /// Closures, speeds, penalties and preferences for single edges.
    public var adjustments: [RoadAdjustment]
    /// The traffic for this request instead of that of the engine; nil for that of the engine.
    ///
    /// It is not part of the request's JSON. Online engines do not support it.
    public var traffic: TrafficSnapshot?
    /// Whether to consider the traffic, of the request or of the engine.
    public var considerTraffic: Bool
    /// Whether a refusal names the rules in the way, which requires a long search.
    public var explainsRefusals: Bool
    /// Whether sections have ``RouteSection/steps`` with maneuvers.
    public var steps: Bool
    /// Whether alternatives have steps too, if ``steps`` is set; otherwise only the best route has them.
    public var stepsOfAlternatives = true
    /// The preferred language of names and signs, as a tag such as `de`; nil for the local names.
    ///
    /// A name is in this language if the map has it; other names stay as they are.
    public var language: String?
    /// Whether sections have their complete line.
    ///
    /// If `false`, and without ``steps``, the offline engine returns only the coordinates of the waypoints. This is
    /// faster if only length and duration are needed.
    public var polyline: Bool
    /// Whether sections have their ``RouteSection/elevation``, if the map has it.
    public var elevation: Bool
    /// The consumption of the vehicle, and its battery; nil to leave out energy.
    public var energy: EnergyOptions?

    /// Options; by default the fastest route over all road types, with waypoints snapped within 10 km.
    public init(
      alternatives: Int = 0, alternativeLimits: AlternativeLimits = AlternativeLimits(),
      avoid: Avoidance = [], exclude: Avoidance = [],
      objective: Objective = .fastest,
      snapRadiusMetres: Double = 10_000, departure: Departure? = nil,
      strictConditions: Bool = false,
      allowViolations: Bool = false, publicHolidays: Set<LocalDate> = [],
      costs: CostSettings = .usual, maximumSpeedKmh: Double? = nil,
      adjustments: [RoadAdjustment] = [],
      traffic: TrafficSnapshot? = nil, considerTraffic: Bool = true,
      explainsRefusals: Bool = true, steps: Bool = false, language: String? = nil,
      polyline: Bool = true, elevation: Bool = false, energy: EnergyOptions? = nil
    ) {
      self.alternatives = alternatives
      self.alternativeLimits = alternativeLimits
      self.avoid = avoid
      self.exclude = exclude
      self.objective = objective
      self.snapRadiusMetres = snapRadiusMetres
      self.departure = departure
      self.strictConditions = strictConditions
      self.allowViolations = allowViolations
      self.publicHolidays = publicHolidays
      self.costs = costs
      self.maximumSpeedKmh = maximumSpeedKmh
      self.adjustments = adjustments
      self.traffic = traffic
      self.considerTraffic = considerTraffic
      self.explainsRefusals = explainsRefusals
      self.steps = steps
      self.language = language
      self.polyline = polyline
      self.elevation = elevation
      self.energy = energy
    }

    /// Throws if no engine can answer a request with these options.
    ///
    /// - Throws: ``RoutingError/invalidSetting(name:value:minimum:maximum:)``,
    ///   ``RoutingError/invalidEnergy(name:reason:)``.
    package func check(_ vehicle: Vehicle) throws(RoutingError) {
      try energy?.check(in: self, vehicle)
      try RoutingError.check(snapRadius: snapRadiusMetres)
      if let maximumSpeedKmh {
        try RoutingError.check(maximumSpeedKmh, "maximum speed", in: 0.1...6_000)
      }
      if let bad = costs.invalidValue {
        try RoutingError.check(bad.value, bad.name, in: bad.range)
      }
    }
  }

  /// The waypoints in order; at least two.
  public var waypoints: [Waypoint]
  /// The vehicle.
  public var vehicle: Vehicle
  /// The options.
  public var options: Options

  /// A request.
  public init(waypoints: [Waypoint], vehicle: Vehicle = .car, options: Options = Options()) {
    self.waypoints = waypoints
    self.vehicle = vehicle
    self.options = options
  }

  /// Decodes a request: `waypoints` is required; vehicle and options default to a car and the default options.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(
      waypoints: try container.decode([Waypoint].self, forKey: .waypoints),
      vehicle: try container.decode(.vehicle, default: .car),
      options: try container.decode(.options, default: Options()))
  }

  /// A request for pedestrians, without the options that concern vehicles.
  ///
  /// Objective, avoidances, exclusions, costs, maximum speed and energy have their defaults; all other options are
  /// kept.
  public static func walking(
    waypoints: [Waypoint], options: Options = Options()
  ) -> RouteRequest {
    var walking = options
    let usual = Options()
    walking.objective = usual.objective
    walking.avoid = usual.avoid
    walking.exclude = usual.exclude
    walking.costs = usual.costs
    walking.maximumSpeedKmh = usual.maximumSpeedKmh
    walking.energy = nil
    return RouteRequest(waypoints: waypoints, vehicle: Vehicle(.foot), options: walking)
  }

  /// Throws if no engine can answer the request.
  ///
  /// - Throws: ``RoutingError/tooFewWaypoints(_:)``, ``RoutingError/invalidWaypoint(index:)``,
  ///   ``RoutingError/invalidSetting(name:value:minimum:maximum:)``, ``RoutingError/invalidEnergy(name:reason:)``.
  package func check() throws(RoutingError) {
    try options.check(vehicle)
    guard waypoints.count >= 2 else { throw .tooFewWaypoints(waypoints.count) }
    for (index, waypoint) in waypoints.enumerated() { _ = try waypoint.checked(index: index) }
  }
}
