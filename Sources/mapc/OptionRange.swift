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
  /// - Throws: `ValidationError`, with the range and the number.
  static func check(_ value: Double?, _ range: ClosedRange<Double>, _ name: String) throws {
    guard let value, !(range ~= value) else { return }
    func text(_ number: Double) -> String { Decimals.text(number, decimals: 6) ?? "\(number)" }
    throw ValidationError(
      "\(name) takes \(text(range.lowerBound)) to \(text(range.upperBound)), not \(text(value))")
  }
}
