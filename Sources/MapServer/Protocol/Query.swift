import Geo
import RoadModel
import RouteModel

/// The options of all services; each service accepts some of them.
struct Query {
  /// The encoding of lines in an answer.
  enum Geometry { case polyline, polyline6, geojson }
  /// The level of detail of a route's line.
  enum Overview { case simplified, full, none }
  /// The annotations of each piece of a line.
  struct Annotations: OptionSet {
    let rawValue: Int
    static let duration = Annotations(rawValue: 1)
    static let distance = Annotations(rawValue: 2)
    static let datasources = Annotations(rawValue: 4)
    static let weight = Annotations(rawValue: 8)
    static let speed = Annotations(rawValue: 16)
    static let nodes = Annotations(rawValue: 32)
    /// The nodes, if the map has them.
    static let anyNodes = Annotations(rawValue: 64)
    /// Beyond OSRM, as in Mapbox's API.
    static let congestion = Annotations(rawValue: 128)
    static let congestionNumeric = Annotations(rawValue: 256)
    static let maxspeed = Annotations(rawValue: 1_024)
    /// The heights of points, if the map has them.
    static let elevation = Annotations(rawValue: 512)
    static let all: Annotations = [.duration, .distance, .datasources, .weight, .speed, .anyNodes]
  }

  /// Longitudes and latitudes as written.
  var places: [(longitude: Double, latitude: Double)] = []

  // For all services.
  var hints: [Hint?] = []
  var radiuses: [Double?] = []
  var bearings: [Course?] = []
  var approaches: [Waypoint.Approach?] = []
  var avoid: Avoidance = []
  var exclude: Avoidance = []
  /// Points whose roads are excluded.
  var excludedPoints: [Coordinate] = []
  var generatesHints = true
  var skipsWaypoints = false

  // Routes and matchings.
  var steps = false
  var alternatives = 0
  var annotations: Annotations = []
  var geometry: Geometry = .polyline
  var overview: Overview = .simplified
  var continuesStraight: Bool?
  /// The coordinates that are stops; nil for all.
  var waypoints: [Int]?
  /// The names of the stops, empty where there is none.
  var waypointNames: [String] = []

  // Routes and matchings, beyond OSRM.
  var guidance = GuidanceOptions()

  // Nearest.
  var number = 1

  // Tables; nil means all.
  var sources: [Int]?
  var destinations: [Int]?
  var fallbackSpeed: Double?
  var fallbackSnapped = false
  var scaleFactor = 1.0
  var wantsDurations = true
  var wantsDistances = false

  // Isochrones.
  var isochrone = IsochroneOptions()

  // Drives.
  var drive = DriveOptions()

  // Matchings.
  var timestamps: [Int] = []
  var isTidy = false

  // Beyond OSRM.
  var limits: [LimitKind: UInt32] = [:]
  /// Weights stated as unknown, so that the other weight does not replace them.
  var unknownWeights: Set<LimitKind> = []
  var departure: Departure?
  var explains = false
  /// Whether to keep the routes for refreshing, as Mapbox's clients request.
  var isRefreshable = false
  /// Whether to consider the traffic of the service.
  var considersTraffic = true
  var isShortest = false
  var strictConditions = false
  var allowsViolations = false
  var holidays: Set<LocalDate> = []
  var costs = CostSettings.usual
  /// The maximum speed in km/h; nil for none.
  var maximumSpeed: Double?
  /// The options of the vehicle's limits, and those of them that Mapbox's clients say of a car.
  var vehicleNames: Set<String> = []
  var carLimits: Set<String> = []
  /// The energy as it was written; see ``energyOptions``.
  var energy: EnergyOptions?
  /// The names of the battery's members in the query.
  var batteryNames: Set<String> = []
}
