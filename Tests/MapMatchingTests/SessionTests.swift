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

  /// The edges that are decided, and the number of pieces, of fixes given one by one.
  private func decided(
    _ fixes: [Location], delay: Int, _ roads: AsciiRoads
  ) throws -> (edges: [UInt32], pieces: Int) {
    var session = MatchSession(MapMatcher(map: roads.built.map), delay: delay)
    var all: [CommittedLocation] = []
    for (index, fix) in fixes.enumerated() {
      all += try session.push(fix).committed
      // Of the fixes that wait there are never more than the delay and the one at hand.
      #expect(all.count >= index - delay, "\(index)")
    }
    all += try session.finish()
    #expect(all.map(\.index) == Array(fixes.indices))
    return (all.flatMap(\.edges), all.count { $0.beginsPiece })
  }

  @Test("what is decided goes on from edge to edge, and never back", arguments: [0, 1, 3, 12, 60])
  func onwards(delay: Int) async throws {
    let roads = try await MatcherTests.ladder.build()
    var generator = SeededGenerator(seed: 5)
    let fixes = try roads.drive("ABEDABCFEB", every: 12).map { fix in
      Location(
        fix.latitude + .random(in: -4e-5...4e-5, using: &generator),
        fix.longitude + .random(in: -4e-5...4e-5, using: &generator), time: fix.time)
    }
    let (edges, pieces) = try decided(fixes, delay: delay, roads)
    #expect(pieces == 1)
    // Ends of the drawing's edges by their ids, from matches that are certain.
    var ends: [UInt32: (Int64, Int64)] = [:]
    for way in ["ABCFEDA", "ADEFCBA", "BEB", "EBE"] {
      for edge in try await roads.match(roads.drive(way, every: 5)).pieces.flatMap(\.edges) {
        ends[edge.id] = (edge.nodes[0], edge.nodes[1])
      }
    }
    for (a, b) in zip(edges, edges.dropFirst()) {
      let (before, after) = (try #require(ends[a]), try #require(ends[b]))
      #expect(before.1 == after.0 || (before.0, before.1) == (after.1, after.0))
    }
    if delay >= 12 {
      let whole = try await roads.match(fixes).pieces.flatMap(\.edges).map(\.id)
      #expect(edges == whole)
    }
  }

  @Test("after a crossing without roads it begins a new piece, and is on the road at once")
  func ferry() async throws {
    let roads = try await OddTraceTests.roads.build()
    var session = MatchSession(MapMatcher(map: roads.built.map))
    var fixes = try roads.drive("ABC")
    let end = fixes[fixes.count - 1]
    // Ten minutes on the water between the two shores, where no road is near.
    for second in 1...600 {
      fixes.append(
        Location(end.latitude + 0.02, end.longitude, time: 200 + Double(second)))
    }
    let landed = fixes.count
    fixes += try roads.drive("XYZ", from: 1_000)
    var all: [CommittedLocation] = []
    for (index, fix) in fixes.enumerated() {
      let update = try session.push(fix)
      all += update.committed
      guard index >= landed + 3 else { continue }
      let now = try #require(update.now)
      #expect(!now.isHeld && (now.distanceMetres ?? 99) < 5, "\(index)")
    }
    all += try session.finish()
    #expect(all.count { $0.beginsPiece } == 2)
    #expect(all.count { $0.reason == .noRoad } > 0)
    #expect(all[landed...].allSatisfy { $0.reason == nil })
  }

  @Test("one fix with a time in the future is not believed against those that follow")
  func future() async throws {
    let roads = try await MatcherTests.ladder.build()
    var fixes = try roads.drive("ABEF", every: 10)
    fixes[20].time = 4e9
    let (edges, pieces) = try decided(fixes, delay: 12, roads)
    #expect(pieces == 1)
    #expect(edges.count == 3)
  }
}
