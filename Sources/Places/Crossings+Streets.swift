internal import MapReader
internal import NavFormat
internal import RoadModel

extension PlaceSearch {
  /// The streets of a half of the text; without what may stand before a name, if no street has that in its own, as
  /// `Carrefour de l'Odéon`.
  ///
  /// - Parameters:
  ///   - query: The half.
  ///   - areWhole: Whether it must be a whole name: in `Main Street, London`, London Road is not meant.
  /// - Returns: The streets; those that lack the typed house are not complete.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  func streets(
    _ query: PlaceQuery, areWhole: Bool
  ) throws(NavError) -> [FoundPlace] {
    var query = query
    var found = try streetsAsTyped(query)
    if areWhole {
      let count = PlaceFolding.words(query.text).count
      return found.filter { $0.houseNumber == nil && $0.hasName(ofAtMost: count) }
    }
    for starts in [Self.beginnings, Self.articles] where found.isEmpty {
      guard let start = starts.first(where: { query.text.hasPrefix($0) }) else { continue }
      query.text = String(query.text.dropFirst(start.count))
      found = try streetsAsTyped(query)
    }
    return found.isEmpty ? try streetsWithoutHouse(query) : found
  }

  /// The maximum number of numbers in a text that may be that of a house.
  private static let maximumHouses = 3

  /// The streets of a text without a house number, which the map lacks; only whole names, and not complete.
  private func streetsWithoutHouse(_ query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    let typed = TypedWords(query.text)
    // `B 37` is the number of a road.
    if typed.isRoadNumber { return [] }
    var query = query
    query.isUnfinished = false
    for words in typed.withoutHouse.prefix(Self.maximumHouses) {
      let found = try matches(words, query, limit: query.limit, allowsLacking: false).complete
        .filter { $0.houseNumber == nil && $0.hasName(ofAtMost: words.sequence.count) }
      if found.isEmpty { continue }
      return found.map { street in
        var street = street
        street.isComplete = false
        return street
      }
    }
    return []
  }

  private func streetsAsTyped(_ query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    let typed = TypedWords(query.text)
    if typed.words.isEmpty { return [] }
    return try matches(typed, query, limit: query.limit, allowsLacking: false).complete
  }
}

extension FoundPlace {
  /// Whether one of its names has at most some number of words.
  fileprivate func hasName(ofAtMost count: Int) -> Bool {
    ([name] + details.filter(\.kind.isName).map(\.text)).contains { text in
      NameList.names(text).contains { 1...max(count, 1) ~= PlaceFolding.words($0).count }
    }
  }
}

extension TypedWords {
  /// The text without each of its numbers that may be that of a house, the last first.
  fileprivate var withoutHouse: [TypedWords] {
    sequence.indices.reversed().compactMap { start in
      guard Self.isNumber(sequence[start]) else { return nil }
      var words = sequence
      // `12 b` is one number.
      let end = start + 1
      if end < words.count, words[end].count == 1, !Self.isNumber(words[end]) {
        words.remove(at: end)
      }
      words.remove(at: start)
      return words.isEmpty ? nil : TypedWords(folded: words)
    }
  }
}
