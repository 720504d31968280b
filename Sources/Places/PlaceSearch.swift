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
/// A value can be shared by threads. A search takes four bytes of memory for each place of the map.
public struct PlaceSearch: Sendable {
  /// The map.
  public let map: NavMap

  /// A search in a map.
  ///
  /// - Parameter map: A map; without places (``NavMap/hasPlaces``) only coordinates and plus codes are found.
  public init(_ map: NavMap) { self.map = map }

  /// The places that match a text, best first.
  ///
  /// - Parameter query: The search. Any text is allowed; one that can't match gives no results.
  /// - Returns: At most ``PlaceQuery/limit`` places.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  /// - Complexity: O(places that have one of the words).
  public func places(for query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    var query = query
    query.limit = min(max(query.limit, 1), PlaceQuery.maximumLimit)
    let limit = query.limit
    let text = String(decoding: query.text.utf8.prefix(PlaceQuery.maximumTextBytes), as: UTF8.self)
    if let (link, rest) = PlaceLink.apart(text) {
      query.text = PlaceLink.coordinate(link) == nil ? rest : link
      query.isUnfinished = false
      return try places(for: query)
    }
    if let position = PlaceText.coordinate(text, near: query.near) ?? coordinate(withO: text) {
      return [coordinate(position, text, near: query.near)]
    }
    if let name = PlaceLink.name(text) {
      query.text = name
      query.isUnfinished = false
      return PlaceLink.name(name) == nil ? try places(for: query) : []
    }
    // The words of other links, such as those that only a server can follow, name no place.
    if PlaceLink.isLink(text) { return [] }
    let repaired = try placesRepaired(text, query)
    if let repaired, repaired.first?.isComplete == true { return repaired }
    guard map.hasPlaces else { return [] }
    if let found = try codeWithTown(text, near: query.near) { return [found] }
    if let found = try placesInCountry(text, query) { return found }
    let typed = TypedWords(text)
    if typed.words.isEmpty {
      guard !query.categories.isEmpty, let near = query.near else { return [] }
      return try nearest(to: near, query.filter, limit: limit)
    }
    var matches = try matchesOrKinds(typed, aroundTown(typed, query), limit: limit)
    // The distance from a town is not that from the searcher.
    if query.near == nil {
      for index in matches.indices { matches[index].distanceMetres = nil }
    }
    let best = matches.first.flatMap { $0.isComplete ? $0 : nil }
    // "Peter and Paul Street" is a street, or with a number an address, not a junction. A place at a junction has the
    // words in its address, and the one between them perhaps in its name.
    let isName = best.map { typed.areAll(in: $0) } ?? false
    let isAtJunction = best.map { $0.category?.isPointOfInterest == true && !isName }
    let crossings = try crossings(text, query, hasWords: isAtJunction ?? true, isName: isName)
    var found = best?.houseNumber != nil ? matches + crossings : crossings + matches
    if best == nil, crossings.isEmpty {
      if let repaired, !repaired.isEmpty { return repaired }
      if let found = try placesInState(text, query) { return found }
      let ofKind = try placesOfKindNearPlace(typed, query)
      let known = Set(ofKind.map(\.place))
      // Places that lack a word are no better.
      found = ofKind + found.filter { !known.contains($0.place) }
    }
    return found.isEmpty ? try withoutLastPart(text, query) : Array(found.prefix(limit))
  }

  /// The places for an address whose last parts the map lacks, such as the state and country of
  /// `Hauptstraße, Heidelberg, Baden-Württemberg, Germany`.
  private func withoutLastPart(
    _ text: String, _ query: PlaceQuery
  ) throws(NavError) -> [FoundPlace] {
    let parts = text.split(separator: ",")
    guard 2...Self.maximumParts ~= parts.count else { return [] }
    var query = query
    query.text = parts.dropLast().joined(separator: ",")
    query.isUnfinished = false
    return try places(for: query).map { place in
      var place = place
      place.isComplete = false
      return place
    }
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

  /// The places of a filter that are nearest to a coordinate, by straight line.
  ///
  /// - Parameters:
  ///   - near: The coordinate.
  ///   - filter: The requirements on places.
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

  /// The coordinate of a text with O for east or west: the one nearer to the map, such as `8° 41′ 39″ O` in Heidelberg.
  private func coordinate(withO text: String) -> Coordinate? {
    let middle = map.header.box.centre
    return PlaceText.coordinates(withO: text).min {
      Distance.metres($0, middle) < Distance.metres($1, middle)
    }
  }

  /// The result for a text that states a coordinate.
  private func coordinate(
    _ position: Coordinate, _ text: String, near: Coordinate?
  ) -> FoundPlace {
    let name = PlaceText.name(text, of: position)
    var found = FoundPlace(kind: .coordinate, name: name, position: position)
    found.distanceMetres = near.map { Distance.metres($0, position) }
    found.score = 2
    return found
  }

  /// The maximum number of parts of an address, and of the name behind a plus code: town, region and country.
  private static let maximumParts = 4

  /// The place of a plus code with the name of a nearby place before or behind it.
  ///
  /// An example is `4CXR+2V Porto, Portugal`. The map need not have the country or region that follows the name.
  private func codeWithTown(
    _ text: String, near origin: Coordinate?
  ) throws(NavError) -> FoundPlace? {
    let separates: (Character) -> Bool = { $0 == "," || $0.isWhitespace }
    let text = PlusCode.joined(text)
    guard let first = text.split(maxSplits: 1, whereSeparator: separates).first,
      let last = text.split(whereSeparator: separates).last, first != last,
      let code = [first, last].first(where: { $0.utf8.contains(UInt8(ascii: "+")) })
    else { return nil }
    if let position = PlusCode.coordinate(String(code), near: nil) {
      return coordinate(position, text, near: origin)
    }
    guard PlusCode.isShort(String(code)) else { return nil }
    var town = code == first ? text[code.endIndex...] : text[..<code.startIndex]
    if town.contains("+") { return nil }
    for _ in 0..<Self.maximumParts where !town.isEmpty {
      let found = try places(for: PlaceQuery(String(town), limit: 1)).first
      if let found, found.isComplete,
        let position = PlusCode.coordinate(String(code), near: found.position)
      {
        return coordinate(position, text, near: origin)
      }
      town = town[..<(town.lastIndex(of: ",") ?? town.startIndex)]
    }
    return nil
  }

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
    if let local = typed.withoutCountryName, !search.hasWholeName {
      found = try CandidateSearch(map, local, query).results(limit: limit, allowsLacking: false)
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
    if let local = typed.withoutCountryName, !search.hasWholeName {
      let others = try matches(local, query, limit: limit, allowsLacking: allowsLacking)
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
