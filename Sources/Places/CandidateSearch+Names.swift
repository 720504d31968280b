internal import MapReader
internal import NavFormat
internal import RoadModel

/// The words in the names of the settlements and areas around places, read once for each settlement.
struct TownWords {
  private var known: [Int: [[UInt8]]] = [:]

  /// The folded words in the names of all that a place lies in.
  mutating func around(
    _ place: Int, _ map: NavMap, _ places: borrowing PlacesView
  ) -> [[UInt8]] {
    guard let parent = places.parent(place) else { return [] }
    if let words = known[parent] { return words }
    var words: [[UInt8]] = []
    var next: Int? = parent
    var depth = 0
    while let settlement = next, depth < 10 {
      words += map.name(places.nameOffset(settlement)).map { PlaceFolding.words($0) } ?? []
      next = places.parent(settlement)
      depth += 1
    }
    known[parent] = words
    return words
  }
}

extension CandidateSearch {
  /// The similarity of a place to its kind, such as `fuel`: less than to a name that is just the text.
  private static let kindScore = 0.9

  /// The similarity of a candidate's names to the typed text, 0 to 1.
  ///
  /// In Aachen, `Aachener Dom` is the Dom. Streets with the name of a town lead there, so theirs is not left out.
  func nameScore(
    _ candidate: Candidate, _ towns: inout TownWords, _ places: borrowing PlacesView
  ) -> Double {
    let wanted = typed.words.indices.filter { candidate.own >> UInt16($0) & 1 != 0 }
    let isPoint = places.category(candidate.place).isPointOfInterest
    let around = isPoint ? towns.around(candidate.place, map, places) : []
    var best = 0.0
    if let name = map.name(places.nameOffset(candidate.place)) {
      best = comparison.score(name, wanted, in: around) + accentBonus(name)
    }
    for row in places.details(of: candidate.place).prefix(24) where places.detailKind(row).isName {
      guard let name = map.name(places.detailText(row)) else { continue }
      // Other names count slightly less.
      best = max(best, 0.95 * comparison.score(name, wanted, in: around))
    }
    if best < Self.kindScore, isKind(candidate, in: around, places) { best = Self.kindScore }
    let share = Double(wanted.count) / Double(max(typed.words.count, 1))
    return best * (0.7 + 0.3 * share)
  }
}
