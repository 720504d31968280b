import Geo
import MapMatching
import RouteModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Results of the matcher as JSON and back (Formats/route-json.md).
@Suite struct ResultCodingTests {
  private func expectSame(_ result: MatchResult) throws {
    let data = try JSONEncoder().encode(result)
    #expect(try JSONDecoder().decode(MatchResult.self, from: data) == result)
  }

  @Test("a match with violations, stretches off the roads and fixes left out comes back as it was")
  func results() async throws {
    let block = try await DisagreementTests.block.build()
    let wrongWay = try await block.match(block.drive("DCBA", every: 20))
    #expect(!wrongWay.violations.isEmpty)
    try expectSame(wrongWay)
    let gap = try await DisagreementTests.gap.build()
    let offRoad = try await gap.match(gap.drive("ABCD", every: 20))
    #expect(!offRoad.offRoad.isEmpty)
    try expectSame(offRoad)
    let roads = try await OddTraceTests.roads.build()
    var fixes = try roads.drive("ABCDE", every: 30)
    fixes[31].latitude -= 0.05
    fixes[5].latitude = .nan
    fixes[8].time = nil
    let odd = try await roads.match(fixes)
    #expect(odd.points.contains { if case .dropped = $0.outcome { true } else { false } })
    try expectSame(odd)
  }

  @Test("the match of a trace without fixes, and of one far from all roads, comes back as it was")
  func nothing() async throws {
    let roads = try await OddTraceTests.roads.build()
    try expectSame(try await roads.match([]))
    try expectSame(try await roads.match([Location(latitude: 1, longitude: 1, time: 5)]))
  }

  @Test("a piece that was stored can be driven again")
  func storedPiece() async throws {
    let roads = try await OddTraceTests.roads.build()
    let piece = try #require(try await roads.match(roads.drive("ABCDE", every: 30)).pieces.first)
    let data = try JSONEncoder().encode(piece)
    let stored = try JSONDecoder().decode(MatchedPiece.self, from: data)
    let matcher = MapMatcher(map: roads.built.map)
    #expect(try matcher.route(of: stored) == matcher.route(of: piece))
  }
}
