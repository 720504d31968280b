internal import Geo
internal import MapReader
internal import NavFormat

extension PlaceSearch {
  /// The junctions of streets with a road that was typed by its number, whatever the streets that it follows are
  /// called: for `Mönchgasse and B 37`, one with Am Hackteufel, which has that number.
  ///
  /// A numbered road follows too many streets to compare all of them.
  ///
  /// - Parameters:
  ///   - left: The streets of the first half of the text.
  ///   - first: The first half.
  ///   - right: The streets of the second half.
  ///   - second: The second half.
  ///   - near: The coordinate of the search.
  /// - Returns: The junctions, best first; none if neither half is a number.
  /// - Throws: ``NavError`` if the map is damaged.
  func crossingsOfRoads(
    _ left: [FoundPlace], _ first: String, _ right: [FoundPlace], _ second: String,
    near: Coordinate?
  ) throws(NavError) -> [FoundPlace] {
    let crossing = Crossing(map)
    var found: [FoundPlace] = []
    for (streets, text) in [(left, second), (right, first)] {
      let beginning = Self.beginnings.first { text.hasPrefix($0) }
      let typed = TypedWords(String(text.dropFirst(beginning?.count ?? 0)))
      let numbers = Set(
        ([typed] + typed.withDesignations).filter(\.isRoadNumber)
          .map { $0.sequence.flatMap { $0 } })
      if numbers.isEmpty { continue }
      for street in streets {
        guard let (junction, ref) = try crossing.junction(of: street, withRoad: numbers),
          Self.isNearest(street, among: streets, to: junction.position)
        else { continue }
        var place = FoundPlace(
          kind: .intersection, name: "\(street.name) / \(ref)", position: junction.position,
          surroundings: street.surroundings, countryCode: street.countryCode,
          edge: junction.edge, share: junction.share)
        place.distanceMetres = near.map { Distance.metres($0, place.position) }
        place.score = 1 + street.score
        place.isComplete = street.isComplete
        if !found.contains(where: { $0.position == place.position }) { found.append(place) }
      }
    }
    return found.sorted { $0.score > $1.score }
  }
}

extension Crossing {
  /// The first junction along a street with another road that has one of some numbers, folded and without spaces, and
  /// that number as the map has it.
  fileprivate func junction(
    of street: FoundPlace, withRoad numbers: Set<[UInt8]>
  ) throws(NavError) -> (Junction, ref: String)? {
    guard let place = street.place else { return nil }
    let own = try map.places().nameOffset(place)
    var known: [UInt32: String?] = [:]
    var found: String?
    let isRoad: (UInt32, UInt32) -> Bool = { name, ref in
      if ref == 0 || name == own || ref == own { return false }
      if known[ref] == nil {
        let refs = map.name(ref).map { NameList.names($0) } ?? []
        known[ref] = .some(
          refs.first { numbers.contains(PlaceFolding.words($0).flatMap { $0 }) })
      }
      found = known[ref] ?? nil
      return found != nil
    }
    var junction = try walk(along: street, until: isRoad)
    if junction == nil { junction = try walkAround(street, until: isRoad) }
    guard let junction, let found else { return nil }
    return (junction, found)
  }
}

extension TypedWords {
  /// Whether the text is the number of a road and nothing else, such as `B 37`, `b37` and `EN 109-5`.
  var isRoadNumber: Bool {
    let letters = sequence.flatMap { $0 }
    let number = letters.drop { !Self.isDigit($0) }
    return 1...4 ~= letters.count - number.count && 1...6 ~= number.count
      && sequence.dropFirst().allSatisfy { Self.isNumber($0) }
  }
}
