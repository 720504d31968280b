import Geo
import MapMatching
import RoadModel
import RouteModel
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
      // Twelve metres round a corner either road may be right.
      #expect(try #require(now.distanceMetres) < 13)
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

  @Test("behind a gap on a slow road the vehicle is where its third fix is")
  func slowTunnel() async throws {
    let line = String(repeating: "-", count: 39)
    let roads = try await AsciiMap(
      "A\(line)B", metresPerCell: 100, ways: ["AB": "highway=service"]
    ).build()
    let fixes = try roads.drive("AB", every: 10)
    var session = MatchSession(MapMatcher(map: roads.built.map))
    var last: SnappedLocation?
    // From 1,200 to 2,700 m there is no reception.
    for fix in fixes[..<119] + fixes[269..<272] { last = try session.push(fix).now }
    let place = try #require(
      Coordinate(latitude: fixes[271].latitude, longitude: fixes[271].longitude))
    #expect(Distance.metres(try #require(last).position, place) < 10)
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

  @Test("a session that has begun can be continued in several tasks")
  func tasks() async throws {
    let roads = try await MatcherTests.ladder.build()
    let fixes = try roads.drive("ABEF", every: 10)
    var session = MatchSession(MapMatcher(map: roads.built.map))
    for fix in fixes.dropLast() { _ = try session.push(fix) }
    let begun = session
    let last = try #require(fixes.last)
    let places = try await withThrowingTaskGroup(of: Coordinate?.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var session = begun
          return try session.push(last).now?.position
        }
      }
      return try await group.reduce(into: [Coordinate?]()) { $0.append($1) }
    }
    let place = try #require(try session.push(last).now?.position)
    #expect(places == [place, place])
  }

  /// The edges that are decided, and the number of pieces, of fixes given one by one.
  private func decided(
    _ fixes: [Location], delay: Int, _ roads: AsciiRoads
  ) throws -> (edges: [EdgeID], pieces: Int) {
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
        latitude: fix.latitude + .random(in: -4e-5...4e-5, using: &generator),
        longitude: fix.longitude + .random(in: -4e-5...4e-5, using: &generator), time: fix.time)
    }
    let (edges, pieces) = try decided(fixes, delay: delay, roads)
    #expect(pieces == 1)
    // Ends of the drawing's edges by their ids, from matches that are certain.
    var ends: [EdgeID: (Int64, Int64)] = [:]
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

  /// Six kilometres of two parallel roads with blocks between.
  private static let avenue = AsciiMap(
    """
    A---------B---------C---------D---------E---------F---------G
    |         |         |         |         |         |         |
    H---------I---------J---------K---------L---------M---------N
    """, metresPerCell: 100,
    ways: [
      "ABCDEFG": "highway=secondary", "HIJKLMN": "highway=secondary", "AH": "highway=residential",
      "BI": "highway=residential", "CJ": "highway=residential", "DK": "highway=residential",
      "EL": "highway=residential", "FM": "highway=residential", "GN": "highway=residential",
    ])

  /// Fixes along both roads, off by a normal deviation of so many metres on each axis.
  private func noisy(
    _ roads: AsciiRoads, every metres: Double, noise: Double, _ seed: UInt64
  ) throws -> [Location] {
    var generator = SeededGenerator(seed: seed)
    let degree = Distance.metresPerUnit * Coordinate.unitsPerDegree
    return try roads.drive("ADKN", every: metres).map { fix in
      Location(
        latitude: fix.latitude + noise * generator.normal() / degree,
        longitude: fix.longitude + noise * generator.normal() / degree / cosine(fix.latitude),
        time: fix.time)
    }
  }

  private func cosine(_ degrees: Double) -> Double {
    Trigonometry.cosine(units: degrees * Coordinate.unitsPerDegree)
  }

  @Test(
    "the noise of fixes is found from those that come",
    arguments: [(5.0, 10.0), (5, 150), (20, 10), (20, 150), (40, 50), (40, 150)], [0, 3, 12])
  func noise(trace: (noise: Double, every: Double), delay: Int) async throws {
    let roads = try await Self.avenue.build()
    for seed in 1...5 as ClosedRange<UInt64> {
      let fixes = try noisy(roads, every: trace.every, noise: trace.noise, seed)
      var session = MatchSession(MapMatcher(map: roads.built.map), delay: delay)
      var decided: [CommittedLocation] = []
      for fix in fixes { decided += try session.push(fix).committed }
      let found = session.noiseMetres
      #expect(found > trace.noise / 1.6 && found < trace.noise * 1.6, "\(seed): \(found)")
      decided += try session.finish()
      #expect(decided.map(\.index) == Array(fixes.indices))
    }
  }

  @Test("a trace is matched with the noise of its first fixes, which nothing was decided of before")
  func anew() async throws {
    let roads = try await Self.avenue.build()
    // At the ends, near junctions, any of their roads is right.
    let inner = try await roads.match(roads.drive("ADKN", every: 10)).pieces.flatMap(\.edges)
      .map(\.id).dropFirst().dropLast()
    #expect(inner.count == 5)
    var leftOut = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let fixes = try noisy(roads, every: 150, noise: 40, seed)
      var session = MatchSession(MapMatcher(map: roads.built.map), delay: 12)
      var all: [CommittedLocation] = []
      for fix in fixes { all += try session.push(fix).committed }
      all += try session.finish()
      #expect(all.flatMap(\.edges).contains(inner), "\(seed)")
      leftOut += all.count { $0.reason != nil }
    }
    // Held to be 10 m off, one or more of each trace's first twelve would be left out.
    #expect(leftOut < 10)
  }

  @Test("fixes before a stand, and those of it, do not wait for its end", arguments: [0, 5, 12])
  func standing(delay: Int) async throws {
    let roads = try await Self.avenue.build()
    // It waits at the junction B, where it may be on any of three roads.
    var fixes = try roads.drive("AB", every: 10)
    let last = try #require(fixes.last)
    for second in 1...90 {
      var fix = last
      fix.latitude += 0.000_001 * Double(second % 2)
      fix.time = (last.time ?? 0) + Double(second)
      fixes.append(fix)
    }
    var session = MatchSession(MapMatcher(map: roads.built.map), delay: delay)
    var all: [CommittedLocation] = []
    for fix in fixes { all += try session.push(fix).committed }
    #expect(all.count >= fixes.count - 1 - delay)
    #expect(all.last?.state == .standing)
    all += try session.finish()
    #expect(all.map(\.index) == Array(fixes.indices))
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
        Location(
          latitude: end.latitude + 0.02, longitude: end.longitude, time: 200 + Double(second)))
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

  @Test("behind a street that is passed the wrong way between two fixes, a piece begins")
  func passesAgainst() async throws {
    let roads = try await AsciiMap(
      """
      A-------------------B--C---------------------D
      """, metresPerCell: 10,
      ways: [
        "AB": "highway=residential", "CB": "highway=residential oneway=yes",
        "CD": "highway=residential",
      ]
    ).build()
    var options = MatchOptions()
    options.wrongWay = .never
    // 8 m before B and 22 m behind C.
    let fixes = try roads.drive("ABCD", every: 60)
    let whole = try await roads.match(fixes, .car, options)
    #expect(whole.pieces.map(roads.letters) == ["AB", "CD"])
    var session = MatchSession(MapMatcher(map: roads.built.map, options: options))
    var all: [CommittedLocation] = []
    for fix in fixes { all += try session.push(fix).committed }
    all += try session.finish()
    #expect(all.flatMap(\.edges) == whole.pieces.flatMap(\.edges).map(\.id))
    #expect(all.count { $0.beginsPiece } == 2)
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
