internal import MapReader
internal import NavFormat
internal import RoadModel

extension CandidateSearch {
  /// The folded words of the categories, because finding the name of a case is slow.
  private static let categoryWords = Dictionary(
    uniqueKeysWithValues: PlaceCategory.allCases.map { ($0, PlaceFolding.words($0.word)) })

  /// Categories whose word is that of one of their kinds: a university is no school, and a dentist no hospital.
  private static let namedForOneKind: Set<PlaceCategory> = [.school, .hospital]

  /// Whether the typed words of a point of interest, written out, are its kind, such as `fuel` or `fast food`.
  ///
  /// Someone who types a kind means the nearest place of it, even if others have the words in their names. `station` is
  /// the whole kind of railway stations, but only a part of that of charging stations. The name of the town may be
  /// typed, too, whether a place is named for it, such as `Aachen West`, or only lies in it.
  ///
  /// - Parameters:
  ///   - candidate: The place.
  ///   - around: The folded words in the names of all that it lies in.
  ///   - places: The places.
  /// - Returns: Whether they are.
  func isKind(
    _ candidate: Candidate, in around: [[UInt8]], _ places: borrowing PlacesView
  ) -> Bool {
    let category = places.category(candidate.place)
    guard category.isPointOfInterest, candidate.own == candidate.exact else { return false }
    var kinds: [[[UInt8]]] = []
    for row in places.details(of: candidate.place) where places.detailKind(row) == .type {
      if let type = map.name(places.detailText(row)) { kinds.append(PlaceFolding.words(type)) }
    }
    if kinds.isEmpty || !Self.namedForOneKind.contains(category) {
      kinds.append(Self.categoryWords[category] ?? [])
    }
    let own = typed.words.indices.filter { candidate.own >> UInt16($0) & 1 != 0 }
      .map { typed.words[$0] }
    let isWhole = kinds.contains { kind in !kind.isEmpty && kind.allSatisfy(own.contains) }
    return isWhole
      && own.allSatisfy { word in around.contains(word) || kinds.contains { $0.contains(word) } }
  }
}
