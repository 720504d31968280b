import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// Alternatives on real maps are reasonable, by plain Dijkstra and by counting what routes have in common.
@Suite(.serialized) struct AlternativeReferenceTests {
  private static let vehicles: [Vehicle] = [
    .car, .truck(height: .meters(4.0), weight: .tonnes(18)),
  ]

  @Test(
    "every alternative is within its limits", .timeLimit(.minutes(60)),
    .enabled(if: !TestData.present(TestData.extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(TestData.extracts))
  func reasonable(_ name: String) async throws {
    let built = try await BuiltMap(extract: name)
    var all = 0
    for vehicle in Self.vehicles {
      let graph = try ReferenceGraph(built.map, vehicle)
      let engine = OfflineRoutingEngine(map: built.map)
      var random = SeededGenerator(seed: 77)
      let starts = try RandomPlaces(graph, leaving: true)
      let ends = try RandomPlaces(graph, leaving: false)
      var (asked, counts) = (0, [0, 0, 0])
      for _ in 0..<10 {
        guard let from = try starts.next(&random), let to = try ends.next(&random) else { continue }
        let request = RouteRequest(
          waypoints: [Waypoint(from.place), Waypoint(to.place)], vehicle: vehicle,
          options: .init(alternatives: 2, explainsRefusals: false))
        let found: [RouteModel.Route]
        do throws(RoutingError) { found = try await engine.routes(for: request).routes } catch {
          continue
        }
        asked += 1
        counts[found.count - 1] += 1
        check(found, graph, "\(name), \(vehicle.mode.name): \(from.place) to \(to.place)")
      }
      print("\(name), \(vehicle.mode.name): \(counts) of \(asked) with 0, 1 and 2 alternatives")
      all += asked
    }
    #expect(all > 0, "\(name): no trip could be checked")
  }

  /// Compares the routes with each other and with the reference.
  private func check(_ routes: [RouteModel.Route], _ graph: ReferenceGraph, _ label: String) {
    for (index, route) in routes.enumerated().dropFirst() {
      let told = "\(label), alternative \(index)"
      #expect(route.durationSeconds <= routes[0].durationSeconds * 1.25 + 0.01, "\(told)")
      for other in routes[..<index] {
        #expect(Self.shared(route, other) <= 0.751, "\(told) shares too much")
      }
      let (own, best) = (Self.repetitions(route), Self.repetitions(routes[0]))
      #expect(own <= best, "\(told) drives on a road twice")
      let ids = route.sections.flatMap(\.edges).map { $0.id.number.rawValue }
      let detour = graph.detour(on: ids, share: 0.2)
      #expect(detour == nil, "\(told) has a detour")
    }
  }

  /// The share of the length of the shorter route that both drive on.
  private static func shared(_ a: RouteModel.Route, _ b: RouteModel.Route) -> Double {
    let other = Set(b.sections.flatMap(\.edges).map(\.id))
    let metres = a.sections.flatMap(\.edges).filter { other.contains($0.id) }
      .reduce(0) { $0 + $1.lengthMetres }
    return metres / min(a.lengthMetres, b.lengthMetres)
  }

  /// How often a route drives on a way's stretch again: each is named by its ends.
  private static func repetitions(_ route: RouteModel.Route) -> Int {
    var seen: Set<[Int64]> = []
    var count = 0
    for section in route.sections {
      for edge in section.edges.dropFirst().dropLast() {
        let ends = [
          section.polyline[edge.points.lowerBound], section.polyline[edge.points.upperBound],
        ]
        .map { Int64($0.latitudeUnits) << 32 | Int64(UInt32(bitPattern: $0.longitudeUnits)) }
        if !seen.insert([edge.wayID] + ends.sorted()).inserted { count += 1 }
      }
    }
    return count
  }
}
