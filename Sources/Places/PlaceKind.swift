internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

/// A kind of place that people name by a word of their language, such as fuel stations by `Tankstelle`.
///
/// The dictionary of a map has the words of categories and of OpenStreetMap's values only in English.
struct PlaceKind {
  /// The category of its places.
  let category: PlaceCategory
  /// The values of the tags that made them places; empty for the whole category.
  let types: [String]
  /// The religion of its places of worship; nil for all.
  let religion: String?
  /// The words of the dictionary that all its places have.
  let words: [[UInt8]]

  /// Whether a place is of this kind.
  func contains(_ place: FoundPlace) -> Bool {
    guard place.category == category else { return false }
    if let religion, place[.religion]?.split(separator: ";").contains(religion[...]) != true {
      return false
    }
    return types.isEmpty || place[.type].map(types.contains) ?? false
  }

  /// The kind that some folded words mean; nil if they mean none.
  init?(_ words: ArraySlice<[UInt8]>) {
    guard let kind = Self.kinds[Array(words)] else { return nil }
    self = kind
  }

  /// The kind that a word means whose end is not typed yet; nil if it may mean several kinds, or none.
  ///
  /// What OpenStreetMap calls a kind is complete: `station` is no beginning of `stationnement`.
  init?(beginning word: [UInt8]) {
    guard word.count >= Self.leastBeginning, !Self.ownWords.contains(word) else { return nil }
    var found: PlaceKind?
    for (whole, kind) in Self.beginnings[Array(word.prefix(Self.leastBeginning))] ?? []
    where whole.starts(with: word) {
      if let found, found.words != kind.words { return nil }
      found = kind
    }
    guard let found else { return nil }
    self = found
  }

  /// The kind that OpenStreetMap calls by some folded words; nil if there is none.
  init?(ownWords words: ArraySlice<[UInt8]>) {
    guard let kind = Self.byOwnWords[Array(words)] else { return nil }
    self = kind
  }

  private init(_ row: PlaceKindWords.Row) {
    category = row.category
    types = row.types
    religion = row.religion
    words = PlaceFolding.words(row.types.first ?? row.category.word)
  }

  /// The minimum length of an unfinished word: shorter ones begin many names.
  private static let leastBeginning = 5
  /// The maximum number of words for a kind.
  static let mostWords = 4

  /// The kinds by their folded words; words with ä, ö and ü also with ae, oe and ue.
  private static let kinds: [[[UInt8]]: PlaceKind] = {
    // A process that searches once waits for this table; growing it and splitting by characters would be half of that.
    var result = [[[UInt8]]: PlaceKind](minimumCapacity: 1_024)
    for row in PlaceKindWords.rows {
      let kind = PlaceKind(row)
      for part in row.texts.utf8.split(separator: UInt8(ascii: ",")) {
        let text = String(Substring(part))
        let words = PlaceFolding.words(text)
        result[words] = kind
        if words.count == 1 {
          for other in PlaceFolding.otherWords(text) { result[[other]] = kind }
        }
      }
    }
    return result
  }()

  /// The kinds by what OpenStreetMap calls them; `worship` is that of all religions, whose row is the first.
  private static let byOwnWords = Dictionary(
    PlaceKindWords.rows.map { (PlaceKind($0).words, PlaceKind($0)) },
    uniquingKeysWith: { first, _ in first })

  /// The words of the dictionary for all kinds.
  private static let ownWords = Set(kinds.values.flatMap(\.words))

  /// The kinds of one word, by the first letters of it; not those of churches, as many towns and streets begin with
  /// `Kirch` or `Church`.
  private static let beginnings: [[UInt8]: [(word: [UInt8], kind: PlaceKind)]] = {
    let words = kinds.filter {
      $0.key.count == 1 && $0.key[0].count >= leastBeginning && $0.value.category != .worship
    }
    let pairs = words.map { (word: $0.key[0], kind: $0.value) }
    return Dictionary(grouping: pairs) { Array($0.word.prefix(leastBeginning)) }
  }()
}

extension TypedWords {
  /// Whether the text is the whole name of a settlement.
  fileprivate func areName(of place: FoundPlace) -> Bool {
    place.category?.isSettlement == true
      && PlaceFolding.words(place.name).map(Digits.plain) == sequence
  }

  /// The maximum number of kinds to search in one text.
  private static let mostKinds = 2

  /// The kinds that words of the text mean, each with the words of the dictionary in place of these; of several that
  /// begin at one word, the longest.
  ///
  /// - Parameters:
  ///   - isUnfinished: Whether the last word may be unfinished.
  ///   - hasOwnWords: Whether the words of the dictionary itself, such as `fuel`, mean kinds, too.
  /// - Returns: The kinds and texts, in the order of the words.
  func kinds(
    isUnfinished: Bool, hasOwnWords: Bool = false
  ) -> [(kind: PlaceKind, typed: TypedWords)] {
    var result: [(kind: PlaceKind, typed: TypedWords)] = []
    var start = 0
    while start < sequence.count, result.count < Self.mostKinds {
      let found =
        kind(at: start, isUnfinished: isUnfinished) ?? (hasOwnWords ? ownKind(at: start) : nil)
      guard let (kind, end) = found else {
        start += 1
        continue
      }
      let typed = TypedWords(folded: sequence[..<start] + kind.words + sequence[end...])
      result.append((kind, typed))
      start = end
    }
    return result
  }

  /// The kind at the beginning of the text and the place near which it is wanted, as in `pharmacy near the station`;
  /// nil for other texts.
  var kindNearPlace: (kind: PlaceKind, place: TypedWords)? {
    guard !sequence.isEmpty,
      let (kind, end) = kind(at: 0, isUnfinished: false) ?? ownKind(at: 0),
      let place = words(behindPhraseAt: end)
    else { return nil }
    return (kind, place)
  }

  /// `AS` before the number of an exit, in Germany and Austria; elsewhere it is a word such as an article.
  private static let exit = (abbreviation: Array("as".utf8), word: Array("anschlussstelle".utf8))

  private func kind(at start: Int, isUnfinished: Bool) -> (PlaceKind, end: Int)? {
    if sequence[start] == Self.exit.abbreviation, start + 1 < sequence.count,
      Self.isNumber(sequence[start + 1])
    {
      return PlaceKind([Self.exit.word]).map { ($0, start + 1) }
    }
    let last = min(start + PlaceKind.mostWords, sequence.count)
    for end in stride(from: last, to: start, by: -1) {
      if let kind = PlaceKind(sequence[start..<end]) { return (kind, end) }
    }
    guard isUnfinished, start + 1 == sequence.count,
      let kind = PlaceKind(beginning: sequence[start])
    else { return nil }
    return (kind, sequence.count)
  }

  private func ownKind(at start: Int) -> (PlaceKind, end: Int)? {
    let last = min(start + PlaceKind.mostWords, sequence.count)
    for end in stride(from: last, to: start, by: -1) {
      if let kind = PlaceKind(ownWords: sequence[start..<end]) { return (kind, end) }
    }
    return nil
  }
}

extension PlaceSearch {
  /// The places that match a text by their names, or by a kind that its words mean, best first.
  ///
  /// - Parameters:
  ///   - typed: The words.
  ///   - query: The search.
  ///   - limit: The maximum number of places.
  /// - Returns: The places.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  func matchesOrKinds(
    _ typed: TypedWords, _ query: PlaceQuery, limit: Int
  ) throws(NavError) -> [FoundPlace] {
    let unconnected = typed.withoutConnections
    // In `fuel near porto`, the word of the dictionary means a kind, too.
    let all =
      typed.kinds(isUnfinished: query.isUnfinished)
      + (unconnected?.kinds(isUnfinished: query.isUnfinished, hasOwnWords: true) ?? [])
    let kinds = all.filter {
      query.categories.isEmpty || query.categories.contains($0.kind.category)
    }
    if kinds.isEmpty { return try matches(typed, query, limit: limit) }
    var named = try plainMatches(typed, query, limit: limit)
    // `igreja cerca` wants churches, not the streets named for them.
    let isKindAlone = unconnected != nil && kinds.contains { $0.typed.sequence == $0.kind.words }
    if named.isEmpty, !isKindAlone, let unconnected {
      // `Rua da Igreja em Gaia` is a street with that name, not a church in another one.
      named = try plainMatches(unconnected, query, limit: limit)
    }
    if named.allSatisfy({ $0.category?.isPointOfInterest == true }),
      let other = (unconnected ?? typed).withJoinedCompounds
    {
      // `Bahnhof Straße` is a street with that name, not a station in some street, nor a shop there.
      let others = try plainMatches(other, query, limit: limit)
      let known = Set(others.compactMap(\.place))
      if !others.isEmpty {
        let rest = named.filter { !known.contains($0.place ?? 0) }
        return Array((others + rest).prefix(limit))
      }
    }
    var ofKinds: [FoundPlace] = []
    for (kind, words) in kinds {
      ofKinds += try plainMatches(words, kind.query(query), limit: limit).filter(kind.contains)
    }
    if named.isEmpty, ofKinds.isEmpty, isKindAlone, let unconnected {
      named = try plainMatches(unconnected, query, limit: limit)
    }
    // Typing errors would make other words of those that mean a kind.
    if named.isEmpty, ofKinds.isEmpty {
      named = try matches(typed, query, limit: limit, allowsLacking: false).complete
      for (kind, words) in kinds {
        ofKinds += try matches(words, kind.query(query), limit: limit, allowsLacking: false)
          .filter { $0.isComplete && kind.contains($0) }
      }
    }
    if named.isEmpty, ofKinds.isEmpty { return try matches(typed, query, limit: limit) }
    let found = Self.merged(named, ofKinds)
    // Many shops near by would leave no room for the town of Loja.
    let towns = found.dropFirst(limit).filter { typed.areName(of: $0) }.prefix(limit / 3)
    return Array(found.prefix(limit - towns.count)) + towns
  }

  /// A search with the place of the town for a text such as `pharmacy in porto`, so that those in its middle come
  /// first; other searches, and those near a coordinate, as they are.
  func aroundTown(_ typed: TypedWords, _ query: PlaceQuery) throws(NavError) -> PlaceQuery {
    guard query.near == nil, query.categories.isEmpty, let place = typed.kindNearPlace?.place,
      let town = try plainMatches(place, query, limit: 1).first, town.category?.isSettlement == true
    else { return query }
    var around = query
    around.near = town.position
    return around
  }

  /// The maximum distance in metres of a place of a kind from another place near which it is wanted.
  private static let kindReach = 5_000.0

  /// The places of a kind that are nearest to another place, for a text such as `pharmacy near the station`.
  ///
  /// - Parameters:
  ///   - typed: The words.
  ///   - query: The search.
  /// - Returns: The places, nearest first; none for other texts, or if the map lacks the other place.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  func placesOfKindNearPlace(
    _ typed: TypedWords, _ query: PlaceQuery
  ) throws(NavError) -> [FoundPlace] {
    guard query.categories.isEmpty, let (kind, place) = typed.kindNearPlace,
      let other = try matchesOrKinds(place, query, limit: 1).first, other.isComplete
    else { return [] }
    let found = try nearest(
      to: other.position, kind.query(query).filter, limit: query.limit, within: Self.kindReach)
    return found.map { found in
      var found = found
      found.distanceMetres = query.near.map { Distance.metres($0, found.position) }
      return found
    }
  }

  /// The places found by name and those of kinds, each once, best first; of equally good ones, those by name first.
  private static func merged(_ named: [FoundPlace], _ ofKinds: [FoundPlace]) -> [FoundPlace] {
    let names = Set(named.compactMap(\.place))
    func rank(_ place: FoundPlace) -> (Double, Int, Int) {
      let number = place.place ?? 0
      return (-place.score, names.contains(number) ? 0 : 1, number)
    }
    var known: Set<Int> = []
    return (named + ofKinds).sorted { rank($0) < rank($1) }
      .filter { $0.houseNumber != nil || known.insert($0.place ?? 0).inserted }
  }

  /// The places that have all words as they are.
  private func plainMatches(
    _ typed: TypedWords, _ query: PlaceQuery, limit: Int
  ) throws(NavError) -> [FoundPlace] {
    try CandidateSearch(map, typed, query).results(limit: limit, allowsLacking: false)
      .filter(\.isComplete)
  }
}

extension PlaceKind {
  /// A search for places of this kind only.
  fileprivate func query(_ query: PlaceQuery) -> PlaceQuery {
    var result = query
    result.categories = [category]
    if let religion { result.filter.religions = [religion] }
    if query.filter.tags.isEmpty, let tags = PlaceTagRules(types.map { ":\($0)" }) {
      result.filter.tags = tags
    }
    return result
  }
}
