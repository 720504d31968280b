import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// Polygons contain the reached points of roads, and no others beyond the error that they state.
///
/// `MAPC_QUERIES` sets the places of each vehicle on each extract; 3 by default.
@Suite struct IsolinePolygonTests {
  static let vehicles: [Vehicle] = [
    .car, .truck(height: .meters(4.0), weight: .tonnes(18)), Vehicle(.bicycle), Vehicle(.foot),
  ]

  @Test(
    "sampled points of all roads lie inside if they are reached, and outside beyond 50 m if not",
    .timeLimit(.minutes(60)),
    .enabled(
      if: !TestData.present(IsolineReferenceTests.extracts).isEmpty,
      "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(IsolineReferenceTests.extracts))
  func samples(_ name: String) async throws {
    let built = try await BuiltMap(extract: name)
    let engine = OfflineRoutingEngine(map: built.map)
    var (inside, outside, near) = (0, 0, 0)
    for vehicle in Self.vehicles {
      let graph = try ReferenceGraph(built.map, vehicle)
      var random = SeededGenerator(seed: 5)
      let places = try RandomPlaces(graph, leaving: true)
      for _ in 0..<(HierarchyReferenceTests.queries ?? 3) {
        guard let from = try places.next(&random) else { continue }
        let values: [Double] =
          vehicle.mode == .foot || vehicle.mode == .bicycle ? [300, 600, 1_200] : [120, 300, 600]
        let request = IsolineRequest(
          place: Waypoint(from.place), quantity: .time, values: values, vehicle: vehicle,
          drawing: .init(errorMetres: 50))
        let response = try await engine.isolines(for: request)
        #expect(response.errorMetres <= 51, "\(name)")
        let points = try graph.samples(from: from)
        for isoline in response.isolines {
          let lookup = PolygonLookup(isoline.polygons)
          let limit = UInt32(isoline.value * 100)
          let reached = PointIndex(points.filter { $0.time <= limit }.map(\.place))
          let label = "\(name), \(vehicle.mode.name) at \(from.place), \(isoline.value) s"
          var wrong = 0
          for point in points {
            let isInside = lookup.contains(point.place)
            if point.time <= limit {
              inside += 1
              if !isInside { wrong += 1 }
            } else if !reached.hasPoint(
              within: response.errorMetres + RoadSample.step, of: point.place)
            {
              outside += 1
              if isInside { wrong += 1 }
            } else {
              near += 1
            }
          }
          #expect(wrong == 0, "\(label): \(wrong) points")
        }
      }
    }
    print("\(name): \(inside) points inside, \(outside) outside, \(near) near the border")
    #expect(inside > 1_000 && (outside > 1_000 || name.hasPrefix("monaco")))
  }
}
