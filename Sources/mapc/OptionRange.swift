import ArgumentParser
import Notation

/// The range of an option with a number.
enum OptionRange {
  /// Refuses a number outside a range.
  ///
  /// - Parameters:
  ///   - value: The number; nil if the option is not given.
  ///   - range: The range.
  ///   - name: The name of the option.
  ///   - unit: The unit of the number; nil if it has none, or the message need not name it.
  /// - Throws: `ValidationError`, with the range and the number.
  static func check(
    _ value: Double?, _ range: ClosedRange<Double>, _ name: String, _ unit: String? = nil
  ) throws {
    guard let value, !(range ~= value) else { return }
    let unit = unit.map { " " + $0 } ?? ""
    throw ValidationError("\(name) takes \(text(range))\(unit), not \(text(value))")
  }

  /// A range such as `0.001 to 50`.
  static func text(_ range: ClosedRange<Double>) -> String {
    "\(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  /// A number without unnecessary decimals.
  static func text(_ number: Double) -> String {
    Decimals.text(number, decimals: 6) ?? "\(number)"
  }
}
