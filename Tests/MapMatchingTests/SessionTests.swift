import Geo
import MapMatching
import RoadModel
import TestSupport
import Testing

/// Fixes as they come.
@Suite struct SessionTests {
  @Test("every fix is answered, and decided once, in order, after a bounded delay")
  func delay() async throws {
    let roads = try await MatcherTests.ladder.build()
    var session = MatchSession(MapMatcher(map: roads.built.map), delay: 5)
    var decided: [Int] = []
    let fixes = try roads.drive("ABEF", every: 10, left: 4)
    for (index, fix) in fixes.enumerated() {
      let update = try session.push(fix)
      let now = try #require(update.now)
      #expect(try #require(now.distanceMetres) < 12)
      #expect((0...1).contains(now.probability))
      decided += update.committed.map(\.index)
      #expect(decided.count >= index - 6)
    }
    decided += try session.finish().map(\.index)
    #expect(decided == Array(fixes.indices))
  }

  @Test("the heading is that of the road, and settles on the direction of travel")
  func heading() async throws {
    let roads = try await MatcherTests.ladder.build()
    var session = MatchSession(MapMatcher(map: roads.built.map))
    var last: SnappedLocation?
    for fix in try roads.drive("CBA") { last = try session.push(fix).now }
    #expect(abs(try #require(last).headingDegrees - 270) < 2)
    #expect(last?.name == "North")
  }

  @Test("after a tunnel the way goes on")
  func tunnel() async throws {
    let roads = try await OddTraceTests.roads.build()
    var session = MatchSession(MapMatcher(map: roads.built.map))
    var fixes = try roads.drive("ABCDE")
    fixes.removeSubrange(12..<80)
    var pieces = 0
    for fix in fixes {
      pieces += try session.push(fix).committed.count { $0.beginsPiece }
    }
    pieces += try session.finish().count { $0.beginsPiece }
    #expect(pieces == 1)
  }
}
