public import Geo
public import MapReader
internal import NavFormat
public import RoadModel

extension PlaceSearch {
  /// The maximum distance from a settlement to count as inside, in metres.
  private static let farthest = 20_000.0

  /// Finds what lies at a coordinate: the address, otherwise the street, otherwise the settlement.
  ///
  /// - Parameters:
  ///   - position: The coordinate.
  ///   - metres: The maximum distance of a house or a street.
  /// - Returns: The nearest address within 60 metres; otherwise the nearest named road; otherwise the settlement that
  ///   is nearest for its size, within 20 km; nil if nothing is near.
  /// - Throws: ``NavError`` if the map is damaged there.
  public func place(
    at position: Coordinate, within metres: Double = 1_000
  ) throws(NavError) -> FoundPlace? {
    guard map.hasPlaces else { return nil }
    if var address = try nearestAddress(position, within: min(metres, 60)) {
      address.distanceMetres = Distance.metres(position, address.position)
      return address
    }
    if let street = try nearestStreet(position, within: metres) { return street }
    return try nearestSettlement(position)
  }

  private func nearestAddress(
    _ position: Coordinate, within metres: Double
  ) throws(NavError) -> FoundPlace? {
    let map = self.map
    let places = try map.places()
    guard let best = PlaceReader.nearestAddress(position, within: metres, places) else {
      return nil
    }
    return try PlaceReader(map).address(best.address, group: best.group)
  }

  private func nearestStreet(
    _ position: Coordinate, within metres: Double
  ) throws(NavError) -> FoundPlace? {
    let map = self.map
    var lists = [NearestRoads(within: metres, .count(1))]
    try map.findNearest(to: position, &lists) { tile, segment in
      tile.nameOffset(tile.way(segment)) != 0 ? 1 : 0
    }
    guard let point = lists[0].points.first else { return nil }
    let tile = try map.tile(point.tile)
    let name = tile.nameOffset(tile.way(point.segment))
    var found = FoundPlace(
      kind: .place(.street), name: map.name(name) ?? "", position: point.position)
    if let place = try street(named: name, near: position) {
      let known = try PlaceReader(map).place(place)
      found.place = place
      found.surroundings = known.surroundings
      found.countryCode = known.countryCode
      found.postcode = known.postcode
    } else if let settlement = try nearestSettlement(position) {
      found.surroundings =
        [FoundPlace.Surrounding(category: settlement.category ?? .locality, name: settlement.name)]
        + settlement.surroundings
      found.countryCode = settlement.countryCode
    }
    let number = map.number(of: EdgeIndex(point.segment, .forward), in: tile.layout)
    found.edge = map.edgeID(number)
    found.share = Double(point.offset) / Double(max(tile.length(point.segment), 1))
    found.distanceMetres = point.distance
    return found
  }

  /// The nearest street of a name, among the places that have its rarest word.
  private func street(named name: UInt32, near position: Coordinate) throws(NavError) -> Int? {
    let map = self.map
    let places = try map.places()
    let words = PlaceFolding.words(map.name(name) ?? "")
      .compactMap { places.firstWord(notBelow: $0) }
    guard let rarest = words.min(by: { $0.postings.length < $1.postings.length }) else {
      return nil
    }
    let plane = LocalPlane(at: position)
    // Long roads have their middle far away.
    var reach = 20_000.0
    var best: Int?
    places.forEachPlace(rarest.postings) { place in
      guard places.nameOffset(place) == name, places.category(place) == .street else { return }
      let (x, y) = plane.project(places.position(place))
      let distance = (x * x + y * y).squareRoot()
      if distance < reach { (reach, best) = (distance, place) }
    }
    return best
  }

  private func nearestSettlement(_ position: Coordinate) throws(NavError) -> FoundPlace? {
    let map = self.map
    let places = try map.places()
    let plane = LocalPlane(at: position)
    var best: (ratio: Double, place: Int)?
    places.searchPlaces(bound: { plane.metres(to: $0) }) { chunk in
      for place in chunk {
        let category = places.category(place)
        guard category.isSettlement, category.depth >= 3, category.depth <= 7 else { continue }
        let (x, y) = plane.project(places.position(place))
        guard x * x + y * y <= Self.farthest * Self.farthest else { continue }
        // The smaller a settlement, the nearer it must be.
        let ratio = (x * x + y * y).squareRoot() * Double(category.depth)
        if ratio < best?.ratio ?? .infinity { best = (ratio, place) }
      }
      return best.map { min($0.ratio / 3, Self.farthest) } ?? Self.farthest
    }
    guard let best else { return nil }
    var found = try PlaceReader(map).place(best.place)
    found.distanceMetres = Distance.metres(position, found.position)
    return found
  }
}

extension FoundPlace {
  /// The category of a place; nil for addresses, junctions and coordinates.
  public var category: PlaceCategory? {
    if case .place(let category) = kind { return category }
    return nil
  }
}
