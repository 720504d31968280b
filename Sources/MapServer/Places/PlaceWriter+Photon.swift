package import JSON
package import Places
import RoadModel

/// Photon's form, and that of GeocodeJSON, which it follows.
extension PlaceWriter {
  /// Places as a GeoJSON collection with the properties of Photon.
  package func photon(_ places: [FoundPlace], to json: inout JSONWriter) {
    collection(places, to: &json) { place, json in
      json.string("osm_key", place.tag.key)
      json.string("osm_value", place.tag.value)
      json.string("type", PlaceLayer(place).rawValue)
      Self.add("name", place.kind == .address ? nil : place.name, to: &json)
      parts(place, to: &json)
      // Photon takes its name from its code, as for any other place.
      if place.kind == .place(.country) { Self.add("country", place.name, to: &json) }
      Self.add("countrycode", place.countryCode, to: &json)
      Self.addExtent(of: place, to: &json)
    }
  }

  /// Adds the box of a settlement or street: west, north, east and south, as of Photon.
  ///
  /// Clients show a place without one at their closest zoom, whole cities too.
  private static func addExtent(of place: FoundPlace, to json: inout JSONWriter) {
    let box = PlaceBox(place)
    guard box.isArea else { return }
    json.array("extent") { json in
      for value in [box.west, box.north, box.east, box.south] { json.number(value, decimals: 7) }
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
        if let number = Self.identifier(place) { json.int("place_id", number) }
        json.string("osm_key", place.tag.key)
        json.string("osm_value", place.tag.value)
        json.string("type", PlaceLayer(place).rawValue)
        json.string("label", place.label)
        Self.add("name", place.kind == .address ? nil : place.name, to: &json)
        parts(place, to: &json)
        Self.add("country_code", place.countryCode?.lowercased(), to: &json)
      }
    }
  }

  /// The address of a place.
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
}
