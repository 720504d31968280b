internal import MapReader
internal import NavFormat
internal import RoadModel

/// The order of places with the same name.
extension CandidateSearch {
  /// The bonus of a settlement whose main name is the text; its size alone would not place it before a larger one that
  /// has the text as another name.
  static let mainNameBonus = 0.06
  /// What a street in the least important settlement loses to one of its name in the most important one: more than a
  /// residential street to a main road.
  private static let townPenalty = 0.06
  /// The similarity from which a name is the text: each word as typed or abbreviated, and no others.
  private static let wholeName = 0.95

  /// Whether a candidate is a settlement whose main name is the text, apart from the words for what surrounds it.
  func hasMainName(_ candidate: Candidate, _ places: borrowing PlacesView) -> Bool {
    guard candidate.missing == 0, places.category(candidate.place).isSettlement,
      let name = map.name(places.nameOffset(candidate.place))
    else { return false }
    let wanted = typed.words.indices.filter { candidate.own >> UInt16($0) & 1 != 0 }
    return comparison.score(name, wanted) >= Self.wholeName
  }

  /// Of the streets of each name, the importance of the most important settlement that one of them lies in.
  func largestTowns(
    _ candidates: [Candidate], _ places: borrowing PlacesView
  ) -> [UInt32: UInt8] {
    var result: [UInt32: UInt8] = [:]
    for candidate in candidates where places.category(candidate.place) == .street {
      guard let own = townImportance(of: candidate.place, places) else { continue }
      let name = places.nameOffset(candidate.place)
      result[name] = max(result[name] ?? 0, own)
    }
    return result
  }

  /// What a street loses to one of its name in a more important settlement; 0 for other places, and for streets that
  /// lie in none that the map knows.
  func smallTownPenalty(
    _ place: Int, _ largest: [UInt32: UInt8], _ places: borrowing PlacesView
  ) -> Double {
    guard places.category(place) == .street, let most = largest[places.nameOffset(place)],
      let own = townImportance(of: place, places)
    else { return 0 }
    return Self.townPenalty * Double(most - own) / 255
  }

  /// The importance of the most important city, town or village that a place lies in; nil if it lies in none.
  ///
  /// The quarters of a city are less important than it, but their streets are those of the city.
  private func townImportance(of place: Int, _ places: borrowing PlacesView) -> UInt8? {
    var result: UInt8?
    var depth = 0
    var next = places.parent(place)
    while let settlement = next, depth < 10 {
      if places.category(settlement).depth >= PlaceCategory.municipality.depth {
        result = max(result ?? 0, places.importance(settlement))
      }
      next = places.parent(settlement)
      depth += 1
    }
    return result
  }
}
