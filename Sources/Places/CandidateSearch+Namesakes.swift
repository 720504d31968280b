internal import MapReader
internal import NavFormat
internal import RoadModel

/// The order of places with the same name.
extension CandidateSearch {
  /// The bonus of a settlement whose main name is the text; its size alone would not place it before a larger one that
  /// has the text as another name.
  static let mainNameBonus = 0.06
  /// What a street in the least important settlement loses to one of its name in the most important one: more than a
  /// residential street loses to a main road.
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

  /// Puts the streets of each name in the order of their settlements; together, they keep their places among others.
  ///
  /// Streets that lie in no settlement that the map knows count like those in the most important one.
  func exchangeNamesakes(_ scored: inout [Scored], _ places: borrowing PlacesView) {
    var byName: [UInt32: [Int]] = [:]
    for index in scored.indices where places.category(scored[index].candidate.place) == .street {
      byName[places.nameOffset(scored[index].candidate.place), default: []].append(index)
    }
    for members in byName.values where members.count > 1 {
      var ranked: [(score: Double, index: Int)] = []
      for index in members {
        let town = townImportance(of: scored[index].candidate.place, places) ?? .max
        let penalty = Self.townPenalty * Double(UInt8.max - town) / 255
        ranked.append((scored[index].score - penalty, index))
      }
      ranked.sort { ($1.score, $0.index) < ($0.score, $1.index) }
      let order = ranked.map { scored[$0.index] }
      let scores = members.map { scored[$0].score }.sorted(by: >)
      for (place, index) in members.enumerated() {
        scored[index] = order[place]
        scored[index].score = scores[place]
      }
    }
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
