import Geo
import Places
import RoadModel

extension PlaceQueryURL {
  /// The requirements on places.
  func filter() throws(ServiceError) -> PlaceFilter {
    func words(_ name: String) -> Set<String> { PlaceFilter.list(self[name] ?? "") }
    var filter = PlaceFilter()
    for word in words("category") {
      guard let category = PlaceCategory(word: word.lowercased()) else {
        throw ServiceError(.invalidValue, "category \(word) is not known.")
      }
      filter.categories.insert(category)
    }
    filter.fuels = words("fuel")
    filter.sockets = words("connector")
    filter.minimumTruckCapacity = try number("truck_capacity", upTo: 100_000).map { Int($0) }
    filter.isPublic = try isTrue("public")
    filter.box = try box()
    // Nominatim's parameter is a list, Photon's may come several times.
    filter.countries = Set((list("countrycodes") + list("countrycode")).map { $0.uppercased() })
    guard let tags = PlaceTagRules(all("osm_tag")) else {
      throw ServiceError(
        .invalidValue, "osm_tag is key, key:value or :value, with ! before what is not wanted.")
    }
    filter.tags = tags
    return filter
  }

  /// The layers of places, or in a search those of Nominatim's `featureType`.
  func layers() throws(ServiceError) -> PlaceLayers {
    let type = self["featureType"] ?? self["featuretype"] ?? ""
    if service == .search, let layers = PlaceLayers(featureType: type) { return layers }
    return try PlaceLayers(list("layer"))
  }

  /// The numbers of places that must not be found, as in the answers to earlier searches.
  var excludedPlaces: Set<Int> { Set(list("exclude_place_ids").compactMap { Int($0) }) }

  /// The box in which places must lie: Photon's `bbox`, or Nominatim's `viewbox` with `bounded=1`.
  private func box() throws(ServiceError) -> Box? {
    if let box = try box("bbox") { return box }
    guard isSet("bounded", unless: false) else { return nil }
    return try box("viewbox")
  }

  /// A box of two opposite corners, `lon,lat,lon,lat`.
  ///
  /// Maps that show more than the world send degrees beyond it.
  func box(_ name: String) throws(ServiceError) -> Box? {
    guard let text = self[name] else { return nil }
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part).flatMap { $0.isFinite ? $0 : nil }
    }
    var box = Box.empty
    for (longitude, latitude) in [(0, 1), (2, 3)] {
      guard values.count == 4, let x = values[longitude], let y = values[latitude],
        let corner = Coordinate(
          latitude: min(max(y, -90), 90), longitude: min(max(x, -180), 180))
      else {
        throw ServiceError(.invalidValue, "\(name) takes two corners: lon,lat,lon,lat.")
      }
      box.add(corner)
    }
    return box
  }
}
