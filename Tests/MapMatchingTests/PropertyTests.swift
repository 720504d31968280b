import Geo
import MapMatching
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What holds for every route of real extracts; `MATCH_ROUTES=2000` makes a long run.
@Suite struct PropertyTests {
  static let extracts = ["monaco-osrm.osm.pbf", "kbh-copenhagen.osm.pbf", "aachen.osm.pbf"]

  /// Metres at both ends that are not looked at: at a junction any of its roads is right.
  private static let end = 25.0

  /// From one point of a driven line to the next: of ways that are drawn over each other either is right,
  /// and they may be cut into edges differently.
  private struct Step: Equatable {
    var from: Coordinate, to: Coordinate

    var reversed: Step { Step(from: to, to: from) }
  }

  private func steps(_ line: [Coordinate]) -> [Step] {
    zip(line, line.dropFirst()).map { Step(from: $0, to: $1) }.filter { $0.from != $0.to }
  }

  private func steps(_ result: MatchResult) -> [Step] {
    result.pieces.flatMap { steps($0.polyline) }
  }

  /// The steps but for those that reach over the ends.
  private func inner(_ steps: [Step]) -> [Step] {
    let lengths = steps.map { Distance.metres($0.from, $0.to) }
    let total = lengths.reduce(0, +)
    var walked = 0.0
    var inner: [Step] = []
    for (step, metres) in zip(steps, lengths) {
      if walked >= Self.end, walked + metres <= total - Self.end { inner.append(step) }
      walked += metres
    }
    return inner
  }

  /// Whether the inner steps of one are those of the other in the same order, without others between.
  private func has(_ all: [Step], _ inner: [Step]) -> Bool {
    if inner.isEmpty { return true }
    return all.indices.contains { all[$0...].starts(with: inner) }
  }

  private func agree(_ a: [Step], _ b: [Step]) -> Bool { has(a, inner(b)) && has(b, inner(a)) }

  /// The line of a route as fixes without times.
  private func fixes(_ route: Route) -> [Location] {
    route.polyline.map { Location(latitude: $0.latitude, longitude: $0.longitude) }
  }

  /// Whether a route on foot may be walked back the same way: few steps and gates may not.
  private func isTwoWay(_ route: Route, _ map: NavMap) async throws -> Bool {
    guard let first = route.polyline.first, let last = route.polyline.last else { return false }
    let request = RouteRequest(
      waypoints: [Waypoint(last), Waypoint(first)], vehicle: Vehicle(.foot))
    let back = try await OfflineRoutingEngine(map: map).routes(for: request).routes.first
    return abs((back?.lengthMetres ?? 0) - route.lengthMetres) < 1
  }

  private func match(_ fixes: [Location], _ matcher: MapMatcher) async throws -> MatchResult {
    try await matcher.match(Trace(fixes))
  }

  /// Of seed 204 a route on Aachen turns round where the match once lost a part of its way.
  @Test(
    "the exact line of a route is matched to that route",
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts), [7, 204])
  func exact(extract: String, seed: UInt64) async throws {
    let built = try await BuiltMap(extract: extract)
    let matcher = MapMatcher(map: built.map)
    var wrong: [Int] = []
    let routes = try await RandomRoutes.routes(built.map, RandomRoutes.count(100), seed: seed)
    for (number, route) in routes.enumerated() {
      let result = try await match(fixes(route), matcher)
      let line = route.sections.flatMap { steps($0.polyline) }
      if result.pieces.count != 1 || !agree(line, steps(result)) { wrong.append(number) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(routes.count): \(wrong.prefix(20))")
  }

  @Test(
    "a route that is walked back is matched to the same roads backwards",
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func reversed(extract: String) async throws {
    let built = try await BuiltMap(extract: extract)
    let matcher = MapMatcher(map: built.map, vehicle: Vehicle(.foot))
    var wrong: [Int] = []
    var compared = 0
    let routes = try await RandomRoutes.routes(
      built.map, RandomRoutes.count(60), Vehicle(.foot), seed: 8)
    for (number, route) in routes.enumerated() {
      guard try await isTwoWay(route, built.map) else { continue }
      let there = steps(try await match(fixes(route), matcher))
      let back = steps(try await match(fixes(route).reversed(), matcher))
      if !agree(there, back.reversed().map(\.reversed)) { wrong.append(number) }
      compared += 1
    }
    #expect(compared > 0)
    #expect(wrong.isEmpty, "\(wrong.count) of \(routes.count): \(wrong.prefix(20))")
  }

  @Test(
    "cutting a trace and shifting it by some centimetres changes nothing but its ends",
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func cut(extract: String) async throws {
    let built = try await BuiltMap(extract: extract)
    let matcher = MapMatcher(map: built.map)
    var generator = SeededGenerator(seed: 9)
    var wrong: [Int] = []
    let routes = try await RandomRoutes.routes(built.map, RandomRoutes.count(60), seed: 9)
    for (number, route) in routes.enumerated() {
      let all = fixes(route)
      let whole = steps(try await match(all, matcher))
      let low = Int.random(in: 0...all.count / 3, using: &generator)
      let high = Int.random(in: 2 * all.count / 3...all.count, using: &generator)
      let cut = all[low..<high].map { fix in
        // 1e-6 degrees are 11 cm.
        Location(
          latitude: fix.latitude + .random(in: -6e-7...6e-7, using: &generator),
          longitude: fix.longitude + .random(in: -6e-7...6e-7, using: &generator))
      }
      let part = steps(try await match(cut, matcher))
      if !has(whole, inner(part)) { wrong.append(number) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(routes.count): \(wrong.prefix(20))")
  }
}
