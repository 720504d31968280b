/// A text in several languages, as one word has it (Formats/nav-2.md, section 6.11).
///
/// `en=Bruges;Ghent|fr=Bruges;Gand`: for each language its code and a list, ascending by code.
public enum LanguageTexts {
  /// The text of lists without `|`, by codes in the form of ``LanguageCode/canonical(_:)``; nil if there are none.
  public static func text(_ lists: [String: String]) -> String? {
    KeyedLists.text(lists.sorted { $0.key < $1.key }.map { (key: $0.key, list: $0.value) })
  }

  /// The list in the language that matches a tag; nil if there is none.
  public static func list(in tag: String, of text: String) -> String? {
    let entries = KeyedLists.entries(text)
    return LanguageCode.index(of: tag, in: entries.map(\.key)).map { entries[$0].list }
  }

  /// The lists in all languages.
  public static func lists(of text: String) -> [String] { KeyedLists.entries(text).map(\.list) }

  /// Whether a text has the form that writers store.
  static func isCanonical(_ text: String, _ isList: (Substring.UTF8View) -> Bool) -> Bool {
    KeyedLists.areCanonical(text, isList) { LanguageCode.canonical($0) == $0 ? $0 : nil }
  }
}
