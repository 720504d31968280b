import OSMInput
import RoadRules

/// A part of addresses as text, such as the street; most addresses have that of the one before.
struct RepeatedText: Sendable {
  private var value: [UInt8] = []
  private var text: String?

  /// The text of the first of some keys that an element has; nil if it has none, or no text.
  mutating func text(of keys: [StaticString], in tags: borrowing OSMTags) -> String? {
    for key in keys {
      guard let isNew = tags.copyValue(for: key, to: &value) else { continue }
      if isNew { text = RoadRules.placeText(String(decoding: value, as: UTF8.self)) }
      return text
    }
    return nil
  }
}
