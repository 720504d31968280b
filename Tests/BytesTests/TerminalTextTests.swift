import Bytes
import Testing

@Suite struct TerminalTextTests {
  struct Case: CustomTestStringConvertible {
    let name: String, text: String, shown: String
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "a sequence of the terminal", text: "a\u{1B}[2Jb", shown: "a\\u{1B}[2Jb"),
    Case(name: "ends of lines and a tab", text: "a\r\n\tb", shown: "a\\u{D}\\u{A}\\u{9}b"),
    Case(name: "a null", text: "\0", shown: "\\u{0}"),
    Case(name: "DEL", text: "a\u{7F}", shown: "a\\u{7F}"),
    Case(name: "the first of C1", text: "\u{80}", shown: "\\u{80}"),
    Case(name: "a sequence begun by one of C1", text: "\u{9B}2J", shown: "\\u{9B}2J"),
    Case(name: "the last of C1", text: "\u{9F}", shown: "\\u{9F}"),
    Case(
      name: "an override of direction", text: "a\u{202E}b\u{202C}", shown: "a\\u{202E}b\\u{202C}"),
    Case(name: "an isolate", text: "\u{2066}a\u{2069}", shown: "\\u{2066}a\\u{2069}"),
    Case(name: "separators", text: "\u{2028}\u{2029}", shown: "\\u{2028}\\u{2029}"),
  ]

  @Test("a character that acts on a terminal is shown by its code", arguments: cases)
  func replaced(_ one: Case) { #expect(TerminalText.harmless(one.text) == one.shown) }

  @Test(
    "other characters stay as they are, also those with the same first bytes",
    arguments: [
      "", "Küstenstraße", "\u{A0}©", "A – B…", "\u{2027}\u{202F}\u{2065}\u{206A}", "שדרות 5",
      "\u{200E}\u{200F}", "👩‍👩‍👧", "e\u{301}", "中山路", " ~",
    ])
  func kept(_ text: String) {
    #expect(Array(TerminalText.harmless(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    "the width of a text is that of its characters on a terminal",
    arguments: [
      ("", 0), ("Küste", 5), ("e\u{301}", 1), ("中山路", 6), ("カナ", 4), ("ｶﾅ", 2), ("한글", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("ถนนที่", 4), ("🚗", 2), ("שָׁ", 1), ("←[↑]", 4),
      ("A\u{FF0C}B", 4),
    ])
  func width(_ text: String, _ columns: Int) { #expect(TerminalText.width(text) == columns) }

  @Test("a line is cut at the edge of the terminal, with an ellipsis")
  func cut() {
    let cases = [
      ("Main Street", 11, "Main Street"), ("Main Street", 6, "Main …"), ("中山路", 6, "中山路"),
      ("中山路", 5, "中山…"), ("中山路", 4, "中…"), ("ee\u{301}e", 2, "e…"),
      ("e\u{301}ee", 2, "e\u{301}…"), ("ab", 1, "…"), ("中", 1, "…"), ("ab", 0, ""),
    ]
    for (line, columns, shown) in cases {
      #expect(TerminalText.cut(line, to: columns) == shown, "\(line) to \(columns)")
    }
  }
}
