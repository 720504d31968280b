/// Splits conditions outside of parentheses and quotes.
enum ConditionText {
  /// A separator of parts.
  enum Separator {
    case semicolon
    /// `AND` in any case, or `&`.
    case and
  }

  /// The parts of a text between separators; parentheses that do not match have no effect.
  static func split(_ text: String, at separator: Separator) -> [String] {
    let bytes = Array(text.utf8)
    let countsDepth = isBalanced(text)
    var parts: [String] = []
    var start = 0
    var index = 0
    var nesting = Nesting()
    while index < bytes.count {
      nesting.take(bytes[index])
      if nesting.isOutside || !countsDepth, let length = separator.length(in: bytes, at: index) {
        parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
        index += length
        start = index
      } else {
        index += 1
      }
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }

  /// Whether all parentheses and quotes match.
  static func isBalanced(_ text: some StringProtocol) -> Bool {
    var nesting = Nesting()
    for byte in text.utf8 {
      nesting.take(byte)
      if nesting.depth < 0 { return false }
    }
    return nesting.isOutside
  }

  /// The text without spaces and pairs of parentheses around it.
  static func withoutParentheses(_ text: some StringProtocol) -> String {
    var inner = String(text.trimmed())
    for _ in 0..<8 {
      guard inner.hasPrefix("("), inner.hasSuffix(")"), inner.utf8.count >= 2 else { break }
      let stripped = inner.dropFirst().dropLast()
      // `(a) AND (b)` keeps its parentheses.
      guard isBalanced(stripped) else { break }
      inner = String(stripped.trimmed())
    }
    return inner
  }
}

extension ConditionText.Separator {
  /// The length in bytes of the separator at an index; nil if there is none.
  fileprivate func length(in bytes: [UInt8], at index: Int) -> Int? {
    switch self {
    case .semicolon:
      return bytes[index] == UInt8(ascii: ";") ? 1 : nil
    case .and:
      if bytes[index] == UInt8(ascii: "&") {
        return index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "&") ? 2 : 1
      }
      let word = [UInt8(ascii: "a"), UInt8(ascii: "n"), UInt8(ascii: "d")]
      guard index + 3 <= bytes.count, bytes[index..<(index + 3)].map({ $0 | 0x20 }) == word,
        index == 0 || !Self.isWordPart(bytes[index - 1]),
        index + 3 == bytes.count || !Self.isWordPart(bytes[index + 3])
      else { return nil }
      return 3
    }
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\t"): false
    default: true
    }
  }
}

/// The nesting of a place in parentheses and quotes.
private struct Nesting {
  var depth = 0
  private var isQuoted = false
  private var previous: UInt8 = 0

  /// Whether the place is in neither.
  var isOutside: Bool { depth == 0 && !isQuoted }

  mutating func take(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""):
      // After a digit, the mark means inches: `12'6"`.
      if isQuoted || !(48...57).contains(previous) { isQuoted.toggle() }
    case UInt8(ascii: "(") where !isQuoted: depth += 1
    case UInt8(ascii: ")") where !isQuoted: depth -= 1
    default: break
    }
    previous = byte
  }
}
