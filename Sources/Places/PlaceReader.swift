internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

/// Reads the facts about a place from the map.
struct PlaceReader {
  /// The maximum depth of settlements within settlements.
  private static let maximumDepth = 10

  let map: NavMap

  init(_ map: NavMap) { self.map = map }

  /// A place with all its facts.
  func place(_ place: Int) throws(NavError) -> FoundPlace {
    let map = self.map
    let places = try map.places()
    let names = NameList.names(map.name(places.nameOffset(place)) ?? "")
    var found = FoundPlace(
      kind: .place(places.category(place)), name: names[0], position: places.position(place))
    found.place = place
    found.surroundings = surroundings(of: places.parent(place), places)
    found.countryCode = countryCode(of: place, places)
    for row in places.details(of: place) {
      if let text = map.name(places.detailText(row)) {
        found.details.append(FoundPlace.Detail(kind: places.detailKind(row), text: text))
      }
    }
    if names.count > 1 {
      let others = names.dropFirst().joined(separator: ";")
      if let row = found.details.firstIndex(where: { $0.kind == .alternativeName }) {
        found.details[row].text = "\(others);\(found.details[row].text)"
      } else {
        found.details.insert(FoundPlace.Detail(kind: .alternativeName, text: others), at: 0)
      }
    }
    found.edge = places.edgeNumber(place).map { map.edgeID($0) }
    found.share = places.share(place)
    if places.category(place).isPointOfInterest, found[.street] == nil,
      let house = Self.nearestAddress(found.position, within: 3, places)
    {
      // The addresses of the map include those of points of interest.
      let street = places.nameOffset(places.place(ofGroup: house.group))
      for (kind, text) in [
        (PlaceDetail.houseNumber, map.name(places.numberOffset(house.address, group: house.group))),
        (.street, map.name(street).map { NameList.first($0) }),
      ] {
        if let text { found.details.append(FoundPlace.Detail(kind: kind, text: text)) }
      }
      found.postcode = places.postcode(ofGroup: house.group).flatMap {
        map.name(places.nameOffset($0))
      }
    }
    if case .place(.street) = found.kind {
      found.roadTag = try roadTag(found.edge)
      let codes = Set(
        places.groups(of: place).prefix(100).compactMap { places.postcode(ofGroup: $0) })
      if codes.count == 1, let code = codes.first {
        found.postcode = map.name(places.nameOffset(code))
      }
    }
    return found
  }

  /// The address that is nearest to a coordinate.
  static func nearestAddress(
    _ position: Coordinate, within metres: Double, _ places: borrowing PlacesView
  ) -> (address: Int, group: Int)? {
    nearestAddresses(position, within: metres, limit: 1, places).first
  }

  /// The addresses that are nearest to a coordinate, nearest first.
  static func nearestAddresses(
    _ position: Coordinate, within metres: Double, limit: Int, _ places: borrowing PlacesView
  ) -> [(address: Int, group: Int)] {
    let plane = LocalPlane(at: position)
    var best: [(metres: Double, address: Int, group: Int)] = []
    var reach = metres
    places.searchGroups(bound: { plane.metres(to: $0) }) { chunk in
      for group in chunk {
        guard plane.metres(to: places.wideBox(ofGroup: group)) <= reach else { continue }
        let houses = places.addressGroup(group)
        for address in houses.addresses {
          let (x, y) = plane.project(places.position(address, houses))
          let distance = (x * x + y * y).squareRoot()
          guard distance < reach else { continue }
          let at = best.firstIndex { distance < $0.metres } ?? best.count
          best.insert((distance, address, group), at: at)
          if best.count > limit { best.removeLast() }
          if best.count == limit { reach = best[limit - 1].metres }
        }
      }
      return reach
    }
    return best.map { ($0.address, $0.group) }
  }

  /// An address.
  func address(_ address: Int, group: Int) throws(NavError) -> FoundPlace {
    let map = self.map
    let places = try map.places()
    let street = places.place(ofGroup: group)
    var found = FoundPlace(
      kind: .address, name: NameList.first(map.name(places.nameOffset(street)) ?? ""),
      position: places.position(ofAddress: address, group: group))
    found.place = street
    found.houseNumber = map.name(places.numberOffset(address, group: group))
    found.isInterpolated = places.isInterpolated(group: group)
    found.postcode = places.postcode(ofGroup: group).flatMap { map.name(places.nameOffset($0)) }
    found.surroundings = surroundings(of: places.parent(street), places)
    found.countryCode = countryCode(of: street, places)
    if let city = places.city(ofGroup: group), let name = map.name(places.nameOffset(city)),
      !found.surroundings.contains(where: { $0.name == name })
    {
      let surrounding = FoundPlace.Surrounding(category: places.category(city), name: name)
      let place =
        found.surroundings.firstIndex { $0.category.depth < surrounding.category.depth }
        ?? found.surroundings.count
      found.surroundings.insert(surrounding, at: place)
    }
    try arrive(&found, street: places.nameOffset(street))
    return found
  }

  /// Finds the point of arrival: on the street of a name, or on the nearest road.
  private func arrive(_ found: inout FoundPlace, street: UInt32) throws(NavError) {
    let map = self.map
    var lists = [
      NearestRoads(within: 300, .count(1)), NearestRoads(within: 500, .count(1)),
    ]
    try map.findNearest(to: found.position, &lists) { tile, segment in
      let way = tile.way(segment)
      let road = tile.attributes(row: tile.attributeRow(way))
      guard
        road.forwardAccess[.foot].isUsable || road.backwardAccess[.foot].isUsable
          || road.forwardAccess[.car].isUsable || road.backwardAccess[.car].isUsable
      else { return 0 }
      return street != 0 && tile.nameOffset(way) == street ? 3 : 2
    }
    guard let point = lists[0].points.first ?? lists[1].points.first else { return }
    let tile = try map.tile(point.tile)
    let number = map.number(of: EdgeIndex(point.segment, .forward), in: tile.layout)
    found.edge = map.edgeID(number)
    found.share = Double(point.offset) / Double(max(tile.length(point.segment), 1))
  }

  /// The code of the country that a place is or lies in, of two capital letters; nil if the map does not know.
  private func countryCode(of place: Int, _ places: borrowing PlacesView) -> String? {
    var next: Int? = place
    var depth = 0
    while let place = next, depth <= Self.maximumDepth {
      if places.category(place) == .country {
        for row in places.details(of: place) where places.detailKind(row) == .countryCode {
          guard let code = map.name(places.detailText(row))?.uppercased(), code.utf8.count == 2,
            code.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 })
          else { return nil }
          return code
        }
      }
      next = places.parent(place)
      depth += 1
    }
    return nil
  }

  /// A settlement and those that it lies in.
  func surroundings(
    of settlement: Int?, _ places: borrowing PlacesView
  ) -> [FoundPlace.Surrounding] {
    var result: [FoundPlace.Surrounding] = []
    var next = settlement
    while let settlement = next, result.count < Self.maximumDepth {
      if let name = map.name(places.nameOffset(settlement)) {
        result.append(FoundPlace.Surrounding(category: places.category(settlement), name: name))
      }
      next = places.parent(settlement)
    }
    return result
  }
}

extension PlaceReader {
  /// Whether a place lies in one of some countries, or in one that the map does not know.
  func isIn(_ countries: Set<String>, _ place: Int, _ places: borrowing PlacesView) -> Bool {
    countryCode(of: place, places).map { countries.contains($0) } ?? true
  }

  /// The tag of the road that has an edge; nil if the map has none.
  private func roadTag(_ edge: EdgeID?) throws(NavError) -> PlaceTag? {
    let map = self.map
    guard let edge, let at = try map.place(ofEdge: edge) else { return nil }
    let tile = try map.tile(at.tile)
    return PlaceTag(tile.attributes(row: tile.attributeRow(tile.way(at.segment))))
  }
}
