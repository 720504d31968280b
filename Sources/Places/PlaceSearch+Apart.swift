internal import MapReader
internal import NavFormat
internal import RoadModel

/// What is found of a text with words between names, if the map has no place for the whole.
extension PlaceSearch {
  /// The maximum number of ways to divide a text.
  private static let mostDivisions = 6

  /// The streets of `Herrengasse and Städtle`, which do not meet, or each Netto of `Netto near Vesterbro`.
  ///
  /// - Parameters:
  ///   - text: The text, for which the map has no place, not even one that lacks some words.
  ///   - query: The search.
  /// - Returns: The places, none of them complete; empty if nothing stands between names.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  func placesApart(_ text: String, _ query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    let lower = PlaceText.trimmed(text).lowercased()
    let start = Self.beginnings.first { lower.hasPrefix($0) }
    var query = query
    query.text = String(lower.dropFirst(start?.count ?? 0))
    let divisions = Self.halves(of: lower, hasWords: true, isName: false)
      .filter { start != nil || !$0.areWhole }
    var found: [FoundPlace] = []
    for halves in divisions.prefix(Self.mostDivisions) {
      let isFirst = start.map { halves.first.hasPrefix($0) } ?? false
      let first = isFirst ? String(halves.first.dropFirst(start?.count ?? 0)) : halves.first
      let left = try places(named: first, query)
      let right = try places(named: halves.second, query)
      let areBoth = !left.isEmpty && !right.isEmpty
      if areBoth || found.isEmpty { found = Self.alternating(left, right) }
      if areBoth { break }
    }
    if found.isEmpty { found = try withoutWordsBetween(query) }
    return found.prefix(query.limit).map { place in
      var place = place
      place.isComplete = false
      return place
    }
  }

  /// The places that have all words of a part of the text.
  private func places(named part: String, _ query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    let typed = TypedWords(part)
    if typed.words.isEmpty { return [] }
    return try matches(typed, query, limit: query.limit, allowsLacking: false).complete
  }

  /// The places that have most words of the text of a search but those between names.
  private func withoutWordsBetween(_ query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    let typed = TypedWords(query.text)
    let words = typed.unconnected
    let ends = [words.startIndex, words.endIndex - 1]
    let names = words.indices
      .filter { ends.contains($0) || !Self.foldedWords.contains(words[$0]) }.map { words[$0] }
    if names.count == typed.sequence.count { return [] }
    return try matches(TypedWords(folded: names), query, limit: query.limit)
  }

  /// The first of some places, the first of others, the second of these, and so on; each once.
  private static func alternating(_ left: [FoundPlace], _ right: [FoundPlace]) -> [FoundPlace] {
    var result: [FoundPlace] = []
    for index in 0..<max(left.count, right.count) {
      for places in [left, right] where index < places.count {
        let isKnown = result.contains {
          $0.place == places[index].place && $0.houseNumber == places[index].houseNumber
        }
        if !isKnown { result.append(places[index]) }
      }
    }
    return result
  }
}
