import Geo
import MapReader
import RoadModel
import RouteModel

extension Query {
  /// Checks the query without the map, with OSRM's order and messages.
  ///
  /// - Parameters:
  ///   - url: The service and the profile.
  ///   - limits: The limits of the service.
  /// - Throws: ``ServiceError``.
  func check(_ url: ServiceURL, _ limits: ServiceLimits) throws(ServiceError) {
    if url.service == .isochrone {
      try checkIsochrone(limits)
    } else if url.service != .nearest && places.count < 2 {
      throw ServiceError(.invalidOptions, "Number of coordinates needs to be at least two.")
    }
    try checkCounts()
    try checkValues()
    try checkSizes(url.service, limits)
    try checkCoordinates()
    try checkStops(url.service)
    // Those of fixes are accuracies.
    if url.service != .match, timestamps.isEmpty { try checkRadiuses() }
    try checkExcludedPoints(isHeeded: [.route, .isochrone].contains(url.service))
    try checkGuidance()
    try checkEnergy()
    if url.service == .table, energy?.ensureReachability == true {
      throw ServiceError(.invalidOptions, "ev[makeReachable] is for routes.")
    }
  }

  /// Checks the coordinates and their options for searches of places, which have their own limits.
  func checkPlaces() throws(ServiceError) {
    try checkCounts()
    try checkValues()
    try checkCoordinates()
    try checkRadiuses()
    try checkExcludedPoints(isHeeded: false)
  }

  /// Checks that the map has the requested data.
  func check(_ map: NavMap) throws(ServiceError) {
    if annotations.contains(.nodes) && !map.hasNodeIDs {
      throw ServiceError(
        .notImplemented, "The map has no ids of nodes: build it with --node-ids.")
    }
    if annotations.contains(.elevation) && !map.hasElevation {
      throw ServiceError(
        .notImplemented, "The map has no elevation: build it with --elevation.")
    }
    if costs.steepPercent != nil && !map.hasElevation {
      throw ServiceError(
        .notImplemented, "avoid_steep needs a map with elevation: build it with --elevation.")
    }
  }

  private func checkCounts() throws(ServiceError) {
    for (name, count) in [
      ("hints", hints.count), ("radiuses", radiuses.count), ("bearings", bearings.count),
      ("approaches", approaches.count), ("timestamps", timestamps.count),
    ] where count != 0 && count != places.count {
      throw ServiceError(
        .invalidOptions,
        "Number of elements in \(name) size \(count) does not match coordinate size "
          + "\(places.count)")
    }
  }

  private func checkValues() throws(ServiceError) {
    for case let course? in bearings
    where !(0...360 ~= course.degrees) || !(0...180 ~= course.tolerance) {
      throw ServiceError(
        .invalidOptions, "bearings take degrees, 0 to 360, and a range of 0 to 180 degrees.")
    }
    for (name, list) in [
      ("sources", sources), ("destinations", destinations), ("waypoints", waypoints),
    ] {
      if let list, list.contains(where: { $0 >= places.count }) {
        throw ServiceError(
          .invalidOptions, "\(name) take indices of coordinates, 0 to \(places.count - 1).")
      }
    }
    if number < 1 { throw ServiceError(.invalidOptions, "number takes at least 1.") }
    if let fallbackSpeed, fallbackSpeed <= 0 {
      throw ServiceError(.invalidOptions, "fallback_speed must be > 0")
    }
    if scaleFactor <= 0 { throw ServiceError(.invalidOptions, "scale_factor must be > 0") }
  }

  private func checkCoordinates() throws(ServiceError) {
    for place in places
    where Coordinate(latitude: place.latitude, longitude: place.longitude) == nil {
      throw ServiceError(.invalidValue, "Invalid coordinate value.")
    }
  }

  private func checkSizes(
    _ service: ServiceURL.Service, _ limits: ServiceLimits
  ) throws(ServiceError) {
    let count = places.count
    func entries(_ count: Int, _ limit: Int) -> ServiceError {
      ServiceError(
        .tooBig, "Number of entries \(count) is higher than current maximum (\(limit))")
    }
    switch service {
    case .drive where !timestamps.isEmpty:
      if count > limits.driveTrace { throw entries(count, limits.driveTrace) }
      if let stops = waypoints?.count, stops > limits.coordinates {
        throw entries(stops, limits.coordinates)
      }
    case .route, .drive:
      if count > limits.coordinates { throw entries(count, limits.coordinates) }
      if alternatives > limits.alternatives {
        throw ServiceError(
          .tooBig,
          "Requested number of alternatives is higher than current maximum "
            + "(\(limits.alternatives))")
      }
    case .nearest:
      if count > limits.nearestPlaces { throw entries(count, limits.nearestPlaces) }
      if number > limits.nearest {
        throw ServiceError(
          .tooBig, "Number of results \(number) is higher than current maximum (\(limits.nearest))")
      }
    case .table:
      if max(count, sources?.count ?? 0, destinations?.count ?? 0) > limits.tablePlaces {
        throw ServiceError(.tooBig, "Too many table coordinates")
      }
      // This limit applies even if the service accepts more places.
      let pairs = (sources?.count ?? count) * (destinations?.count ?? count)
      if pairs > TravelTable.maximumPairs {
        throw entries(pairs, TravelTable.maximumPairs)
      }
    case .match:
      if count > limits.tracePlaces {
        throw ServiceError(.tooBig, "Too many trace coordinates")
      }
    case .isochrone, .tile: break
    }
  }

  private func checkStops(_ service: ServiceURL.Service) throws(ServiceError) {
    if let waypoints, waypoints.first != 0 || waypoints.last != places.count - 1 {
      throw ServiceError(
        .invalidValue, "First and last coordinates must be specified as waypoints.")
    }
    if service == .drive, !timestamps.isEmpty, drive != DriveOptions() {
      throw ServiceError(
        .invalidOptions,
        "speed, noise, interval, dropouts and seed simulate fixes: leave out timestamps.")
    }
    if service == .match || service == .drive,
      zip(timestamps, timestamps.dropFirst()).contains(where: { $0 > $1 })
    {
      throw ServiceError(.invalidValue, "Timestamps need to be monotonically increasing.")
    }
  }

  /// A radius as OSRM takes it: -1 is none, and the coordinates of answers, which are rounded, lie on the road with 0.
  private static func snapRadius(_ radius: Double) -> Double {
    radius == -1 ? .infinity : max(radius, 0.1)
  }

  /// Throws where no road can be within a radius.
  private func checkRadiuses() throws(ServiceError) {
    for (index, radius) in radiuses.enumerated() {
      if let radius, radius < 0, radius != -1 { throw .noRoad(near: index) }
    }
  }

  /// The places as waypoints; hints of this map select their roads.
  ///
  /// - Parameters:
  ///   - build: The id of the map.
  ///   - radius: The default snap radius in metres.
  /// - Returns: One waypoint for each place.
  func stops(build: UInt64, radius: Double) -> [Waypoint] {
    places.enumerated().map { index, place in
      let hint = (hints.isEmpty ? nil : hints[index]).flatMap { $0.build == build ? $0 : nil }
      var stop =
        hint.map { Waypoint($0.place) }
        ?? Waypoint(latitude: place.latitude, longitude: place.longitude)
      let own = radiuses.isEmpty ? nil : radiuses[index]
      stop.radiusMetres = own.map(Self.snapRadius) ?? radius
      if !approaches.isEmpty, let approach = approaches[index] { stop.approach = approach }
      if !bearings.isEmpty { stop.course = bearings[index] }
      return stop
    }
  }
}
