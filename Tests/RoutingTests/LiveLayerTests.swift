import MapCompiler
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// What an engine knows beyond the map, and what requests put on top: like a request that says all of it.
@Suite struct LiveLayerTests {
  private static let size = 30
  private static let corners = [(0, 0), (29, 29), (3, 25), (27, 2)]

  private static func requests(_ vehicle: Vehicle, _ list: [RoadAdjustment]) -> [RouteRequest] {
    corners.flatMap { from in
      corners.compactMap { to in
        if from == to { return nil }
        let stops = [from, to].map { place in
          let position = GridMap.position(column: place.0, row: place.1)
          return Waypoint(latitude: position.latitude, longitude: position.longitude)
        }
        return RouteRequest(
          waypoints: stops, vehicle: vehicle,
          options: RouteRequest.Options(adjustments: list, explainsRefusals: false))
      }
    }
  }

  private static func answer(_ engine: OfflineRoutingEngine, _ request: RouteRequest) -> [Double] {
    do throws(RoutingError) {
      let route = try engine.routes(for: request).routes[0]
      return [route.durationSeconds]
    } catch {
      return []
    }
  }

  /// A list of changes of random edges, each of one edge alone.
  private static func changes(
    _ map: NavMap, _ effects: [RoadAdjustment.Effect], _ count: Int, _ random: inout SeededGenerator
  ) -> [EdgeNumber: RoadAdjustment.Effect] {
    var found: [EdgeNumber: RoadAdjustment.Effect] = [:]
    for number in 0..<count {
      found[map.randomEdge(using: &random)] = effects[number % effects.count]
    }
    return found
  }

  private static func list(
    _ changes: [EdgeNumber: RoadAdjustment.Effect], _ map: NavMap
  ) -> [RoadAdjustment] {
    changes.map { RoadAdjustment(edge: map.edgeID($0.key), $0.value) }
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let live: [RoadAdjustment.Effect]
    let request: [RoadAdjustment.Effect]
    /// Whether the request speaks of the same edges, and of no others.
    var replaces = false
    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "closures over nothing", live: [], request: [.closed]),
    Kind(name: "nothing over closures", live: [.closed], request: []),
    Kind(name: "closures over closures", live: [.closed], request: [.closed]),
    Kind(name: "closures over jams", live: [.time(permille: 4_000)], request: [.closed]),
    Kind(
      name: "smaller jams over jams", live: [.time(permille: 4_000)],
      request: [.time(permille: 2_000)], replaces: true),
    Kind(
      name: "preferences over jams", live: [.time(permille: 4_000), .closed],
      request: [.time(permille: 500)]),
    Kind(
      name: "jams over quick roads", live: [.time(permille: 600)],
      request: [.time(permille: 2_000), .closed]),
  ]

  @Test("layers are as one list in which the request's word counts", arguments: kinds)
  func asOneList(_ kind: Kind) async throws {
    var random = SeededGenerator(seed: 20)
    for options in [MapCompiler.Options(), .halved] {
      let built = try await BuiltMap(
        xml: GridMap.xml(columns: Self.size, rows: Self.size), options: options)
      let map = built.map
      for vehicle in [Vehicle.car, .truck([.height: 4_000])] {
        let (live, merged) = (OfflineRoutingEngine(map: map), OfflineRoutingEngine(map: map))
        for round in 0..<3 {
          let below = Self.changes(map, kind.live, kind.live.isEmpty ? 0 : 1_500, &random)
          let above =
            kind.replaces
            ? below.mapValues { _ in kind.request[0] }
            : Self.changes(map, kind.request, kind.request.isEmpty ? 0 : 100, &random)
          // An edge is in one of the lists, or both say something of its time.
          let both = below.filter { edge, effect in
            above[edge].map { effect != .closed && $0 != .closed } ?? true
          }
          let version = try live.replaceLiveAdjustments(Self.list(both, map))
          #expect(version == UInt64(round + 1) && live.liveVersion == version)
          // The metric of the live layer alone, which may bound what requests put on top.
          if round > 0 { try await live.prepare(vehicle) }
          // Twice, so that metrics are made on the way.
          for _ in 0..<2 {
            for (layered, whole) in zip(
              Self.requests(vehicle, Self.list(above, map)),
              Self.requests(vehicle, Self.list(both.merging(above) { $1 }, map)))
            {
              #expect(Self.answer(live, layered) == Self.answer(merged, whole))
            }
          }
        }
      }
    }
  }

  @Test("a list that can't be placed is refused whole, and the old one stays")
  func refused() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: Self.size, rows: Self.size))
    let map = built.map
    let engine = OfflineRoutingEngine(map: map)
    let request = Self.requests(.car, [])[0]
    let usual = Self.answer(engine, request)
    let all = map.edgeNumbers.map { RoadAdjustment(edge: map.edgeID($0), .closed) }
    try engine.replaceLiveAdjustments(all)
    #expect(Self.answer(engine, request).isEmpty)
    let unknown = map.edgeID(map.endOfEdges)
    #expect(throws: RoutingError.unknownEdge(unknown)) {
      try engine.replaceLiveAdjustments([RoadAdjustment(edge: unknown, .closed)])
    }
    #expect(engine.liveVersion == 1 && Self.answer(engine, request).isEmpty)
    try engine.replaceLiveAdjustments([])
    #expect(engine.liveVersion == 2 && Self.answer(engine, request) == usual && !usual.isEmpty)
  }
}
