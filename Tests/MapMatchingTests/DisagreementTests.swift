import Geo
import MapMatching
import RoadModel
import RouteModel
import TestSupport
import Testing

/// Traces that do not agree with the map: each violated rule and each stretch off the roads is named.
@Suite struct DisagreementTests {
  /// A street of the main road's length that may be left only at its ends.
  static let block = AsciiMap(
    """
    A-----B-----------C-----D
          |           |
          |           |
          |           |
          E-----------F
    """,
    ways: [
      "AB": "highway=residential", "BC": "highway=residential oneway=yes name=Narrow",
      "CD": "highway=residential", "BE": "highway=residential", "EF": "highway=residential",
      "CF": "highway=residential",
    ])

  @Test(
    "a one-way street that is driven the wrong way is matched, and named", arguments: [1.0, 3, 6])
  func wrongWay(seconds: Double) async throws {
    let roads = try await Self.block.build()
    let result = try await roads.match(roads.drive("DCBA", every: 10 * seconds))
    #expect(result.pieces.map(roads.letters) == ["DCBA"])
    let violation = try #require(result.violations.first)
    #expect(result.violations.count == 1)
    #expect(violation.kind == .wrongWay)
    #expect(violation.rule.road == "Narrow")
    #expect(try violation.rule.wayID == roads.drawing.way("BC"))
    #expect(result.pieces[0].edges.map(\.violations.isEmpty) == [true, false, true])
    // The other way it breaks nothing.
    #expect(try await roads.match(roads.drive("ABCD", every: 10 * seconds)).violations.isEmpty)
  }

  @Test("what is never driven against a one-way street is left out, and so is the street")
  func never() async throws {
    let roads = try await Self.block.build()
    var options = MatchOptions()
    options.wrongWay = .never
    let result = try await roads.match(roads.drive("DCBA", every: 10), .car, options)
    #expect(result.pieces.map(roads.letters) == ["DC", "BA"])
    #expect(result.violations.isEmpty)
    let left = result.points.filter { $0.outcome == .dropped(.againstOneWay) }
    #expect(left.count >= 50 && left.count <= 62, "\(left.count)")
  }

  @Test("a vehicle that stands in a street that is left out is not on the road before it")
  func standsInLeftOut() async throws {
    let roads = try await Self.block.build()
    var options = MatchOptions()
    options.wrongWay = .never
    var fixes = try roads.drive("DCBA", every: 10)
    // In the middle of the narrow street, 300 m from C.
    let stop = fixes[59]
    let standing = (1...120).map { second in
      var fix = stop
      fix.latitude += second % 2 == 0 ? 0.00001 : -0.00001
      fix.time = stop.time.map { $0 + Double(second) }
      return fix
    }
    for index in 60..<fixes.count { fixes[index].time = fixes[index].time.map { $0 + 120 } }
    fixes.insert(contentsOf: standing, at: 60)
    let result = try await roads.match(fixes, .car, options)
    let stood = result.points.map(\.outcome).filter {
      if case .standing = $0 { true } else { false }
    }
    #expect(stood.count > 60)
    #expect(stood.allSatisfy { $0 == .standing(nil) })
    #expect(result.stops.allSatisfy { $0.road == nil })
  }

  @Test("a turn against a restriction is matched, and named")
  func turn() async throws {
    let roads = try await MatcherTests.noRightTurn.build()
    let result = try await roads.match(roads.drive("WCS", every: 25))
    #expect(result.pieces.map(roads.letters) == ["WCS"])
    #expect(result.violations.map(\.kind) == [.forbiddenTurn])
    let rule = try #require(result.violations.first?.rule)
    #expect(rule.tag == "restriction=no_right_turn")
    #expect(rule.position == (try roads.drawing.place("C")))
    #expect(try await roads.match(roads.drive("WCN", every: 25)).violations.isEmpty)
  }

  @Test("a closed road and a barrier are passed at a price, and named")
  func closed() async throws {
    let roads = try await AsciiMap(
      """
      A-----B-----------C-----D
            |           |
            |           |
            |           |
            E-----K-----F
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=residential access=no",
        "CD": "highway=residential",
        "BE": "highway=residential", "EKF": "highway=residential", "CF": "highway=residential",
      ], nodes: ["K": "barrier=bollard"]
    ).build()
    let straight = try await roads.match(roads.drive("ABCD", every: 10))
    #expect(straight.pieces.map(roads.letters) == ["ABCD"])
    #expect(straight.violations.map(\.kind) == [.closedRoad])
    #expect(straight.violations.map(\.rule.tag) == ["access=no"])
    let round = try await roads.match(roads.drive("ABEKFCD", every: 10))
    #expect(round.pieces.map(roads.letters) == ["ABEKFCD"])
    #expect(round.violations.map(\.kind) == [.barrier])
    #expect(round.violations.first?.rule.position == (try roads.drawing.place("K")))
  }

  @Test("a street for pedestrians that is driven through is a closed road, and named")
  func pedestrian() async throws {
    let roads = try await AsciiMap(
      """
      A-----B---C-----D
            |   |
            |   |
            |   |
            E---F
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=pedestrian", "CD": "highway=residential",
        "BEFC": "highway=residential",
      ]
    ).build()
    for metres in [10.0, 100] {
      let result = try await roads.match(roads.drive("ABCD", every: metres, speed: 7))
      #expect(result.pieces.map(roads.letters) == ["ABCD"])
      #expect(result.violations.map(\.kind) == [.closedRoad])
      #expect(try result.violations.first?.rule.wayID == roads.drawing.way("BC"))
    }
  }

  /// A ring that is driven counterclockwise, with two roads at its north.
  private static func ring(_ relations: AsciiMap.Relation...) -> AsciiMap {
    AsciiMap(
      """
      A       B
        \\   /
          N
        /   \\
      P       R
        \\   /
          Q
          |
          C
      """,
      ways: [
        "AN": "highway=residential", "NB": "highway=residential",
        "NPQRN": "highway=residential junction=roundabout", "QC": "highway=residential",
      ], relations: relations)
  }

  @Test("the next exit of a ring is a violation if a sign forbids it")
  func forbiddenExit() async throws {
    let ban = AsciiMap.Relation.restriction("no_right_turn", from: "NB", via: "N", to: "AN")
    let roads = try await Self.ring(ban).build()
    let matched = try await roads.match(roads.drive("BNA", every: 10))
    #expect(matched.pieces.map(roads.letters) == ["BNA"])
    #expect(matched.violations.map(\.kind) == [.forbiddenTurn])
  }

  @Test("who leaves a ring where it is entered, by the next exit, does not go round it")
  func nextExit() async throws {
    let roads = try await Self.ring().build()
    for metres in [10.0, 100] {
      let next = try await roads.match(roads.drive("BNA", every: metres))
      #expect(next.pieces.map(roads.letters) == ["BNA"])
      #expect(next.violations.isEmpty)
      // The exit before the entry is the last one.
      let against = try await roads.match(roads.drive("ANB", every: metres))
      #expect(against.pieces.map(roads.letters) == ["ANB"])
      #expect(against.violations.map(\.kind) == [.forbiddenTurn])
      let round = try await roads.match(roads.drive("ANPQRNB", every: metres))
      // P and R are no junctions.
      #expect(round.pieces.map(roads.letters) == ["ANQNB"])
    }
  }

  /// A road whose middle is missing, with a way round.
  static let gap = AsciiMap(
    """
    A-------B               C-------D
            |               |
            |               |
            |               |
            |               |
            |               |
            |               |
            |               |
            E---------------F
    """,
    ways: [
      "AB": "highway=residential", "CD": "highway=residential", "BE": "highway=residential",
      "EF": "highway=residential", "CF": "highway=residential",
    ])

  @Test("a road that the map lacks is driven off the roads", arguments: [1.0, 5])
  func missing(seconds: Double) async throws {
    let roads = try await Self.gap.build()
    let result = try await roads.match(roads.drive("ABCD", every: 10 * seconds))
    #expect(result.pieces.map(\.breakReason) == [nil, .offRoad])
    // At the junction itself any of its roads is right.
    for piece in result.pieces {
      #expect(abs(piece.lengthMetres - 400) < 10 * seconds + 15, "\(piece)")
    }
    #expect(roads.letters(result.pieces[0]).hasPrefix("AB"))
    #expect(roads.letters(result.pieces[1]).hasSuffix("CD"))
    // The times of what was driven after the last fix on a road, and before the next, are those of the drive.
    for edge in result.pieces.flatMap(\.edges) {
      guard let times = edge.times, edge.lengthMetres > 20 else { continue }
      let speed = edge.lengthMetres / (times.upperBound - times.lowerBound)
      #expect(6...16 ~= speed, "\(edge)")
    }
    let stretch = try #require(result.offRoad.first)
    #expect(result.offRoad.count == 1 && stretch.isBetweenRoads && stretch.piece == 1)
    #expect(abs(stretch.lengthMetres - 800) < 80, "\(stretch.lengthMetres)")
    #expect(result.points.contains { $0.outcome == .offRoad })
    // Who drives round does not leave the roads.
    #expect(try await roads.match(roads.drive("ABEFCD", every: 10 * seconds)).offRoad.isEmpty)
  }

  @Test("fixes at the place of one off the roads are off the roads, too")
  func mergedOffRoad() async throws {
    let roads = try await Self.gap.build()
    // Each fix has another 1 m beside it, which is too near to tell anything.
    let fixes = try roads.drive("ABCD", every: 10).flatMap { fix in
      var other = fix
      other.latitude += 0.00001
      other.time = fix.time.map { $0 + 0.1 }
      return [fix, other]
    }
    var options = MatchOptions()
    options.noiseMetres = 7
    let result = try await roads.match(fixes, .car, options)
    let away = result.points.filter { $0.outcome == .offRoad }.map(\.index)
    let first = try #require(away.first)
    let last = try #require(away.last)
    #expect(away == Array(first...last))
    #expect(last % 2 == 1)
    #expect(result.offRoad.map(\.points) == [first...last])

    var session = MatchSession(MapMatcher(map: roads.built.map, vehicle: .car, options: options))
    var decided: [CommittedLocation] = []
    for fix in fixes { decided += try session.push(fix).committed }
    decided += try session.finish()
    #expect(decided.contains { $0.state == .offRoad })
    for (fix, other) in zip(decided, decided.dropFirst()) where fix.index % 2 == 0 {
      #expect(fix.state != .offRoad || other.state == .offRoad, "\(other)")
    }
  }

  @Test("the roads are left and taken again where they end, however far the fixes lie apart")
  func ends() async throws {
    let roads = try await AsciiMap(
      """
      A-------B       C-------D
              |       |
              |       |
              |       |
              |       |
              |       |
              |       |
              E-------F
      """,
      ways: [
        "AB": "highway=residential", "CD": "highway=residential", "BE": "highway=residential",
        "EF": "highway=residential", "CF": "highway=residential",
      ]
    ).build()
    let result = try await roads.match(roads.drive("ABCD", every: 150, speed: 10))
    #expect(result.pieces.map(roads.letters) == ["AB", "CD"])
    // Fixes begin 12 m behind A.
    #expect(abs(result.pieces[0].lengthMetres - 388) < 8, "\(result.pieces)")
    #expect(abs(try #require(result.offRoad.first).lengthMetres - 400) < 16)
  }

  @Test("fixes beside a road for minutes are off the roads, however fast they move")
  func longBeside() async throws {
    let roads = try await AsciiMap(
      """
      A-----B---------------------------------------------------------------------C-----D
            |                                                                     |
            E                                                                     F
      """, metresPerCell: 100,
      ways: ["ABCD": "highway=primary", "BE": "highway=primary", "CF": "highway=primary"]
    ).build()
    // From B to C, at 60 km/h, on a road 200 m beside that the map lacks.
    var fixes = try roads.drive("ABCD", every: 250, speed: 250.0 / 15)
    for index in 3..<fixes.count - 3 { fixes[index].latitude += 200 / 111_195 }
    let result = try await roads.match(fixes)
    #expect(result.pieces.map(\.breakReason) == [nil, .offRoad])
    let points = try #require(result.offRoad.first?.points)
    #expect(points.count > 10)
  }

  @Test("fixes that are left out tell how far the vehicle went: no detour past a short gap")
  func noDetour() async throws {
    let roads = try await AsciiMap(
      """
      A-------B  C-------D
              |  |
              |  |
              E--F
      """,
      ways: [
        "AB": "highway=residential", "CD": "highway=residential", "BE": "highway=residential",
        "EF": "highway=residential", "CF": "highway=residential",
      ]
    ).build()
    let result = try await roads.match(roads.drive("ABCD", every: 10, left: 4))
    #expect(result.pieces.map(\.breakReason) == [nil, .offRoad])
    #expect(result.pieces.reduce(0) { $0 + $1.lengthMetres } < 850)
  }

  @Test("a session tells standing, off the roads and the wrong way")
  func session() async throws {
    let roads = try await Self.block.build()
    var session = MatchSession(MapMatcher(map: roads.built.map))
    var states: [MotionState] = []
    var fixes = try roads.drive("DCBA", every: 10)
    let last = fixes[fixes.count - 1]
    for second in 1...30 {
      var fix = last
      fix.time = last.time.map { $0 + Double(second) }
      fix.latitude += second % 2 == 0 ? 0.00001 : -0.00001
      fixes.append(fix)
    }
    // Into a yard, far from all roads.
    for second in 1...40 {
      var fix = last
      fix.time = last.time.map { $0 + 30 + Double(second) }
      fix.latitude += 0.00005 * Double(second)
      fixes.append(fix)
    }
    for fix in fixes {
      let state = try session.push(fix).state
      if states.last != state { states.append(state) }
    }
    #expect(states.prefix(4) == [.onRoad, .wrongWay, .onRoad, .standing])
    // It may be on the road for some fixes before it is sure to have left it.
    #expect(states.last == .offRoad && !states.dropFirst(4).contains(.wrongWay))
  }
}

/// How sure a match is of its roads.
@Suite struct ConfidenceTests {
  @Test("between two parallel roads a match is unsure, on a road alone it is sure")
  func confidence() async throws {
    let roads = try await AsciiMap(
      """
      A-----B-----------C-----D
               E-----F
      """, metresPerCell: 20,
      ways: [
        "ABCD": "highway=residential", "BEFC": "highway=residential",
      ]
    ).build()
    var options = MatchOptions()
    options.noiseMetres = 12
    // In the middle between both roads, a little nearer to the upper one.
    var fixes = try roads.drive("ABCD", every: 20, left: -9)
    fixes = fixes.enumerated().map { index, fix in
      var fix = fix
      if !(8...17 ~= index) { fix.latitude += 0.00008 }
      return fix
    }
    let result = try await roads.match(fixes, .car, options)
    let middle = try #require(result.points[12].position)
    #expect(middle.confidence < 0.98 && middle.confidence >= 0.5, "\(middle)")
    let other = try #require(middle.alternative)
    let lower = try roads.drawing.way("BEFC")
    #expect(other.wayID == lower)
    #expect(try #require(result.points[2].position).confidence > 0.99)
    let edges = result.pieces.flatMap(\.edges)
    #expect(edges.count == 3 && edges[1].confidence < edges[0].confidence)
  }
}
