import OSMInput
import RoadRules

/// A part of addresses as text, such as the street; most addresses have that of the one before.
struct RepeatedText: Sendable {
  private var value: [UInt8] = []
  private var text: String?

  /// The text of a tag; nil if it has none.
  mutating func text(at index: Int, in tags: borrowing OSMTags) -> String? {
    if tags.copyValue(at: index, to: &value) {
      text = RoadRules.placeText(String(decoding: value, as: UTF8.self))
    }
    return text
  }
}
