extension Decimals {
  private static let powers: [Double] = {
    var powers = [1.0]
    for _ in 0..<22 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()

  /// The number in a text such as `-8.6186430` or `1.5e3`, without spaces; nil for any other text.
  ///
  /// Up to 15 digits are read as an integer over a power of ten, both exact, so that one division
  /// rounds like the standard library. Longer numbers are left to the standard library.
  package static func value(_ text: ArraySlice<UInt8>) -> Double? {
    var at = text.startIndex
    guard at < text.endIndex else { return nil }
    let isNegative = text[at] == UInt8(ascii: "-")
    if isNegative || text[at] == UInt8(ascii: "+") { at += 1 }
    var mantissa = 0
    var digits = 0
    var decimals = 0
    var isPastPoint = false
    while at < text.endIndex {
      let byte = text[at]
      if byte &- 48 <= 9 {
        mantissa = mantissa * 10 + Int(byte &- 48)
        digits += 1
        if isPastPoint { decimals += 1 }
      } else if byte == UInt8(ascii: "."), !isPastPoint {
        isPastPoint = true
      } else {
        return slow(text)
      }
      if digits > 15 { return slow(text) }
      at += 1
    }
    guard digits > 0 else { return nil }
    let value = Double(mantissa) / powers[decimals]
    return isNegative ? -value : value
  }

  private static func slow(_ text: ArraySlice<UInt8>) -> Double? {
    // The standard library accepts hexadecimal, "inf" and "nan", which are not decimal numbers.
    let isPlain = text.allSatisfy { $0 &- 48 <= 9 || "+-.eE".utf8.contains($0) }
    return isPlain ? Double(String(decoding: text, as: UTF8.self)) : nil
  }
}
