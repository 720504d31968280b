package import RoadModel
internal import RoadRules

/// The tag of OpenStreetMap that made an element a place.
package struct PlaceTag: Sendable, Hashable, Codable {
  /// The key, such as `amenity`.
  package var key: String
  /// The value, such as `restaurant`.
  package var value: String

  /// A tag.
  package init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// The tag of a house.
  static let house = PlaceTag(key: "place", value: "house")

  /// The tag of a place of a category, with the value that the map keeps of points of interest.
  package init(_ category: PlaceCategory, type: String?) {
    switch category {
    // The map does not tell a region from a county or district, nor a lone dwelling from a farm; most are these.
    case .region: self.init(key: "place", value: "county")
    case .dwelling: self.init(key: "place", value: "isolated_dwelling")
    case .street: self.init(key: "highway", value: "road")
    case _ where category.isPointOfInterest:
      let value = type ?? String(category.word.map { $0 == "-" ? "_" : $0 })
      self.init(key: RoadRules.placeKey(category, value: value), value: value)
    default: self.init(key: "place", value: category.word)
    }
  }

  /// The tag of a road; nil if its class is unknown.
  init?(_ road: RoadAttributes) {
    switch road.roadClass {
    case .unknown, .carTrain: return nil
    case .ferry: self.init(key: "route", value: "ferry")
    default:
      let isLink = road.flags.contains(.link)
      self.init(key: "highway", value: road.roadClass.tagValue + (isLink ? "_link" : ""))
    }
  }

  /// All tags that streets may have.
  static let ofStreets: [PlaceTag] =
    [PlaceTag(.street, type: nil)]
    + RoadClass.allCases.flatMap { roadClass in
      var road = RoadAttributes(roadClass: roadClass)
      let plain = PlaceTag(road)
      road.flags.insert(.link)
      return [plain, PlaceTag(road)].compactMap { $0 }
    }
}

extension FoundPlace {
  /// The tag of OpenStreetMap that made it a place; for houses, junctions and coordinates, one that says what they are.
  package var tag: PlaceTag {
    switch kind {
    case .address: .house
    case .intersection: PlaceTag(key: "highway", value: "junction")
    case .coordinate, .unknown: PlaceTag(key: "place", value: "point")
    case .place(.street): roadTag ?? PlaceTag(.street, type: nil)
    case .place(let category): PlaceTag(category, type: self[.type])
    }
  }
}
