/// ISO 3166-1 alpha-2 codes as two bytes: ASCII capital letters, or zeros for none.
enum CountryCode {
  /// The code in two bytes; empty for zeros, nil for bytes that are neither zeros nor a code.
  static func text(_ first: UInt8, _ second: UInt8) -> String? {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    if first == 0 && second == 0 { return "" }
    guard capitals.contains(first), capitals.contains(second) else { return nil }
    return String(decoding: [first, second], as: UTF8.self)
  }

  /// The two bytes of a code; zeros for text that is not a code.
  static func bytes(_ code: String) -> [UInt8] {
    let letters = Array(code.utf8)
    guard letters.count == 2, text(letters[0], letters[1]) != nil else { return [0, 0] }
    return letters
  }
}
