internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

/// One search for words: which places have them, which of these fit, and in which order.
///
/// A place has a bound of its score from what is stored in columns. What takes longer, the words of what lies around it
/// and the comparison of names, is only looked at where the bound is among the best (compare Fagin, Lotem and Naor,
/// "Optimal aggregation algorithms for middleware", 2003, doi:10.1016/S0022-0000(03)00026-6).
struct CandidateSearch {
  /// A place that may be a result.
  struct Candidate {
    var place: Int
    /// The typed words in its own names, as bits; and those of them that are exactly as typed.
    var own: UInt16
    var exact: UInt16
    /// The typed words that belong neither to it nor to its surroundings, as bits.
    var missing: UInt16
    var score: Double
    var bonus = 0.0
  }

  /// The maximum number of candidates whose names are compared.
  private static let maximumCompared = 96
  static let maximumGroups = 400
  /// The score lost for each missing word.
  static let missingPenalty = 0.3

  let map: NavMap
  let typed: TypedWords
  let query: PlaceQuery
  let plane: LocalPlane?
  /// The roads on which the coordinate of the search lies.
  let roads: RoadsAround
  /// The typed words with accents, which folding removes.
  let accented: [String]
  private(set) var comparison: NameComparison
  /// The typed words in each place's names, as bits; and those of them that are exactly as typed.
  private(set) var own: [UInt16]
  private(set) var exact: [UInt16]
  /// The places that have a typed word.
  private(set) var touched: [Int] = []
  /// The number of places with each typed word.
  private var counts: [Int]
  /// The house numbers that fit.
  private var numbers: HouseNumbers

  init(_ map: NavMap, _ typed: TypedWords, _ query: PlaceQuery) throws(NavError) {
    self.map = map
    self.typed = typed
    self.query = query
    plane = query.near.map { LocalPlane(at: $0) }
    // Only the beginning of a word is that of many streets. If the roads are damaged, the places are not.
    if let near = query.near, query.isUnfinished, typed.words.count == 1,
      let around = try? RoadsAround(map, at: near)
    {
      roads = around
    } else {
      roads = RoadsAround()
    }
    accented = Self.accentedWords(query.text)
    comparison = NameComparison(typed, isUnfinished: query.isUnfinished)
    let places = try map.places()
    own = [UInt16](repeating: 0, count: places.layout.placeCount)
    exact = own
    counts = typed.words.map { _ in 0 }
    numbers = HouseNumbers(typed, map, places, hasLetters: false)
    for (index, word) in typed.words.enumerated() {
      mark(
        index,
        WordMatcher.matches(word, isUnfinished: query.isUnfinished && typed.isLast[index], places),
        places)
    }
    correctSettlements(places)
  }

  /// Permits typing errors from now on.
  ///
  /// - Throws: ``NavError`` if the places of the map are damaged.
  mutating func addSimilarWords() throws(NavError) {
    comparison.allowsErrors = true
    let map = self.map
    let places = try map.places()
    for (index, word) in typed.words.enumerated() {
      let similar = WordMatcher.similar(
        word, errors: WordMatcher.errors(word),
        isUnfinished: query.isUnfinished && typed.isLast[index], places)
      mark(index, similar + WordMatcher.withSharpS(word, places), places)
    }
    correctSettlements(places)
  }

  /// Takes words from settlements that have no word for each of them: `St. Julian's` has one for `st` or for `street`.
  ///
  /// Of streets and points of interest there are too many to read the names of all.
  private mutating func correctSettlements(_ places: borrowing PlacesView) {
    guard comparison.alikeWords != 0 else { return }
    for place in touched {
      let category = places.category(place)
      if category == .street || category.isPointOfInterest { continue }
      own[place] = servedWords(of: place, places)
      exact[place] &= own[place]
    }
  }

  /// Permits house numbers that begin with a letter from now on, if the map has matching ones.
  ///
  /// - Returns: Whether the map has some.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  mutating func findLetteredNumbers() throws(NavError) -> Bool {
    guard typed.words.count > 1 else { return false }
    let map = self.map
    let places = try map.places()
    let lettered = HouseNumbers(typed, map, places, hasLetters: true)
    // The letter of a house `a` in the street `Brücke 3` may belong to another number, too.
    guard lettered.words != numbers.words || lettered.matches.count > numbers.matches.count else {
      return false
    }
    numbers = lettered
    return true
  }

  /// Whether a place has all typed words but numbers in its names: in `12 Rua de Portugal`, Portugal is no country.
  var hasWholeName: Bool {
    touched.contains { own[$0] | typed.numberWords == typed.all }
  }

  /// Marks the places that have a typed word.
  private mutating func mark(
    _ index: Int, _ matches: [WordMatch], _ places: borrowing PlacesView
  ) {
    let bit: UInt16 = 1 << UInt16(index)
    var found: [Int] = []
    for match in matches where match.isExact {
      places.forEachPlace(ofWords: match.words) { found.append($0) }
    }
    let exactly = found.count
    for match in matches where !match.isExact {
      places.forEachPlace(ofWords: match.words) { found.append($0) }
    }
    counts[index] += found.count
    // A word of one letter has most places of a map.
    var own = self.own
    self.own = []
    for place in found {
      let before = own[place]
      if before == 0 { touched.append(place) }
      own[place] = before | bit
    }
    self.own = own
    for place in found.prefix(exactly) { exact[place] |= bit }
  }

  /// The best places.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of places.
  ///   - allowsLacking: Whether places that lack one of the words count if no others are found.
  /// - Returns: At most `limit` places, best first.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  func results(limit: Int, allowsLacking: Bool) throws(NavError) -> [FoundPlace] {
    let map = self.map
    let places = try map.places()
    let around = wordsAround(places) | numbers.words
    let context = Context(
      numbers: numbers, around: around,
      addressWords: try addressWords(
        numbers, around: around, lacking: allowsLacking ? mostLacking : 0, places))
    var found = try compared(complete(context, places), context, places)
    if !found.contains(where: \.isComplete) { found += try housesOfPostcodes(numbers, places) }
    if allowsLacking, !found.contains(where: \.isComplete) {
      // If only a house number is missing, all other words match, and there is no reason to leave
      // one out.
      let lacking = lacking(context, places, earnsBonus: found.isEmpty)
      found += try compared(lacking, context, places)
    }
    return Array(found.sorted(by: Self.isBetter).prefix(limit))
  }

  private static func isBetter(_ a: FoundPlace, _ b: FoundPlace) -> Bool {
    if a.score != b.score { return a.score > b.score }
    return (a.place ?? 0, a.houseNumber ?? "") < (b.place ?? 0, b.houseNumber ?? "")
  }

  // MARK: Candidates

  /// The data that is looked up once for all candidates.
  struct Context {
    var numbers: HouseNumbers
    /// The typed words that may belong to what surrounds a place, whichever: those of settlements and postcodes, and of
    /// house numbers.
    var around: UInt16
    /// The typed words in the addresses of points of interest.
    var addressWords: [Int: UInt16]
  }

  /// The typed words that settlements and postcodes have.
  private func wordsAround(_ places: borrowing PlacesView) -> UInt16 {
    var words: UInt16 = 0
    for place in touched where own[place] | words != words {
      let category = places.category(place)
      if category != .street, !category.isPointOfInterest { words |= own[place] }
    }
    return words
  }

  /// The words that a place certainly lacks, as nothing that may surround it has them; quick for one of many.
  private func lackedWords(
    of place: Int, _ context: Context, _ places: borrowing PlacesView
  ) -> UInt16 {
    let lacked = typed.all & ~own[place] & ~context.around
    if lacked == 0 || context.addressWords.isEmpty || !places.category(place).isPointOfInterest {
      return lacked
    }
    return lacked & ~(context.addressWords[place] ?? 0)
  }

  /// How many words a result may lack, at most: half of a long text, as whole addresses also state districts, regions
  /// and the country.
  private var mostLacking: Int { typed.words.count >= 5 ? typed.words.count / 2 : 1 }

  /// The typed words that are no house numbers on a road, as bits: those in its name, and road numbers.
  ///
  /// A number alone, in other names of a road, may be a house number. One behind the letter of a road number, such as
  /// `B 57`, is not, even where the road has another number, such as `B 1`.
  func nameWords(of place: Int, _ places: borrowing PlacesView) -> UInt16 {
    let name =
      map.name(places.nameOffset(place)).map { PlaceFolding.words($0).map(Digits.plain) } ?? []
    var bits: UInt16 = 0
    for index in typed.words.indices where exact[place] >> UInt16(index) & 1 != 0 {
      if name.contains(typed.words[index]) { bits |= 1 << UInt16(index) }
    }
    let pairs = typed.roadNumbers
    if pairs.isEmpty { return bits }
    for row in places.details(of: place) where places.detailKind(row) == .ref {
      guard let text = map.name(places.detailText(row)) else { continue }
      let words = PlaceFolding.words(text)
      for pair in pairs where words.contains(pair.letters) && !name.contains(pair.letters) {
        bits |= pair.number
      }
    }
    return bits
  }

  func isWanted(_ place: Int, _ places: borrowing PlacesView) -> Bool {
    (query.categories.isEmpty || query.categories.contains(places.category(place)))
      && (!query.filter.hasAttributes || query.filter.hasAttributes(place, places, map))
  }

  /// The best places that have all words except house numbers, themselves or in their surroundings.
  private func complete(_ context: Context, _ places: borrowing PlacesView) -> [Candidate] {
    let all = typed.all
    let hasOptions = !query.categories.isEmpty || query.filter.hasAttributes
    var best = BestCandidates<Candidate>(limit: Self.maximumCompared)
    var sharing: [Int] = []
    for place in touched where own[place] == all {
      let score = bound(place, places)
      guard score > best.least, !hasOptions || isWanted(place, places) else { continue }
      guard servedWords(of: place, places) == all else {
        sharing.append(place)
        continue
      }
      best.add(
        Candidate(place: place, own: all, exact: exact[place], missing: 0, score: score), score)
    }
    best.cut()
    for place in touched where own[place] != all && lackedWords(of: place, context, places) == 0 {
      let score = bound(place, places)
      guard score > best.least, !hasOptions || isWanted(place, places),
        let candidate = surrounded(place, score, context, places)
      else { continue }
      best.add(candidate, candidate.score)
    }
    for place in sharing {
      if let candidate = surrounded(place, bound(place, places), context, places) {
        best.add(candidate, candidate.score)
      }
    }
    return best.sorted
  }

  /// A place that has all words except house numbers, some of them in its surroundings; nil if it lacks others.
  private func surrounded(
    _ place: Int, _ score: Double, _ context: Context, _ places: borrowing PlacesView
  ) -> Candidate? {
    let words = servedWords(of: place, places)
    let missing = typed.all & ~words & ~surroundingWords(of: place, with: words, context, places)
    guard missing & ~context.numbers.words == 0, missing == 0 || mayHaveHouses(place, places) else {
      return nil
    }
    return Candidate(
      place: place, own: words, exact: exact[place] & words, missing: missing,
      score: score - penalty(place, missing, places))
  }

  private func mayHaveHouses(_ place: Int, _ places: borrowing PlacesView) -> Bool {
    let category = places.category(place)
    return category == .street || category.isSettlement
  }

  /// The best places that lack some of the words, such as a street whose town is not on the map.
  private func lacking(
    _ context: Context, _ places: borrowing PlacesView, earnsBonus: Bool
  ) -> [Candidate] {
    guard typed.words.count > 1 else { return [] }
    let (all, numbers) = (typed.all, context.numbers.words)
    var best = BestCandidates<Candidate>(limit: Self.maximumCompared / 3)
    let mayShare = comparison.alikeWords != 0
    for place in touched where (own[place] != all || mayShare) && own[place] & ~numbers != 0 {
      let least = max(lackedWords(of: place, context, places).nonzeroBitCount, 1)
      // At least these words are missing, and a bonus may come on top.
      guard least <= mostLacking,
        bound(place, places) - Self.missingPenalty * Double(least) + 0.4 > best.least,
        isWanted(place, places)
      else { continue }
      let words = servedWords(of: place, places)
      let missing = all & ~words & ~surroundingWords(of: place, with: words, context, places)
      let needed = missing & ~numbers
      guard missing != 0, needed.nonzeroBitCount <= mostLacking,
        needed != 0 || !mayHaveHouses(place, places)
      else { continue }
      var candidate = Candidate(
        place: place, own: words, exact: exact[place] & words, missing: missing,
        score: bound(place, places) - penalty(place, missing, places))
      if !earnsBonus {
        // A number elsewhere does not compensate for a missing town.
        candidate.bonus = -0.5
      } else if missing & numbers != 0, places.category(place).isPointOfInterest {
        // With a house number, a street is intended.
        candidate.bonus = -0.4
      } else if hasRarer(candidate, than: needed) {
        // The candidate with the rarer words is intended.
        candidate.bonus = 0.4
      }
      best.add(candidate, candidate.score + candidate.bonus)
    }
    return best.sorted
  }

  /// Whether the words of a candidate are rarer on the map than those that it lacks.
  private func hasRarer(_ candidate: Candidate, than missing: UInt16) -> Bool {
    func least(_ bits: UInt16) -> Int {
      counts.indices.filter { bits >> UInt16($0) & 1 != 0 && counts[$0] > 0 }.map { counts[$0] }
        .min()
        ?? .max
    }
    return least(candidate.own) < least(missing)
  }

  /// The typed words that the settlements around a place, its address, or the postal addresses on a street, have; the
  /// last are only looked at for words that neither the place itself nor the others have.
  private func surroundingWords(
    of place: Int, with own: UInt16, _ context: Context, _ places: borrowing PlacesView
  ) -> UInt16 {
    let leftOver = wordsLeftOver(of: place, with: own, places)
    var words =
      settlementWords(of: place, places) & ~leftOver | (context.addressWords[place] ?? 0)
    // The addresses have no word that is left over.
    if (own | words | leftOver) & typed.all != typed.all, mayHaveHouses(place, places) {
      for group in places.groups(of: place).prefix(Self.maximumGroups) {
        words |= self.words(ofGroup: group, places) & ~leftOver
      }
    }
    return words
  }
}
