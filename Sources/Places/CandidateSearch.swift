internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

/// One search for words: which places have them, which of these fit, and in which order.
struct CandidateSearch {
  /// A place that may be a result.
  private struct Candidate {
    var place: Int
    /// The words in its own names, as bits; of these, those that are exactly as typed.
    var own: UInt16
    var exact: UInt16
    /// The words that belong neither to it nor to what it lies in.
    var missing: UInt16
    var score: Double
    var bonus = 0.0
  }

  /// Candidates of which names are compared.
  private static let maximumCompared = 96
  /// Streets whose house numbers are looked at.
  private static let maximumStreets = 48
  private static let maximumGroups = 400

  private let map: NavMap
  private let typed: TypedWords
  private let query: PlaceQuery
  private var matches: [[WordMatch]]
  /// By typed word, its abbreviations and what it abbreviates.
  private let forms: [[[UInt8]]]
  /// Whether words may differ by typing errors.
  private var allowsErrors = false

  init(_ map: NavMap, _ typed: TypedWords, _ query: PlaceQuery) throws(NavError) {
    self.map = map
    self.typed = typed
    self.query = query
    forms = typed.words.map { Abbreviations.forms(of: $0) }
    let places = try map.places()
    matches = typed.words.indices.map { index in
      WordMatcher.matches(
        typed.words[index], isUnfinished: query.isUnfinished && typed.isLast[index], places)
    }
  }

  /// Lets words differ by typing errors from now on.
  mutating func addSimilarWords() {
    allowsErrors = true
    let map = self.map
    guard let places = try? map.places() else { return }
    for (index, word) in typed.words.enumerated() {
      let errors = WordMatcher.errors(word)
      let similar = WordMatcher.similar(
        word, errors: errors, isUnfinished: query.isUnfinished && typed.isLast[index], places)
      matches[index] += similar
    }
  }

  /// The best places.
  func results(limit: Int) throws(NavError) -> [FoundPlace] {
    let map = self.map
    let places = try map.places()
    let (own, exact, touched, counts) = marks(places)
    let plane = query.near.map { LocalPlane(at: $0) }
    var best = BestCandidates<Candidate>(limit: Self.maximumCompared)
    var lacking = BestCandidates<Candidate>(limit: Self.maximumCompared / 3)
    for place in touched {
      let category = places.category(place)
      if !query.categories.isEmpty, !query.categories.contains(category) { continue }
      if query.filter.hasAttributes, !query.filter.hasAttributes(place, places, map) { continue }
      var missing = typed.all & ~own[place]
      if missing != 0 { missing &= ~surroundingWords(of: place, own, places) }
      var candidate = Candidate(
        place: place, own: own[place], exact: exact[place], missing: missing, score: 0)
      candidate.score = quickScore(candidate, category, plane, places)
      let needed = missing & ~numberWords
      let mayBeAddress = missing == 0 || category == .street || category.isSettlement
      if needed == 0, mayBeAddress {
        best.add(candidate, candidate.score)
      } else if needed.nonzeroBitCount == 1, typed.words.count > 1, own[place] & ~numberWords != 0 {
        // What has the rarer words is meant: the street, where its town is not on the map.
        if Self.hasRarer(candidate, than: needed, counts) { candidate.bonus = 0.4 }
        lacking.add(candidate, candidate.score + candidate.bonus - 1)
      }
    }
    var found = try compared(best.sorted, places)
    if !found.contains(where: \.isComplete) {
      found += try compared(lacking.sorted, places)
    }
    return Array(found.sorted(by: Self.isBetter).prefix(limit))
  }

  /// Whether the words of a candidate are rarer on the map than those that it lacks.
  private static func hasRarer(
    _ candidate: Candidate, than missing: UInt16, _ counts: [Int]
  ) -> Bool {
    func least(_ bits: UInt16) -> Int {
      counts.indices.filter { bits >> UInt16($0) & 1 != 0 && counts[$0] > 0 }.map { counts[$0] }
        .min()
        ?? .max
    }
    return least(candidate.own) < least(missing)
  }

  private static func isBetter(_ a: FoundPlace, _ b: FoundPlace) -> Bool {
    if a.score != b.score { return a.score > b.score }
    return (a.place ?? 0, a.houseNumber ?? "") < (b.place ?? 0, b.houseNumber ?? "")
  }

  /// The typed words that may be, or belong to, house numbers, as bits.
  private var numberWords: UInt16 {
    var bits: UInt16 = 0
    for index in typed.words.indices where typed.numbers[index] != nil || typed.isSuffix[index] {
      bits |= 1 << UInt16(index)
    }
    return bits
  }

  // MARK: Marks

  /// Marks the places that have the typed words.
  private func marks(
    _ places: borrowing PlacesView
  ) -> (own: [UInt16], exact: [UInt16], touched: [Int], counts: [Int]) {
    var own = [UInt16](repeating: 0, count: places.layout.placeCount)
    var exact = own
    var touched: [Int] = []
    var counts: [Int] = []
    for (index, words) in matches.enumerated() {
      let bit: UInt16 = 1 << UInt16(index)
      counts.append(0)
      for word in words {
        places.forEachPlace(word.postings) { place in
          if own[place] == 0 { touched.append(place) }
          own[place] |= bit
          counts[index] += 1
          if word.isExact { exact[place] |= bit }
        }
      }
    }
    return (own, exact, touched, counts)
  }

  /// The typed words that the settlements around a place, or the postal addresses on a street, have.
  private func surroundingWords(
    of place: Int, _ own: [UInt16], _ places: borrowing PlacesView
  ) -> UInt16 {
    var words: UInt16 = 0
    var depth = 0
    var next = places.parent(place)
    while let settlement = next, depth < 10 {
      words |= own[settlement]
      next = places.parent(settlement)
      depth += 1
    }
    let category = places.category(place)
    if (own[place] | words) & typed.all != typed.all, category == .street || category.isSettlement {
      for group in places.groups(of: place).prefix(Self.maximumGroups) {
        if let city = places.city(ofGroup: group) {
          words |= own[city]
          if let above = places.parent(city) { words |= own[above] }
        }
        if let code = places.postcode(ofGroup: group) { words |= own[code] }
      }
    }
    return words
  }

  // MARK: Order

  private func proximity(
    _ position: Coordinate, _ plane: LocalPlane?
  ) -> (share: Double, metres: Double)? {
    guard let plane else { return nil }
    let (x, y) = plane.project(position)
    let metres = (x * x + y * y).squareRoot()
    return (1 / (1 + metres / 2_000), metres)
  }

  /// A score from what need not be read from names.
  private func quickScore(
    _ candidate: Candidate, _ category: PlaceCategory, _ plane: LocalPlane?,
    _ places: borrowing PlacesView
  ) -> Double {
    let count = Double(max(typed.words.count, 1))
    var score = 0.4 * Double(candidate.exact.nonzeroBitCount) / count
    score += 0.3 * Double(candidate.own.nonzeroBitCount) / count
    score += 0.6 * Double(places.importance(candidate.place)) / 255
    score -= 0.3 * Double(candidate.missing.nonzeroBitCount)
    // A house number is on a street.
    if candidate.missing != 0, places.groups(of: candidate.place).isEmpty { score -= 0.3 }
    if let near = proximity(places.position(candidate.place), plane) { score += 0.8 * near.share }
    return score
  }

  /// Candidates with their names compared and their house numbers found.
  private func compared(
    _ candidates: [Candidate], _ places: borrowing PlacesView
  ) throws(NavError) -> [FoundPlace] {
    let reader = PlaceReader(map)
    let plane = query.near.map { LocalPlane(at: $0) }
    let numbers = typed.words.indices.map { index in
      typed.numbers[index].map { matches($0, typed.words[index], places) } ?? [:]
    }
    var scored: [(candidate: Candidate, score: Double, house: House?)] = []
    for (rank, candidate) in candidates.enumerated() {
      var score = nameScore(candidate, places)
      score += 0.25 * Double(places.importance(candidate.place)) / 255 + candidate.bonus
      var position = places.position(candidate.place)
      var house: House?
      if rank < Self.maximumStreets, numberWords & ~candidate.exact != 0 {
        house = self.house(of: candidate, numbers, places)
      }
      if let house {
        score += house.isExact ? 0.35 : 0.2
        position = places.position(ofAddress: house.address, group: house.group)
      }
      let found = house?.words ?? 0
      score -= 0.25 * Double((candidate.missing & ~found).nonzeroBitCount)
      if let near = proximity(position, plane) { score += 0.4 * near.share }
      scored.append((candidate, score, house))
    }
    scored.sort { ($1.score, $0.candidate.place) < ($0.score, $1.candidate.place) }
    var result: [FoundPlace] = []
    for item in scored.prefix(min(query.limit, PlaceQuery.maximumLimit)) {
      var found: FoundPlace
      if let house = item.house {
        found = try reader.address(house.address, group: house.group)
      } else {
        found = try reader.place(item.candidate.place)
      }
      found.score = item.score
      found.isComplete = item.candidate.missing & ~(item.house?.words ?? 0) == 0
      found.distanceMetres = query.near.map { Distance.metres($0, found.position) }
      result.append(found)
    }
    return result
  }

  /// How well the names of a candidate match what was typed, 0 to 1.
  private func nameScore(_ candidate: Candidate, _ places: borrowing PlacesView) -> Double {
    let wanted = typed.words.indices.filter { candidate.own >> UInt16($0) & 1 != 0 }
    var offsets = [places.nameOffset(candidate.place)]
    for row in places.details(of: candidate.place).prefix(24) where places.detailKind(row).isName {
      offsets.append(places.detailText(row))
    }
    var best = 0.0
    for (index, offset) in offsets.enumerated() {
      guard let name = map.name(offset) else { continue }
      // Other names count a little less.
      best = max(best, nameScore(name, wanted) * (index == 0 ? 1 : 0.95))
    }
    let share = Double(wanted.count) / Double(max(typed.words.count, 1))
    return best * (0.7 + 0.3 * share)
  }

  private func nameScore(_ name: String, _ wanted: [Int]) -> Double {
    let words = PlaceFolding.words(name)
    guard !words.isEmpty else { return 0 }
    let others = PlaceFolding.otherWords(name)
    var matched = 0.0
    var quality = 0.0
    for index in wanted {
      let word = typed.words[index]
      var best = (quality: 0.0, length: 0)
      for candidate in words + others {
        let similarity = similarity(
          word, forms[index], candidate,
          isUnfinished: query.isUnfinished && typed.isLast[index])
        if similarity > best.quality { best = (similarity, candidate.count) }
      }
      quality += best.quality
      matched += best.quality * Double(best.length)
    }
    guard !wanted.isEmpty else { return 0 }
    let length = words.reduce(0) { $0 + $1.count }
    let coverage = min(matched / Double(max(length, 1)), 1)
    return 0.6 * quality / Double(wanted.count) + 0.4 * coverage
  }

  /// How like a typed word is to a word of a name, 0 to 1.
  private func similarity(
    _ typed: [UInt8], _ forms: [[UInt8]], _ word: [UInt8], isUnfinished: Bool
  ) -> Double {
    if typed == word { return 1 }
    if forms.contains(word) { return 0.97 }
    if isUnfinished, word.starts(with: typed) {
      return 0.7 + 0.25 * Double(typed.count) / Double(word.count)
    }
    let errors = allowsErrors ? WordMatcher.errors(typed) : 0
    // Words of other lengths differ by more.
    guard errors > 0, typed.count <= word.count + errors,
      isUnfinished || word.count <= typed.count + errors
    else { return 0 }
    let distance = DistanceTable.distance(typed, word)
    if distance <= errors { return 0.85 - 0.2 * Double(distance) }
    guard isUnfinished, word.count > typed.count else { return 0 }
    let beginning = DistanceTable.distance(typed, Array(word.prefix(typed.count)))
    return beginning <= errors ? 0.6 - 0.15 * Double(beginning) : 0
  }

  // MARK: House numbers

  private struct House {
    var address: Int
    var group: Int
    /// The typed words that it is, as bits.
    var words: UInt16
    /// Whether it is the number as typed; otherwise one that contains it, such as `12-14`.
    var isExact: Bool
    var quality: Int
  }

  /// The address on a street whose number was typed, in the settlement and with the postcode that were typed.
  private func house(
    of candidate: Candidate, _ numbers: [[Int: NumberMatch]], _ places: borrowing PlacesView
  ) -> House? {
    var best: House?
    for (index, number) in typed.numbers.enumerated() {
      guard let number, candidate.exact >> UInt16(index) & 1 == 0 else { continue }
      var bits: UInt16 = 1 << UInt16(index)
      if number.count > typed.words[index].count, index + 1 < typed.words.count {
        bits |= 1 << UInt16(index + 1)
      }
      for group in places.groups(of: candidate.place).prefix(Self.maximumGroups) {
        let context = groupWords(group, places)
        for address in places.addresses(ofGroup: group) {
          guard let match = numbers[index][places.number(address)] else { continue }
          let quality =
            4 * (match == .exact ? 2 : 1) + 2 * context
            - (places.isInterpolated(group: group) ? 1 : 0)
          guard quality > best?.quality ?? 0 else { continue }
          best = House(
            address: address, group: group,
            words: match == .exact ? bits : 1 << UInt16(index), isExact: match == .exact,
            quality: quality)
        }
      }
    }
    return best
  }

  /// How many typed words the postcode and settlement of a group have, at most two.
  private func groupWords(_ group: Int, _ places: borrowing PlacesView) -> Int {
    var count = 0
    for place in [places.city(ofGroup: group), places.postcode(ofGroup: group)] {
      guard let place, let name = map.name(places.nameOffset(place)) else { continue }
      if PlaceFolding.words(name).contains(where: { typed.words.contains($0) }) { count += 1 }
    }
    return count
  }

  private enum NumberMatch { case exact, partial }

  private func match(_ offset: UInt32, _ number: [UInt8], _ plain: [UInt8]) -> NumberMatch? {
    guard let text = map.name(offset) else { return nil }
    let words = PlaceFolding.words(text)
    if words.joined().elementsEqual(number) { return .exact }
    return words.contains(plain) ? .partial : nil
  }

  /// The distinct house numbers of the map that fit a typed one.
  private func matches(
    _ number: [UInt8], _ plain: [UInt8], _ places: borrowing PlacesView
  ) -> [Int: NumberMatch] {
    var result: [Int: NumberMatch] = [:]
    for index in 0..<places.layout.numberCount {
      let offset = places.numberText(index)
      // Most numbers differ in their first digit, which is found without a string.
      if map.nameBegins(offset, with: plain[0]), let match = match(offset, number, plain) {
        result[index] = match
      }
    }
    return result
  }
}

/// The candidates with the highest scores, so many as a limit allows.
struct BestCandidates<Element> {
  private let limit: Int
  private var entries: [(score: Double, order: Int, element: Element)] = []
  private var order = 0
  /// The lowest score that still counts.
  private var least = -Double.infinity

  init(limit: Int) { self.limit = limit }

  /// Adds an element if it is among the best; of equal ones, the first counts.
  mutating func add(_ element: Element, _ score: Double) {
    order += 1
    guard score > least else { return }
    entries.append((score, order, element))
    guard entries.count >= 4 * limit else { return }
    cut()
  }

  private mutating func cut() {
    entries.sort { ($1.score, $0.order) < ($0.score, $1.order) }
    guard entries.count >= limit else { return }
    entries.removeLast(entries.count - limit)
    least = entries[limit - 1].score
  }

  /// The best, best first.
  var sorted: [Element] {
    var copy = self
    copy.cut()
    return copy.entries.map(\.element)
  }
}
