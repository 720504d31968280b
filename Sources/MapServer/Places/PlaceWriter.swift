import Geo
package import JSON
import MapReader
package import Places
import RoadModel

/// Writes places as Nominatim, Photon and GeocodeJSON do.
package struct PlaceWriter {
  private let attribution: String

  /// A writer that names the source of a map.
  package init(attribution: String) { self.attribution = attribution }

  /// The settlements around a place by the members that clients know.
  private static func surroundings(_ place: FoundPlace) -> [(key: String, name: String)] {
    var all = place.surroundings
    if let category = place.category, category.isSettlement {
      all.insert(FoundPlace.Surrounding(category: category, name: place.name), at: 0)
    }
    var result: [(key: String, name: String)] = []
    for surrounding in all {
      let key =
        switch surrounding.category {
        case .country: "country"
        case .state: "state"
        case .region: "county"
        case .municipality: "municipality"
        case .city: "city"
        case .town: "town"
        case .village: "village"
        case .suburb: "suburb"
        case .quarter: "quarter"
        case .hamlet: "hamlet"
        case .neighbourhood: "neighbourhood"
        default: "locality"
        }
      if !result.contains(where: { $0.key == key }) { result.append((key, surrounding.name)) }
    }
    return result
  }

  /// The street of a place; nil if it is unknown.
  private static func street(_ place: FoundPlace) -> String? {
    switch place.kind {
    case .address, .place(.street): place.name
    default: place[.street]
    }
  }

  private static func number(_ place: FoundPlace) -> String? {
    place.houseNumber ?? place[.houseNumber]
  }

  // MARK: Nominatim

  /// An array of places as Nominatim's `jsonv2`.
  package func nominatim(_ places: [FoundPlace], to json: inout JSONWriter) {
    json.array { json in
      for place in places { nominatim(place, to: &json) }
    }
  }

  /// A place as Nominatim's `jsonv2`.
  package func nominatim(_ place: FoundPlace, to json: inout JSONWriter) {
    json.object { json in
      if let number = place.place { json.int("place_id", number) }
      json.string("licence", attribution)
      json.string("lat", "\(place.position.latitude)")
      json.string("lon", "\(place.position.longitude)")
      json.string("category", Self.tag(place).key)
      json.string("type", Self.tag(place).value)
      json.int("place_rank", Self.rank(place))
      json.number("importance", min(max(place.score / 2, 0), 1), decimals: 4)
      json.string("addresstype", place.kind.word)
      json.string("name", place.name)
      json.string("display_name", place.label)
      if !place.isComplete { json.bool("complete", false) }
      json.object("address") { json in
        Self.add("house_number", Self.number(place), to: &json)
        Self.add("road", Self.street(place), to: &json)
        for (key, name) in Self.surroundings(place) { json.string(key, name) }
        Self.add("postcode", place.postcode, to: &json)
        Self.add("country_code", place.countryCode?.lowercased(), to: &json)
      }
      json.strings("boundingbox", Self.box(place))
    }
  }

  /// The box of a place, which is a point: south, north, west, east.
  private static func box(_ place: FoundPlace) -> [String] {
    let (latitude, longitude) = (place.position.latitude, place.position.longitude)
    return [latitude, latitude, longitude, longitude].map { "\($0)" }
  }

  private static func tag(_ place: FoundPlace) -> (key: String, value: String) {
    switch place.kind {
    case .address: return ("place", "house")
    case .intersection: return ("highway", "junction")
    case .coordinate: return ("place", "point")
    case .place(let category):
      if category.isSettlement { return ("place", category.word) }
      switch category {
      case .postcode: return ("place", "postcode")
      case .street: return ("highway", "road")
      case .shop, .carService: return ("shop", place[.type] ?? "yes")
      case .lodging, .attraction: return ("tourism", place[.type] ?? category.word)
      case .station: return ("railway", place[.type] ?? "station")
      case .airport: return ("aeroway", "aerodrome")
      case .restArea, .services, .motorwayExit: return ("highway", place[.type] ?? category.word)
      case .tollBooth, .borderControl: return ("barrier", place[.type] ?? category.word)
      default: return ("amenity", place[.type] ?? category.word)
      }
    }
  }

  /// Nominatim's rank of an address: 4 for countries to 30 for houses.
  private static func rank(_ place: FoundPlace) -> Int {
    guard let category = place.category else { return 30 }
    if category == .street { return 26 }
    if category == .postcode { return 21 }
    return category.isSettlement ? 4 + 2 * min(Int(category.depth) * 2, 11) : 30
  }

  // MARK: Photon and GeocodeJSON

  /// Places as a GeoJSON collection with the properties of Photon.
  package func photon(_ places: [FoundPlace], to json: inout JSONWriter) {
    collection(places, to: &json) { place, json in
      json.string("osm_key", Self.tag(place).key)
      json.string("osm_value", Self.tag(place).value)
      json.string("type", Self.layer(place))
      Self.add("name", place.kind == .address ? nil : place.name, to: &json)
      parts(place, to: &json)
      Self.add("countrycode", place.countryCode, to: &json)
    }
  }

  /// Places as GeocodeJSON 0.1.0.
  package func geocodeJSON(_ places: [FoundPlace], query: String, to json: inout JSONWriter) {
    collection(places, to: &json) { json in
      json.object("geocoding") { json in
        json.string("version", "0.1.0")
        json.string("attribution", attribution)
        json.string("query", query)
      }
    } properties: { place, json in
      json.object("geocoding") { json in
        if let number = place.place { json.int("place_id", number) }
        json.string("type", Self.layer(place))
        json.string("label", place.label)
        json.string("name", place.name)
        parts(place, to: &json)
      }
    }
  }

  /// Places as GeoJSON with everything that is known, as `mapc search` writes it.
  package func geoJSON(_ places: [ListedPlace], to json: inout JSONWriter) {
    var index = 0
    collection(places.map(\.place), to: &json) { place, json in
      places[index].writeWay(to: &json)
      members(of: place, to: &json)
      index += 1
    }
  }

  /// Places as JSON, as `mapc search` writes it.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - query: What was typed; nil if places were not searched by name.
  ///   - json: Where to.
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
          }
        }
      }
    }
  }

  /// The members of a place, as `mapc search --format json` has them.
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
  ]

  private static func layer(_ place: FoundPlace) -> String {
    switch place.kind {
    case .address, .coordinate, .intersection: "house"
    case .place(let category):
      switch category {
      case .street: "street"
      case .country: "country"
      case .state: "state"
      case .region: "county"
      case .municipality, .city, .town, .village: "city"
      case .suburb, .quarter: "district"
      case .hamlet, .neighbourhood, .dwelling, .locality, .island, .square, .postcode: "locality"
      default: "house"
      }
    }
  }

  private func parts(_ place: FoundPlace, to json: inout JSONWriter) {
    let around = place.surroundings
    func first(_ categories: PlaceCategory...) -> String? {
      around.first { categories.contains($0.category) }?.name
    }
    for (key, text) in [
      ("housenumber", Self.number(place)),
      ("street", place.kind == .place(.street) ? nil : Self.street(place)),
      ("postcode", place.postcode),
      ("district", first(.suburb, .quarter)),
      ("locality", first(.neighbourhood, .hamlet)),
      ("city", first(.city, .town, .village, .municipality)),
      ("county", first(.region)),
      ("state", first(.state)),
      ("country", first(.country)),
    ] {
      Self.add(key, text, to: &json)
    }
  }

  /// Writes a member that the services in use leave out if there is nothing to say.
  private static func add(_ key: String, _ text: String?, to json: inout JSONWriter) {
    if let text, !text.isEmpty { json.string(key, text) }
  }

  private func collection(
    _ places: [FoundPlace], to json: inout JSONWriter,
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
            json.object("geometry") { json in
              json.string("type", "Point")
              json.array("coordinates") { json in
                json.number(place.position.longitude, decimals: 7)
                json.number(place.position.latitude, decimals: 7)
              }
            }
          }
        }
      }
    }
  }
}
