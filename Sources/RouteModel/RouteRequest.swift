public import Geo
public import RoadModel

/// A place that a route begins at, passes or ends at.
public struct Waypoint: Sendable, Hashable {
  /// What the route does there.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// It stops: a section ends, and it may turn round.
    case stopover
    /// It passes without stopping, and goes on in the direction in which it came.
    case passThrough
  }

  /// From which side the place is reached.
  public enum Approach: String, Sendable, Hashable, Codable {
    /// From either side of the road.
    case unrestricted
    /// With the place on the side of the road where one drives.
    case curb
    /// With the place on the other side.
    case opposite
  }

  /// Degrees, -90 to 90.
  public var latitude: Double
  /// Degrees, -180 to 180.
  public var longitude: Double
  /// What the route does there.
  public var kind: Kind
  /// From which side the place is reached.
  public var approach: Approach
  /// Metres within which a road must lie; nil for the radius of the request's options.
  public var radiusMetres: Double?
  /// How the road must run; nil for any way.
  public var course: Course?
  /// The OSM way on which the place is known to lie, as map matching found it; nil when that is not known.
  ///
  /// With it, and a course for the direction, the position of a vehicle under way is a start that is not taken
  /// for one on the road beside. Where the map has no such way at the place, it is as if none were given; a
  /// service over the network gets place and course only.
  public var wayID: Int64?

  /// A waypoint; a place that is not on earth is refused by the engine.
  public init(
    latitude: Double, longitude: Double, kind: Kind = .stopover,
    approach: Approach = .unrestricted, radiusMetres: Double? = nil, course: Course? = nil,
    wayID: Int64? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.kind = kind
    self.approach = approach
    self.radiusMetres = radiusMetres
    self.course = course
    self.wayID = wayID
  }

  /// A waypoint at a coordinate.
  public init(_ place: Coordinate) {
    self.init(latitude: place.latitude, longitude: place.longitude)
  }

  /// The place, nil when it is not on earth.
  public var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}

/// What is asked of an engine.
public struct RouteRequest: Sendable, Hashable, Codable {
  /// What may be chosen beside waypoints and vehicle.
  public struct Options: Sendable, Hashable {
    /// What a route is best at.
    public enum Objective: String, Sendable, Hashable, Codable {
      /// Least time.
      case fastest
      /// Least length.
      case shortest
    }

    /// Further routes wanted beside the best; engines give as many as they can.
    public var alternatives: Int
    /// What to keep away from; where it can't be kept away from, the route says so in a notice.
    public var avoid: Avoidance
    /// Kinds of roads that no route uses: where only such roads lead, there is no route.
    ///
    /// A waypoint is not snapped to one either, and ``allowViolations`` does not open them.
    public var exclude: Avoidance
    /// What the route is best at.
    public var objective: Objective
    /// Metres from a waypoint within which a road must lie.
    public var snapRadiusMetres: Double
    /// When the trip begins; conditions are then asked at the time of arrival at each road.
    ///
    /// Without an offset it is the wall clock of the map, whose time zone must be known. What a trip reaches after
    /// more than 365 days is as without a departure.
    public var departure: Departure?
    /// Whether a rule that may hold, because the time is not known or nobody can know, is taken as
    /// holding where that is stricter; else it is not applied and the route says so in a notice.
    public var strictConditions: Bool
    /// Whether, where no route is legal, the one that breaks the fewest rules is wanted, with a notice
    /// for each; limits of size are the last to be broken.
    public var allowViolations: Bool
    /// Days that are public holidays where the trip goes, for conditions that name them.
    public var publicHolidays: Set<LocalDate>
    /// No road is driven faster, km/h; nil for no such limit.
    public var maximumSpeedKmh: Double?
    /// What is known of single edges beyond the map: closures, traffic, penalties, preferences.
    public var adjustments: [RoadAdjustment]
    /// Whether a refusal is to name the rules that stand in the way, which takes a long search.
    public var explainsRefusals: Bool
    /// Whether sections are to have ``RouteSection/steps``: what is to be done on the way.
    public var steps: Bool
    /// Whether sections are to have their whole line.
    ///
    /// Else, and unless steps are wanted, the engine on the device gives only their ends and the waypoints between,
    /// and all edges lie between these: quicker, for who asks how far and how long.
    public var polyline: Bool

    /// Options; the defaults are the quickest route over all kinds of roads, and roads within 10 km.
    public init(
      alternatives: Int = 0, avoid: Avoidance = [], exclude: Avoidance = [],
      objective: Objective = .fastest,
      snapRadiusMetres: Double = 10_000, departure: Departure? = nil,
      strictConditions: Bool = false,
      allowViolations: Bool = false, publicHolidays: Set<LocalDate> = [],
      maximumSpeedKmh: Double? = nil, adjustments: [RoadAdjustment] = [],
      explainsRefusals: Bool = true, steps: Bool = false, polyline: Bool = true
    ) {
      self.alternatives = alternatives
      self.avoid = avoid
      self.exclude = exclude
      self.objective = objective
      self.snapRadiusMetres = snapRadiusMetres
      self.departure = departure
      self.strictConditions = strictConditions
      self.allowViolations = allowViolations
      self.publicHolidays = publicHolidays
      self.maximumSpeedKmh = maximumSpeedKmh
      self.adjustments = adjustments
      self.explainsRefusals = explainsRefusals
      self.steps = steps
      self.polyline = polyline
    }
  }

  /// Two or more places, in order.
  public var waypoints: [Waypoint]
  /// Who travels.
  public var vehicle: Vehicle
  /// How.
  public var options: Options

  /// A request.
  public init(waypoints: [Waypoint], vehicle: Vehicle = .car, options: Options = Options()) {
    self.waypoints = waypoints
    self.vehicle = vehicle
    self.options = options
  }

  /// Reads a request: `waypoints` must be there; without the others it is a car with the usual options.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(
      waypoints: try container.decode([Waypoint].self, forKey: .waypoints),
      vehicle: try container.decode(.vehicle, default: .car),
      options: try container.decode(.options, default: Options()))
  }

  /// Finds what no engine can answer.
  ///
  /// - Throws: ``RoutingError/tooFewWaypoints(_:)``, ``RoutingError/invalidWaypoint(index:)``.
  package func check() throws(RoutingError) {
    guard waypoints.count >= 2 else { throw .tooFewWaypoints(waypoints.count) }
    for (index, waypoint) in waypoints.enumerated() where waypoint.coordinate == nil {
      throw .invalidWaypoint(index: index)
    }
  }
}
