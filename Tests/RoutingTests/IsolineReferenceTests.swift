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

/// Isolines reach what plain Dijkstra reaches, edge by edge and to the hundredth of a second.
///
/// By default each kind of query is asked on every third extract; with `MAPC_QUERIES` on all.
@Suite struct IsolineReferenceTests {
  static let extracts = [
    "monaco-osrm.osm.pbf", "liechtenstein-2025.osm.pbf", "andorra-2026.osm.pbf",
    "aachen.osm.pbf", "heidelberg.test.osm.pbf",
  ]

  /// Those kinds of queries whose cost is their time; prices do not change which of two paths is quicker unless they
  /// use different numbers of avoided roads.
  static let timed = ReferenceKind.all.filter {
    !$0.options.isShortest
      && !$0.changes.contains { if case .weight = $0.effect { true } else { false } }
  }

  /// The kinds that are asked on an extract, with their numbers.
  private static func kinds(on name: String) -> [(offset: Int, element: ReferenceKind)] {
    let extract = extracts.firstIndex(of: name) ?? 0
    return timed.enumerated().filter {
      HierarchyReferenceTests.queries != nil || $0.offset % 3 == extract % 3
    }
  }

  private static func request(
    _ place: Coordinate, _ kind: ReferenceKind, _ graph: ReferenceGraph,
    _ quantity: IsolineRequest.Quantity, _ value: Double, isReversed: Bool = false
  ) -> IsolineRequest {
    IsolineRequest(
      place: Waypoint(place), quantity: quantity, values: [value], vehicle: kind.vehicle,
      options: graph.options.ofRequest, isReversed: isReversed, wantsPolygons: false,
      wantsNetwork: true)
  }

  @Test(
    "what is reached from a place, and when, is what plain Dijkstra finds",
    .timeLimit(.minutes(60)),
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func forward(_ name: String) async throws {
    let built = try await BuiltMap(extract: name)
    var compared = 0
    for (number, kind) in Self.kinds(on: name) {
      let graph = try ReferenceGraph(
        built.map, kind.vehicle, kind.options(built.map, seed: UInt64(number)))
      let engine = OfflineRoutingEngine(map: built.map)
      var random = SeededGenerator(seed: 77 + UInt64(number))
      let starts = try RandomPlaces(graph, leaving: true)
      for value in [120.0, 400, 1_200] {
        guard let from = try starts.next(&random) else { continue }
        let label = "\(name), \(kind.name): \(from.place), \(value) s"
        let response = try await engine.isolines(
          for: Self.request(from.place, kind, graph, .time, value))
        let network = try #require(response.network)
        compared += try Self.compare(
          network, graph, from, UInt32(value * 100), hasPrices: graph.options.hasPrices, label)
      }
    }
    #expect(compared > 1_000)
    print("\(name): \(compared) edges")
  }

  /// Compares all edges but those on which the trip begins; returns how many are reached.
  private static func compare(
    _ network: [ReachedRoad], _ graph: ReferenceGraph, _ from: RandomPlace, _ limit: UInt32,
    hasPrices: Bool, _ label: String
  ) throws -> Int {
    let entries = graph.entries(from: from)
    let starts = Set(from.edges.map(\.edge))
    var reached: [UInt32: Double] = [:]
    for road in network where !starts.contains(road.edge.number.rawValue) {
      let edge = road.edge.number.rawValue
      reached[edge] = min(reached[edge] ?? .infinity, road.atBegin)
    }
    var wrong = 0
    var count = 0
    for (edge, entry) in entries where !starts.contains(edge) {
      let isReached = entry.time <= limit
      if isReached { count += 1 }
      let found = reached.removeValue(forKey: edge)
      // Where prices count, each point belongs to the direction in which it is reached at the lower cost; here the
      // opposite one up to the last centimetre.
      let base = graph.edges[Int(edge)].base
      let opposite = edge - UInt32(base) + UInt32(base ^ 1)
      let length = graph.edges[Int(edge)].length
      if isReached, found == nil, hasPrices, length > 0, let other = entries[opposite],
        other.cost + other.edge.cost(upTo: length - 1, of: length)
          <= entry.cost + entry.edge.cost(upTo: 1, of: length)
      {
        continue
      }
      if found.map({ UInt32(($0 * 100).rounded()) }) != (isReached ? entry.time : nil) {
        wrong += 1
        if wrong < 4 {
          Issue.record("\(label): edge \(edge) at \(entry.time), not \(String(describing: found))")
        }
      }
    }
    #expect(reached.isEmpty && wrong == 0, "\(label): \(wrong) wrong, \(reached.count) invented")
    return count
  }

  @Test(
    "from where a place can be reached, and in what time, is what routes take",
    .timeLimit(.minutes(60)),
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func backward(_ name: String) async throws {
    let built = try await BuiltMap(extract: name)
    var (reached, not) = (0, 0)
    for (number, kind) in Self.kinds(on: name) where kind.traffic == nil {
      var options = kind.options(built.map, seed: UInt64(number))
      options.isHeldAtDeparture = true
      let graph = try ReferenceGraph(built.map, kind.vehicle, options)
      // Where prices count, times are no costs.
      if graph.options.hasPrices { continue }
      let engine = OfflineRoutingEngine(map: built.map)
      var random = SeededGenerator(seed: 99 + UInt64(number))
      let (starts, ends) = (
        try RandomPlaces(graph, leaving: true), try RandomPlaces(graph, leaving: false)
      )
      for value in [200.0, 900] {
        guard let to = try ends.next(&random) else { continue }
        let response = try await engine.isolines(
          for: Self.request(to.place, kind, graph, .time, value, isReversed: true))
        let network = Dictionary(
          grouping: try #require(response.network), by: \.edge.number.rawValue)
        for _ in 0..<25 {
          guard
            let from = try starts.next(&random, near: to.place, metres: value * 8)
          else { continue }
          let label = "\(name), \(kind.name): \(from.place) to \(to.place), \(value) s"
          let limit = UInt32(value * 100)
          let expected = graph.costs(from: from, to: [to], upTo: limit)[0].flatMap {
            $0 <= limit ? $0 : nil
          }
          let found = from.edges.compactMap {
            Self.time(network, graph, $0.edge, $0.along, to)
          }.min()
          #expect(found == expected, "\(label)")
          if expected == nil { not += 1 } else { reached += 1 }
        }
      }
    }
    print("\(name): \(reached) reached, \(not) not")
    #expect(reached > 50)
  }

  /// The time from a point of an edge to the place, by the reversed network; nil if it is not in there.
  private static func time(
    _ network: [UInt32: [ReachedRoad]], _ graph: ReferenceGraph, _ edge: UInt32, _ along: UInt32,
    _ to: RandomPlace
  ) -> UInt32? {
    let (length, state) = (graph.edges[Int(edge)].length, graph.edges[Int(edge)].state)
    var best: UInt32?
    for road in network[edge] ?? [] {
      let (near, far) = (
        UInt32((road.atEnd * 100).rounded()), UInt32((road.atBegin * 100).rounded())
      )
      // A part ends at the end of its edge, or where the trip ends on it.
      let ending = near == 0 ? to.edges.first { $0.edge == edge } : nil
      let end = ending?.along ?? length
      guard along <= end else { continue }
      let time = near + state.time(upTo: end, of: length) - state.time(upTo: along, of: length)
      if time <= far { best = min(best ?? .max, time) }
    }
    return best
  }
}
