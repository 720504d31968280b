import Geo
import JSON
import MapReader
import Places
import RoadModel

extension MapAnswers {
  /// The answer to `/search`, `/reverse` or `/api`.
  func places(_ url: PlaceQueryURL) throws(ServiceError) -> [UInt8] {
    do throws(ServiceError) {
      guard map.hasPlaces else {
        throw ServiceError(
          .notImplemented, "The map has no places: build it with --places all.")
      }
      let callback = try url.callback()
      let json = try answer(url)
      return callback.map { Array("\($0)(".utf8) + json + Array(")".utf8) } ?? json
    } catch { throw error.ofPlaces }
  }

  private func answer(_ url: PlaceQueryURL) throws(ServiceError) -> [UInt8] {
    let form = try url.form()
    if try url.isByWay() { return try placesByWay(url, form) }
    let found = try url.service == .reverse ? reverse(url, form) : search(url)
    return try body(inLanguage(found, url), form, url)
  }

  /// The places that a text finds.
  private func search(_ url: PlaceQueryURL) throws(ServiceError) -> [FoundPlace] {
    var query = try url.search()
    let (limit, layers, excluded) = (query.limit, try url.layers(), url.excludedPlaces)
    if query.categories.isEmpty { query.categories = layers.categories }
    // The search knows layers and tags only roughly, so that places may be left out afterwards.
    if !layers.isEmpty || !query.filter.tags.isEmpty || !excluded.isEmpty {
      query.limit = PlaceQuery.maximumLimit
    }
    do throws(NavError) {
      let found = try PlaceSearch(map).places(for: query).filter {
        layers.contains($0) && query.filter.accepts($0)
          && !excluded.contains(PlaceWriter.identifier($0) ?? -1)
      }
      return Array(found.prefix(limit))
    } catch { throw ServiceError(error) }
  }

  // MARK: Reverse

  /// What lies at a coordinate: for Photon the nearest, for Nominatim the most precise.
  private func reverse(
    _ url: PlaceQueryURL, _ form: PlaceQueryURL.Form
  ) throws(ServiceError) -> [FoundPlace] {
    let query = try url.reverse()
    let limit = form == .photon ? query.limit : 1
    do throws(NavError) {
      if limit == 1, query.layers.isEmpty, !query.filter.isRestricted {
        return try place(query, depth: query.depth).map { [$0] } ?? []
      }
      var seen: Set<FoundPlace> = []
      var found = try around(query, limit: limit).filter {
        query.layers.contains($0) && query.filter.accepts($0) && seen.insert($0).inserted
      }
      if form == .photon {
        found.sort { ($0.distanceMetres ?? 0) < ($1.distanceMetres ?? 0) }
      }
      return Array(found.prefix(limit))
    } catch { throw ServiceError(error) }
  }

  /// What lies at a coordinate up to a depth; for towns also a village that lies in none.
  ///
  /// Nominatim ranks towns and villages with borders alike, so that it finds the municipality from zoom 10 on.
  private func place(
    _ query: PlaceQueryURL.Reverse, depth: UInt8
  ) throws(NavError) -> FoundPlace? {
    let search = PlaceSearch(map)
    if depth == PlaceCategory.town.depth,
      let village = try search.place(
        at: query.position, within: query.metres, depth: PlaceCategory.village.depth),
      village.category == .village,
      !village.surroundings.contains(where: { $0.category.depth == depth })
    {
      return village
    }
    return try search.place(at: query.position, within: query.metres, depth: depth)
  }

  /// The house, the street and the settlements at a coordinate, then further houses and points of interest around it.
  private func around(
    _ query: PlaceQueryURL.Reverse, limit: Int
  ) throws(NavError) -> [FoundPlace] {
    let search = PlaceSearch(map)
    let filter = query.filter
    // Only points of interest have what the parameters of this service ask for.
    if filter.hasOwnParameters {
      return try search.nearest(
        to: query.position, filter, limit: limit, within: query.metres)
    }
    var found: [FoundPlace] = []
    // Settlements, which are far away, count where they are asked for, or nothing else is there.
    let isSelective = !query.layers.isEmpty || !filter.tags.isEmpty
    for depth in (0...query.depth).reversed() where isSelective || found.isEmpty || depth >= 10 {
      let place = try place(query, depth: depth)
      if let place, isSelective || found.isEmpty || place.category?.isSettlement != true {
        found.append(place)
      }
    }
    guard query.depth > PlaceCategory.street.depth else { return found }
    if query.layers.hasHouses {
      found += try search.addresses(near: query.position, within: query.metres, limit: limit)
    }
    if query.layers.hasPoints {
      found += try search.nearest(
        to: query.position, filter, limit: limit, within: query.metres)
    }
    return found
  }

  // MARK: Form

  private func body(
    _ found: [FoundPlace], _ form: PlaceQueryURL.Form, _ url: PlaceQueryURL
  ) throws(ServiceError) -> [UInt8] {
    let writer = PlaceWriter(attribution: map.provenance.attribution)
    var json = JSONWriter()
    let isReverse = url.service == .reverse
    if isReverse, found.isEmpty, form != .photon, form != .mapc {
      json.object { $0.string("error", "Unable to geocode") }
      return json.bytes
    }
    var options = PlaceWriter.NominatimOptions()
    options.hasAddress = url.isSet("addressdetails", unless: true)
    options.hasTags = url.isSet("extratags", unless: false)
    options.hasNames = url.isSet("namedetails", unless: false)
    options.languages = map.languages
    if form == .json { options.categoryKey = "class" }
    switch form {
    case .jsonv2, .json:
      if isReverse, let place = found.first {
        writer.nominatim(place, options, to: &json)
      } else {
        writer.nominatim(found, options, to: &json)
      }
    case .geojson: writer.nominatimGeoJSON(found, options, to: &json)
    case .geocodejson: writer.geocodeJSON(found, query: url.searched, to: &json)
    case .photon: writer.photon(found, to: &json)
    case .mapc: writer.geoJSON(try withArrivals(found.map(ListedPlace.init)), to: &json)
    }
    return json.bytes
  }

  /// Places with the names in the language of the request.
  private func inLanguage(
    _ places: [FoundPlace], _ url: PlaceQueryURL
  ) throws(ServiceError) -> [FoundPlace] {
    let languages = url.languages
    if languages.isEmpty { return places }
    let search = PlaceSearch(map)
    var result: [FoundPlace] = []
    do throws(NavError) {
      for place in places { result.append(try search.localized(place, in: languages)) }
    } catch { throw ServiceError(error) }
    return result
  }

  /// Places with the points on their roads.
  func withArrivals(_ places: [ListedPlace]) throws(ServiceError) -> [ListedPlace] {
    do throws(NavError) { return try places.withArrivals(PlaceSearch(map)) } catch {
      throw ServiceError(error)
    }
  }
}

extension PlaceFilter {
  /// Whether places are left out for any reason.
  fileprivate var isRestricted: Bool { self != PlaceFilter() }

  /// Whether there are requirements that neither Nominatim nor Photon knows.
  fileprivate var hasOwnParameters: Bool {
    !categories.isEmpty || !fuels.isEmpty || !sockets.isEmpty || minimumTruckCapacity != nil
  }

  /// Whether a place that was found has a tag that is wanted, and lies in the box.
  fileprivate func accepts(_ place: FoundPlace) -> Bool {
    tags.allows(place.tag) && (box?.contains(place.position) ?? true)
  }
}
