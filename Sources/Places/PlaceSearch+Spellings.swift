internal import MapReader
internal import NavFormat
internal import RoadModel

/// The words of a text in the spellings that the map may have, from the most to the least likely.
extension PlaceSearch {
  /// Searches for words, at first as typed, then with compounds written otherwise, then with house numbers such as
  /// `Parc A3`, then with typing errors, in compounds too, then without some of them.
  ///
  /// One word that only points of interest have, and among others, is searched with typing errors, too.
  ///
  /// - Parameters:
  ///   - typed: The words.
  ///   - query: The search.
  ///   - limit: The maximum number of places.
  ///   - allowsLacking: Whether places that lack some of the words count if no others are found.
  /// - Returns: The places, best first.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  func matches(
    _ typed: TypedWords, _ query: PlaceQuery, limit: Int, allowsLacking: Bool = true
  ) throws(NavError) -> [FoundPlace] {
    if let plain = typed.withoutCountry {
      // The letter of `D-52062` may also abbreviate a word such as Dom.
      let search = try CandidateSearch(map, plain, query)
      let found = try search.results(limit: limit, allowsLacking: false)
      if found.contains(where: \.isComplete) {
        let named = try placesWithCountry(typed, query, limit: limit)
        return named.isEmpty ? found : named
      }
    }
    var search = try CandidateSearch(map, typed, query)
    var found = try search.results(limit: limit, allowsLacking: false)
    if let named = try withHousesByName(found, typed, search, limit: limit) { return named }
    if found.contains(where: \.isComplete) {
      if let road = typed.roadNumber {
        // Exits that have the number in their names do not replace the road.
        let roads = try CandidateSearch(map, road, query)
          .results(limit: limit, allowsLacking: false)
        let known = Set(found.map(\.place))
        found += roads.filter { $0.isComplete && !known.contains($0.place) }
        found.sort { ($1.score, $0.place ?? 0) < ($0.score, $1.place ?? 0) }
        return Array(found.prefix(limit))
      }
      found = try withJoinedCompounds(found, typed, query, limit: limit)
      if !mayHideOthers(found, typed, query) { return found }
      try search.addSimilarWords()
      return try search.results(limit: limit, allowsLacking: false)
    }
    return try otherMatches(
      typed, query, &search, besides: found, limit: limit, allowsLacking: allowsLacking)
  }

  /// Places that have all words, with the houses that have them as a name; nil without such houses, or if the first
  /// place has no other words in its name: who types `Valletta` means the town.
  private func withHousesByName(
    _ found: [FoundPlace], _ typed: TypedWords, _ search: CandidateSearch, limit: Int
  ) throws(NavError) -> [FoundPlace]? {
    let complete = found.filter(\.isComplete)
    if let best = complete.first, typed.areWhole(best) { return nil }
    let houses = try search.housesByName(limit: limit)
    if houses.isEmpty { return nil }
    return Array((houses + complete).sorted { $0.score > $1.score }.prefix(limit))
  }

  /// Places that have all words, with those of a compound that the map has: `Nørrebro Gade` is Nørrebrogade, rather
  /// than another gade in Nørrebro.
  private func withJoinedCompounds(
    _ found: [FoundPlace], _ typed: TypedWords, _ query: PlaceQuery, limit: Int
  ) throws(NavError) -> [FoundPlace] {
    guard let best = found.first, !typed.areWhole(best), let joined = typed.withJoinedCompounds
    else { return found }
    let map = self.map
    let places = try map.places()
    let areKnown = joined.words.allSatisfy { word in
      typed.words.contains(word) || places.firstWord(notBelow: word)?.word == word
    }
    guard areKnown else { return found }
    let others = try CandidateSearch(map, joined, query).results(limit: limit, allowsLacking: false)
      .filter(\.isComplete)
    let known = Set(others.compactMap(\.place))
    let rest = found.filter { $0.houseNumber != nil || !known.contains($0.place ?? 0) }
    return Array((others + rest).sorted { $0.score > $1.score }.prefix(limit))
  }

  /// Searches for words that no place has all of, as typed: otherwise written, with errors, or some of them.
  ///
  /// Streets that only lack the house come before houses in streets with similar names.
  private func otherMatches(
    _ typed: TypedWords, _ query: PlaceQuery, _ search: inout CandidateSearch,
    besides streets: [FoundPlace], limit: Int, allowsLacking: Bool
  ) throws(NavError) -> [FoundPlace] {
    var streets = streets
    var found: [FoundPlace] = []
    if let local = withoutCountryName(typed, query), !search.hasWholeName {
      found = try CandidateSearch(map, local.typed, local.query)
        .results(limit: limit, allowsLacking: false)
      if found.contains(where: \.isComplete) { return found }
    }
    for other in try respelled(typed) + (streets.isEmpty ? typed.withDesignations : []) {
      // Behind `san`, the `at` of a mistyped `sanat` begins too many words.
      var whole = query
      whole.isUnfinished = query.isUnfinished && !other.endsInPart(of: typed)
      let others = try CandidateSearch(map, other, whole)
      found = try others.results(limit: limit, allowsLacking: false)
      if found.contains(where: \.isComplete) { return found }
      if streets.isEmpty { streets = found }
    }
    if let beginnings = typed.withBeginnings(isUnfinished: query.isUnfinished) {
      // The table of abbreviations has the usual ones only.
      var unfinished = query
      unfinished.isUnfinished = true
      found = try CandidateSearch(map, beginnings, unfinished)
        .results(limit: limit, allowsLacking: false)
      if found.contains(where: \.isComplete) { return found }
    }
    if try search.findLetteredNumbers() {
      found = try search.results(limit: limit, allowsLacking: false)
      if found.contains(where: \.isComplete) { return found }
    }
    if !streets.isEmpty {
      let others = try housesWithoutLetter(typed, query, limit: limit)
      if !others.isEmpty { return others }
    }
    try search.addSimilarWords()
    found = try search.results(limit: limit, allowsLacking: allowsLacking)
    if found.contains(where: \.isComplete) { return streets.first(of: limit, before: found) }
    for other in typed.respelled {
      var others = try CandidateSearch(map, other, query)
      try others.addSimilarWords()
      let similar = try others.results(limit: limit, allowsLacking: false)
      if similar.contains(where: \.isComplete) { return streets.first(of: limit, before: similar) }
    }
    if !found.contains(where: { $0.houseNumber != nil }) {
      let others = try housesWithoutLetter(typed, query, limit: limit)
      if !others.isEmpty { return others }
    }
    if let local = withoutCountryName(typed, query), !search.hasWholeName {
      let others = try matches(
        local.typed, local.query, limit: limit, allowsLacking: allowsLacking)
      if !others.isEmpty { return others }
    }
    // `Haupt Straße 120` is in Hauptstraße, even if it has no such house.
    return try withoutNumber(typed, query, search, limit: limit) ?? found
  }

  /// The streets for a text in another spelling, if only its house number is not found; nil if there are none.
  private func withoutNumber(
    _ typed: TypedWords, _ query: PlaceQuery, _ search: CandidateSearch, limit: Int
  ) throws(NavError) -> [FoundPlace]? {
    guard typed.numberWords != 0, try search.results(limit: 1, allowsLacking: false).isEmpty
    else { return nil }
    for other in typed.respelled {
      let found = try CandidateSearch(map, other, query).results(limit: limit, allowsLacking: false)
      if !found.isEmpty { return found }
    }
    return nil
  }

  /// The houses with the number of one whose letter the map lacks: a house 12 for `12b`.
  private func housesWithoutLetter(
    _ typed: TypedWords, _ query: PlaceQuery, limit: Int
  ) throws(NavError) -> [FoundPlace] {
    for typed in [typed] + typed.compounds {
      guard let apart = typed.lettersTakenApart else { continue }
      let found = try CandidateSearch(map, apart, query).results(limit: limit, allowsLacking: false)
        .filter { $0.houseNumber != nil }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Whether the places with the word as typed may not be meant: points of interest with longer names, such as the
  /// hotel `Paulos Valetta`, where Valletta is a town.
  private func mayHideOthers(
    _ found: [FoundPlace], _ typed: TypedWords, _ query: PlaceQuery
  ) -> Bool {
    guard typed.words.count == 1,
      query.categories.isEmpty || query.categories.contains(where: { !$0.isPointOfInterest })
    else { return false }
    // Those found by their kind, such as `fuel`, are meant.
    return found.allSatisfy { place in
      let words = PlaceFolding.words(place.name)
      return place.category?.isPointOfInterest == true && words.count > 1
        && words.contains(typed.words[0])
    }
  }

  /// The other spellings of a text, each once; `a28` for `a 28` only if the map has that word.
  private func respelled(_ typed: TypedWords) throws(NavError) -> [TypedWords] {
    let map = self.map
    let places = try map.places()
    // `karlmarxstr` is `karlmarx str` first.
    let all =
      typed.respelled
      + ([typed] + typed.compounds).flatMap { typed in
        typed.withKnownWords { word in places.firstWord(notBelow: word)?.word == word }
      }
    // A compound taken apart, then joined as the map has it, is the text as typed.
    var known: Set = [typed.sequence]
    return all.filter { known.insert($0.sequence).inserted }
  }
}

extension [FoundPlace] {
  /// The places that every word matches; none if another one, such as a street that lacks the house, is better.
  var complete: [FoundPlace] { first?.isComplete == true ? filter(\.isComplete) : [] }

  /// These places, then others, which get no higher scores; at most some of them.
  fileprivate func first(of limit: Int, before others: [FoundPlace]) -> [FoundPlace] {
    guard let least = map(\.score).min() else { return others }
    let known = Set(compactMap(\.place))
    let rest = others.filter { $0.houseNumber != nil || !known.contains($0.place ?? 0) }
      .map { place in
        var place = place
        place.score = Swift.min(place.score, least)
        return place
      }
    return Array((self + rest).prefix(limit))
  }
}
