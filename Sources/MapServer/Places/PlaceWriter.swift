import Bytes
import Geo
package import JSON
import MapReader
package import Places
import RoadModel

/// Writes places in the forms of Nominatim, Photon and GeocodeJSON.
package struct PlaceWriter {
  let attribution: String

  /// A writer with the attribution of a map.
  package init(attribution: String) { self.attribution = attribution }

  /// The street of a place; nil if it is unknown.
  static func street(_ place: FoundPlace) -> String? {
    switch place.kind {
    case .address, .place(.street): place.name
    default: place[.street]
    }
  }

  /// The house number of a place; nil if it is unknown.
  static func number(_ place: FoundPlace) -> String? {
    place.houseNumber ?? place[.houseNumber]
  }

  /// The `place_id` of a place, the same for the same map; nil if it has none.
  ///
  /// It is the number of the place in the map. An address has the number of its street there, and
  /// clients drop places with equal numbers, so its house number and position are hashed with it: a
  /// street may have a number twice. The hash is above all numbers of places and below 2^53, so that
  /// JavaScript keeps it.
  static func identifier(_ place: FoundPlace) -> Int? {
    guard let number = place.place, let house = place.houseNumber else { return place.place }
    let (latitude, longitude) = (place.position.latitudeUnits, place.position.longitudeUnits)
    let text = "\(number) \(house) \(latitude) \(longitude)"
    return 1 << 52 | Int(FNV1a.hash(text.utf8) & (1 << 52 - 1))
  }

  /// Places as GeoJSON with everything that is known, as `mapc search` writes it.
  package func geoJSON(_ places: [ListedPlace], to json: inout JSONWriter) {
    var index = 0
    collection(places.map(\.place), to: &json) { place, json in
      places[index].writeWay(to: &json)
      members(of: place, to: &json)
      places[index].writeArrival(to: &json)
      index += 1
    }
  }

  /// Writes places as JSON, for `mapc search`.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - query: The typed text; nil if places were not searched by name.
  ///   - json: Receives them.
  package func list(_ places: [ListedPlace], query: String?, to json: inout JSONWriter) {
    json.object { json in
      if let query { json.string("query", query) }
      json.array("places") { json in
        for listed in places {
          json.object { json in
            json.number("lat", listed.place.position.latitude, decimals: 7)
            json.number("lon", listed.place.position.longitude, decimals: 7)
            listed.writeWay(to: &json)
            members(of: listed.place, to: &json)
            listed.writeArrival(to: &json)
          }
        }
      }
    }
  }

  /// Writes the members of a place for `mapc search --format json`.
  package func members(of place: FoundPlace, to json: inout JSONWriter) {
    json.string("kind", place.kind.word)
    json.string("name", place.name)
    json.string("label", place.label)
    json.string("housenumber", Self.number(place))
    json.string("street", Self.street(place))
    json.string("postcode", place.postcode)
    json.array("in") { json in
      for surrounding in place.surroundings {
        json.object { json in
          json.string("kind", surrounding.category.word)
          json.string("name", surrounding.name)
        }
      }
    }
    json.number("distance", place.distanceMetres, decimals: 1)
    json.number("score", place.score, decimals: 4)
    json.bool("complete", place.isComplete)
    if place.isInterpolated { json.bool("interpolated", true) }
    json.object("details") { json in
      for (key, kind) in Self.detailKeys {
        json.string(key, place[kind])
      }
    }
  }

  private static let detailKeys: [(String, PlaceDetail)] = [
    ("alt_name", .alternativeName), ("old_name", .oldName), ("short_name", .shortName),
    ("official_name", .officialName), ("ref", .ref), ("brand", .brand),
    ("operator", .operatorName), ("opening_hours", .openingHours), ("fuels", .fuels),
    ("capacity", .capacity), ("capacity:hgv", .truckCapacity), ("hgv", .trucks),
    ("sockets", .sockets), ("access", .access), ("fee", .fee), ("type", .type),
    ("religion", .religion),
  ]

  /// Writes a member that the services in use leave out if there is nothing to say.
  static func add(_ key: String, _ text: String?, to json: inout JSONWriter) {
    if let text, !text.isEmpty { json.string(key, text) }
  }

  /// Writes places as a GeoJSON collection.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - hasBoxes: Whether each has a `bbox`.
  ///   - json: Where to.
  ///   - head: Writes further members of the collection.
  ///   - properties: Writes the properties of a place.
  func collection(
    _ places: [FoundPlace], hasBoxes: Bool = false, to json: inout JSONWriter,
    head: (inout JSONWriter) -> Void = { _ in },
    properties: (FoundPlace, inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.string("type", "FeatureCollection")
      head(&json)
      json.array("features") { json in
        for place in places {
          json.object { json in
            json.string("type", "Feature")
            json.object("properties") { properties(place, &$0) }
            if hasBoxes {
              json.array("bbox") { json in
                let box = PlaceBox(place)
                for value in [box.west, box.south, box.east, box.north] {
                  json.number(value, decimals: 7)
                }
              }
            }
            json.object("geometry") { json in
              json.string("type", "Point")
              json.array("coordinates") { Self.write(place.position, to: &$0) }
            }
          }
        }
      }
    }
  }

  private static func write(_ position: Coordinate, to json: inout JSONWriter) {
    json.number(position.longitude, decimals: 7)
    json.number(position.latitude, decimals: 7)
  }
}
