/// Base64 (RFC 4648), the text form of OpenLR.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The value of each byte as a digit; 255 for none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    // The digits of addresses and file names (section 5).
    (values[0x2D], values[0x5F]) = (62, 63)
    return values
  }()

  /// The bytes of a text; nil if it is not base64.
  ///
  /// The padding with `=` is optional; `-` and `_` stand for `+` and `/`.
  static func bytes(of text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    let isFilled = digits.last == UInt8(ascii: "=")
    if isFilled, digits.count % 4 != 0 { return nil }
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var count = 0
    for digit in digits {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
      bits &= 0xFFFF
    }
    // The remaining bits of the last digit must be zero.
    return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
  }

  /// The text of bytes, with padding.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for begin in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[begin..<min(begin + 3, bytes.count)]
      var bits: UInt32 = 0
      for place in 0..<3 {
        bits = bits << 8 | (begin + place < bytes.count ? UInt32(bytes[begin + place]) : 0)
      }
      for place in 0..<4 {
        let isFill = place > group.count
        text.append(isFill ? UInt8(ascii: "=") : digits[Int(bits >> UInt32(18 - 6 * place) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
