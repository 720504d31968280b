/// The tags of an element, searched from the beginning.
///
/// Elements have few tags, so a scan is faster than a dictionary. Keys are unique in OpenStreetMap; if one occurs
/// twice, the first counts.
///
///     let tags: RoadTags = ["highway": "residential", "maxheight": "3.8"]
///     tags["maxheight"]   // "3.8"
package struct RoadTags: Sendable, ExpressibleByDictionaryLiteral {
  /// The tags in the given order.
  package let pairs: [(key: String, value: String)]

  /// Tags from keys and values.
  package init(_ pairs: [(key: String, value: String)]) { self.pairs = pairs }

  /// Tags from a literal.
  package init(dictionaryLiteral elements: (String, String)...) {
    self.pairs = elements.map { (key: $0.0, value: $0.1) }
  }

  /// The value of a key; nil if it is not tagged.
  ///
  /// - Complexity: O(number of tags).
  package subscript(key: String) -> String? {
    // Most other keys differ in length, which is quicker to compare.
    let count = key.utf8.count
    for pair in pairs where pair.key.utf8.count == count && pair.key == key { return pair.value }
    return nil
  }
}
