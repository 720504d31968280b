/// A text in several languages, as one word has it (Formats/nav-2.md, section 6.11).
///
/// `en=Bruges;Ghent|fr=Bruges;Gand`: for each language its code and a list, ascending by code.
public enum LanguageTexts {
  private static let bar = UInt8(ascii: "|"), equals = UInt8(ascii: "=")

  /// The text of lists without `|`, by codes in the form of ``LanguageCode/canonical(_:)``; nil if there are none.
  public static func text(_ lists: [String: String]) -> String? {
    if lists.isEmpty { return nil }
    return lists.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "|")
  }

  /// The list in the language that matches a tag; nil if there is none.
  public static func list(in tag: String, of text: String) -> String? {
    let entries = text.utf8.split(separator: bar).map { entry in
      entry.split(separator: equals, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
    }.filter { $0.count == 2 }
    return LanguageCode.index(of: tag, in: entries.map { $0[0] }).map { entries[$0][1] }
  }

  /// Whether a text has the form that writers store.
  static func isCanonical(_ text: String, _ isList: (Substring.UTF8View) -> Bool) -> Bool {
    var last = ""
    for entry in text.utf8.split(separator: bar, omittingEmptySubsequences: false) {
      guard let end = entry.firstIndex(of: equals) else { return false }
      let code = String(Substring(entry[..<end]))
      guard code > last, LanguageCode.canonical(code) == code, isList(entry[end...].dropFirst())
      else { return false }
      last = code
    }
    return true
  }
}
