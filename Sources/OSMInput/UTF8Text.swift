/// Text in UTF-8.
enum UTF8Text {
  /// Whether the bytes are whole characters that XML allows.
  ///
  /// Not allowed are surrogates, numbers beyond U+10FFFF, U+FFFE, U+FFFF, and encodings longer than
  /// necessary.
  static func isValid(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      let first = text[index]
      index &+= 1
      if first < 0x80 { continue }
      // The number of bytes that follow, and the bounds of the first of them; Unicode, table 3-7.
      let (more, low, high): (Int, UInt8, UInt8) =
        switch first {
        case 0xC2...0xDF: (1, 0x80, 0xBF)
        case 0xE0: (2, 0xA0, 0xBF)
        case 0xED: (2, 0x80, 0x9F)
        case 0xE1...0xEF: (2, 0x80, 0xBF)
        case 0xF0: (3, 0x90, 0xBF)
        case 0xF1...0xF3: (3, 0x80, 0xBF)
        case 0xF4: (3, 0x80, 0x8F)
        default: (0, 1, 0)
        }
      guard more <= text.count - index, low <= high, text[index] >= low, text[index] <= high else {
        return false
      }
      for offset in 1..<max(more, 1) where text[index &+ offset] & 0xC0 != 0x80 { return false }
      if first == 0xEF, text[index] == 0xBF, text[index &+ 1] >= 0xBE { return false }
      index &+= more
    }
    return true
  }
}
