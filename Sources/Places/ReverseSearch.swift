public import Geo
public import MapReader
internal import NavFormat
public import RoadModel

extension PlaceSearch {
  /// The maximum distance from a settlement to count as inside, in metres.
  private static let farthest = 20_000.0
  /// The number of addresses of a house with a number and a name.
  private static let addressesOfHouse = 2
  /// The maximum number of groups of addresses of a street that are compared.
  private static let maximumGroups = 100
  /// The depth of the smallest settlements that may contain what is near them: quarters and hamlets.
  private static let deepestSettlement: UInt8 = 7
  /// The maximum distances in metres of the house and of the street that decide the settlement of a coordinate.
  private static let (houseReach, streetReach) = (100.0, 1_000.0)

  /// Finds the address at a coordinate, otherwise the street, otherwise the settlement.
  ///
  /// - Parameters:
  ///   - position: The coordinate.
  ///   - metres: The maximum distance of a house or a street.
  ///   - depth: How precise the answer may be: 11 for houses, 10 for streets, less for settlements up to this
  ///     ``PlaceCategory/depth``.
  /// - Returns: The nearest address within 60 metres; otherwise the nearest road with a name or number; otherwise the
  ///   settlement of the nearest house, street or other place, or the one that is nearest for its size, within 20 km,
  ///   or what it lies in; nil if nothing is near.
  /// - Throws: ``NavError`` if the map is damaged there.
  public func place(
    at position: Coordinate, within metres: Double = 1_000, depth: UInt8 = 11
  ) throws(NavError) -> FoundPlace? {
    guard map.hasPlaces else { return nil }
    let street = PlaceCategory.street.depth
    if depth > street,
      let address = try addresses(near: position, within: min(metres, 60), limit: 1).first
    {
      return address
    }
    if depth >= street, let street = try nearestStreet(position, within: metres) { return street }
    return try nearestSettlement(position, depth: depth)
  }

  /// The addresses that are nearest to a coordinate.
  ///
  /// A house with a number and a name, which are two addresses of the map, is that with the number.
  ///
  /// - Parameters:
  ///   - position: The coordinate.
  ///   - metres: The maximum distance.
  ///   - limit: The maximum number of addresses.
  /// - Returns: The addresses, nearest first.
  /// - Throws: ``NavError`` if the map is damaged there.
  package func addresses(
    near position: Coordinate, within metres: Double, limit: Int
  ) throws(NavError) -> [FoundPlace] {
    let map = self.map
    let places = try map.places()
    let nearest = PlaceReader.nearestAddresses(
      position, within: metres, limit: Self.addressesOfHouse * limit, places)
    var result: [FoundPlace] = []
    for best in nearest where result.count < limit {
      if isName(best, ofHouseIn: nearest, places) { continue }
      var address = try PlaceReader(map).address(best.address, group: best.group)
      address.distanceMetres = Distance.metres(position, address.position)
      result.append(address)
    }
    return result
  }

  /// Whether an address is the name of a house that has a number among some addresses.
  private func isName(
    _ name: (address: Int, group: Int), ofHouseIn addresses: [(address: Int, group: Int)],
    _ places: borrowing PlacesView
  ) -> Bool {
    if hasDigit(name, places) { return false }
    let position = places.position(ofAddress: name.address, group: name.group)
    for other in addresses where other.group == name.group && other.address != name.address {
      if places.position(ofAddress: other.address, group: other.group) == position,
        hasDigit(other, places)
      {
        return true
      }
    }
    return false
  }

  private func hasDigit(
    _ house: (address: Int, group: Int), _ places: borrowing PlacesView
  ) -> Bool {
    map.name(places.numberOffset(house.address, group: house.group))?
      .utf8.contains(where: TypedWords.isDigit) ?? false
  }

  private func nearestStreet(
    _ position: Coordinate, within metres: Double
  ) throws(NavError) -> FoundPlace? {
    let map = self.map
    guard let (point, name) = try nearestRoad(position, within: metres, orNumber: true) else {
      return nil
    }
    let tile = try map.tile(point.tile)
    var found = FoundPlace(
      kind: .place(.street), name: NameList.first(map.name(name) ?? ""),
      position: point.position)
    // The middle of a long street may lie in another municipality than the coordinate.
    let isNamed = name == tile.nameOffset(tile.way(point.segment))
    let settlement = isNamed ? try self.settlement(of: position) : nil
    let home = try municipality(ofSettlement: settlement)
    if let place = try street(named: name, near: position, in: home) {
      found.place = place
      if let settlement, let home, let own = try municipality(of: place), own != home {
        let around = try PlaceReader(map).place(settlement)
        found.surroundings = around.withSurroundings
        found.countryCode = around.countryCode
      } else {
        let known = try PlaceReader(map).place(place)
        found.surroundings = known.surroundings
        found.countryCode = known.countryCode
        found.postcode = known.postcode
      }
    }
    // A motorway past many towns lies in none of them as a whole.
    if found.surroundings.isEmpty,
      let settlement = try self.settlement(around: position, isNear: found.place != nil)
    {
      found.surroundings = settlement.withSurroundings
      found.countryCode = found.countryCode ?? settlement.countryCode
    }
    found.roadTag = PlaceTag(tile.attributes(row: tile.attributeRow(tile.way(point.segment))))
    let number = map.number(of: EdgeIndex(point.segment, .forward), in: tile.layout)
    found.edge = map.edgeID(number)
    found.share = Double(point.offset) / Double(max(tile.length(point.segment), 1))
    found.distanceMetres = point.distance
    return found
  }

  /// The nearest road with a name, and that; a ferry only where no road is near, as on the sea.
  ///
  /// A footway that is no street counts only where no street is near: a platform has the name of its stop.
  ///
  /// - Parameters:
  ///   - position: The coordinate.
  ///   - metres: The maximum distance.
  ///   - orNumber: Whether a number such as `A 5` is the name of a road that has no other.
  /// - Returns: The road; nil if none is near.
  /// - Throws: ``NavError`` if the map is damaged there.
  private func nearestRoad(
    _ position: Coordinate, within metres: Double, orNumber: Bool
  ) throws(NavError) -> (point: RoadPoint, name: UInt32)? {
    guard let nearest = try nearestRoad(position, within: metres, orNumber, besides: []) else {
      return nil
    }
    // A map of points of interest does not tell which footways are streets.
    guard map.hasPlaces, try map.places().has(.street) else { return nearest }
    var road = nearest
    var others: Set<UInt32> = []
    while others.count < Self.maximumFootways, try isFootway(road.point),
      try street(named: road.name, near: position) == nil
    {
      others.insert(road.name)
      guard let next = try nearestRoad(position, within: metres, orNumber, besides: others) else {
        return nearest
      }
      road = next
    }
    return others.count < Self.maximumFootways ? road : nearest
  }

  /// The maximum number of names of footways that are no streets.
  private static let maximumFootways = 4

  /// The nearest road with a name that is not among some; a ferry only where no road is near.
  private func nearestRoad(
    _ position: Coordinate, within metres: Double, _ orNumber: Bool, besides others: Set<UInt32>
  ) throws(NavError) -> (point: RoadPoint, name: UInt32)? {
    let map = self.map
    for isFerry in [false, true] {
      var lists = [NearestRoads(within: metres, .count(1))]
      try map.findNearest(to: position, &lists) { tile, segment in
        let name = Self.name(of: segment, tile, orNumber: orNumber)
        return name != 0 && tile.isFerry(segment) == isFerry && !others.contains(name) ? 1 : 0
      }
      guard let point = lists[0].points.first else { continue }
      let tile = try map.tile(point.tile)
      return (point, Self.name(of: point.segment, tile, orNumber: orNumber))
    }
    return nil
  }

  private func isFootway(_ point: RoadPoint) throws(NavError) -> Bool {
    let tile = try map.tile(point.tile)
    let row = tile.attributeRow(tile.way(point.segment))
    return [.footway, .path].contains(tile.attributes(row: row).roadClass)
  }

  private static func name(
    of segment: SegmentIndex, _ tile: borrowing TileView, orNumber: Bool
  ) -> UInt32 {
    orNumber ? RoadsAround.name(of: segment, tile) : tile.nameOffset(tile.way(segment))
  }

  /// The settlement of the nearest house or named street, otherwise the one that is nearest for its size.
  ///
  /// - Parameters:
  ///   - position: The coordinate.
  ///   - isNear: Whether only that of a house or street counts.
  /// - Returns: The settlement; nil if there is none.
  /// - Throws: ``NavError`` if the map is damaged there.
  private func settlement(
    around position: Coordinate, isNear: Bool
  ) throws(NavError) -> FoundPlace? {
    let map = self.map
    let places = try map.places()
    let depth = PlaceCategory.street.depth
    if let known = try surrounding(position, depth: depth, places) {
      return try PlaceReader(map).place(known)
    }
    return isNear ? nil : try nearestSettlement(position, depth: depth)
  }

  /// The nearest street with a name, among the places with its rarest word; one in a municipality, if any, comes first.
  private func street(
    named name: UInt32, near position: Coordinate, in home: Int? = nil
  ) throws(NavError) -> Int? {
    let map = self.map
    let places = try map.places()
    let words = PlaceFolding.words(map.name(name) ?? "")
      .compactMap { places.firstWord(notBelow: $0) }
    guard let rarest = words.min(by: { $0.postings.length < $1.postings.length }) else {
      return nil
    }
    let plane = LocalPlane(at: position)
    // The middle of a long road may be far away.
    let reach = 20_000.0
    var best: (isElsewhere: Int, metres: Double, place: Int)?
    places.forEachPlace(rarest.postings) { place in
      guard places.nameOffset(place) == name, places.category(place) == .street else { return }
      let (x, y) = plane.project(places.position(place))
      var distance = (x * x + y * y).squareRoot()
      // The middle of the piece in the next town may be nearer, but not its houses.
      for group in places.groups(of: place).prefix(Self.maximumGroups) {
        distance = min(distance, plane.metres(to: places.box(ofGroup: group)))
      }
      if distance >= reach { return }
      let isHome = home != nil && Self.municipality(of: place, places) == home
      let rank = (isElsewhere: isHome ? 0 : 1, metres: distance, place: place)
      if best.map({ rank < $0 }) ?? true { best = rank }
    }
    return best?.place
  }

  /// The settlement that is nearest for its size, or what it lies in up to a depth.
  private func nearestSettlement(
    _ position: Coordinate, depth: UInt8
  ) throws(NavError) -> FoundPlace? {
    let map = self.map
    let places = try map.places()
    let isDeepest = depth >= PlaceCategory.street.depth
    // Neighbourhoods and localities need not contain what is nearest.
    if isDeepest || depth < PlaceCategory.neighbourhood.depth,
      let known = try surrounding(position, depth: depth, places)
    {
      var place = try PlaceReader(map).place(known)
      place.distanceMetres = Distance.metres(position, place.position)
      return place
    }
    // Neighbourhoods and localities are so many and small that they count only where they are asked for.
    let deepest = isDeepest ? Self.deepestSettlement : max(depth, Self.deepestSettlement)
    var found = nearestSettlement(position, depths: 3...deepest, places)
    while let place = found, places.category(place).depth > depth {
      found = places.parent(place)
    }
    // The map need not know what a settlement lies in; then another may do.
    if found == nil, depth >= 3 {
      found = nearestSettlement(position, depths: 3...min(depth, deepest), places)
    }
    guard let found else { return nil }
    var place = try PlaceReader(map).place(found)
    place.distanceMetres = Distance.metres(position, place.position)
    return place
  }

  /// The smallest settlement up to a depth in which the nearest house lies, otherwise the nearest street or place.
  ///
  /// It follows from addresses and borders, while distances to the middles of settlements mislead near their edges.
  func surrounding(
    _ position: Coordinate, depth: UInt8, _ places: borrowing PlacesView
  ) throws(NavError) -> Int? {
    var next: Int?
    var best: Int?
    var deepest = depth
    if let house = PlaceReader.nearestAddress(position, within: Self.houseReach, places) {
      // The houses of a village without streets are those of the village.
      next = Self.settlement(of: places.place(ofGroup: house.group), places)
      best = places.city(ofGroup: house.group).flatMap {
        places.category($0).depth <= depth ? $0 : nil
      }
    } else {
      let road = try nearestRoad(position, within: Self.streetReach, orNumber: false)
      // The settlement of a street is that of its middle, so other places count if they are not much farther away.
      let reach = road.map { 2 * $0.point.distance } ?? Self.farthest
      if let near = nearestPlace(position, within: reach, places) {
        next = Self.settlement(of: near.place, upTo: Self.deepestSettlement, places)
        // Farther off the streets, what lies in a quarter or hamlet tells only its municipality.
        if near.metres > Self.streetReach { deepest = min(depth, PlaceCategory.village.depth) }
      }
      if next == nil, let road {
        next = try street(named: road.name, near: position)
          .flatMap { Self.settlement(of: $0, places) }
      }
    }
    let isPostal = best != nil
    while let settlement = next {
      let own = places.category(settlement).depth
      // Of a village and its municipality that is one, the latter counts where villages are the limit.
      let isOuter = own == depth && !isPostal
      if own <= deepest, isOuter || best.map({ places.category($0).depth < own }) ?? true {
        best = settlement
      }
      next = places.parent(settlement)
    }
    return best
  }

  /// The settlement of a place: itself if it is one, up to a depth, otherwise what it lies in; nil if that is unknown.
  private static func settlement(
    of place: Int, upTo depth: UInt8 = .max, _ places: borrowing PlacesView
  ) -> Int? {
    let category = places.category(place)
    return category.isSettlement && category.depth <= depth ? place : places.parent(place)
  }

  /// The nearest place whose position tells the settlement of what is near: streets are long, postcodes wide.
  private func nearestPlace(
    _ position: Coordinate, within metres: Double, _ places: borrowing PlacesView
  ) -> (place: Int, metres: Double)? {
    let plane = LocalPlane(at: position)
    var (reach, best) = (metres, Int?.none)
    places.searchPlaces(bound: { plane.metres(to: $0) }) { chunk in
      for place in chunk {
        let (x, y) = plane.project(places.position(place))
        let distance = (x * x + y * y).squareRoot()
        guard distance < reach else { continue }
        let category = places.category(place)
        // The point of a region or a country stands for no place.
        let isPoint = category.isPointOfInterest || category.isSettlement && category.depth >= 3
        if isPoint { (reach, best) = (distance, place) }
      }
      return reach
    }
    return best.map { ($0, reach) }
  }

  private func nearestSettlement(
    _ position: Coordinate, depths: ClosedRange<UInt8>, _ places: borrowing PlacesView
  ) -> Int? {
    let plane = LocalPlane(at: position)
    var best: (ratio: Double, place: Int)?
    places.searchPlaces(bound: { plane.metres(to: $0) }) { chunk in
      for place in chunk {
        let category = places.category(place)
        guard category.isSettlement, depths.contains(category.depth) else { continue }
        let (x, y) = plane.project(places.position(place))
        guard x * x + y * y <= Self.farthest * Self.farthest else { continue }
        // The smaller a settlement, the nearer it must be.
        let ratio = (x * x + y * y).squareRoot() * Double(category.depth)
        if ratio < best?.ratio ?? .infinity { best = (ratio, place) }
      }
      return best.map { min($0.ratio / 3, Self.farthest) } ?? Self.farthest
    }
    return best?.place
  }
}

extension FoundPlace {
  /// The category of a place; nil for addresses, junctions and coordinates.
  public var category: PlaceCategory? {
    if case .place(let category) = kind { return category }
    return nil
  }
}
