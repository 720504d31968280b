/// The target of Mapbox Directions Refresh: `/directions-refresh/v1/mapbox/driving/UUID/ROUTE/LEG`.
struct RefreshURL {
  static let name = "directions-refresh"

  /// The name of the answer with the routes.
  let uuid: String
  /// The index of the route in it.
  let route: Int
  /// The index of the first requested leg.
  let leg: Int
  /// The index of the first requested point of the route's line.
  private(set) var point = 0

  /// Parses a target; nil if it belongs to another service.
  ///
  /// - Throws: ``ServiceError`` for a target of this service that is not understood.
  init?(_ target: String) throws(ServiceError) {
    let parts = target.split(separator: "?", maxSplits: 1)
    let path = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: true)
    guard path.first == Self.name[...] else { return nil }
    guard path.count == 7, path[1] == "v1", let route = Int(path[5]), let leg = Int(path[6]),
      route >= 0, leg >= 0
    else {
      throw ServiceError(
        .invalidURL,
        "Write /directions-refresh/v1/mapbox/driving/UUID/ROUTE/LEG, with the uuid of an answer to "
          + "/directions/v5 with enable_refresh=true.")
    }
    guard Profile(name: String(path[3])) != nil else {
      throw ServiceError(.invalidValue, "Profile \(path[3].prefix(40)) not found.")
    }
    uuid = String(path[4])
    (self.route, self.leg) = (route, leg)
    for option in parts.dropFirst().joined().split(separator: "&") {
      let value = option.split(separator: "=", maxSplits: 1)
      // Unknown options are ignored, as for directions.
      guard value.first == "current_route_geometry_index" else { continue }
      guard value.count == 2, let index = Int(value[1]), index >= 0 else {
        throw ServiceError(
          .invalidValue, "current_route_geometry_index takes the index of a point of the line.")
      }
      point = index
    }
  }
}
