import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// The search over the hierarchy reaches the same parts of roads, at the same times, as the plain search, and areas are
/// the same if it leaves out cells that are reached as a whole.
///
/// `MAPC_QUERIES` sets the places of each kind of query on each extract; 4 by default.
@Suite struct ReachHierarchyTests {
  /// The part of a directed edge that is reached.
  private struct Part: Hashable {
    var tile: TileNumber
    var edge: EdgeIndex
    var begin: UInt32
    var end: UInt32
  }

  /// When each part is reached; of parts of one edge that are alike, the first.
  private static func parts(_ search: consuming ReachSearch) throws -> [Part: UInt32] {
    let area = try ReachedArea(search, isReversed: false)
    var parts: [Part: UInt32] = [:]
    for part in area.edges {
      let key = Part(
        tile: area.tiles.slots[part.slot.rawValue].tile, edge: part.edge, begin: part.begin,
        end: part.end)
      parts[key] = min(parts[key] ?? .max, part.near)
    }
    return parts
  }

  /// The areas of three values.
  private static func areas(
    _ search: consuming ReachSearch, around origin: Coordinate, _ levels: [UInt32],
    _ rasters: RoadRasterCache
  ) throws -> [[Isoline.Polygon]] {
    let painting = ReachPainting(
      try ReachedArea(search, isReversed: false), levels: levels, origin: origin,
      rasters: rasters)
    return try IsolineDrawing(painting, .init(errorMetres: 60), isOnFoot: false).draw().polygons
  }

  @Test(
    "the hierarchy reaches what the plain search reaches, also behind the place and in zones",
    .timeLimit(.minutes(60)),
    .enabled(
      if: !TestData.present(IsolineReferenceTests.extracts).isEmpty,
      "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(IsolineReferenceTests.extracts))
  func same(_ name: String) async throws {
    let built = try await BuiltMap(extract: name)
    let map = built.map
    var (searches, compared, covered) = (0, 0, 0)
    for (number, kind) in IsolineReferenceTests.timed.enumerated() {
      let graph = try ReferenceGraph(map, kind.vehicle, kind.options(map, seed: UInt64(number)))
      let engine = OfflineRoutingEngine(map: map)
      let options = graph.options.ofRequest
      let rules = try engine.rules(kind.vehicle, options)
      guard !rules.hasClock, rules.costsAreTimes else { continue }
      try engine.metrics.prepare(rules)
      guard let metric = try engine.metrics.metric(rules), metric.isExact else { continue }
      let hierarchy = ReachHierarchy(metric: metric, cells: engine.metrics.reachCells)
      var random = SeededGenerator(seed: 21 + UInt64(number))
      let places = try RandomPlaces(graph, leaving: true)
      for query in 0..<(HierarchyReferenceTests.queries ?? 4) {
        guard let from = try places.next(&random) else { continue }
        let trip = TripQuery(
          map: map, metrics: engine.metrics, rules: rules,
          request: RouteRequest(
            waypoints: [Waypoint(from.place)], vehicle: kind.vehicle, options: options))
        let snap = try WaypointSnapping(trip, time: 0).snap(from.place, waypoint: 0, .origin)
        let ends = try EndFinder(trip, time: 0, breakingRules: false)
          .ends(snap.nearest, waypoint: 0, leaving: true)
        let seconds = [30, 200, 800, 3_000][query % 4]
        func search() -> ReachSearch {
          ReachSearch(
            map, rules: rules, limit: ReachLimit(quantity: .time, value: UInt32(100 * seconds))
          ) { _ in }
        }
        var (plain, over, covering) = (search(), search(), search())
        try plain.runForward(from: ends)
        var work = try engine.metrics.workspace()
        try over.runForward(from: ends, over: hierarchy, &work)
        let levels = [4, 2, 1].map { UInt32(100 * seconds / $0) }
        covering.limitToAreas(of: levels)
        try covering.runForward(from: ends, over: hierarchy, &work)
        engine.metrics.put(work)
        covered += covering.cells.count { $0.level != nil }
        let drawn = try [plain, covering].map {
          try Self.areas($0, around: from.place, levels, engine.metrics.rasters)
        }
        #expect(drawn[0] == drawn[1], "\(name), \(kind.name) at \(from.place), \(seconds) s")
        let (expected, found) = (try Self.parts(plain), try Self.parts(over))
        #expect(expected == found, "\(name), \(kind.name) at \(from.place), \(seconds) s")
        searches += 1
        compared += expected.count
      }
    }
    print("\(name): \(searches) searches, \(compared) parts, \(covered) covered cells")
    #expect(searches > 10 && compared > 1_000 && covered > 10)
  }
}
