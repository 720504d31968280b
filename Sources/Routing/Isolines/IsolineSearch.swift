import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Answers one request for isolines: snaps the place, searches, draws.
struct IsolineSearch {
  private let query: TripQuery
  private let request: IsolineRequest
  private let observe: (RouteEvent) -> Void
  /// The share of the search in the progress; the rest is drawing.
  private static let searchShare = 0.7

  init(_ query: TripQuery, _ request: IsolineRequest, _ observe: @escaping (RouteEvent) -> Void) {
    self.query = query
    self.request = request
    self.observe = observe
  }

  private var rules: QueryRules { query.rules }

  func run() throws(RoutingError) -> IsolineResponse {
    guard let place = request.place.coordinate else { throw .invalidWaypoint(index: 0) }
    let clock = ContinuousClock()
    let start = clock.now
    let snapping = WaypointSnapping(query, time: 0)
    let snap = try snapping.snap(place, waypoint: 0, leaving: !request.isReversed)
    let points = snap.canMove ? snap.connected : snap.nearest
    let ends = try EndFinder(query, time: 0, breakingRules: false)
      .ends(points, waypoint: 0, leaving: !request.isReversed)
    let snapped = clock.now
    let reach = try reach(ends)
    observe(.progress(Self.searchShare))
    let searched = clock.now
    var response = IsolineResponse(
      isolines: values.map { Isoline(value: $0, polygons: []) },
      place: SnappedWaypoint(
        position: points[0].position, distanceMetres: points[0].distance,
        roadName: try name(of: points[0])),
      trafficVersion: rules.layers.traffic?.snapshot.version)
    if let notice = try snapping.notice(snap, 0, at: points[0], isMoved: snap.canMove) {
      response.notices.append(notice)
    }
    if request.options.departure != nil && !rules.hasClock {
      response.notices.append(.departureIgnored)
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

  /// The values in ascending order, each once.
  private var values: [Double] {
    var values: [Double] = []
    for value in request.values.sorted() where value != values.last { values.append(value) }
    return values
  }

  /// The values in the unit of searches; what is rounded is within half of it.
  private var levels: [UInt32] { values.map { UInt32(($0 * 100).rounded()) } }

  private func reach(_ ends: [SearchEnd]) throws(RoutingError) -> ReachedArea {
    let limit = ReachLimit(quantity: request.quantity, value: levels[levels.count - 1])
    var search = ReachSearch(query.map, rules: rules, limit: limit) {
      observe(.progress(min(max($0, 0), 1) * Self.searchShare))
    }
    if request.isReversed {
      try search.runBackward(to: ends)
    } else {
      try search.runForward(from: ends)
    }
    return try ReachedArea(search, isReversed: request.isReversed)
  }

  private func draw(
    _ reach: ReachedArea, at origin: Coordinate, _ response: inout IsolineResponse
  ) throws(RoutingError) {
    let painting = ReachPainting(reach, levels: levels, origin: origin)
    let drawing = IsolineDrawing(painting, request.drawing, isOnFoot: rules.mode == .foot)
    let result = try drawing.draw()
    for (index, polygons) in result.polygons.enumerated() {
      response.isolines[index].polygons = polygons
    }
    response.errorMetres = result.cellMetres * IsolineDrawing.errorInCells
    response.marginMetres = result.marginMetres
  }

  private func name(of point: RoadPoint) throws(RoutingError) -> String? {
    let map = query.map
    do throws(NavError) {
      let tile = try map.tile(point.tile)
      let way = tile.way(point.segment)
      return map.name(tile.nameOffset(way)) ?? map.name(tile.refOffset(way))
    } catch { throw RoutingError(error) }
  }
}
