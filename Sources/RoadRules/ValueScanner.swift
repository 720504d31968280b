/// Reads the tokens of a value in lower case, without spaces.
///
/// Typographic quotes and primes become `'` and `"`; other characters beyond ASCII match nothing.
struct ValueScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = text.unicodeScalars.map { scalar in
      switch scalar {
      case "′", "’", "´", "`": UInt8(ascii: "'")
      case "″", "”", "“": UInt8(ascii: "\"")
      case "\u{A0}", "\u{202F}", "\u{2009}", "\t": UInt8(ascii: " ")
      case "A"..."Z": UInt8(truncatingIfNeeded: scalar.value + 32)
      default: scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : 0xFF
      }
    }
    skipSpaces()
  }

  /// Whether only spaces remain.
  var isAtEnd: Bool { position == bytes.count }

  /// Whether the next character is a digit.
  var isDigit: Bool {
    position < bytes.count && Self.isDigit(bytes[position])
      && (position == 0 || bytes[position - 1] != UInt8(ascii: " "))
  }

  /// Reads an ASCII character if it is the next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    skipSpaces()
    return true
  }

  /// Reads a number such as `3`, `3.8` or `3,80`, without decimals beyond the sixth.
  ///
  /// It is nil, and nothing is read, if there is none or it has more than nine digits before the
  /// point.
  mutating func decimal() -> Decimal? {
    var here = position
    var number = Decimal(mantissa: 0, decimals: 0, digits: 0, hasComma: false)
    while here < bytes.count, Self.isDigit(bytes[here]) {
      number.mantissa = number.mantissa * 10 + Int(bytes[here] - 48)
      number.digits += 1
      here += 1
      guard number.digits <= 9 else { return nil }
    }
    guard number.digits > 0 else { return nil }
    if here + 1 < bytes.count, bytes[here] == UInt8(ascii: ".") || bytes[here] == UInt8(ascii: ","),
      Self.isDigit(bytes[here + 1])
    {
      number.hasComma = bytes[here] == UInt8(ascii: ",")
      here += 1
      while here < bytes.count, Self.isDigit(bytes[here]) {
        if number.decimals < 6 {
          number.mantissa = number.mantissa * 10 + Int(bytes[here] - 48)
          number.decimals += 1
          number.digits += 1
        }
        here += 1
      }
    }
    position = here
    skipSpaces()
    return number
  }

  /// Reads a unit: letters, or one quote mark; two single ones are a double one.
  ///
  /// It is empty if there is none.
  mutating func word() -> String {
    let start = position
    while position < bytes.count, Self.isLetter(bytes[position]) { position += 1 }
    defer { skipSpaces() }
    if position > start { return String(decoding: bytes[start..<position], as: UTF8.self) }
    guard position < bytes.count else { return "" }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      position += 1
      return "\""
    case UInt8(ascii: "'"):
      position += 1
      guard position < bytes.count, bytes[position] == UInt8(ascii: "'") else { return "'" }
      position += 1
      return "\""
    default: return ""
    }
  }

  private mutating func skipSpaces() {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte) }
}
