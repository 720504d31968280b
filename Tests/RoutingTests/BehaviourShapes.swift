import Geo
import MapCompiler
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Roads of unusual form: loops, parallel roads, roads without length, gaps, and unusual ids.
@Suite struct BehaviourShapes {
  @Test("a loop at the end of a road is left by the nearer side")
  func loop() async throws {
    let map = try await AsciiMap(
      """
      E---A---b
          |   |
          d---c
      """,
      ways: ["EA": "highway=residential", "AbcdA": "highway=residential"]
    ).build()
    #expect(map.report.junctions == 2)
    #expect(map.report.segments == 2)
    #expect(try await map.route(from: "A>b 0.5", to: "E") == "AE")
    #expect(try await map.route(from: "b>c 0.5", to: "E") == "bAE")
    #expect(try await map.route(from: "c>d 0.5", to: "E") == "dAE")
    #expect(try await map.route(from: "E", to: "d>c 0.25") == "EAd")
    #expect(try await map.route(from: "b", to: "d").count == 3)
  }

  @Test("a one-way loop is driven round")
  func onewayLoop() async throws {
    let map = try await AsciiMap(
      """
      E---A---b
          |   |
          d---c
      """,
      ways: ["EA": "highway=residential", "AbcdA": "highway=residential oneway=yes"]
    ).build()
    #expect(try await map.route(from: "A>b 0.5", to: "E") == "bcdAE")
    #expect(try await map.route(from: "E", to: "d>A 0.5") == "EAbcd")
    #expect(try await map.route(from: "b>c 0.5", to: "A>b 0.5") == "cdA")
    let round = try await map.response(from: "b>c 0.5", to: "b>c 0.25")
    #expect(map.letters(round) == "cdAb")
  }

  @Test("a loop that nothing else touches is a map")
  func loneLoop() async throws {
    let map = try await AsciiMap(
      """
      A---b
      |   |
      d---c
      """,
      ways: ["AbcdA": "highway=residential junction=roundabout"]
    ).build()
    #expect(try await map.route(from: "A>b 0.5", to: "d") == "bcd")
    #expect(try await map.route(from: "d", to: "A>b 0.5") == "dA")
  }

  @Test("of two roads between the same junctions the better is taken, and each is reached")
  func parallel() async throws {
    let map = try await AsciiMap(
      """
      A---B---C---D
          |   |
          p---q
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=residential", "BpqC": "highway=residential",
        "CD": "highway=residential",
      ]
    ).build()
    #expect(map.report.segments == 4)
    #expect(try await map.route(from: "A", to: "D") == "ABCD")
    #expect(try await map.route(from: "A", to: "p>q 0.25") == "ABp")
    #expect(try await map.route(from: "D", to: "p>q 0.75") == "DCq")
  }

  @Test("two ways over the same nodes are two roads, each with its rules")
  func twins() async throws {
    let map = try await AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=residential", "BC": "highway=footway", "CB": "highway=primary hgv=no",
        "CD": "highway=residential",
      ]
    ).build()
    #expect(try await map.attempt(from: "A", to: "D") == "ABCD")
    #expect(try await map.attempt(from: "A", to: "D", Vehicle(.truck)) == "none")
    #expect(try await map.attempt(from: "A", to: "D", Vehicle(.foot)) == "ABCD")
  }

  @Test(
    "a road without length connects",
    arguments: [RouteRequest.Options.Objective.fastest, .shortest])
  func zeroLength(_ objective: RouteRequest.Options.Objective) async throws {
    let map = try await AsciiMap(
      "A---B-Z---C",
      ways: [
        "AB": "highway=residential", "BZ": "highway=residential", "ZC": "highway=residential",
      ],
      sharing: ["Z": "B"]
    ).build()
    let route = try await map.response(from: "A", to: "C", .car, .init(objective: objective))
    #expect(map.letters(route) == "ABC")
    #expect(abs(route.lengthMetres - (try map.drawing.metres("ABC"))) < 0.1)
    #expect(route.sections[0].edges.map(\.wayID) == [101, 102, 103])
    #expect(try await map.route(from: "B", to: "Z").count <= 1)
  }

  @Test("nodes without distance within a road do not harm")
  func zeroStep() async throws {
    let map = try await AsciiMap(
      "A---B-Z---C", ways: ["ABZC": "highway=residential"], sharing: ["Z": "B"]
    ).build()
    let part = try await map.response(from: "A>B 0.5", to: "B>C 0.5")
    #expect(abs(part.lengthMetres - (try map.drawing.metres("AC")) / 2) < 0.3)
  }

  @Test("a node that is repeated in a row counts once")
  func repeatedInRow() async throws {
    let map = try await AsciiMap("A---B---C", ways: ["AABBBCC": "highway=residential"]).build()
    #expect(map.report.segments == 1)
    #expect(try await map.route(from: "A", to: "C") == "ABC")
  }

  @Test("a road that comes back to one of its nodes has a junction there")
  func selfCrossing() async throws {
    let map = try await AsciiMap(
      """
          d---c
          |   |
      A---B---e
          |
          F
      """,
      ways: ["ABecdBF": "highway=residential"]
    ).build()
    #expect(map.report.segments == 3)
    #expect(try await map.route(from: "A", to: "F") == "ABF")
    #expect(try await map.route(from: "A", to: "c").first == "A")
  }

  @Test("a road that goes out and back over the same nodes is two roads")
  func outAndBack() async throws {
    let map = try await AsciiMap("A---B---C", ways: ["ABCBA": "highway=residential"]).build()
    #expect(try await map.route(from: "A", to: "C") == "ABC")
    #expect(try await map.route(from: "C", to: "A") == "CBA")
  }

  // MARK: Cut edges

  @Test("a gap where a node is missing is not jumped")
  func gap() async throws {
    let map = try await AsciiMap("A---B---C---D", ways: ["AB?CD": "highway=residential"]).build()
    #expect(map.report.missingNodes == 1)
    #expect(try await map.attempt(from: "A", to: "B") == "AB")
    #expect(try await map.attempt(from: "C", to: "D") == "CD")
    #expect(try await map.attempt(from: "A", to: "D") == "none")
  }

  @Test("what is left of a way at the cut edge is kept")
  func cutEnds() async throws {
    let map = try await AsciiMap(
      "A---B---C", ways: ["??ABC?": "highway=residential", "A?": "highway=residential"]
    ).build()
    #expect(map.report.missingNodes == 4)
    #expect(map.report.usedWays == 1)
    #expect(map.report.refusedWays == ["nodes missing": 1])
    #expect(try await map.route(from: "A", to: "C") == "ABC")
  }

  @Test("a single node between two gaps is no road, and the rest of the way is")
  func loneNode() async throws {
    let map = try await AsciiMap("A---B---C---D", ways: ["AB?C?D?": "highway=residential"]).build()
    #expect(map.report.segments == 1)
    #expect(map.report.missingNodes == 3)
  }

  // MARK: Ids

  @Test(
    "ids are kept, whatever they are",
    arguments: [
      (1, 101), (-1_000, -50), (5_000_000_000, 6_000_000_000), (-9_000_000_000, -1),
      (9_223_372_036_854_775_000, 9_223_372_036_854_775_000),
      (-9_223_372_036_854_775_808, -9_223_372_036_854_775_808),
    ] as [(Int64, Int64)])
  func ids(_ node: Int64, _ way: Int64) async throws {
    let map = try await AsciiMap(
      """
      A---B---C
          |   |
          D---E
      """,
      ways: ["ABC": "highway=primary", "BDEC": "highway=residential"],
      nodes: ["C": "highway=traffic_signals"],
      relations: [.restriction("no_right_turn", from: "ABC", via: "B", to: "BDEC")],
      firstNode: node, firstWay: way
    ).build()
    #expect(map.report.usedRestrictions == 1)
    #expect(try await map.route(from: "A", to: "D") == "ABCED")
    let route = try await map.response(from: "A", to: "E")
    #expect(Set(route.sections[0].edges.map(\.wayID)) == [way, way + 1])
    let tile = try map.built.map.tile(0)
    let ids = tile.layout.junctions.map { tile.junctionOSMID($0) }
    #expect(ids.sorted() == [node, node + 1, node + 2])
  }

  @Test("ids from both ends of the range lie in one tile")
  func farIDs() async throws {
    let far = """
      <node id="-9223372036854775808" lat="47.01" lon="8.01"/>
      <node id="9223372036854775807" lat="47.01" lon="8.02"/>
      <way id="-9223372036854775808"><nd ref="1"/><nd ref="-9223372036854775808"/><tag k="highway" v="primary"/></way>
      <way id="9223372036854775807"><nd ref="1"/><nd ref="9223372036854775807"/><tag k="highway" v="primary"/></way>
      """
    let map = try await AsciiMap("A---B", ways: ["AB": "highway=primary"], extra: far).build()
    let tile = try map.built.map.tile(0)
    let ids = tile.layout.junctions.map { tile.junctionOSMID($0) }
    #expect(ids.sorted() == [.min, 1, 2, .max])
  }
}
