import Geo
import MapReader
import NavFormat
import RoadModel
import TestSupport
import Testing

@testable import Routing

/// Every route costs what plain Dijkstra finds, to the hundredth of a second, on every real extract.
@Suite(.serialized) struct ReferenceTests {
  static let vehicles: [Vehicle] = [
    .car, .truck(height: .meters(4.0), weight: .tonnes(18)),
  ]
  static let sources = 25
  static let targets = 40

  @Test(
    "a thousand random routes cost what plain Dijkstra finds", .timeLimit(.minutes(10)),
    arguments: TestData.extracts)
  func thousandRoutes(_ name: String) async throws {
    guard let path = TestData.extract(name) else { return }
    let built = try await BuiltMap(file: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for vehicle in Self.vehicles {
        group.addTask { try await Self.compare(built.map, vehicle, name) }
      }
      try await group.waitForAll()
    }
  }

  private static func compare(_ map: NavMap, _ vehicle: Vehicle, _ name: String) async throws {
    let graph = try ReferenceGraph(map, vehicle)
    let engine = OfflineRoutingEngine(map: map)
    var random = SeededGenerator(seed: 20_261_121)
    let starts = try RandomPlaces(graph, leaving: true)
    let ends = try RandomPlaces(graph, leaving: false)
    var routed = 0
    for _ in 0..<sources {
      guard let from = try starts.next(&random) else {
        Issue.record("\(name): no road to start from for a \(vehicle.mode.name)")
        return
      }
      let costs = graph.costs(from: from.edges.map { ($0.edge, $0.before) })
      for _ in 0..<targets {
        guard let to = try ends.next(&random) else { continue }
        let expected = Self.cost(graph, costs, from: from, to: to)
        let label = "\(name), \(vehicle.mode.name): \(from.place) to \(to.place)"
        let request = RouteRequest(
          waypoints: [Waypoint(from.place), Waypoint(to.place)], vehicle: vehicle)
        do throws(RoutingError) {
          let route = try await engine.routes(for: request).routes[0]
          let edges = route.sections.flatMap(\.edges)
          let cost = edges.reduce(0) { $0 + $1.duration + $1.turnDuration }
          #expect(expected == cost, "\(label)")
          routed += 1
        } catch {
          guard case .noRoute = error else {
            Issue.record("\(label): \(error)")
            continue
          }
          #expect(expected == nil, "\(label): refused")
        }
      }
    }
    print("\(name): \(routed) of \(sources * targets) routes for a \(vehicle.mode.name)")
  }

  /// The least cost to a place: to the end of one of its edges, less what lies behind the place.
  private static func cost(
    _ graph: ReferenceGraph, _ costs: [UInt32], from: RandomPlace, to: RandomPlace
  ) -> UInt32? {
    var best: UInt32?
    for end in to.edges {
      for copy in graph.copies(of: end.edge) {
        let whole = graph.edges[Int(copy)].cost
        for zone in 0..<3 {
          let cost = costs[Int(copy) * 3 + zone]
          guard cost != ReferenceGraph.unreached else { continue }
          // A start beyond the place on the same edge reaches the edge's end but not the place.
          if let start = from.edges.first(where: { $0.edge == copy }), start.before > end.before,
            cost == whole - start.before
          {
            continue
          }
          best = min(best ?? .max, cost - (whole - end.before))
        }
      }
    }
    return best
  }
}
