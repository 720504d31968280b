/// A part of a request that some engine can't consider.
public enum RequestPart: OpenWord {
  /// The kind of vehicle: the service has no profile of its own for it.
  case vehicle
  /// Height, weight and other properties of the vehicle that roads limit.
  case vehicleLimits
  /// What to keep away from.
  case avoidances
  /// The kinds of roads to exclude.
  case exclusions
  /// The shortest route instead of the fastest.
  case objective
  /// The departure time.
  case departure
  /// That rules which may hold are taken as holding.
  case strictConditions
  /// That a route which breaks rules is wanted where none is legal.
  case violations
  /// The days that are public holidays.
  case publicHolidays
  /// The greatest speed.
  case maximumSpeed
  /// What is known of single edges beyond the map.
  case adjustments
  /// A part that this version does not know.
  case unknown(String)

  /// Those that this version knows.
  public static let allCases: [RequestPart] = [
    .vehicle, .vehicleLimits, .avoidances, .exclusions, .objective, .departure, .strictConditions,
    .violations, .publicHolidays, .maximumSpeed, .adjustments,
  ]

  /// The word in JSON.
  public var rawValue: String {
    switch self {
    case .vehicle: "vehicle"
    case .vehicleLimits: "vehicleLimits"
    case .avoidances: "avoidances"
    case .exclusions: "exclusions"
    case .objective: "objective"
    case .departure: "departure"
    case .strictConditions: "strictConditions"
    case .violations: "violations"
    case .publicHolidays: "publicHolidays"
    case .maximumSpeed: "maximumSpeed"
    case .adjustments: "adjustments"
    case .unknown(let word): word
    }
  }

  /// The part in a few words.
  public var name: String {
    switch self {
    case .vehicle: "the kind of vehicle"
    case .vehicleLimits: "the limits of the vehicle"
    case .avoidances: "what to avoid"
    case .exclusions: "what to exclude"
    case .objective: "the shortest route"
    case .departure: "the departure time"
    case .strictConditions: "strict conditions"
    case .violations: "routes that break rules"
    case .publicHolidays: "public holidays"
    case .maximumSpeed: "the maximum speed"
    case .adjustments: "adjustments of single edges"
    case .unknown(let word): word
    }
  }
}
