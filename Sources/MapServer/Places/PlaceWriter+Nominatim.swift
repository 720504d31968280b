import Geo
package import JSON
package import Places
import RoadModel

/// Nominatim's `jsonv2`, `json` and `geojson`.
extension PlaceWriter {
  /// What a request can change in an answer.
  package struct NominatimOptions {
    /// The name of the key of the tag: `category`, in the older `json` `class`.
    package var categoryKey = "category"
    /// Whether there is an `address`.
    package var hasAddress = true
    /// Whether there are `extratags`.
    package var hasTags = false
    /// Whether there are `namedetails`.
    package var hasNames = false
    /// The languages of the map's names.
    package var languages: [String] = []

    /// An answer as `jsonv2`, with addresses.
    package init() {}
  }

  /// An array of places.
  package func nominatim(
    _ places: [FoundPlace], _ options: NominatimOptions = NominatimOptions(),
    to json: inout JSONWriter
  ) {
    json.array { json in
      for place in places { nominatim(place, options, to: &json) }
    }
  }

  /// A place.
  package func nominatim(
    _ place: FoundPlace, _ options: NominatimOptions = NominatimOptions(),
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.string("licence", attribution)
      json.string("lat", "\(place.position.latitude)")
      json.string("lon", "\(place.position.longitude)")
      members(of: place, options, to: &json)
      let box = PlaceBox(place)
      json.strings(
        "boundingbox", [box.south, box.north, box.west, box.east].map { "\($0)" })
    }
  }

  /// Places as a GeoJSON collection.
  package func nominatimGeoJSON(
    _ places: [FoundPlace], _ options: NominatimOptions, to json: inout JSONWriter
  ) {
    collection(places, hasBoxes: true, to: &json) { json in
      json.string("licence", attribution)
    } properties: { place, json in
      members(of: place, options, to: &json)
    }
  }

  /// The members that all forms have.
  private func members(
    of place: FoundPlace, _ options: NominatimOptions, to json: inout JSONWriter
  ) {
    let tag = place.tag
    if let number = Self.identifier(place) { json.int("place_id", number) }
    json.string(options.categoryKey, tag.key)
    json.string("type", tag.value)
    json.int("place_rank", Self.rank(place))
    json.number("importance", Self.importance(place), decimals: 4)
    json.string("addresstype", Self.addressType(place))
    // A house has no name but the road of its address.
    json.string("name", place.kind == .address ? "" : place.name)
    json.string("display_name", place.label)
    if !place.isComplete { json.bool("complete", false) }
    if options.hasAddress {
      json.object("address") { json in
        for (key, text) in Self.address(place) { Self.add(key, text, to: &json) }
      }
    }
    if options.hasTags { json.object("extratags") { Self.tags(of: place, to: &$0) } }
    if options.hasNames {
      json.object("namedetails") { Self.names(of: place, options.languages, to: &$0) }
    }
  }

  /// Writes what the map has of the tags that are neither names nor the address.
  private static func tags(of place: FoundPlace, to json: inout JSONWriter) {
    for (key, kind) in [
      ("operator", PlaceDetail.operatorName), ("opening_hours", .openingHours),
      ("capacity", .capacity), ("capacity:hgv", .truckCapacity), ("hgv", .trucks),
      ("access", .access), ("fee", .fee), ("religion", .religion),
    ] {
      add(key, place[kind], to: &json)
    }
    for fuel in (place[.fuels] ?? "").split(separator: ";") { json.string("fuel:\(fuel)", "yes") }
    for socket in (place[.sockets] ?? "").split(separator: ";") {
      let parts = socket.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { json.string("socket:\(parts[0])", String(parts[1])) }
    }
  }

  /// Writes the names by their keys.
  private static func names(
    of place: FoundPlace, _ languages: [String], to json: inout JSONWriter
  ) {
    if place.kind == .address { return }
    add("name", place.name, to: &json)
    for (key, kind) in [
      ("alt_name", PlaceDetail.alternativeName), ("old_name", .oldName),
      ("short_name", .shortName), ("official_name", .officialName), ("ref", .ref),
      ("brand", .brand),
    ] {
      add(key, place[kind], to: &json)
    }
    for (index, language) in languages.enumerated() {
      add("name:\(language)", place[.name(language: index)], to: &json)
    }
  }

  /// The key in the address under which the name of a place stands.
  private static func addressType(_ place: FoundPlace) -> String {
    switch place.kind {
    case .address, .coordinate, .unknown: "place"
    case .intersection, .place(.street): "road"
    case .place(let category): category.isPointOfInterest ? place.tag.key : place.tag.value
    }
  }

  /// The address of a place from its name to its country, each key once.
  private static func address(_ place: FoundPlace) -> [(key: String, text: String?)] {
    var lines: [(key: String, text: String?)] = []
    func add(_ key: String, _ text: String?) {
      if text != nil, !lines.contains(where: { $0.key == key }) { lines.append((key, text)) }
    }
    if place.kind != .address { add(addressType(place), place.name) }
    add("house_number", number(place))
    add("road", street(place))
    for surrounding in place.surroundings where surrounding.category != .country {
      let key = PlaceTag(surrounding.category, type: nil).value
      // A village may lie in a municipality that is mapped as a village itself.
      add(lines.contains { $0.key == key } ? "municipality" : key, surrounding.name)
    }
    add("postcode", place.postcode)
    add("country", place.surroundings.first { $0.category == .country }?.name)
    add("country_code", place.countryCode?.lowercased())
    return lines
  }

  /// The score of a search from 0 to 1; without one, as in a reverse search, what Nominatim gives places that only
  /// their rank makes important.
  private static func importance(_ place: FoundPlace) -> Double {
    place.score > 0 ? min(place.score / 2, 1) : 0.75 - Double(rank(place)) / 40
  }

  /// Nominatim's rank of a place in searches: 4 for countries to 30 for houses.
  private static func rank(_ place: FoundPlace) -> Int {
    switch place.category {
    case .country: 4
    case .state: 8
    case .region: 12
    case .municipality: 14
    case .city: 16
    case .island: 17
    case .town: 18
    case .village: 19
    case .suburb, .quarter, .hamlet: 20
    case .postcode: 21
    case .neighbourhood, .dwelling: 22
    case .locality, .square: 25
    case .street: 26
    default: 30
    }
  }
}
