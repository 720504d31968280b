import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// Every route costs what plain Dijkstra finds, to the hundredth of a second, on every real extract.
///
/// `MAPC_QUERIES` sets the routes of each vehicle on each extract; 160 by default.
@Suite(.serialized) struct ReferenceTests {
  static let vehicles: [Vehicle] = [
    .car, .truck(height: .meters(4.0), weight: .tonnes(18)),
  ]
  static let targets = 40
  static let sources = max((HierarchyReferenceTests.queries ?? 160) / targets, 1)

  @Test(
    "random routes cost what plain Dijkstra finds", .timeLimit(.minutes(60)),
    .enabled(if: !TestData.present(TestData.extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(TestData.extracts))
  func randomRoutes(_ name: String) async throws {
    let built = try await BuiltMap(extract: name)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for vehicle in Self.vehicles {
        group.addTask {
          try await Self.compare(built.map, vehicle, name, sources: Self.sources)
        }
      }
      try await group.waitForAll()
    }
  }

  /// Extracts with many conditions, and moments in and out of them.
  static let timed = [
    "heidelberg.test.osm.pbf", "aachen.osm.pbf", "liechtenstein-2025.osm.pbf",
    "melbourne-restrictions.osm.pbf",
  ]
  /// Saturday 21 November 2026 at 08:00 and 23:30, and Tuesday 24 November at 07:45.
  static let moments = [1_795_248_000, 1_795_303_800, 1_795_506_300].map {
    LocalTime(seconds: $0)
  }

  @Test(
    "with a departure time, routes cost what label-setting without waiting finds",
    .timeLimit(.minutes(60)),
    .enabled(if: !TestData.present(timed).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(timed))
  func timedRoutes(_ name: String) async throws {
    let built = try await BuiltMap(extract: name)
    for moment in Self.moments {
      for vehicle in Self.vehicles {
        try await Self.compare(built.map, vehicle, name, sources: 6, departure: moment)
      }
    }
  }

  private static func compare(
    _ map: NavMap, _ vehicle: Vehicle, _ name: String, sources: Int, departure: LocalTime? = nil
  ) async throws {
    let graph = try ReferenceGraph(map, vehicle, ReferenceOptions(departure: departure))
    let engine = OfflineRoutingEngine(map: map)
    let options = graph.options.ofRequest
    var random = SeededGenerator(seed: 20_261_121)
    let starts = try RandomPlaces(graph, leaving: true)
    let ends = try RandomPlaces(graph, leaving: false)
    var routed = 0
    for _ in 0..<sources {
      guard let from = try starts.next(&random) else {
        Issue.record("\(name): no road to start from for a \(vehicle.mode.name)")
        return
      }
      let places = try (0..<targets).compactMap { _ in try ends.next(&random) }
      for (to, expected) in zip(places, graph.costs(from: from, to: places)) {
        let label = "\(name), \(vehicle.mode.name): \(from.place) to \(to.place)"
        let request = RouteRequest(
          waypoints: [Waypoint(from.place), Waypoint(to.place)], vehicle: vehicle,
          options: options)
        do throws(RoutingError) {
          let route = try await engine.routes(for: request).routes[0]
          let edges = route.sections.flatMap(\.edges)
          let cost = edges.reduce(0) { $0 + $1.time + $1.turnTime }
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
}
