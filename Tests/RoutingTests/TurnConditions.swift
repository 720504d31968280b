import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Turn restrictions that hold at times or for some vehicles, over nodes and ways.
@Suite struct TurnConditions {
  static let car = Vehicle(.car)
  static let truck = Vehicle(.truck)
  static let bicycle = Vehicle(.bicycle)
  static let foot = Vehicle(.foot)
  static let bus = Vehicle(.bus)
  static let taxi = Vehicle(.taxi)

  // The arms are dead ends, the east one the shortest: who may not turn goes on and turns round there.
  static let cross = """
            N
            |
    W-------C-E
            |
            |
            |
            S
    """

  static func build(
    _ tags: AsciiMap.Tags, from: String = "WC", via: String = "C", to: String = "NC"
  ) async throws -> AsciiRoads {
    let road: AsciiMap.Tags = "highway=residential"
    var all = tags
    if !tags.pairs.contains(where: { $0.key == "type" }) {
      all.pairs.append(("type", "restriction"))
    }
    var members: [(role: String, name: String)] = []
    for (role, names) in [("from", from), ("via", via), ("to", to)] {
      members += names.split(separator: ",").map { (role, String($0)) }
    }
    return try await AsciiMap(
      cross, ways: ["WC": road, "CE": road, "NC": road, "CS": road],
      relations: [AsciiMap.Relation(members, all)]
    ).build()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    /// Whether W to N may be turned, by vehicle and time.
    var turns: [(Vehicle, String, Bool)]
    init(_ tags: AsciiMap.Tags, _ turns: (Vehicle, String, Bool)...) {
      self.tags = tags
      self.turns = turns
    }
    var testDescription: String { tags.line }
  }

  static let lorry = Vehicle.truck([.weight: 12_000, .length: 16_500])
  static let van = Vehicle.truck([.weight: 3_000, .length: 6_000])

  static let timed = [
    Case(
      ["restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-19:00)"],
      (car, "Mo 12:00", false), (truck, "Mo 12:00", false), (bicycle, "Mo 12:00", false),
      (foot, "Mo 12:00", true), (car, "Mo 20:00", true), (car, "Sa 12:00", true)),
    Case(
      ["restriction:conditional": "no_left_turn @ (22:00-06:00)"],
      (car, "Mo 23:00", false), (car, "Tu 05:00", false), (car, "Tu 07:00", true)),
    Case(
      ["restriction:hgv:conditional": "no_left_turn @ (22:00-06:00)"], (truck, "Mo 23:00", false),
      (truck, "Mo 12:00", true), (car, "Mo 23:00", true)),
    Case(
      ["restriction:conditional": "no_left_turn @ (weight>7.5)"], (lorry, "Mo 12:00", false),
      (van, "Mo 12:00", true), (car, "Mo 12:00", true)),
    Case(
      ["restriction:conditional": "no_left_turn @ (length>12)"], (lorry, "Mo 12:00", false),
      (van, "Mo 12:00", true)),
    Case(
      ["restriction:conditional": "no_left_turn @ (Mo-Fr AND weight>7.5)"],
      (lorry, "Mo 12:00", false), (lorry, "Sa 12:00", true), (van, "Mo 12:00", true)),
    Case(
      ["restriction:conditional": "no_left_turn @ (07:00-09:00,16:00-18:00)", "except": "psv"],
      (car, "Mo 08:00", false), (car, "Mo 17:00", false), (car, "Mo 12:00", true),
      (bus, "Mo 08:00", true), (taxi, "Mo 17:00", true)),
    Case(
      ["restriction:conditional": "no_left_turn @ (Mo-Fr)", "except": "bicycle;hgv"],
      (car, "Mo 12:00", false), (truck, "Mo 12:00", true), (bicycle, "Mo 12:00", true)),
    Case(
      ["restriction": "no_left_turn", "restriction:conditional": "no_left_turn @ (Mo-Fr)"],
      (car, "Sa 12:00", false), (car, "Mo 12:00", false)),
    Case(
      ["restriction:conditional": "no_left_turn @ (Nov-Mar)"], (car, "Mo 12:00", false),
      (car, "2026-07-01 12:00", true)),
    // The old way to write times.
    Case(
      ["restriction": "no_left_turn", "hour_on": "07:00", "hour_off": "19:00"],
      (car, "Mo 12:00", false), (car, "Mo 20:00", true)),
    Case(
      [
        "restriction": "no_left_turn", "day_on": "Monday", "day_off": "Friday",
        "hour_on": "07:00", "hour_off": "19:00",
      ],
      (car, "Mo 12:00", false), (car, "Mo 20:00", true), (car, "Sa 12:00", true)),
  ]

  @Test("a restriction binds at its times, whom it names", arguments: timed)
  func byTime(_ row: Case) async throws {
    let map = try await Self.build(row.tags)
    for (vehicle, time, isOpen) in row.turns {
      let found = try await map.route(from: "W", to: "N", vehicle, .at(time))
      #expect(found == (isOpen ? "WCN" : "WCECN"), "\(vehicle.mode.name) \(time)")
      // Others of the junction are free.
      #expect(try await map.route(from: "W", to: "S", vehicle, .at(time)) == "WCS")
      #expect(try await map.route(from: "N", to: "W", vehicle, .at(time)) == "NCW")
    }
  }

  static let named = [
    Case(["restriction": "no_left_turn"], (car, "", false), (bus, "", false), (foot, "", true)),
    Case(["restriction:hgv": "no_left_turn"], (truck, "", false), (car, "", true), (bus, "", true)),
    Case(["restriction:bicycle": "no_left_turn"], (bicycle, "", false), (car, "", true)),
    Case(["restriction:bus": "no_left_turn"], (bus, "", false), (car, "", true), (taxi, "", true)),
    Case(["restriction:psv": "no_left_turn"], (bus, "", false), (taxi, "", false), (car, "", true)),
    Case(
      ["restriction:motor_vehicle": "no_left_turn"], (car, "", false), (truck, "", false),
      (bicycle, "", true)),
    Case(["restriction:motorcar": "no_left_turn"], (car, "", false), (truck, "", true)),
    Case(["type": "restriction:hgv", "restriction": "no_left_turn"], (truck, "", false)),
    Case(["restriction": "no_left_turn", "except": "hgv"], (truck, "", true), (car, "", false)),
    Case(["restriction": "no_left_turn", "except": "psv"], (bus, "", true), (car, "", false)),
    Case(
      ["restriction": "no_left_turn", "except": "motor_vehicle"], (car, "", true),
      (bicycle, "", false)),
    Case(
      ["restriction": "no_left_turn", "except": "bicycle;psv;hgv"], (truck, "", true),
      (taxi, "", true), (car, "", false)),
    // Two restrictions in one relation.
    Case(
      ["restriction:hgv": "no_left_turn", "restriction:bicycle": "no_left_turn"],
      (truck, "", false), (bicycle, "", false), (car, "", true)),
    Case(
      ["restriction:hgv": "no_left_turn", "restriction:car": "no_right_turn"], (truck, "", false)),
    Case(["restriction:foot": "no_left_turn"], (foot, "", false), (car, "", true)),
  ]

  @Test("a restriction binds those that it names, and not the excepted", arguments: named)
  func byVehicle(_ row: Case) async throws {
    let map = try await Self.build(row.tags)
    for (vehicle, _, isOpen) in row.turns {
      let found = try await map.route(from: "W", to: "N", vehicle)
      #expect(found == (isOpen ? "WCN" : "WCECN"), "\(vehicle.mode.name)")
    }
  }

  @Test("one relation that sends trucks straight on and keeps bicycles from it")
  func twoKinds() async throws {
    let map = try await Self.build(
      ["restriction:hgv": "only_straight_on", "restriction:bicycle": "no_straight_on"], to: "CE")
    #expect(try await map.route(from: "W", to: "N", Self.truck) == "WCECN")
    #expect(try await map.route(from: "W", to: "E", Self.truck) == "WCE")
    #expect(try await map.route(from: "W", to: "N", Self.bicycle) == "WCN")
    #expect(try await map.route(from: "W", to: "E", Self.bicycle) == "WCNCE")
    #expect(try await map.route(from: "W", to: "N") == "WCN")
    #expect(try await map.route(from: "W", to: "E") == "WCE")
  }

  @Test("only_straight_on at times forbids the others at these times")
  func onlyAtTimes() async throws {
    let map = try await Self.build(
      ["restriction:conditional": "only_straight_on @ (07:00-09:00)"], to: "CE")
    #expect(try await map.route(from: "W", to: "N", .car, .at("Mo 08:00")) == "WCECN")
    #expect(try await map.route(from: "W", to: "S", .car, .at("Mo 08:00")) == "WCECS")
    #expect(try await map.route(from: "W", to: "N", .car, .at("Mo 12:00")) == "WCN")
    #expect(try await map.route(from: "S", to: "N", .car, .at("Mo 08:00")) == "SCN")
  }

  static let severalMembers: [(tags: AsciiMap.Tags, from: String, to: String, closed: [String])] = [
    (["restriction": "no_entry"], "WC,CS", "NC", ["WCECN", "SCECN"]),
    (["restriction": "no_entry"], "WC,CS,CE", "NC", []),
    (["restriction": "no_exit"], "WC", "NC,CS", ["WCECN", "WCECS"]),
    (["restriction:hgv": "no_entry"], "WC,CS", "NC", []),
    (
      ["restriction:conditional": "no_entry @ (Mo-Fr)"], "WC,CS", "NC", ["WCECN", "SCECN"]
    ),
    (["restriction:conditional": "no_exit @ (Mo-Fr)"], "WC", "NC,CS", ["WCECN", "WCECS"]),
  ]

  @Test(
    "no_entry with several 'from', no_exit with several 'to'", arguments: severalMembers.indices)
  func entryAndExit(_ row: Int) async throws {
    let (tags, from, to, closed) = Self.severalMembers[row]
    let map = try await Self.build(tags, from: from, to: to)
    for letters in closed {
      let ends = (String(letters.prefix(1)), String(letters.suffix(1)))
      let found = try await map.route(from: ends.0, to: ends.1, .car, .at("Mo 12:00"))
      #expect(found == letters)
    }
    if tags.line.contains("hgv") {
      #expect(try await map.route(from: "W", to: "N", Self.truck) == "WCECN")
      #expect(try await map.route(from: "W", to: "N") == "WCN")
    }
    if from == "WC,CS,CE" {
      #expect(try await map.attempt(from: "W", to: "N") == "none")
      #expect(try await map.attempt(from: "E", to: "N") == "none")
    }
    #expect(try await map.route(from: "N", to: "W", .car, .at("Mo 12:00")) == "NCW")
  }

  // MARK: Not known whether it holds

  @Test("without a departure time a restriction of hours is not applied, and named")
  func potential() async throws {
    let map = try await Self.build([
      "restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-19:00)"
    ])
    let route = try await map.response(from: "W", to: "N")
    #expect(map.letters(route) == "WCN")
    let rule = try #require(route.potentialRules.first)
    #expect(route.notices.count == 1)
    #expect(rule.kind == "potentialTurn")
    #expect(rule.rule.tag.hasPrefix("restriction"))
    #expect(rule.rule.tag.hasSuffix("@ (Mo-Fr 07:00-19:00)"))
    #expect(rule.position == (try map.drawing.place("C")))
    let strict = try await map.route(from: "W", to: "N", .car, .init(strictConditions: true))
    #expect(strict == "WCECN")
    // Nothing is said of turns that are not made.
    #expect(try await map.response(from: "W", to: "S").notices.isEmpty)
    #expect(try await map.response(from: "W", to: "N", Self.foot).notices.isEmpty)
  }

  // MARK: Over ways

  static let ladder = """
    A---B---C---D---H
        |   |   |
        E   |   |
            F   G
    """

  static func overWays(_ tags: AsciiMap.Tags, via: String, to: String) async throws -> AsciiRoads {
    let road: AsciiMap.Tags = "highway=residential"
    var all: AsciiMap.Tags = ["type": "restriction"]
    all.pairs += tags.pairs
    let vias = via.split(separator: ",").map { (role: "via", name: String($0)) }
    return try await AsciiMap(
      ladder,
      ways: [
        "AB": road, "BC": road, "CD": road, "DH": road, "BE": road, "CF": road, "DG": road,
      ],
      relations: [
        AsciiMap.Relation([("from", "AB")] + vias + [("to", to)], all)
      ]
    ).build()
  }

  static let chains = [
    Case(
      ["restriction:conditional": "no_right_turn @ (Mo-Fr 07:00-19:00)"], (car, "Mo 12:00", false),
      (car, "Mo 20:00", true), (foot, "Mo 12:00", true)),
    Case(
      ["restriction:hgv:conditional": "no_right_turn @ (22:00-06:00)"], (truck, "Mo 23:00", false),
      (truck, "Mo 12:00", true), (car, "Mo 23:00", true)),
    Case(
      ["restriction:conditional": "no_right_turn @ (weight>7.5)"], (lorry, "Mo 12:00", false),
      (van, "Mo 12:00", true), (car, "Mo 12:00", true)),
    Case(
      ["restriction:conditional": "no_right_turn @ (Su)", "except": "psv"],
      (car, "Su 12:00", false), (bus, "Su 12:00", true), (car, "Mo 12:00", true)),
  ]

  @Test("a restriction over one way or several holds at its times", arguments: chains)
  func overWaysByTime(_ row: Case) async throws {
    let one = try await Self.overWays(row.tags, via: "BC", to: "CF")
    let two = try await Self.overWays(row.tags, via: "BC,CD", to: "DG")
    for (vehicle, time, isOpen) in row.turns {
      let near = try await one.route(from: "A", to: "F", vehicle, .at(time))
      #expect(near == (isOpen ? "ABCF" : "ABEBCF"), "\(vehicle.mode.name) \(time)")
      let far = try await two.route(from: "A", to: "G", vehicle, .at(time))
      #expect(far == (isOpen ? "ABCDG" : "ABEBCDG"), "\(vehicle.mode.name) \(time)")
      // Who comes over another road is not bound.
      #expect(try await one.route(from: "E", to: "F", vehicle, .at(time)) == "EBCF")
      #expect(try await two.route(from: "F", to: "G", vehicle, .at(time)) == "FCDG")
    }
  }

  @Test("over ways too, what may hold is named")
  func overWaysPotential() async throws {
    let map = try await Self.overWays(
      ["restriction:conditional": "no_right_turn @ (Mo-Fr)"], via: "BC", to: "CF")
    let route = try await map.response(from: "A", to: "F")
    #expect(map.letters(route) == "ABCF")
    #expect(route.potentialRules.map(\.kind) == ["potentialTurn"])
    #expect(try await map.response(from: "E", to: "F").notices.isEmpty)
    let strict = try await map.route(from: "A", to: "F", .car, .init(strictConditions: true))
    #expect(strict == "ABEBCF")
  }

  // MARK: U-turns

  @Test("no_u_turn over the link of two carriageways, at times")
  func uTurn() async throws {
    for (value, time, letters) in [
      ("no_u_turn @ (07:00-19:00)", "Mo 12:00", "ABCDEF"),
      ("no_u_turn @ (07:00-19:00)", "Mo 20:00", "ABEF"),
    ] {
      let map = try await AsciiMap(
        """
        F---E---D
            |   |
        A---B---C
        """,
        ways: [
          "AB": "highway=primary oneway=yes", "BC": "highway=primary oneway=yes",
          "BE": "highway=primary_link", "CD": "highway=primary_link",
          "DE": "highway=primary oneway=yes", "EF": "highway=primary oneway=yes",
        ],
        relations: [
          AsciiMap.Relation(
            [("from", "AB"), ("via", "BE"), ("to", "EF")],
            ["type": "restriction", "restriction:conditional": value])
        ]
      ).build()
      #expect(try await map.route(from: "A", to: "F", .car, .at(time)) == letters)
    }
  }
}
