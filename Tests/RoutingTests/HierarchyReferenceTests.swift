import Bytes
import Geo
import MapCompiler
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Every kind of query costs on every rung what plain Dijkstra finds, and drives what it costs.
///
/// By default each kind is asked on every third extract. `MAPC_QUERIES` sets the random queries of each kind on each
/// extract, and takes the large extracts in:
///
///     MAPC_QUERIES=2000 swift test -c release -Xswiftc -enable-testing --filter HierarchyReferenceTests
@Suite(.serialized) struct HierarchyReferenceTests {
  static let queries: Int? = unsafe getenv("MAPC_QUERIES").flatMap {
    Int(unsafe String(cString: $0))
  }
  static let large = ["porto_portugal.osm.pbf", "malta-2018.osm.pbf", "synth-2m.osm.pbf"]
  static let extracts = TestData.extracts.filter { queries != nil || !large.contains($0) }
  static let targets = queries == nil ? 20 : 40
  /// Besides, this far away at most: on the same edge, in the same cell, in the next.
  static let local = [2.0, 10, 30, 30, 100, 100, 300, 1_000]

  /// The kinds to ask on an extract, with their numbers: each on every third one, or all.
  static func kinds(_ all: [ReferenceKind], on name: String) -> [(number: Int, kind: ReferenceKind)]
  {
    let place = extracts.firstIndex(of: name) ?? 0
    return all.enumerated().filter { queries != nil || ($0.offset + place).isMultiple(of: 3) }
      .map { (number: $0.offset, kind: $0.element) }
  }

  /// How often each rung was the slowest of an answer.
  final class Rungs: Sendable {
    private let counts = Guarded<[SearchRung: Int]>([:])
    func note(_ rung: SearchRung?) {
      if let rung { counts.withLock { $0[rung, default: 0] += 1 } }
    }
    var found: [SearchRung: Int] { counts.withLock { $0 } }
  }

  @Test(
    "whatever is asked, the answer costs what plain Dijkstra finds, on every rung",
    .timeLimit(.minutes(60)),
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func equalsReference(_ name: String) async throws {
    let path = TestData.path(name)
    var options = MapCompiler.Options()
    options.profiles =
      [.car, .truck, .bicycle, .foot]
      + [Mode.car, .truck].map { MetricProfile($0, avoiding: .motorways) }
    let built = try await BuiltMap(file: path, options: options)
    let rungs = Rungs()
    for (number, kind) in Self.kinds(ReferenceKind.all, on: name) {
      let count = Self.queries ?? Self.targets
      let sources = max(name.hasPrefix("synth") ? count / 160 : count / Self.targets, 1)
      try await Self.compare(built.map, kind, name, UInt64(number), sources: sources, rungs)
    }
    let found = rungs.found
    print("\(name): \(found.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    if built.map.header.edgeCount > 20_000 {
      for rung in [SearchRung.metric, .overlay, .guided, .plain] {
        #expect(found[rung, default: 0] > 0, "\(name): \(rung) was not used")
      }
    }
  }

  static func compare(
    _ map: NavMap, _ kind: ReferenceKind, _ name: String, _ seed: UInt64, sources: Int,
    _ rungs: Rungs
  ) async throws {
    let options = kind.options(map, seed: seed)
    let graph = try ReferenceGraph(map, kind.vehicle, options)
    var random = SeededGenerator(seed: 20_261_121 &+ seed)
    let starts = try RandomPlaces(graph, leaving: true)
    let ends = try RandomPlaces(graph, leaving: false)
    let lasting = OfflineRoutingEngine(map: map)
    try lasting.replaceUsualSpeeds(options.usual)
    for _ in 0..<sources {
      guard let from = try starts.next(&random) else {
        #expect(starts.isEmpty, "\(name) has roads for \(kind.name), but no place to leave from")
        return
      }
      let places =
        try (0..<targets).compactMap { _ in try ends.next(&random) }
        + Self.local.compactMap { try ends.next(&random, near: from.place, metres: $0) }
      let expected = graph.costs(from: from, to: places)
      let fresh = OfflineRoutingEngine(map: map)
      try fresh.replaceUsualSpeeds(options.usual)
      // Four tasks at once, each with every fourth target; the lasting engine makes metrics meanwhile.
      await withTaskGroup(of: Void.self) { group in
        for part in 0..<4 {
          group.addTask {
            for index in stride(from: part, to: places.count, by: 4) {
              for engine in [lasting, fresh] {
                await Self.check(
                  engine, graph, from, places[index], expected[index],
                  "\(name), \(kind.name): \(from.place) to \(places[index].place)", rungs)
              }
            }
          }
        }
      }
    }
  }

  private static func check(
    _ engine: OfflineRoutingEngine, _ graph: ReferenceGraph, _ from: RandomPlace,
    _ to: RandomPlace, _ expected: UInt32?, _ label: String, _ rungs: Rungs
  ) async {
    let request = RouteRequest(
      waypoints: [Waypoint(from.place), Waypoint(to.place)], vehicle: graph.vehicle,
      options: graph.options.ofRequest)
    do throws(RoutingError) {
      let response = try await engine.routes(for: request)
      let route = response.routes[0]
      rungs.note(response.statistics.rung)
      let rung = response.statistics.rung.map { "\($0)" } ?? "none"
      let edges = route.sections.flatMap(\.edges)
      guard let driven = graph.drive(edges.map(\.id.number.rawValue), from: from, to: to) else {
        Issue.record("\(label), \(rung): the route can't be driven")
        return
      }
      #expect(driven.cost == expected, "\(label), \(rung)")
      let sum = edges.reduce(0) { $0 + $1.time + $1.turnTime }
      #expect(driven.time == sum, "\(label), \(rung): the durations")
    } catch {
      guard case .noRoute = error else {
        Issue.record("\(label): \(error)")
        return
      }
      #expect(expected == nil, "\(label): refused")
    }
  }
}
