/// Decimal numbers as text, without exponents.
///
///     Decimals.text(7.4197, decimals: 2)                       // 7.42
///     Decimals.text(7.4, decimals: 2, keepsZeros: true)        // 7.40
///     Decimals.text(units: 437_311_000, decimals: 7)           // 43.7311
package enum Decimals {
  /// Appends a number, rounded to a number of decimals, 0 to 17.
  ///
  /// - Parameters:
  ///   - value: The number; a negative one that rounds to 0 has no sign.
  ///   - decimals: The maximum number of decimals.
  ///   - keepsZeros: Whether there are always that many decimals.
  ///   - text: Receives the digits.
  /// - Returns: False, with nothing appended, for NaN, infinity or a number of more than 18 digits.
  package static func append(
    _ value: Double, decimals: Int, keepsZeros: Bool = false, to text: inout [UInt8]
  ) -> Bool {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e18 else { return false }
    append(UInt64(scaled), isNegative: value < 0, decimals, keepsZeros, to: &text)
    return true
  }

  /// Appends a number given in units of its last decimal.
  package static func append(
    units: Int64, decimals: Int, keepsZeros: Bool = false, to text: inout [UInt8]
  ) {
    append(units.magnitude, isNegative: units < 0, decimals, keepsZeros, to: &text)
  }

  /// A number, rounded to a number of decimals; nil if it is NaN or infinite, or has more than 18 digits.
  package static func text(_ value: Double, decimals: Int, keepsZeros: Bool = false) -> String? {
    var text: [UInt8] = []
    guard append(value, decimals: decimals, keepsZeros: keepsZeros, to: &text) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of a number given in units of its last decimal.
  package static func text(units: Int64, decimals: Int, keepsZeros: Bool = false) -> String {
    var text: [UInt8] = []
    append(units: units, decimals: decimals, keepsZeros: keepsZeros, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// A whole number with a minimum number of digits, padded with zeros.
  package static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, digits - text.utf8.count))
    return (number < 0 ? "-" : "") + zeros + text
  }

  private static func append(
    _ magnitude: UInt64, isNegative: Bool, _ decimals: Int, _ keepsZeros: Bool,
    to text: inout [UInt8]
  ) {
    var rest = magnitude
    var places = decimals
    if !keepsZeros {
      while places > 0, rest % 10 == 0 {
        rest /= 10
        places -= 1
      }
    }
    if isNegative && magnitude > 0 { text.append(UInt8(ascii: "-")) }
    let start = text.count
    // The digits from the last to the first, then reversed.
    var digits = 0
    repeat {
      text.append(48 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      digits += 1
      if digits == places { text.append(UInt8(ascii: ".")) }
    } while rest > 0 || digits <= places
    var (low, high) = (start, text.count - 1)
    while low < high {
      text.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
