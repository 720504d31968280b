/// A part of a request that an engine may not support.
public enum RequestPart: OpenWord {
  /// The mode: the service has no profile for it.
  case vehicle
  /// Height, weight and other limited properties of the vehicle.
  case vehicleLimits
  /// The road types to avoid.
  case avoidances
  /// The road types to exclude.
  case exclusions
  /// The shortest route instead of the fastest.
  case objective
  /// The departure time.
  case departure
  /// Strict treatment of rules that may apply.
  case strictConditions
  /// Routes that violate rules if none is legal.
  case violations
  /// The public holidays.
  case publicHolidays
  /// The preferences, times of turns and factors of speeds.
  case costs
  /// The maximum speed.
  case maximumSpeed
  /// The adjustments of single edges.
  case adjustments
  /// Limits of alternatives other than the defaults.
  case alternativeLimits
  /// Traffic given in the request, or the wish to leave that of the service out.
  case traffic
  /// The energy of the vehicle.
  case energy
  /// A part that this version does not know.
  case unknown(String)

  /// The parts that this version knows.
  public static let allCases: [RequestPart] = [
    .vehicle, .vehicleLimits, .avoidances, .exclusions, .objective, .departure, .strictConditions,
    .violations, .publicHolidays, .costs, .maximumSpeed, .adjustments, .alternativeLimits,
    .traffic, .energy,
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
    case .costs: "costs"
    case .maximumSpeed: "maximumSpeed"
    case .adjustments: "adjustments"
    case .alternativeLimits: "alternativeLimits"
    case .traffic: "traffic"
    case .energy: "energy"
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
    case .costs: "preferences and costs of one's own"
    case .maximumSpeed: "the maximum speed"
    case .adjustments: "adjustments of single edges"
    case .alternativeLimits: "the limits of alternatives"
    case .traffic: "traffic of one's own"
    case .energy: "the energy of the vehicle"
    case .unknown(let word): word
    }
  }
}
