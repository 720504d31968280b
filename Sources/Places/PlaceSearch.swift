public import Geo
public import MapReader
internal import NavFormat
public import RoadModel

/// Finds places of a map by name, offline.
///
///     let search = PlaceSearch(map)
///     for place in try search.places(for: PlaceQuery("rua do almada 12, porto")) {
///       print(place.label, place.position)
///     }
///
/// A value can be shared by threads. A search needs two bytes of memory for each place of the map.
public struct PlaceSearch: Sendable {
  /// The map.
  public let map: NavMap

  /// A search in a map.
  ///
  /// - Parameter map: A map; without places (``NavMap/hasPlaces``) only coordinates and plus codes are found.
  public init(_ map: NavMap) { self.map = map }

  /// The places that match what was typed, best first.
  ///
  /// - Parameter query: The search. Any text is allowed; what can't match gives no results.
  /// - Returns: At most ``PlaceQuery/limit`` places.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  /// - Complexity: O(places that have one of the words).
  public func places(for query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    let limit = min(max(query.limit, 1), PlaceQuery.maximumLimit)
    let text = String(decoding: query.text.utf8.prefix(PlaceQuery.maximumTextBytes), as: UTF8.self)
    if let position = PlaceText.coordinate(text, near: query.near) {
      var found = FoundPlace(kind: .coordinate, name: PlaceText.trimmed(text), position: position)
      found.distanceMetres = query.near.map { Distance.metres($0, position) }
      found.score = 2
      return [found]
    }
    guard map.hasPlaces else { return [] }
    let typed = TypedWords(text)
    if typed.words.isEmpty {
      guard !query.categories.isEmpty, let near = query.near else { return [] }
      return try nearest(to: near, query.filter, limit: limit)
    }
    var found = try crossings(text, query)
    found += try matches(typed, query, limit: limit)
    return Array(found.prefix(limit))
  }

  /// The places of categories that are nearest to a coordinate.
  ///
  /// - Parameters:
  ///   - near: The coordinate.
  ///   - categories: The categories; empty for all points of interest.
  ///   - limit: The maximum number of places.
  ///   - metres: The maximum distance.
  /// - Returns: The places, nearest first.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  public func nearest(
    to near: Coordinate, categories: Set<PlaceCategory>, limit: Int,
    within metres: Double = 50_000
  ) throws(NavError) -> [FoundPlace] {
    try nearest(to: near, PlaceFilter(categories), limit: limit, within: metres)
  }

  /// The places of a filter that are nearest to a coordinate, as the crow flies.
  ///
  /// - Parameters:
  ///   - near: The coordinate.
  ///   - filter: What places must be and have.
  ///   - limit: The maximum number of places.
  ///   - metres: The maximum distance.
  /// - Returns: The places, nearest first.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  public func nearest(
    to near: Coordinate, _ filter: PlaceFilter, limit: Int, within metres: Double = 50_000
  ) throws(NavError) -> [FoundPlace] {
    guard map.hasPlaces, limit > 0 else { return [] }
    let map = self.map
    let places = try map.places()
    let plane = LocalPlane(at: near)
    var best: [(metres: Double, place: Int)] = []
    var reach = metres
    places.searchPlaces(bound: { plane.metres(to: $0) }) { chunk in
      for place in chunk {
        guard filter.matches(place, places, map) else { continue }
        let distance = Distance.metres(near, places.position(place))
        guard distance <= reach else { continue }
        let at = best.firstIndex { (distance, place) < ($0.metres, $0.place) } ?? best.count
        best.insert((distance, place), at: at)
        if best.count > limit { best.removeLast() }
        if best.count == limit { reach = best[limit - 1].metres }
      }
      return reach
    }
    let reader = PlaceReader(map)
    var result: [FoundPlace] = []
    for item in best {
      var found = try reader.place(item.place)
      found.distanceMetres = item.metres
      found.score = 1 / (1 + item.metres / 1_000)
      result.append(found)
    }
    return result
  }

  /// Searches for words, at first as typed, then with typing errors, then without one of them.
  private func matches(
    _ typed: TypedWords, _ query: PlaceQuery, limit: Int
  ) throws(NavError) -> [FoundPlace] {
    var search = try CandidateSearch(map, typed, query)
    var found = try search.results(limit: limit)
    if found.isEmpty || found.allSatisfy({ !$0.isComplete }) {
      search.addSimilarWords()
      found = try search.results(limit: limit)
    }
    return found
  }
}

/// The words of a text that was typed.
struct TypedWords {
  /// The maximum number of words that are searched.
  static let maximum = 12

  /// The folded words, each once.
  private(set) var words: [[UInt8]] = []
  /// By word, whether more letters may follow.
  private(set) var isLast: [Bool] = []
  /// By word, the house number that it may be, with the letter behind it; nil if it can be none.
  private(set) var numbers: [[UInt8]?] = []
  /// By word, whether the word before is a house number that it belongs to.
  private(set) var isSuffix: [Bool] = []

  init(_ text: String) {
    let all = PlaceFolding.words(text)
    for (index, word) in all.enumerated() {
      guard words.count < Self.maximum, !words.contains(word) else { continue }
      words.append(word)
      isLast.append(index == all.count - 1)
      var number: [UInt8]?
      var suffix = false
      if let first = word.first, Self.isDigit(first), word.count <= 10 {
        number = word
        if index + 1 < all.count, all[index + 1].count == 1, !Self.isDigit(all[index + 1][0]) {
          number = word + all[index + 1]
        }
      } else if word.count == 1, index > 0, let first = all[index - 1].first, Self.isDigit(first) {
        suffix = true
      }
      numbers.append(number)
      isSuffix.append(suffix)
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// All words as bits.
  var all: UInt16 { UInt16(truncatingIfNeeded: (1 << words.count) - 1) }
}
