internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

/// The order of the candidates.
extension CandidateSearch {
  /// A candidate with its final score.
  struct Scored {
    var candidate: Candidate
    var score: Double
    var house: House?
  }

  /// The maximum number of streets whose house numbers are searched.
  private static let maximumStreets = 48

  /// The penalty of a place for missing words.
  func penalty(
    _ place: Int, _ missing: UInt16, _ places: borrowing PlacesView
  ) -> Double {
    if missing == 0 { return 0 }
    // A house number requires a street.
    return Self.missingPenalty * Double(missing.nonzeroBitCount)
      + (places.groups(of: place).isEmpty ? 0.3 : 0)
  }

  /// Candidates with their names compared and their house numbers found.
  func compared(
    _ candidates: [Candidate], _ context: Context, _ places: borrowing PlacesView
  ) throws(NavError) -> [FoundPlace] {
    let reader = PlaceReader(map)
    let numbers = context.numbers
    var scored: [Scored] = []
    var towns = TownWords()
    let onRoad = streetsOnRoads(candidates.map(\.place), places)
    for (rank, candidate) in candidates.enumerated() {
      var score = nameScore(candidate, &towns, places)
      score += 0.25 * Double(places.importance(candidate.place)) / 255 + candidate.bonus
      if hasMainName(candidate, places) { score += Self.mainNameBonus }
      var position = places.position(candidate.place)
      var house: House?
      if rank < Self.maximumStreets, numbers.words != 0 {
        let open = numbers.words & ~nameWords(of: candidate.place, places)
        if open | numbers.words & typed.repeated != 0 {
          house = self.house(of: candidate, open, numbers, places)
        }
      }
      if let house {
        score += house.isExact ? 0.35 : 0.2
        // At the border of two towns, prefers the house whose address has the typed words.
        score += 0.02 * Double(min(house.stated, 3))
        position = places.position(ofAddress: house.address, group: house.group)
      }
      guard query.filter.contains(position) else { continue }
      score -= 0.25 * Double((house?.missing ?? candidate.missing).nonzeroBitCount)
      score -= 0.1 * Double(inexactWords(around: candidate, house, places).nonzeroBitCount)
      if hasWordOfStreet(candidate, places) { score -= 0.05 }
      if lacksRepeatedWord(candidate, places) { score -= 0.25 }
      score +=
        house == nil && onRoad.contains(candidate.place)
        ? nearness(of: candidate.place, places) : nearness(position)
      scored.append(Scored(candidate: candidate, score: score, house: house))
    }
    exchangeNamesakes(&scored, places)
    scored.sort { ($1.score, $0.candidate.place) < ($0.score, $1.candidate.place) }
    var result: [FoundPlace] = []
    for item in scored where result.count < min(query.limit, PlaceQuery.maximumLimit) {
      if item.house == nil, isRepeated(item.candidate.place, in: result, places) { continue }
      var found: FoundPlace
      if let house = item.house {
        found = try reader.address(house.address, group: house.group)
      } else {
        found = try reader.place(item.candidate.place)
      }
      found.score = item.score
      found.isComplete = (item.house?.missing ?? item.candidate.missing) == 0
      found.distanceMetres = query.near.map { Distance.metres($0, found.position) }
      result.append(found)
    }
    return result
  }

  /// Whether a typed word belongs to the street of a point of interest, and to none of the settlements around it: for
  /// `pharmacy in Mosta`, those in Mosta come before those on the road to it.
  private func hasWordOfStreet(_ candidate: Candidate, _ places: borrowing PlacesView) -> Bool {
    let outer = typed.all & ~candidate.own & ~candidate.missing
    return outer != 0 && places.category(candidate.place).isPointOfInterest
      && outer & ~settlementWords(of: candidate.place, places) != 0
  }
}
