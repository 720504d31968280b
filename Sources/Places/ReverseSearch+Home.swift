internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

/// The municipality of a coordinate.
extension PlaceSearch {
  /// The settlement of a coordinate by the nearest house or place; nil if it is unknown.
  func settlement(of position: Coordinate) throws(NavError) -> Int? {
    let map = self.map
    let places = try map.places()
    return try surrounding(position, depth: PlaceCategory.street.depth, places)
  }

  /// The city, town, village or municipality that a settlement is or lies in; nil if it is unknown.
  func municipality(ofSettlement settlement: Int?) throws(NavError) -> Int? {
    let map = self.map
    let places = try map.places()
    guard let settlement else { return nil }
    return Self.outward(from: settlement, places)
  }

  /// The city, town, village or municipality that a place lies in; nil if it is unknown.
  func municipality(of place: Int) throws(NavError) -> Int? {
    let map = self.map
    return Self.municipality(of: place, try map.places())
  }

  /// The city, town, village or municipality that a place lies in; nil if it is unknown.
  static func municipality(of place: Int, _ places: borrowing PlacesView) -> Int? {
    guard let parent = places.parent(place) else { return nil }
    return outward(from: parent, places)
  }

  /// The first settlement that is no part of another, from a settlement outwards; nil if all are parts or regions.
  private static func outward(from settlement: Int, _ places: borrowing PlacesView) -> Int? {
    let wanted = PlaceCategory.municipality.depth...PlaceCategory.village.depth
    var depth = 0
    var next: Int? = settlement
    while let place = next, depth < 10 {
      if wanted.contains(places.category(place).depth) { return place }
      next = places.parent(place)
      depth += 1
    }
    return nil
  }
}

extension FoundPlace {
  /// A settlement and what it lies in.
  var withSurroundings: [Surrounding] {
    [Surrounding(category: category ?? .locality, name: name)] + surroundings
  }
}
