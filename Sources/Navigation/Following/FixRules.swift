public import Geo
public import RouteModel

/// The reason why a fix is discarded.
public enum FixFlaw: OpenWord {
  /// Latitude or longitude is not a number or out of range.
  case notOnEarth
  /// Its time is missing or not a number.
  case noTime
  /// It is earlier than the last fix.
  case outOfOrder
  /// It repeats the time of the last fix, or at a tunnel the place of a vehicle that can't have stopped.
  case repeated
  /// It is older than the clock allows.
  case old
  /// Its accuracy is worse than allowed, or negative: then its place is not valid.
  case inaccurate
  /// Its own speed is higher than that of any vehicle.
  case tooFast
  /// It is farther from the last fix than any vehicle can drive in the time between them.
  case jump
  /// The caller discarded it.
  case byCaller
  /// A reason that this version does not know.
  case unknown(String)

  /// The reasons that this version knows.
  public static let allCases: [FixFlaw] = [
    .notOnEarth, .noTime, .outOfOrder, .repeated, .old, .inaccurate, .tooFast, .jump, .byCaller,
  ]

  /// The word in JSON.
  public var rawValue: String {
    switch self {
    case .notOnEarth: "notOnEarth"
    case .noTime: "noTime"
    case .outOfOrder: "outOfOrder"
    case .repeated: "repeated"
    case .old: "old"
    case .inaccurate: "inaccurate"
    case .tooFast: "tooFast"
    case .jump: "jump"
    case .byCaller: "byCaller"
    case .unknown(let word): word
    }
  }
}

/// The rules by which fixes are discarded; infinity switches a rule off.
///
/// Callers can decide themselves with the question ``TripQuestion/Kind/discard(_:_:)``.
public struct FixRules: Sendable, Hashable, Codable {
  /// The maximum accuracy radius in metres.
  public var maximumAccuracyMetres: Double
  /// The maximum speed in metres per second, as reported by the receiver and between two fixes.
  public var maximumSpeed: Double
  /// The maximum age in seconds, by the clock of ticks.
  public var maximumAgeSeconds: Double

  /// Rules; by default 100 m, 100 m/s and 15 s.
  public init(
    maximumAccuracyMetres: Double = 100, maximumSpeed: Double = 100,
    maximumAgeSeconds: Double = 15
  ) {
    self.maximumAccuracyMetres = maximumAccuracyMetres
    self.maximumSpeed = maximumSpeed
    self.maximumAgeSeconds = maximumAgeSeconds
  }

  private enum CodingKeys: String, CodingKey {
    case maximumAccuracyMetres, maximumSpeed, maximumAgeSeconds
  }

  /// Decodes rules; a missing rule is switched off.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func limit(_ key: CodingKeys) throws -> Double {
      try container.decodeIfPresent(Double.self, forKey: key) ?? .infinity
    }
    self.init(
      maximumAccuracyMetres: try limit(.maximumAccuracyMetres),
      maximumSpeed: try limit(.maximumSpeed), maximumAgeSeconds: try limit(.maximumAgeSeconds))
  }

  /// Writes the rules that are not switched off, because JSON has no infinity.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ value: Double, _ key: CodingKeys) throws {
      if value.isFinite { try container.encode(value, forKey: key) }
    }
    try write(maximumAccuracyMetres, .maximumAccuracyMetres)
    try write(maximumSpeed, .maximumSpeed)
    try write(maximumAgeSeconds, .maximumAgeSeconds)
  }

  /// The rule that a fix violates, apart from its order in time; nil if none.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - last: The last fix that was used.
  ///   - now: The time of the last tick or fix; nil at first.
  /// - Returns: The flaw.
  public func flaw(of fix: Location, after last: Location?, now: Double?) -> FixFlaw? {
    if let accuracy = fix.accuracyMetres {
      // Receivers give a place that is not valid a negative accuracy.
      let isValid = accuracy >= 0 || maximumAccuracyMetres == .infinity
      if accuracy > maximumAccuracyMetres || accuracy.isNaN || !isValid { return .inaccurate }
    }
    if let speed = fix.speed, speed > maximumSpeed { return .tooFast }
    guard let time = fix.time else { return nil }
    if let now, now - time > maximumAgeSeconds { return .old }
    guard let last, let before = last.time, time > before,
      let a = Coordinate(latitude: last.latitude, longitude: last.longitude),
      let b = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
    else { return nil }
    // Both may be off by some noise.
    let slack = 30 + 2 * min(fix.accuracyMetres ?? 10, 100)
    return Distance.metres(a, b) > (time - before) * maximumSpeed + slack ? .jump : nil
  }
}
