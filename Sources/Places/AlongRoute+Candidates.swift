internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadCosts
internal import RoadModel
internal import RouteModel

/// A place near a route, with the points of the route that are nearest to it: one of each section that has some near,
/// and if the route is kept, one for each time that a section comes back.
struct NearPlace {
  /// Ascending along the route; at least one.
  var passes: [NearRoute]
  /// The least of their distances from the route, in metres.
  var offset: Double { passes.reduce(.infinity) { min($0, $1.offset) } }

  /// The first of its points along the route in metres, or the last.
  func along(isLast: Bool) -> Double { (isLast ? passes.last : passes.first)?.along ?? 0 }
}

/// A place near a section of a route.
struct NearRoute {
  var place: Int
  /// The index of the section.
  var section: Int
  /// Metres from the route, and along it.
  var offset: Double
  var along: Double
  var isLeft: Bool
  /// The point of arrival.
  var arrival: Coordinate
}

/// The times at which a route passes its points.
private struct RouteClock {
  /// The difference in seconds that the arrival at a place near a point may have from the time there.
  private static let margin = 900.0

  /// Metres and seconds from the beginning of the route, ascending.
  private var metres: [Double] = []
  private var seconds: [Double] = []

  init(_ route: Route) {
    var start = (metres: 0.0, seconds: 0.0)
    for section in route.sections {
      metres += Detours.distances(of: section).map { start.metres + $0 }
      seconds += Detours.times(of: section).map { start.seconds + $0 }
      start.metres += section.lengthMetres
      start.seconds += section.durationSeconds + section.postActionSeconds
    }
  }

  /// Whether a place may be reached within the wanted range of time.
  func mayBeReached(_ pass: NearRoute, _ query: AlongRouteQuery) -> Bool {
    secondsOutside(pass, query) <= Self.margin + (query.maximumDetourSeconds ?? 0)
  }

  /// The time between the wanted range of time and that at a point of the route; 0 within the range.
  func secondsOutside(_ pass: NearRoute, _ query: AlongRouteQuery) -> Double {
    let point = metres.partitioningIndex { !($0 < pass.along) }
    guard let time = point < seconds.count ? seconds[point] : seconds.last else { return 0 }
    return max(query.afterSeconds - time, time - (query.beforeSeconds ?? .infinity), 0)
  }
}

extension PlaceSearch {
  private static func stretches(_ route: Route) -> [Stretch] {
    var result: [Stretch] = []
    var metres = 0.0
    for (index, section) in route.sections.enumerated() {
      let line = section.polyline
      var drawn = 0.0
      for (a, b) in zip(line, line.dropFirst()) { drawn += Distance.metres(a, b) }
      let scale = drawn > 0 ? section.lengthMetres / drawn : 1
      var at = metres
      for first in stride(from: 0, to: max(line.count - 1, 1), by: 32) {
        let points = line[first...min(first + 32, line.count - 1)]
        let box = points.reduce(into: Box.empty) { $0.add($1) }
        result.append(
          Stretch(section: index, points: points, start: at, scale: scale, box: box))
        for (a, b) in zip(points, points.dropFirst()) { at += Distance.metres(a, b) * scale }
      }
      metres += section.lengthMetres
    }
    return result
  }

  /// The sum of the straight lines from the beginning of each section to a place and on to the section's end that a
  /// detour allows, in metres; nil if distance is limited otherwise.
  ///
  /// Nothing is faster than the maximum speed.
  private static func reaches(
    _ route: Route, _ query: AlongRouteQuery, _ metresPerSecond: Double
  ) -> [Double]? {
    guard query.corridorMetres == nil, let detour = query.maximumDetourSeconds else { return nil }
    return route.sections.map { section in
      let line = section.polyline
      let drawn = zip(line, line.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
      // The route's duration may include traffic and be shorter than durations of detours, which do
      // not.
      let seconds = max(1.2 * section.durationSeconds, drawn / metresPerSecond)
      // The road of arrival is not at the place, nor that of the vehicle at the point of arrival.
      return (seconds + detour) * metresPerSecond + 4 * Waypoint.arrivalReach
    }
  }

  /// The matching places near a route, the nearest first.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - query: The search.
  ///   - metresPerSecond: The maximum speed of the vehicle.
  /// - Returns: The places.
  /// - Throws: ``NavError`` if the map is damaged there.
  func candidates(
    along route: Route, _ query: AlongRouteQuery, maximumSpeed metresPerSecond: Double
  ) throws(NavError) -> [NearPlace] {
    guard map.hasPlaces else { return [] }
    let map = self.map
    let places = try map.places()
    let stretches = Self.stretches(route)
    let reaches = Self.reaches(route, query, metresPerSecond)
    let wanted =
      reaches.map { ($0.max() ?? 0) / 2 } ?? query.corridorMetres
      ?? AlongRouteQuery.defaultCorridorMetres
    let corridor = min(max(wanted, 1), 50_000)
    var found: [NearPlace] = []
    var clock: RouteClock?
    for chunk in Self.neighbours(stretches, metres: corridor, places) {
      for place in chunk {
        guard query.filter.matches(place, places, map) else { continue }
        let position = places.position(place)
        var finder = PassFinder(
          position, within: corridor, countsReturns: query.keepsRoute)
        for stretch in stretches { finder.add(stretch) }
        var passes = finder.passes.filter { pass in
          guard pass.along >= query.afterMetres, pass.along <= query.beforeMetres ?? .infinity
          else { return false }
          guard let reaches else { return true }
          let ends = route.sections[pass.section].polyline
          guard let first = ends.first, let last = ends.last else { return false }
          return Distance.metres(first, position) + Distance.metres(position, last)
            <= reaches[pass.section]
        }
        if passes.isEmpty { continue }
        if passes.count > Self.mostPasses {
          let known = clock ?? RouteClock(route)
          clock = known
          passes = Self.best(passes, known, query)
        }
        let arrival = try arrival(of: place, places) ?? position
        for index in passes.indices {
          passes[index].place = place
          passes[index].arrival = arrival
        }
        found.append(NearPlace(passes: passes))
      }
    }
    if found.count > Self.maximumCandidates {
      // The nearest of them need not be in the wanted range of time.
      let clock = clock ?? RouteClock(route)
      found.removeAll { place in !place.passes.contains { clock.mayBeReached($0, query) } }
    }
    return found.map { (offset: $0.offset, number: $0.passes.first?.place ?? 0, place: $0) }
      .sorted { ($0.offset, $0.number) < ($1.offset, $1.number) }.map(\.place)
  }

  /// The ranges of places whose boxes are near a stretch.
  private static func neighbours(
    _ stretches: [Stretch], metres: Double, _ places: borrowing PlacesView
  ) -> [Range<Int>] {
    let wide = stretches.flatMap { $0.box.grown(metres: metres) }
    var result: [Range<Int>] = []
    places.searchPlaces(bound: { box in wide.contains { $0.intersects(box) } ? 0 : .infinity }) {
      result.append($0)
      return 0
    }
    return result
  }

  /// The maximum number of passes for which the detour of a place is calculated.
  private static let mostPasses = 4

  /// The passes that may count if there are many: those at the wanted time, the nearest ones, and of equally near ones
  /// the first, or the last if the last places are wanted.
  private static func best(
    _ passes: [NearRoute], _ clock: RouteClock, _ query: AlongRouteQuery
  ) -> [NearRoute] {
    // There and back, the same road is equally near except for rounding.
    func rank(_ pass: NearRoute) -> (Double, Double, Double) {
      (
        clock.secondsOutside(pass, query), pass.offset.rounded(),
        query.isLast ? -pass.along : pass.along
      )
    }
    return passes.sorted { rank($0) < rank($1) }.prefix(mostPasses)
      .sorted { $0.along < $1.along }
  }

  /// The point of arrival at a place; nil if there is no road near.
  func arrival(
    of place: Int, _ places: borrowing PlacesView
  ) throws(NavError) -> Coordinate? {
    guard let number = places.edgeNumber(place),
      let edge = try map.place(ofEdge: map.edgeID(number))
    else { return nil }
    let map = self.map
    let tile = try map.tile(edge.tile)
    return MeasuredLine(tile.shape(edge.segment)).position(atShare: places.share(place))
  }
}
