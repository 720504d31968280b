import MapCompiler
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Turn restrictions over nodes and ways, as routes that must go another way.
@Suite struct BehaviourTurns {
  static let car = Vehicle(.car)
  static let truck = Vehicle(.truck)
  static let bicycle = Vehicle(.bicycle)
  static let foot = Vehicle(.foot)

  // The arms are dead ends of different lengths, the east one the shortest: who may not turn goes on
  // and turns round at the end of an arm.
  static let cross = """
            N
            |
    W-------C-E
            |
            |
            |
            S
    """

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var relations: [AsciiMap.Relation]
    var ways: [String]
    /// The routes that there must be, by their letters; for the vehicle.
    var routes: [(Vehicle, String)]
    init(
      _ name: String, _ relations: AsciiMap.Relation..., ways: [String] = ["WC", "CE", "NC", "CS"],
      routes: (Vehicle, String)...
    ) {
      self.name = name
      self.relations = relations
      self.ways = ways
      self.routes = routes
    }
    var testDescription: String { name }
  }

  static let atNode = [
    Case(
      "without a restriction every turn is made",
      routes: (car, "WCN"), (car, "WCE"), (car, "WCS"), (car, "SCW")),
    Case(
      "no_left_turn binds its two roads in their order",
      .restriction("no_left_turn", from: "WC", via: "C", to: "NC"),
      routes: (car, "WCECN"), (truck, "WCECN"), (bicycle, "WCECN"), (car, "NCW"), (car, "WCE"),
      (car, "WCS"), (car, "SCN"), (car, "ECN")),
    Case(
      "no_right_turn",
      .restriction("no_right_turn", from: "WC", via: "C", to: "CS"),
      routes: (car, "WCECS"), (car, "SCW"), (car, "WCN")),
    Case(
      "no_straight_on",
      .restriction("no_straight_on", from: "WC", via: "C", to: "CE"),
      routes: (car, "WCNCE"), (car, "ECW"), (car, "NCE")),
    Case(
      "only_straight_on forbids the others to those who come from there",
      .restriction("only_straight_on", from: "WC", via: "C", to: "CE"),
      routes: (car, "WCE"), (car, "WCECN"), (car, "WCECS"), (car, "SCN"), (car, "ECN")),
    Case(
      "only_left_turn",
      .restriction("only_left_turn", from: "WC", via: "C", to: "NC"),
      routes: (car, "WCN"), (car, "WCNCE"), (car, "WCNCS"), (car, "ECS")),
    Case(
      "only_right_turn",
      .restriction("only_right_turn", from: "WC", via: "C", to: "CS"),
      routes: (car, "WCS"), (car, "WCSCE"), (car, "NCE")),
    Case(
      "no_u_turn at a dead end",
      .restriction("no_left_turn", from: "WC", via: "C", to: "NC"),
      .restriction("no_u_turn", from: "CE", via: "E", to: "CE"),
      routes: (car, "WCSCN"), (car, "WCE"), (car, "ECN")),
    Case(
      "no_entry from several roads",
      .restriction("no_entry", from: "WC,CS", via: "C", to: "NC"),
      routes: (car, "WCECN"), (car, "SCECN"), (car, "ECN")),
    Case(
      "no_exit to several roads",
      .restriction("no_exit", from: "WC", via: "C", to: "NC,CS"),
      routes: (car, "WCECN"), (car, "WCECS"), (car, "WCE"), (car, "ECN")),
    Case(
      "no_entry to several roads, no_exit from several: nothing is forbidden",
      .restriction("no_entry", from: "WC", via: "C", to: "NC,CS"),
      .restriction("no_exit", from: "WC,CS", via: "C", to: "NC"),
      routes: (car, "WCN"), (car, "WCS"), (car, "SCN")),
    Case(
      "no_left_turn and only_straight_on with several that meet: nothing is forbidden",
      .restriction("no_left_turn", from: "WC,CE", via: "C", to: "NC,CS"),
      .restriction("only_straight_on", from: "WC", via: "C", to: "CE,NC"),
      routes: (car, "WCN"), (car, "WCS"), (car, "ECN"), (car, "ECS")),
    Case(
      "of several members only one pair meets, or one is named twice",
      .restriction("no_left_turn", from: "WC,??,WC", via: "C", to: "NC"),
      routes: (car, "WCECN"), (car, "ECN")),
    Case(
      "a turn on red is forbidden at red lights alone",
      .restriction("no_left_turn_on_red", from: "WC", via: "C", to: "NC"),
      .restriction("no_right_turn_on_red", from: "WC", via: "C", to: "CS"),
      routes: (car, "WCN"), (car, "WCS")),
    Case(
      "people on foot are not bound",
      .restriction("no_left_turn", from: "WC", via: "C", to: "NC"), routes: (foot, "WCN")),
    Case(
      "except=bicycle",
      .restriction("no_left_turn", from: "WC", via: "C", to: "NC", "except=bicycle"),
      routes: (car, "WCECN"), (truck, "WCECN"), (bicycle, "WCN")),
    Case(
      "except=psv;hgv",
      .restriction("no_left_turn", from: "WC", via: "C", to: "NC", "except=psv;hgv"),
      routes: (car, "WCECN"), (truck, "WCN"), (Vehicle(.bus), "WCN"), (bicycle, "WCECN")),
    Case(
      "restriction:hgv",
      .restriction(for: "hgv", "no_left_turn", from: "WC", via: "C", to: "NC"),
      routes: (car, "WCN"), (truck, "WCECN"), (bicycle, "WCN")),
    Case(
      "restriction:hgv=only_straight_on",
      .restriction(for: "hgv", "only_straight_on", from: "WC", via: "C", to: "CE"),
      routes: (car, "WCN"), (truck, "WCECN"), (truck, "WCECS")),
    Case(
      "the directions in which the members are drawn do not matter",
      .restriction("no_left_turn", from: "CW", via: "C", to: "CN"),
      ways: ["CW", "EC", "CN", "SC"], routes: (car, "WCECN"), (car, "NCW"), (car, "ECN")),
    Case(
      "a 'from' that runs on through the junction: the left turn is the one from the west",
      .restriction("no_left_turn", from: "WCE", via: "C", to: "NC"),
      ways: ["WCE", "NC", "CS"], routes: (car, "WCECN"), (car, "ECN")),
    Case(
      "a 'from' that runs on through the junction: the right turn is the one from the east",
      .restriction("no_right_turn", from: "WCE", via: "C", to: "NC"),
      ways: ["WCE", "NC", "CS"], routes: (car, "WCN"), (car, "ECSCN")),
    Case(
      "a 'to' that runs on through the junction: the left turn is the one to the north",
      .restriction("no_left_turn", from: "WC", via: "C", to: "NCS"),
      ways: ["WC", "CE", "NCS"], routes: (car, "WCECN"), (car, "WCS")),
    Case(
      "one way as 'from' and 'to': straight on is not decided, and nothing is forbidden",
      .restriction("no_straight_on", from: "WCE", via: "C", to: "WCE"),
      ways: ["WCE", "NC", "CS"], routes: (car, "WCE"), (car, "ECW")),
    Case(
      "two ways that cross have two left turns: nothing is forbidden",
      .restriction("no_left_turn", from: "WCE", via: "C", to: "NCS"),
      ways: ["WCE", "NCS"], routes: (car, "WCN"), (car, "ECS")),
  ]

  @Test("a restriction over a node forbids its turn and nothing else", arguments: atNode)
  func restrictionAtNode(_ row: Case) async throws {
    let map = try await build(Self.cross, row)
    try await check(map, row)
  }

  @Test("a restriction that is not decided is counted as refused")
  func ambiguous() async throws {
    for row in Self.atNode.suffix(2) {
      let map = try await build(Self.cross, row)
      #expect(map.report.usedRestrictions == 0)
      #expect(map.report.refusedRestrictions.values.reduce(0, +) == 1)
    }
  }

  @Test("a restriction binds who starts on its road, and not who starts past it")
  func starts() async throws {
    let row = Case("", .restriction("no_left_turn", from: "WC", via: "C", to: "NC"))
    let map = try await build(Self.cross, row)
    #expect(try await map.route(from: "W>C 0.9", to: "N") == "CECN")
    #expect(try await map.route(from: "W", to: "C>N 0.1") == "WCEC")
    #expect(try await map.route(from: "C", to: "N") == "CN")
  }

  // MARK: Via ways

  static let ladder = """
    A---B---C---D---H
        |   |   |
        E   |   |
            F   G
    """
  static let rungs = ["AB", "BC", "CD", "DH", "BE", "CF", "DG"]

  static let overWays = [
    Case(
      "one via way binds who comes over 'from', and nobody else",
      .restriction("no_right_turn", from: "AB", via: "BC", to: "CF"),
      ways: rungs,
      routes: (car, "ABEBCF"), (car, "EBCF"), (car, "ABCDG"), (car, "BCF"), (car, "FCBA"),
      (foot, "ABCF")),
    Case(
      "'except' holds over ways too",
      .restriction("no_right_turn", from: "AB", via: "BC", to: "CF", "except=hgv"),
      ways: rungs, routes: (car, "ABEBCF"), (truck, "ABCF"), (bicycle, "ABEBCF")),
    Case(
      "restriction:hgv over a way",
      .restriction(for: "hgv", "no_right_turn", from: "AB", via: "BC", to: "CF"),
      ways: rungs, routes: (car, "ABCF"), (truck, "ABEBCF")),
    Case(
      "two via ways",
      .restriction("no_right_turn", from: "AB", via: "BC,CD", to: "DG"),
      ways: rungs,
      routes: (car, "ABEBCDG"), (car, "EBCDG"), (car, "FCDG"), (car, "ABCF"), (car, "ABCDH"),
      (car, "GDCBA")),
    Case(
      "a via way with a junction in it",
      .restriction("no_right_turn", from: "AB", via: "BCD", to: "DG"),
      ways: ["AB", "BCD", "DH", "BE", "CF", "DG"],
      routes: (car, "ABEBCDG"), (car, "FCDG"), (car, "ABCF"), (car, "ABCDH")),
    Case(
      "ways drawn the other way round",
      .restriction("no_right_turn", from: "BA", via: "CB", to: "FC"),
      ways: ["BA", "CB", "DC", "HD", "EB", "FC", "GD"],
      routes: (car, "ABEBCF"), (car, "EBCF"), (car, "FCBA")),
    Case(
      "only_straight_on over a way",
      .restriction("only_straight_on", from: "AB", via: "BC", to: "CD"),
      ways: rungs, routes: (car, "ABCDH"), (car, "ABEBCF"), (car, "EBCF")),
    Case(
      "two restrictions that share a beginning",
      .restriction("no_right_turn", from: "AB", via: "BC", to: "CF"),
      .restriction("no_right_turn", from: "AB", via: "BC,CD", to: "DG"),
      ways: rungs,
      routes: (car, "ABEBCF"), (car, "ABEBCDG"), (car, "ABCDH"), (car, "EBCF"), (car, "EBCDG")),
    Case(
      "the same two in the other order",
      .restriction("no_right_turn", from: "AB", via: "BC,CD", to: "DG"),
      .restriction("no_right_turn", from: "AB", via: "BC", to: "CF"),
      ways: rungs,
      routes: (car, "ABEBCF"), (car, "ABEBCDG"), (car, "ABCDH"), (car, "EBCF"), (car, "EBCDG")),
    Case(
      "two restrictions over one via way, from different roads",
      .restriction("no_right_turn", from: "AB", via: "BC", to: "CF"),
      .restriction("no_straight_on", from: "BE", via: "BC", to: "CD"),
      ways: rungs,
      routes: (car, "ABCDH"), (car, "EBCF"), (car, "ABEBCF"), (car, "EBCFCDH")),
    Case(
      "one restriction's 'from' is another's 'via'",
      .restriction("no_right_turn", from: "AB", via: "BC", to: "CF"),
      .restriction("no_right_turn", from: "BC", via: "CD", to: "DG"),
      ways: rungs,
      routes: (car, "ABCDHDG"), (car, "EBCFCDG"), (car, "FCDG"), (car, "ABEBCF"), (car, "EBCF")),
    Case(
      "a restriction over a node in the middle of one over ways",
      .restriction("no_right_turn", from: "AB", via: "BC,CD", to: "DG"),
      .restriction("no_right_turn", from: "BC", via: "C", to: "CF"),
      ways: rungs,
      routes: (car, "ABCDHDCF"), (car, "EBCDGDCF"), (car, "ABEBCDG"), (car, "EBCDG"), (car, "DCF")),
    Case(
      "a restriction of trucks and one of all over the same roads",
      .restriction(for: "hgv", "no_right_turn", from: "AB", via: "BC", to: "CF"),
      .restriction("no_right_turn", from: "AB", via: "BC,CD", to: "DG"),
      ways: rungs, routes: (car, "ABCF"), (truck, "ABEBCF"), (car, "ABEBCDG"), (truck, "ABEBCDG")),
  ]

  @Test("a restriction over ways forbids its path and nothing else", arguments: overWays)
  func restrictionOverWays(_ row: Case) async throws {
    let map = try await build(Self.ladder, row)
    try await check(map, row)
    #expect(map.report.usedRestrictions == row.relations.count)
  }

  @Test("no_u_turn over the link between two carriageways")
  func dualCarriageway() async throws {
    let map = try await AsciiMap(
      """
      A---B---C
          |   |
      D---E---F
      """,
      ways: [
        "AB": "highway=primary oneway=yes", "BC": "highway=primary oneway=yes",
        "FE": "highway=primary oneway=yes", "ED": "highway=primary oneway=yes",
        "BE": "highway=primary_link", "CF": "highway=primary_link",
      ],
      relations: [.restriction("no_u_turn", from: "AB", via: "BE", to: "ED")]
    ).build()
    #expect(try await map.route(from: "A", to: "D") == "ABCFED")
    #expect(try await map.route(from: "A", to: "B>E 0.5") == "AB")
    #expect(try await map.route(from: "B>E 0.5", to: "D") == "ED")
  }

  @Test(
    "a 'from' way that runs on past the via way: how it is drawn does not change who is bound",
    arguments: ["ABC", "CBA"])
  func passesThroughViaWay(_ from: String) async throws {
    // Only A-B-D-E is a U-turn; C-B-D-E keeps its direction.
    let map = try await AsciiMap(
      """
      E---D
          |
      A---B---C
      |       |
      F-------G
      """,
      ways: [
        "\(from)": "highway=residential", "BD": "highway=residential", "DE": "highway=residential",
        "AFGC": "highway=residential",
      ],
      relations: [.restriction("no_u_turn", from: from, via: "BD", to: "DE")]
    ).build()
    #expect(try await map.route(from: "C", to: "E") == "CBDE")
    if map.report.usedRestrictions == 1 {
      #expect(try await map.route(from: "A", to: "E") == "AFGCBDE")
    }
  }

  // MARK: Helpers

  private func build(_ drawing: String, _ row: Case) async throws -> AsciiRoads {
    // A dictionary literal of ways can't be made from an array.
    let tags: AsciiMap.Tags = "highway=residential"
    return try await AsciiMap(
      drawing, ways: row.ways.map { ($0, tags) }, relations: row.relations
    ).build()
  }

  private func check(_ map: AsciiRoads, _ row: Case) async throws {
    for (vehicle, letters) in row.routes {
      guard let from = letters.first, let to = letters.last else { continue }
      let found = try await map.attempt(from: String(from), to: String(to), vehicle)
      #expect(found == letters, "\(vehicle.mode.name): \(row.name)")
    }
  }
}
