import Bytes
import Geo
import MapReader
import NavFormat
import RoadCosts
package import RoadModel
public import RouteModel

/// Drives the edges of a route again, by the current rules and traffic.
struct RouteRefresher {
  private let map: NavMap
  private let rules: QueryRules
  /// The time since departure; 0 in a query without a clock.
  private var time: Centiseconds = 0
  private(set) var closed: [EdgeID] = []
  private var tiles: TouchedTiles
  private var turns: TurnTimer

  init(_ map: NavMap, _ rules: QueryRules) {
    self.map = map
    self.rules = rules
    tiles = TouchedTiles(map)
    turns = TurnTimer(rules)
  }

  /// The section with new times and traffic; unchanged if it has no edges, as those of a service.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)`` if an edge is not of this map, ``RoutingError/map(_:)``.
  mutating func refresh(_ old: RouteSection) throws(RoutingError) -> RouteSection {
    // The next section begins after the stop.
    defer { time = rules.time(time, after: Centiseconds(seconds: old.postActionSeconds)) }
    guard !old.edges.isEmpty else {
      time = rules.time(time, after: Centiseconds(seconds: old.durationSeconds))
      return old
    }
    var section = old
    var spans = TrafficSpans(rules)
    var metres = 0.0
    // The distance along the previous edge at which the section left it.
    var left: UInt32 = 0
    let places = try old.edges.map { edge throws(RoutingError) in try place(of: edge.id) }
    let isRest = try old.edges.indices.map { index throws(RoutingError) in
      try continues(old, places, at: index)
    }
    for index in old.edges.indices {
      let edge = old.edges[index]
      let place = places[index]
      let isLast = index + 1 == places.count || isRest[index + 1]
      let drivenMetres = edge.lengthMetres.isNaN ? 0 : edge.lengthMetres
      var turn = edge.turnTime
      if index > 0, !isRest[index] {
        turn = try self.turn(from: places[index - 1], onto: place) ?? turn
      }
      section.edges[index].turnTime = turn
      do throws(NavError) {
        let map = self.map
        let tile = try map.tile(place.tile)
        let length = tile.length(place.segment)
        let driven = UInt32(min(max((drivenMetres * 100).rounded(), 0), Double(length)))
        var low = isRest[index] ? left : 0
        if index == 0 { low = try begin(old, place, length, driven, isAlone: isLast) }
        let high = min(low + driven, length)
        let (needed, isOpen) = drive(
          tile, place, low...high, onto: isLast ? nil : places[index + 1], after: turn, metres,
          &spans)
        section.edges[index].time = needed
        if !isOpen { closed.append(edge.id) }
        left = high
      } catch { throw RoutingError(error) }
      metres += drivenMetres
    }
    section.traffic = spans.spans
    section.takeTimesOfEdges()
    return section
  }

  /// The current time of the turn from one edge onto another; nil if they do not meet.
  private mutating func turn(
    from last: EdgePlace, onto next: EdgePlace
  ) throws(RoutingError) -> Centiseconds? {
    try turns.time(
      from: (tiles.slot(ofTile: last.tile), last.edge),
      onto: (tiles.slot(ofTile: next.tile), next.edge), at: time, &tiles)
  }

  /// Drives a part of an edge, towards the next one; a closed edge as if it were open.
  private mutating func drive(
    _ tile: borrowing TileView, _ place: EdgePlace, _ driven: ClosedRange<UInt32>,
    onto next: EdgePlace?, after turn: Centiseconds, _ metres: Double, _ spans: inout TrafficSpans
  ) -> (time: Centiseconds, isOpen: Bool) {
    let entered = rules.time(time, after: turn)
    let whole = rules.edgeTime(tile, place.edge, at: entered)
    let measure = rules.measure(tile, place.edge, at: entered, time: whole)
    let end = next != nil ? whole : measure.time(upTo: driven.upperBound)
    let needed = end - measure.time(upTo: driven.lowerBound)
    time = rules.time(entered, after: needed)
    let delay =
      next.map {
        rules.turnDelay(from: (place.tile, place.edge), onto: ($0.tile, $0.edge), at: time)
      } ?? 0
    spans.add(
      tile, place.edge, at: entered, time: whole, driven, from: metres, goesOn: next != nil,
      turnDelay: delay)
    return (needed, rules.use(tile, place.segment, place.direction, at: entered).ends)
  }

  private func place(of edge: EdgeID) throws(RoutingError) -> EdgePlace {
    let place: EdgePlace?
    do throws(NavError) { place = try map.place(ofEdge: edge) } catch { throw RoutingError(error) }
    guard let place else { throw .unknownEdge(edge) }
    return place
  }

  /// Whether an edge is the rest of the one before it, behind a waypoint that was passed there.
  ///
  /// Behind the waypoint it may be a via edge. Only a loop is driven twice in succession.
  private func continues(
    _ section: RouteSection, _ places: [EdgePlace], at index: Int
  ) throws(RoutingError) -> Bool {
    guard index > 0, places[index] == places[index - 1] else { return false }
    if section.passed.contains(where: { $0.edge == index }) { return true }
    do throws(NavError) {
      let map = self.map
      let tile = try map.tile(places[index].tile)
      return tile.from(places[index].segment) != tile.to(places[index].segment)
    } catch { throw RoutingError(error) }
  }

  /// The distance in centimetres from the beginning of the first edge to that of the section.
  private func begin(
    _ section: RouteSection, _ place: EdgePlace, _ length: UInt32, _ driven: UInt32, isAlone: Bool
  ) throws(NavError) -> UInt32 {
    if !isAlone { return length - driven }
    let along = try map.distance(of: section.departure.position, along: place) ?? 0
    return min(along, length - driven)
  }
}

extension OfflineRoutingEngine {
  /// Updates a route with the current traffic, and checks whether another route is better now.
  ///
  /// - Parameters:
  ///   - route: A route of this map, not necessarily the best one.
  ///   - request: The request for which it was calculated, with the current time as its departure. Its waypoints are
  ///     those of the route: for the rest of a trip see `refresh(_:for:from:)`.
  /// - Returns: The same edges with new times and traffic, the edges that are now closed, and a better route if there
  ///   is one.
  /// - Throws: ``RoutingError/unknownEdge(_:)`` for a route of another map; other cases as for routes, except that a
  ///   missing route is no error.
  /// - Complexity: O(edges of the route), and one calculation.
  public func refresh(
    _ route: Route, for request: RouteRequest
  ) async throws(RoutingError) -> RouteRefresh {
    let offers = try await offers(for: request)
    return try await TaskThreads.run { () throws(RoutingError) in
      try refresh(route, for: request, offers: offers)
    }
  }

  /// Updates a route on the calling thread, for programs without tasks.
  ///
  /// - Parameters:
  ///   - route: A route of this map.
  ///   - request: The request for which it was calculated, with the current time as its departure.
  /// - Returns: The same edges with new times and traffic, and a better route if there is one.
  /// - Throws: ``RoutingError``.
  public func refresh(
    _ route: Route, for request: RouteRequest
  ) throws(RoutingError) -> RouteRefresh {
    try refresh(route, for: request, offers: nil)
  }

  private func refresh(
    _ route: Route, for request: RouteRequest, offers: [ChargingOffer]?
  ) throws(RoutingError) -> RouteRefresh {
    var request = request
    // A better route is searched in the same traffic, which may be replaced meanwhile.
    if request.options.considerTraffic, request.options.traffic == nil {
      request.options.traffic = traffic
    }
    var result = try retrace(route, vehicle: request.vehicle, options: request.options)
    let fresh = result.route
    var single = request
    single.options.alternatives = 0
    do throws(RoutingError) {
      let best = try routes(for: single, offers: offers, observe: { _ in }).routes[0]
      let isOther =
        best.sections.map { $0.edges.map(\.id) } != route.sections.map { $0.edges.map(\.id) }
      let isBetter =
        switch request.options.objective {
        case .fastest: best.durationSeconds < fresh.durationSeconds
        // A smaller difference may come from rounding lengths.
        case .shortest: best.lengthMetres < fresh.lengthMetres - 1
        }
      if isOther, isBetter || !result.closedEdges.isEmpty {
        result.better = best
      }
    } catch {
      switch error {
      // The driven route has its times whether or not another one is there, or can be driven with the charge.
      case .noRoute, .notReachable, .noChargingStations, .stationsClosed: break
      default: throw error
      }
    }
    return result
  }

  /// Updates the rest of a route with the current traffic, and checks whether another route from there is better.
  ///
  /// - Parameters:
  ///   - route: A route of this map.
  ///   - request: The request for which it was calculated, with the current time as its departure.
  ///   - metres: Metres driven from the beginning of the route.
  /// - Returns: As `refresh(_:for:)`, for the route from the position on; nil at its end or behind it.
  /// - Throws: As `refresh(_:for:)`.
  /// - Complexity: O(edges of the route), and one calculation.
  public func refresh(
    _ route: Route, for request: RouteRequest, from metres: Double
  ) async throws(RoutingError) -> RouteRefresh? {
    let offers = try await offers(for: request)
    return try await TaskThreads.run { () throws(RoutingError) in
      try refresh(route, for: request, from: metres, offers: offers)
    }
  }

  /// Updates the rest of a route on the calling thread, for programs without tasks.
  ///
  /// - Parameters:
  ///   - route: A route of this map.
  ///   - request: The request for which it was calculated, with the current time as its departure.
  ///   - metres: Metres driven from the beginning of the route.
  /// - Returns: As with the other form; nil at the end of the route or behind it.
  /// - Throws: ``RoutingError``.
  public func refresh(
    _ route: Route, for request: RouteRequest, from metres: Double
  ) throws(RoutingError) -> RouteRefresh? {
    try refresh(route, for: request, from: metres, offers: nil)
  }

  private func refresh(
    _ route: Route, for request: RouteRequest, from metres: Double, offers: [ChargingOffer]?
  ) throws(RoutingError) -> RouteRefresh? {
    guard let rest = route.rest(from: metres) else { return nil }
    var ahead = request
    if metres > 0, let line = rest.sections.first?.polyline, let place = line.first {
      let next = line.first { $0 != place } ?? place
      let (east, north) = Distance.offset(from: place, to: next)
      var begin = Waypoint(place)
      // A slightly better route is not worth a U-turn on the spot.
      begin.course = Course(
        degrees: Int((Trigonometry.bearing(east: east, north: north) * 180 / .pi).rounded()) % 360,
        tolerance: 60)
      begin.wayID = rest.sections[0].edges.first?.wayID
      let passed = route.waypointCount(before: metres, of: request.waypoints.count)
      ahead.waypoints = [begin] + request.waypoints.dropFirst(passed)
    }
    return try refresh(rest, for: ahead, offers: offers)
  }

  /// Drives the edges of a route again in the current traffic.
  ///
  /// - Parameters:
  ///   - route: A route of this map.
  ///   - vehicle: The vehicle.
  ///   - options: The options of its request.
  /// - Returns: The same edges with new times and traffic, and the edges that are now closed;
  ///   without a better route.
  /// - Throws: ``RoutingError/unknownEdge(_:)`` for a route of another map, ``RoutingError/map(_:)``.
  package func retrace(
    _ route: Route, vehicle: Vehicle, options: RouteRequest.Options
  ) throws(RoutingError) -> RouteRefresh {
    let rules = try rules(vehicle, options)
    var refresher = RouteRefresher(map, rules)
    var fresh = route
    for index in route.sections.indices {
      fresh.sections[index] = try refresher.refresh(route.sections[index])
    }
    try checkGrades(rules)
    return RouteRefresh(
      route: fresh, trafficVersion: rules.layers.traffic?.snapshot.version,
      closedEdges: refresher.closed)
  }
}
