/// Lists by keys in one text: `key=list|key=list`, ascending by key.
enum KeyedLists {
  private static let bar = UInt8(ascii: "|"), equals = UInt8(ascii: "=")

  /// The text of lists without `|`; nil if there are none.
  static func text(_ entries: [(key: String, list: String)]) -> String? {
    entries.isEmpty ? nil : entries.map { "\($0.key)=\($0.list)" }.joined(separator: "|")
  }

  /// The keys with their lists; what has no key is left out.
  static func entries(_ text: String) -> [(key: String, list: String)] {
    text.utf8.split(separator: bar).compactMap { entry in
      guard let end = entry.firstIndex(of: equals) else { return nil }
      return (String(Substring(entry[..<end])), String(Substring(entry[end...].dropFirst())))
    }
  }

  /// Whether a text has the form that writers store.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isList: Whether the text of a list is in its form.
  ///   - key: A key, by whose order entries ascend; nil if its text is not in its form.
  /// - Returns: Whether all entries are in their form and order.
  static func areCanonical<Key: Comparable>(
    _ text: String, _ isList: (Substring.UTF8View) -> Bool, key: (String) -> Key?
  ) -> Bool {
    var last: Key?
    for entry in text.utf8.split(separator: bar, omittingEmptySubsequences: false) {
      guard let end = entry.firstIndex(of: equals), isList(entry[end...].dropFirst()),
        let next = key(String(Substring(entry[..<end])))
      else { return false }
      if let last, next <= last { return false }
      last = next
    }
    return true
  }
}
