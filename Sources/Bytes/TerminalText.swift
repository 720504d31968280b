/// Texts from outside as they may be shown on a terminal or written to a log.
///
/// Names of roads, tags and file names may hold anything. Some characters move the cursor, change colours, end the line
/// or turn the order of what follows; shown as they are, a text could look like another one.
package enum TerminalText {
  /// A text with each character that acts on a terminal replaced by its code.
  ///
  ///     TerminalText.harmless("a\u{1B}[2Jb")  // "a\\u{1B}[2Jb"
  ///
  /// Replaced are the control characters of ASCII (line ends and tabs too) and of Latin-1, DEL, the line and the
  /// paragraph separator, and the characters that embed, override or isolate a direction of writing.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The text itself where nothing is replaced, which takes one look at its bytes.
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

  /// The beginning of a text from outside, whole characters of it, with an ellipsis where it goes on.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - maximum: The number of characters that are shown.
  /// - Returns: The text itself where it is short.
  package static func brief(_ text: String, _ maximum: Int = 40) -> String {
    var end = text.startIndex
    var scalars = 0
    for _ in 0..<maximum where end < text.endIndex {
      // A character may have any number of marks.
      scalars += text[end].unicodeScalars.count
      if scalars > 4 * maximum { break }
      end = text.index(after: end)
    }
    return end == text.endIndex ? text : text[..<end] + "…"
  }

  /// Whether a text may have a character that is replaced, judged by its bytes: some others begin with the same bytes.
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
