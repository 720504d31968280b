import MapCompiler
import MapReader
import NavFormat
import OSMInput
import RoadModel
import RoadRules
import TestSupport
import Testing

/// Nothing is dropped without a count.
@Suite struct BuildReportTests {
  @Test("ways that are no roads are counted by reason, others are not mentioned")
  func refusedWays() async throws {
    let map = try await AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=primary", "BC": "highway=construction", "CD": "highway=construction",
        "AC": "highway=proposed", "AD": "highway=banana", "BD": "highway=primary access=no",
        "A": "highway=primary", "?": "highway=primary", "A?": "highway=primary",
        "DC": "waterway=river", "CB": "building=yes",
      ]
    ).build()
    // One that is closed by a tag is on the map, closed.
    #expect(map.report.usedWays == 2)
    #expect(
      map.report.refusedWays == [
        "construction": 2, "proposed": 1, "unknown-highway": 1,
        "fewer than two nodes": 2, "nodes missing": 1,
      ])
    #expect(map.report.missingNodes == 1)
  }

  @Test("a population and a capital that cannot be read are counted with their elements")
  func settlements() async throws {
    let map = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.020"/>
          <node id="3" lat="50.001" lon="6.010"><tag k="place" v="town"/><tag k="name" v="Alpha"/>
            <tag k="population" v="12 345"/><tag k="capital" v="yes"/></node>
          <node id="4" lat="50.002" lon="6.010"><tag k="place" v="village"/>
            <tag k="name" v="Beta"/><tag k="population" v="lots"/></node>
          <node id="5" lat="50.003" lon="6.010"><tag k="place" v="village"/>
            <tag k="name" v="Gamma"/><tag k="population" v="lots"/></node>
          <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
        </osm>
        """)
    let problems = map.report.problems
    #expect(
      problems.map(\.problem) == [
        TagProblem(key: "population", value: "lots", reason: .unparsable)
      ])
    #expect(problems.first?.count == 2)
    #expect(problems.first?.examples == ["node 4", "node 5"])
  }

  @Test("a way of one node that is given twice has fewer than two nodes, none is missing")
  func oneNodeTwice() async throws {
    let map = try await AsciiMap(
      "A---B", ways: ["AB": "highway=primary", "AA": "highway=primary"]
    ).build()
    #expect(map.report.refusedWays == ["fewer than two nodes": 1])
    #expect(map.report.missingNodes == 0)
  }

  // MARK: Restrictions

  static let cross = """
        N
        |
    W---C---E
        |
        S   X---Y
    """
  static let arms: [(String, AsciiMap.Tags)] = ["WC", "CE", "NC", "CS", "XY"].map {
    ($0, "highway=residential")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var relation: AsciiMap.Relation
    /// Nil when it is used.
    var reason: String?
    var name: String
    init(_ name: String, _ relation: AsciiMap.Relation, refused reason: String?) {
      self.name = name
      self.relation = relation
      self.reason = reason
    }
    var testDescription: String { name }
  }

  private static func relation(
    _ members: (role: String, name: String)..., tags: AsciiMap.Tags
  ) -> AsciiMap.Relation {
    var all: AsciiMap.Tags = "type=restriction"
    all.pairs += tags.pairs
    return AsciiMap.Relation(members, all)
  }

  static let restrictions = [
    Case("good", .restriction("no_left_turn", from: "WC", via: "C", to: "NC"), refused: nil),
    Case(
      "without 'from'",
      relation(("via", "C"), ("to", "NC"), tags: "restriction=no_left_turn"),
      refused: "member 'from' missing"),
    Case(
      "without 'to'",
      relation(("from", "WC"), ("via", "C"), tags: "restriction=no_left_turn"),
      refused: "member 'to' missing"),
    Case(
      "without 'via'",
      relation(("from", "WC"), ("to", "NC"), tags: "restriction=no_left_turn"),
      refused: "member 'via' missing"),
    Case(
      "'from' beyond the cut edge",
      .restriction("no_left_turn", from: "??", via: "C", to: "NC"),
      refused: "'from' is not a road of this map"),
    Case(
      "'to' beyond the cut edge",
      .restriction("no_left_turn", from: "WC", via: "C", to: "??"),
      refused: "'to' is not a road of this map"),
    Case(
      "via node beyond the cut edge",
      .restriction("no_left_turn", from: "WC", via: "?", to: "NC"),
      refused: "'via' is not a road or junction of this map"),
    Case(
      "via way beyond the cut edge",
      .restriction("no_left_turn", from: "WC", via: "??", to: "NC"),
      refused: "'via' is not a road or junction of this map"),
    Case(
      "members that do not meet",
      .restriction("no_left_turn", from: "WC", via: "N", to: "NC"),
      refused: "members do not meet in a path that can be driven"),
    Case(
      "via way that does not join them",
      .restriction("no_left_turn", from: "WC", via: "XY", to: "NC"),
      refused: "members do not meet in a path that can be driven"),
    Case(
      "conditional",
      relation(
        ("from", "WC"), ("via", "C"), ("to", "NC"),
        tags: "restriction:conditional=no_left_turn~@~(Mo-Fr)"),
      refused: nil),
    Case(
      "of a kind that is not known",
      .restriction("banana", from: "WC", via: "C", to: "NC"), refused: "unknown-value"),
    Case(
      "for nobody that the map keeps",
      .restriction("no_left_turn", from: "WC", via: "C", to: "NC", "except=vehicle"),
      refused: "binds-nobody"),
    Case(
      "at red lights",
      .restriction("no_right_turn_on_red", from: "WC", via: "C", to: "NC"), refused: "binds-nobody"),
    Case(
      "with several that meet",
      .restriction("no_left_turn", from: "WC,CE", via: "C", to: "NC"),
      refused:
        "more than one pair of 'from' and 'to' meets, which only no_entry and no_exit may have"),
    Case(
      "with several roads that may not be entered from one",
      .restriction("no_entry", from: "WC", via: "C", to: "NC,CE"),
      refused:
        "more than one pair of 'from' and 'to' meets, which only no_entry and no_exit may have"),
  ]

  @Test("a restriction is used, or counted by the reason why not", arguments: restrictions)
  func restriction(_ row: Case) async throws {
    let map = try await AsciiMap(
      Self.cross, ways: Self.arms, relations: [row.relation]
    ).build()
    #expect(map.report.usedRestrictions == (row.reason == nil ? 1 : 0))
    #expect(map.report.refusedRestrictions == (row.reason.map { [$0: 1] } ?? [:]))
  }

  @Test("a relation that is called a restriction and does not say which is counted")
  func namelessRestriction() async throws {
    let map = try await AsciiMap(
      Self.cross, ways: Self.arms,
      relations: [
        Self.relation(("from", "WC"), ("via", "C"), ("to", "NC"), tags: [:])
      ]
    ).build()
    #expect(map.report.refusedRestrictions.values.reduce(0, +) == 1)
  }

  @Test("relations about other things are not counted")
  func otherRelations() async throws {
    let map = try await AsciiMap(
      Self.cross, ways: Self.arms,
      relations: [AsciiMap.Relation([("", "WC"), ("", "CE")], "type=route route=bus ref=1")]
    ).build()
    #expect(map.report.usedRestrictions == 0)
    #expect(map.report.refusedRestrictions.isEmpty)
  }

  @Test("restrictions over ways are counted among those used")
  func viaWays() async throws {
    let map = try await AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=primary", "BC": "highway=primary", "CD": "highway=primary",
      ],
      relations: [
        .restriction("no_straight_on", from: "AB", via: "B", to: "BC"),
        .restriction("no_straight_on", from: "AB", via: "BC", to: "CD"),
      ]
    ).build()
    #expect(map.report.usedRestrictions == 2)
    #expect(map.report.usedViaWayRestrictions == 1)
    #expect(map.report.refusedRestrictions.isEmpty)
  }

  // MARK: Duplicates

  @Test("of a node that is given twice, the last counts")
  func duplicateNode() async throws {
    let drawing = AsciiMap(
      "A---B---C", ways: ["AB": "highway=primary", "BC": "highway=primary"],
      extra: "<node id=\"3\" lat=\"47\" lon=\"8.1\"/>\n")
    let map = try await drawing.build()
    #expect(map.report.duplicateNodes == 1)
    #expect(map.report.roadMetres > 7_000)
  }

  @Test("of a node that is given twice, the last says what stands there")
  func duplicateBarrier() async throws {
    let twice = "<node id=\"2\" lat=\"47\" lon=\"8.001\"/>\n"
    let bollard =
      "<node id=\"2\" lat=\"47\" lon=\"8.001\"><tag k=\"barrier\" v=\"bollard\"/></node>\n"
    for (first, second, expected) in [
      (twice, bollard, "none"), (bollard, twice, "passes"),
    ] {
      let xml =
        "<osm version=\"0.6\"><node id=\"1\" lat=\"47\" lon=\"8\"/>\(first)"
        + "<node id=\"3\" lat=\"47\" lon=\"8.002\"/>\(second)"
        + "<way id=\"1\"><nd ref=\"1\"/><nd ref=\"2\"/><nd ref=\"3\"/>"
        + "<tag k=\"highway\" v=\"primary\"/></way></osm>"
      let built = try await BuiltMap(xml: xml)
      #expect(built.report.duplicateNodes == 1)
      #expect(built.report.segments == (expected == "none" ? 2 : 1))
    }
  }

  @Test("of a way that is given twice, the last counts")
  func duplicateWay() async throws {
    let drawing = AsciiMap(
      """
      A---B---C
          |   |
          D---E
      """,
      ways: ["ABC": "highway=primary", "BDEC": "highway=residential"],
      extra:
        "<way id=\"101\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"primary\"/></way>\n")
    let map = try await drawing.build()
    #expect(map.report.duplicateWays == 1)
    #expect(map.report.usedWays == 2)
    #expect(try await map.route(from: "A", to: "C") == "ABDEC")
  }

  @Test("a way whose last version is no road is none")
  func duplicateWayNoRoad() async throws {
    let drawing = AsciiMap(
      """
      A---B---C
          |   |
          D---E
      """,
      ways: ["AB": "highway=primary", "BC": "highway=primary", "BDEC": "highway=residential"],
      extra:
        "<way id=\"102\"><nd ref=\"2\"/><nd ref=\"3\"/><tag k=\"waterway\" v=\"river\"/></way>\n")
    let map = try await drawing.build()
    #expect(map.report.usedWays == 2)
    #expect(try await map.route(from: "A", to: "C") == "ABDEC")
  }

  // MARK: The input's own flaws

  @Test("deleted elements and places that are not on earth are counted and left out")
  func flaws() async throws {
    let drawing = AsciiMap(
      "A---B---C", ways: ["AB": "highway=primary", "BC": "highway=primary"],
      extra: """
        <node id="50" lat="91" lon="8"/>
        <node id="51" lat="47" lon="8.01" visible="false"/>
        <node id="52"/>
        <node lat="47" lon="8.01"/>
        <way id="150"><nd ref="1"/><nd ref="50"/><tag k="highway" v="primary"/></way>
        <way id="151"><nd ref="1"/><nd ref="51"/><tag k="highway" v="primary"/></way>
        <way id="102" visible="false"><nd ref="2"/><nd ref="3"/></way>
        <way id="153"><nd/><nd ref="2"/><tag k="highway" v="primary"/></way>

        """)
    let report = try await drawing.build().report
    let input = try #require(report.input)
    #expect(input.deleted == 2)
    #expect(input.badCoordinates == 2)
    #expect(input.badElements == 2)
    #expect(report.missingNodes == 2)
    #expect(report.refusedWays == ["nodes missing": 2])
    #expect(report.usedWays == 2)
  }

  // MARK: Limits and values

  @Test("limits are counted by kind, those that are not understood are named with examples")
  func limits() async throws {
    let map = try await AsciiMap(
      "A---B---C---D---E---F",
      ways: [
        "AB": "highway=primary maxheight=3.8", "BC": "highway=primary maxheight=4 maxweight=7.5",
        "CD": "highway=primary maxheight=high", "DE": "highway=primary maxheight=high",
        "EF": "highway=primary maxheight=none",
      ],
      nodes: ["B": "barrier=height_restrictor maxheight=2"]
    ).build()
    #expect(map.report.limits == [.height: 3, .weight: 1])
    let problem = try #require(map.report.problems.first)
    #expect(map.report.problems.count == 1)
    #expect("\(problem.problem)".contains("maxheight"))
    #expect(problem.count == 2)
    #expect(problem.examples == ["way 103", "way 104"])
  }

  @Test("the counts of the map are those of its header")
  func counts() async throws {
    let map = try await AsciiMap(
      """
      A---B---C
          |   |
          D---E
      """,
      ways: ["ABC": "highway=primary", "BDEC": "highway=residential"]
    ).build()
    let report = map.report
    let header = map.built.map.header
    #expect((report.junctions, report.segments, report.edges) == (3, 3, 6))
    #expect(
      (Int(header.junctionCount), Int(header.segmentCount), Int(header.edgeCount)) == (3, 3, 6))
    #expect(report.tiles == 1)
    #expect(abs(report.roadMetres - (try map.drawing.metres("ABCEDB"))) < 0.5)
    #expect(report.fileBytes == Int(header.fileLength))
    #expect(
      report.phases.map(\.name) == [
        "read", "network", "reach", "order", "hierarchy", "tiles", "places", "write", "arrivals",
        "metrics",
      ])
  }
}
