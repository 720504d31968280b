import Navigation
import Notation

/// The options of a simulated drive.
struct DriveOptions: Equatable {
  /// The speed in km/h; nil for the speeds of the roads.
  var speed: Double?
  /// The standard deviation of the noise in metres.
  var noise = 0.0
  /// The time between fixes in seconds.
  var interval = 1.0
  /// The share of missing fixes.
  var dropouts = 0.0
  var seed: UInt64 = 1

  var simulation: DriveSimulator.Options {
    DriveSimulator.Options(
      seed: seed, noiseMetres: noise, intervalSeconds: interval, speed: speed.map { $0 / 3.6 },
      dropShare: dropouts, secondsAtEnd: DriveSimulator.Options.parking)
  }
}

extension Query {
  /// The options of drives, besides those of all services.
  static let driveNames: Set<String> = [
    "speed", "noise", "interval", "dropouts", "seed", "language", "voice_units", "waypoints",
    "continue_straight", "timestamps",
  ]

  /// Reads an option of drives; false for any other option.
  mutating func readDrive(_ name: String, _ scanner: inout Scanner) throws(ServiceError) -> Bool {
    switch name {
    case "speed": drive.speed = try Self.number(name, 1...500, "km/h", &scanner)
    case "noise":
      let range = 0...DriveSimulator.Options.mostUsedNoise
      drive.noise = try Self.number(name, range, "metres", &scanner)
    case "interval": drive.interval = try Self.number(name, 0.1...60, "seconds", &scanner)
    case "dropouts": drive.dropouts = try Self.number(name, 0...0.9, "as a share", &scanner)
    case "seed": drive.seed = UInt64(try scanner.natural())
    default: return false
    }
    return true
  }

  /// Reads a number in a range.
  static func number(
    _ name: String, _ range: ClosedRange<Double>, _ unit: String, _ scanner: inout Scanner
  ) throws(ServiceError) -> Double {
    let value = try scanner.decimal()
    guard range ~= value else {
      throw ServiceError(.invalidValue, "\(name) takes \(text(of: range)) \(unit).")
    }
    return value
  }

  /// A range as text, such as `0.1 to 4`.
  static func text(of range: ClosedRange<Double>) -> String {
    func text(_ bound: Double) -> String { Decimals.text(bound, decimals: 3) ?? "\(bound)" }
    return "\(text(range.lowerBound)) to \(text(range.upperBound))"
  }
}
