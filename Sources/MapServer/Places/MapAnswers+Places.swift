import JSON
import MapReader
import Places

extension MapAnswers {
  /// The answer to `/search`, `/reverse` or `/api`.
  func places(_ url: PlaceQueryURL) throws(ServiceError) -> [UInt8] {
    guard map.hasPlaces else {
      throw ServiceError(
        .notImplemented, "The map has no places: build it with --places all.")
    }
    let form = try url.form()
    if url.isByWay { return try placesByWay(url, form) }
    let search = PlaceSearch(map)
    let isReverse = url.path == "/reverse"
    let query = isReverse ? nil : try url.search()
    let position = try url.coordinate()
    if isReverse, position == nil {
      throw ServiceError(.invalidQuery, "Give lat= and lon=.")
    }
    let found: [FoundPlace]
    do throws(NavError) {
      if let query {
        found = try search.places(for: query)
      } else if let position, let place = try search.place(at: position) {
        found = [place]
      } else {
        found = []
      }
    } catch {
      throw ServiceError(error)
    }
    return body(found, form, url)
  }

  private func body(
    _ found: [FoundPlace], _ form: PlaceQueryURL.Form, _ url: PlaceQueryURL
  ) -> [UInt8] {
    let writer = PlaceWriter(attribution: map.provenance.attribution)
    var json = JSONWriter()
    switch form {
    case .jsonv2, .json:
      if url.path == "/reverse" {
        if let place = found.first {
          writer.nominatim(place, to: &json)
        } else {
          json.object { $0.string("error", "Unable to geocode") }
        }
      } else {
        writer.nominatim(found, to: &json)
      }
    case .geojson: writer.geoJSON(found.map(ListedPlace.init), to: &json)
    case .geocodejson: writer.geocodeJSON(found, query: url["q"] ?? "", to: &json)
    case .photon: writer.photon(found, to: &json)
    }
    return json.bytes
  }
}
