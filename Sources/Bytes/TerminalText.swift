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

  /// The number of columns that a text takes on a terminal.
  ///
  /// Characters of East Asian writing and emoji take two, combining marks none. Where terminals differ, as for joined
  /// emoji, it is the larger number.
  package static func width(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// A line that fits on a terminal, with an ellipsis if its end was cut off.
  ///
  ///     TerminalText.cut("Main Street", to: 6)  // "Main …"
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - columns: The number of columns.
  /// - Returns: The line, which takes at most that many columns.
  package static func cut(_ line: String, to columns: Int) -> String {
    if width(line) <= columns { return line }
    guard columns > 0 else { return "" }
    var end = line.startIndex
    var left = columns - 1
    while end < line.endIndex {
      left -= width(String(line[end]))
      if left < 0 { break }
      end = line.index(after: end)
    }
    return line[..<end] + "…"
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    // Most texts are Latin; a soft hyphen is shown.
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    // The vowels and final consonants of Hangul stand in the square of the consonant before.
    case 0x1160...0x11FF: return 0
    // East_Asian_Width W and F of Unicode: Hangul, ideographs and kana, and their full-width punctuation.
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      return 2
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
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
