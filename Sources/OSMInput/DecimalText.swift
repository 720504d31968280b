/// Numbers as text, read from bytes without making a `String`.
///
/// No bytes cause a trap; results are `nil` for texts that are not numbers.
enum DecimalText {
  /// An id: digits, after `-` if negative; `nil` for other texts and beyond 64 bits.
  static func id(_ text: Span<UInt8>) -> Int64? {
    let isNegative = text.count > 0 && text[0] == minus
    var index = isNegative ? 1 : 0
    guard index < text.count else { return nil }
    // The sum is negative, since the most negative id has no positive counterpart.
    var negated: Int64 = 0
    while index < text.count {
      let digit = text[index] &- zero
      guard digit <= 9 else { return nil }
      let (product, isTooLong) = negated.multipliedReportingOverflow(by: 10)
      let (sum, isTooLow) = product.subtractingReportingOverflow(Int64(digit))
      if isTooLong || isTooLow { return nil }
      negated = sum
      index &+= 1
    }
    if isNegative { return negated }
    return negated == .min ? nil : -negated
  }

  /// A number of degrees in units of 1e-7, rounded half away from zero at the eighth decimal.
  ///
  /// It accepts `-`, `+`, a decimal point with digits before or after it, and an exponent. Numbers
  /// far beyond earth become ±``beyondEarth``.
  static func degrees(_ text: Span<UInt8>) -> Int64? {
    var index = 0
    var isNegative = false
    if text.count > 0, text[0] == minus || text[0] == plus {
      isNegative = text[0] == minus
      index = 1
    }
    let digitsStart = index
    var units: Int64 = 0
    var digits = 0
    while index < text.count, text[index] &- zero <= 9 {
      units = min(units * 10 + Int64(text[index] &- zero), beyondEarth)
      index &+= 1
      digits &+= 1
    }
    var decimals = 0
    var roundsUp = false
    if index < text.count, text[index] == point {
      index &+= 1
      while index < text.count, text[index] &- zero <= 9 {
        let digit = text[index] &- zero
        if decimals < 7 {
          units = min(units * 10 + Int64(digit), beyondEarth)
        } else if decimals == 7 {
          roundsUp = digit >= 5
        }
        decimals &+= 1
        index &+= 1
        digits &+= 1
      }
    }
    guard digits > 0 else { return nil }
    if index < text.count {
      guard let exponent = exponent(text, from: index) else { return nil }
      units = scaled(text, from: digitsStart, to: index, exponent: exponent)
    } else {
      while decimals < 7 {
        units = min(units * 10, beyondEarth)
        decimals &+= 1
      }
      if roundsUp { units += 1 }
    }
    return isNegative ? -units : units
  }

  /// A number beyond all places on earth that can be multiplied by ten.
  static let beyondEarth: Int64 = 1_000_000_000_000

  /// The exponent after `e`, limited to ±1000, with which a coordinate is 0 or not on earth.
  private static func exponent(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard text[start] | 0x20 == UInt8(ascii: "e") else { return nil }
    var index = start + 1
    var isNegative = false
    if index < text.count, text[index] == minus || text[index] == plus {
      isNegative = text[index] == minus
      index += 1
    }
    guard index < text.count else { return nil }
    var exponent = 0
    while index < text.count {
      let digit = text[index] &- zero
      guard digit <= 9 else { return nil }
      exponent = min(exponent * 10 + Int(digit), 1000)
      index += 1
    }
    return isNegative ? -exponent : exponent
  }

  /// The slow path for digits and at most one point in `start..<end`, times ten to `exponent`.
  private static func scaled(
    _ text: Span<UInt8>, from start: Int, to end: Int, exponent: Int
  ) -> Int64 {
    var wholeDigits = 0
    while start + wholeDigits < end, text[start + wholeDigits] != point { wholeDigits += 1 }
    // The power of ten of the current digit.
    var place = wholeDigits - 1 + exponent
    var units: Int64 = 0
    for index in start..<end where text[index] != point {
      let digit = Int64(text[index] &- zero)
      if place >= -7 {
        units = min(units * 10 + digit, beyondEarth)
      } else if place == -8, digit >= 5 {
        units += 1
      }
      place -= 1
    }
    // Missing digits down to the seventh decimal, but not far beyond earth.
    while place >= -7, units != 0, units < beyondEarth {
      units = min(units * 10, beyondEarth)
      place -= 1
    }
    return units
  }

  private static let zero = UInt8(ascii: "0")
  private static let minus = UInt8(ascii: "-")
  private static let plus = UInt8(ascii: "+")
  private static let point = UInt8(ascii: ".")
}
