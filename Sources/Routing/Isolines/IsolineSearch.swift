import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The maximum work for one request for isolines.
package struct IsolineLimits: Sendable {
  /// The maximum number of states of the search, each about 120 bytes.
  package var labels: Int
  /// The maximum number of parts of roads in the network.
  package var networkParts: Int

  /// Limits; by default there are none.
  package init(labels: Int = .max, networkParts: Int = .max) {
    self.labels = labels
    self.networkParts = networkParts
  }
}

/// Answers one request for isolines: snaps the place, searches, draws.
struct IsolineSearch {
  private let query: TripQuery
  private let request: IsolineRequest
  private let limits: IsolineLimits
  private let observe: (RouteEvent) -> Void
  /// The search's share of the progress; drawing is the rest.
  private static let searchShare = 0.7

  /// The maximum distance in metres by which a place is moved to a road that is connected to the network.
  private static let connectedRadius = 100.0

  init(
    _ query: TripQuery, _ request: IsolineRequest, _ limits: IsolineLimits,
    _ observe: @escaping (RouteEvent) -> Void
  ) {
    self.query = query
    self.limits = limits
    self.request = request
    self.observe = observe
  }

  private var rules: QueryRules { query.rules }

  func run() throws(RoutingError) -> IsolineResponse {
    guard let place = request.place.coordinate else { throw .invalidWaypoint(index: 0) }
    let clock = ContinuousClock()
    let start = clock.now
    let snapping = WaypointSnapping(query, time: 0)
    let snap = try snapping.snap(
      place, waypoint: 0, request.isReversed ? .destination : .origin)
    let isMoved = snap.canMove && snap.connected[0].distance <= Self.connectedRadius
    let points = isMoved ? snap.connected : snap.nearest
    let ends = try EndFinder(query, time: 0, breakingRules: false)
      .ends(points, waypoint: 0, leaving: !request.isReversed)
    let snapped = clock.now
    let reach = try reach(ends)
    if request.wantsNetwork && reach.edges.count > limits.networkParts {
      throw .invalidRange(
        "\(reach.edges.count) parts of roads are more than the maximum of \(limits.networkParts)")
    }
    observe(.progress(Self.searchShare))
    let searched = clock.now
    var response = IsolineResponse(
      isolines: values.map { Isoline(value: $0, polygons: []) },
      place: SnappedWaypoint(
        position: points[0].position, distanceMetres: points[0].distance,
        roadName: try name(of: points[0])),
      trafficVersion: rules.layers.traffic?.snapshot.version)
    if let notice = try snapping.notice(snap, 0, at: points[0], isMoved: isMoved) {
      response.notices.append(notice)
    }
    if request.options.departure != nil && !rules.hasClock {
      response.notices.append(.departureIgnored)
    }
    if request.quantity == .energy && !query.map.hasElevation {
      response.notices.append(.energyWithoutElevation)
    }
    if request.wantsPolygons { try draw(reach, at: points[0].position, &response) }
    if request.wantsNetwork { response.network = try ReachedNetwork(reach).roads() }
    response.statistics.settledEdges = reach.settled
    response.statistics.touchedTiles = reach.tiles.slots.count
    response.statistics.searches = 1
    response.statistics.snappingSeconds = (snapped - start) / .seconds(1)
    response.statistics.searchingSeconds = (searched - snapped) / .seconds(1)
    response.statistics.buildingSeconds = (clock.now - searched) / .seconds(1)
    observe(.progress(1))
    return response
  }

  /// The different values in ascending order.
  private var values: [Double] {
    var values: [Double] = []
    for value in request.values.sorted() where value != values.last { values.append(value) }
    return values
  }

  /// The values in the unit of searches, rounded.
  private var levels: [UInt32] { values.map { UInt32(($0 * 100).rounded()) } }

  private func reach(_ ends: [SearchEnd]) throws(RoutingError) -> ReachedArea {
    let limit = ReachLimit(quantity: request.quantity, value: levels[levels.count - 1])
    // As for routes, prices whose sum can't be represented are halved.
    let halvings = rules.hasPrices ? QueryRules.halvings : [0]
    for times in halvings.dropLast() {
      let search = try search(ends, limit, halvings: times)
      if !search.isTruncated { return try ReachedArea(search, isReversed: request.isReversed) }
    }
    return try ReachedArea(
      search(ends, limit, halvings: halvings[halvings.count - 1]), isReversed: request.isReversed)
  }

  /// The energy of edges; nil if the quantity is another.
  private var energy: EdgeEnergy? {
    guard request.quantity == .energy else { return nil }
    return EdgeEnergy(
      request.options.energy?.model ?? ConsumptionModel(), rules, query.map)
  }

  private func search(
    _ ends: [SearchEnd], _ limit: ReachLimit, halvings: UInt32
  ) throws(RoutingError) -> ReachSearch {
    var search = ReachSearch(
      query.map, rules: rules.halvingPrices(halvings), limit: limit,
      energy: energy, maximumLabels: limits.labels
    ) {
      observe(.progress(min(max($0, 0), 1) * Self.searchShare))
    }
    if request.isReversed {
      try search.runBackward(to: ends)
      return search
    }
    guard search.costIsQuantity, !rules.hasClock, halvings == 0 else {
      try search.runForward(from: ends)
      return search
    }
    if let metric = try query.metrics.metric(rules), metric.isExact {
      var work = try query.metrics.workspace()
      defer { query.metrics.put(work) }
      if !request.wantsNetwork { search.limitToAreas(of: levels) }
      try search.runForward(
        from: ends, over: ReachHierarchy(metric: metric, cells: query.metrics.reachCells), &work)
    } else {
      try search.runForward(from: ends)
      if try query.metrics.isDue(search.settled, rules) { _ = try query.metrics.build(rules) }
    }
    return search
  }

  private func draw(
    _ reach: ReachedArea, at origin: Coordinate, _ response: inout IsolineResponse
  ) throws(RoutingError) {
    let painting = ReachPainting(
      reach, levels: levels, origin: origin, rasters: query.metrics.rasters)
    let drawing = IsolineDrawing(painting, request.drawing, isOnFoot: rules.mode == .foot)
    let result = try drawing.draw()
    for (index, polygons) in result.polygons.enumerated() {
      response.isolines[index].polygons = polygons
    }
    response.errorMetres = result.errorMetres
    response.marginMetres = result.marginMetres
  }

  private func name(of point: RoadPoint) throws(RoutingError) -> String? {
    do throws(NavError) { return try query.map.roadName(at: point) } catch {
      throw RoutingError(error)
    }
  }
}
