import Geo
import MapMatching
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Routes on a real extract.
@Suite(
  .enabled(if: TestData.has("monaco-osrm.osm.pbf"), "needs monaco-osrm.osm.pbf; set MAPC_DATA"))
struct RealTraceTests {
  @Test("the exact line of a foreign route is that route")
  func exact() async throws {
    let built = try await BuiltMap(extract: "monaco-osrm.osm.pbf")
    let matcher = MapMatcher(map: built.map)
    var wrong = 0.0
    var total = 0.0
    for route in try await RandomRoutes.routes(built.map, 150) {
      let snapped = try await matcher.snap(route.polyline)
      #expect(snapped.route.sections.count == 1)
      // The ends may lie where roads meet: any of them is right there.
      let own = Set(route.sections.flatMap(\.edges).map(\.id))
      let got = snapped.route.sections.flatMap(\.edges)
      for edge in got where !own.contains(edge.id) { wrong += edge.lengthMetres }
      total += route.lengthMetres
    }
    #expect(wrong / total < 0.002, "\(wrong) of \(total) m")
  }

  @Test("noise, thinning and reversing keep the route")
  func noisy() async throws {
    let built = try await BuiltMap(extract: "monaco-osrm.osm.pbf")
    let matcher = MapMatcher(map: built.map)
    var generator = SeededGenerator(seed: 11)
    var wrong = 0.0
    var total = 0.0
    for route in try await RandomRoutes.routes(built.map, 60) {
      var fixes: [Location] = []
      var clock = 0.0
      for (a, b) in zip(route.polyline, route.polyline.dropFirst()) {
        let length = Distance.metres(a, b)
        let steps = max(Int(length / 15), 1)
        for step in 0..<steps {
          let place = a.interpolated(to: b, share: Double(step) / Double(steps))
          let noise = { Double.random(in: -9...9, using: &generator) }
          fixes.append(
            Location(
              latitude: place.latitude + noise() / 111_195,
              longitude: place.longitude + noise() / 80_300,
              time: clock))
          clock += length / Double(steps) / 12
        }
      }
      let result = try await matcher.match(Trace(fixes))
      let own = Set(route.sections.flatMap(\.edges).map(\.id))
      for edge in result.pieces.flatMap(\.edges) where !own.contains(edge.id) {
        wrong += edge.lengthMetres
      }
      total += route.lengthMetres
    }
    #expect(wrong / total < 0.015, "\(wrong) of \(total) m")
  }
}
