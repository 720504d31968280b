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

  /// The least cost to a place: to the beginning of one of its edges and on to it, or along the edge
  /// where the trip begins.
  private static func cost(
    _ graph: ReferenceGraph, _ costs: [UInt32], from: RandomPlace, to: RandomPlace
  ) -> UInt32? {
    var best: UInt32?
    for end in to.edges {
      for copy in graph.copies(of: end.edge) {
        for zone in 0..<3 where costs[Int(copy) * 3 + zone] != ReferenceGraph.unreached {
          best = min(best ?? .max, costs[Int(copy) * 3 + zone] + end.before)
        }
      }
      for start in from.edges where start.edge == end.edge && start.before <= end.before {
        best = min(best ?? .max, end.before - start.before)
      }
    }
    return best
  }
}
