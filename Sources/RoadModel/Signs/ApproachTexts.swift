/// What is on signs that are seen only by those who come from a way (Formats/nav-2.md, section 6.11).
///
/// `4711=Bonn|4712=Köln;Bonn`: for each of these ways its OSM id and a list, ascending by id.
public enum ApproachTexts {
  /// The text of lists without `|` by the ids of ways; nil if there are none.
  public static func text(_ lists: [Int64: String]) -> String? {
    KeyedLists.text(lists.sorted { $0.key < $1.key }.map { (key: "\($0.key)", list: $0.value) })
  }

  /// The list for those who come from a way; nil if there is none.
  public static func list(from way: Int64, of text: String) -> String? {
    let id = "\(way)"
    return KeyedLists.entries(text).first { $0.key == id }?.list
  }

  /// Whether a text has the form that writers store.
  static func isCanonical(_ text: String, _ isList: (Substring.UTF8View) -> Bool) -> Bool {
    KeyedLists.areCanonical(text, isList) { id in
      Int64(id).flatMap { "\($0)" == id ? $0 : nil }
    }
  }
}
