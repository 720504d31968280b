/// Makes texts from outside safe for terminals and logs.
///
/// Names of roads, tags and file names may contain any characters. Some move the cursor, change
/// colours, end the line or reverse the order of text, so that a text could look like another.
package enum TerminalText {
  /// A text in which codes replace the characters that control a terminal.
  ///
  ///     TerminalText.harmless("a\u{1B}[2Jb")  // "a\\u{1B}[2Jb"
  ///
  /// It replaces the control characters of ASCII (also line ends and tabs) and Latin-1, DEL, the
  /// line and paragraph separators, and the characters that embed, override or isolate a writing
  /// direction.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The text; it is the same if it has no such characters, for which its bytes are read
  ///   once.
  package static func harmless(_ text: String) -> String {
    guard mayAct(text) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if acts(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The beginning of a text from outside, with an ellipsis if the text continues.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - maximum: The maximum number of characters.
  /// - Returns: The beginning, or the same text if it is short.
  package static func brief(_ text: String, _ maximum: Int = 40) -> String {
    var end = text.startIndex
    var scalars = 0
    for _ in 0..<maximum where end < text.endIndex {
      // A character may have any number of combining marks.
      scalars += text[end].unicodeScalars.count
      if scalars > 4 * maximum { break }
      end = text.index(after: end)
    }
    return end == text.endIndex ? text : text[..<end] + "…"
  }

  /// Whether a text may have a character to replace; some others begin with the same bytes.
  private static func mayAct(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x7F { return true }
      if last == 0xC2 && byte < 0xA0 { return true }
      if last == 0xE2 && (byte == 0x80 || byte == 0x81) { return true }
      last = byte
    }
    return false
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
