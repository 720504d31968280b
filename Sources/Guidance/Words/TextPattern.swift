/// A pattern of a class, such as `*straße` or `A #*`: `*` is any text, `#` a digit (Formats/language.md, section 4).
///
/// Case does not count for the letters of ASCII and Latin-1.
struct TextPattern: Sendable {
  /// The folded texts between the stars; the first and the last are anchored.
  private let parts: [[UInt8]]
  /// The first and the last byte of a matching text, 0 for any and `#` for a digit; they reject most texts at once.
  private let (firstByte, lastByte): (UInt8, UInt8)

  /// A pattern from its text; nil if that is empty.
  init?(_ text: some StringProtocol) {
    guard !text.isEmpty else { return nil }
    parts = text.split(separator: "*", omittingEmptySubsequences: false).map { Self.fold($0) }
    (firstByte, lastByte) = (parts[0].first ?? 0, parts[parts.count - 1].last ?? 0)
  }

  /// The bytes of a text with the capitals of ASCII and Latin-1 in lower case.
  static func fold(_ text: some StringProtocol) -> [UInt8] {
    var bytes = Array(text.utf8)
    var isLatin = false
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case 0x41...0x5A: bytes[index] = byte | 0x20
      case 0x80...0x9E where isLatin && byte != 0x97: bytes[index] = byte + 0x20
      default: break
      }
      isLatin = byte == 0xC3
    }
    return bytes
  }

  /// The first and the last byte of a text, folded if it is one of ASCII.
  struct Ends {
    let (first, last): (UInt8, UInt8)

    init(_ text: String) {
      func folded(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
      // A span: the indices of a string take longer than the rest.
      let utf8 = text.utf8
      let bytes = utf8.span
      (first, last) =
        bytes.isEmpty ? (0, 0) : (folded(bytes[0]), folded(bytes[bytes.count - 1]))
    }
  }

  /// Whether a text with this last byte, folded if it is one of ASCII, may match.
  func mayEnd(with byte: UInt8) -> Bool {
    // Folding changes the second byte of letters of Latin-1, which may be the last of the text.
    byte >= 0x80 || Self.admits(lastByte, byte)
  }

  /// Whether a text with this first byte, folded likewise, may match.
  func mayBegin(with byte: UInt8) -> Bool { Self.admits(firstByte, byte) }

  /// Whether a byte of a text may be at an end of the pattern.
  private static func admits(_ end: UInt8, _ byte: UInt8) -> Bool {
    end == 0 || end == byte || end == UInt8(ascii: "#") && 0x30...0x39 ~= byte
  }

  /// The bytes that the stars stand for, from the first to the last star; nil if the text does not match.
  ///
  /// - Parameter text: Bytes from ``fold(_:)``, the same number as those of the text itself.
  /// - Returns: A range of bytes, empty without a star.
  /// - Complexity: O(*n* · *m*) at most, in practice O(*m*), for *n* bytes of text and *m* of pattern.
  func match(_ text: [UInt8]) -> Range<Int>? {
    guard let begin = text.first, let close = text.last, Self.admits(firstByte, begin),
      Self.admits(lastByte, close)
    else { return nil }
    let first = parts[0]
    guard parts.count > 1 else {
      return first.count == text.count && Self.matches(first, text, at: 0) ? 0..<0 : nil
    }
    let last = parts[parts.count - 1]
    let end = text.count - last.count
    guard first.count <= end, Self.matches(first, text, at: 0), Self.matches(last, text, at: end)
    else { return nil }
    var position = first.count
    for part in parts[1..<(parts.count - 1)] {
      while position + part.count <= end, !Self.matches(part, text, at: position) { position += 1 }
      guard position + part.count <= end else { return nil }
      position += part.count
    }
    return first.count..<end
  }

  private static func matches(_ part: [UInt8], _ text: [UInt8], at start: Int) -> Bool {
    for index in part.indices {
      let byte = text[start + index]
      if part[index] == UInt8(ascii: "#") {
        if !(0x30...0x39 ~= byte) { return false }
      } else if part[index] != byte {
        return false
      }
    }
    return true
  }
}
