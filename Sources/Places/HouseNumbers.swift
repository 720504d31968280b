internal import MapReader
internal import NavFormat

/// The distinct house numbers of a map that match the typed text.
struct HouseNumbers {
  /// The typed words of each matching number, by its index in the map.
  private(set) var matches: [Int: TypedWords.Span] = [:]
  /// The typed words that may be (part of) house numbers, as bits, with those of `20 bis` if the map has that number.
  private(set) var words: UInt16

  /// Finds the numbers.
  ///
  /// - Parameters:
  ///   - typed: The typed text.
  ///   - map: The map.
  ///   - places: Its places.
  ///   - hasLetters: Whether to look for those that begin with a letter, such as `Parc A3`.
  /// - Complexity: O(distinct house numbers) if there may be one.
  init(_ typed: TypedWords, _ map: NavMap, _ places: borrowing PlacesView, hasLetters: Bool) {
    words = typed.numberWords
    guard hasLetters || words != 0 else { return }
    let spans = typed.spans(hasLetters: hasLetters)
    // Most numbers differ in their first letter, which needs no string.
    var isFirst = [Bool](repeating: false, count: 256)
    for key in spans.keys { if let first = key.first { isFirst[Int(first)] = true } }
    if hasLetters { for first in 0x80..<256 { isFirst[first] = true } }
    for index in 0..<places.layout.numberCount {
      let offset = places.numberText(index)
      guard let first = map.firstByte(ofName: offset), isFirst[Int(first)],
        let text = map.name(offset)
      else { continue }
      let parts = PlaceFolding.words(text)
      if let span = spans[TypedWords.numberKey(parts)] {
        matches[index] = span
        // Those of `20 bis` and `Parc A3` are words like others, unless the map has such a number.
        words |= span.words
      } else if parts.count > 1,
        let span = parts.lazy.filter({ TypedWords.isDigit($0[0]) })
          .compactMap({ spans[TypedWords.numberKey([$0])] }).first
      {
        matches[index] = TypedWords.Span(
          words: span.words, repeated: span.repeated, range: span.range, isExact: false)
      }
    }
  }
}
