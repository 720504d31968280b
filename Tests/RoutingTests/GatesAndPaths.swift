import MapCompiler
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// One-way streets and those who need not keep to them; ferries, stairs, squares and pushed bicycles.
@Suite struct GatesAndPaths {
  static let modes: [(letter: Character, vehicle: Vehicle)] = [
    ("c", Vehicle(.car)), ("t", Vehicle(.truck)), ("b", Vehicle(.bicycle)), ("f", Vehicle(.foot)),
    ("s", Vehicle(.scooter)), ("u", Vehicle(.bus)), ("x", Vehicle(.taxi)),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    /// Who gets along the road, and who against it.
    var along: String
    var against: String
    init(_ tags: String, _ along: String, _ against: String) {
      self.tags = tags
      self.along = along
      self.against = against
    }
    var testDescription: String { tags }
  }

  // c car, t truck, b bicycle (perhaps pushed), f foot, s scooter, u bus, x taxi.
  static let directions = [
    Case("highway=residential", "ctbfsux", "ctbfsux"),
    Case("highway=residential oneway=yes", "ctbfsux", "bf"),
    Case("highway=residential oneway=-1", "bf", "ctbfsux"),
    Case("highway=residential oneway=alternating", "ctbfsux", "ctbfsux"),
    Case("highway=residential oneway=reversible", "bf", "bf"),
    Case("highway=residential oneway=true", "ctbfsux", "bf"),
    Case("highway=residential oneway=reverse", "bf", "ctbfsux"),
    Case("highway=residential oneway=yes bicycle=no", "ctfsux", "f"),
    Case("highway=residential oneway=yes foot=no", "ctbsux", ""),
    Case("highway=residential oneway=yes oneway:bicycle=no", "ctbfsux", "bf"),
    Case("highway=residential oneway=yes oneway:bicycle=no foot=no", "ctbsux", "b"),
    Case("highway=residential oneway=yes cycleway=opposite foot=no", "ctbsux", "b"),
    Case("highway=residential oneway=yes cycleway=opposite_lane foot=no", "ctbsux", "b"),
    Case("highway=residential oneway=yes cycleway=opposite_track foot=no", "ctbsux", "b"),
    Case("highway=residential oneway=yes cycleway:left=opposite_lane foot=no", "ctbsux", "b"),
    Case(
      "highway=residential oneway=yes cycleway:left=lane cycleway:left:oneway=-1 foot=no",
      "ctbsux", "b"),
    Case(
      "highway=residential oneway=yes cycleway:right=track cycleway:right:oneway=no foot=no",
      "ctbsux", "b"),
    Case("highway=residential oneway=yes cycleway=lane foot=no", "ctbsux", ""),
    Case("highway=residential oneway=yes oneway:psv=no foot=no", "ctbsux", "ux"),
    Case("highway=residential oneway=yes oneway:bus=no foot=no", "ctbsux", "u"),
    Case("highway=residential oneway=yes oneway:taxi=no foot=no", "ctbsux", "x"),
    Case("highway=residential oneway=yes busway=opposite_lane foot=no", "ctbsux", "u"),
    Case("highway=residential oneway=yes busway:left=opposite_lane foot=no", "ctbsux", "u"),
    Case("highway=residential oneway=yes oneway:motor_vehicle=no foot=no", "ctbsux", "ctsux"),
    Case("highway=residential oneway:motor_vehicle=yes foot=no", "ctbsux", "b"),
    Case("highway=residential oneway:bicycle=yes foot=no", "ctbsux", "ctsux"),
    Case("highway=residential oneway=yes oneway:moped=no foot=no", "ctbsux", "s"),
    Case("highway=residential oneway=yes oneway:hgv=no foot=no", "ctbsux", "t"),
    Case("highway=residential oneway=yes oneway:foot=yes", "ctbfsux", ""),
    Case("highway=motorway", "ctux", ""),
    Case("highway=motorway oneway=no", "ctux", "ctux"),
    Case("highway=motorway_link", "ctux", "ctux"),
    Case("highway=motorway_link oneway=yes", "ctux", ""),
    Case("highway=trunk_link oneway=yes", "ctbfsux", "bf"),
    Case("highway=residential junction=roundabout foot=no", "ctbsux", ""),
    Case("highway=residential junction=circular foot=no", "ctbsux", ""),
    Case("highway=residential junction=jughandle foot=no", "ctbsux", "ctbsux"),
    Case("highway=residential junction=roundabout oneway=-1 foot=no", "", "ctbsux"),
    Case("highway=footway foot=yes oneway=yes", "bf", "bf"),
    Case("highway=cycleway oneway=yes foot=no", "b", ""),
    Case("highway=cycleway oneway=yes", "bf", "bf"),
    Case("highway=steps conveying=forward bicycle=no", "f", ""),
    Case("highway=steps", "bf", "bf"),
    Case("highway=busway", "u", "u"),
    Case("highway=service access=no bus=yes", "u", "u"),
    Case("highway=service access=no psv=yes", "ux", "ux"),
    Case("highway=service access=no taxi=yes", "x", "x"),
    Case("highway=residential motor_vehicle=no moped=yes", "bfs", "bfs"),
    Case("highway=residential psv=no", "ctbfs", "ctbfs"),
    Case("highway=residential vehicle:backward=no", "ctbfsux", "f"),
    Case("highway=residential access:forward=no", "", "ctbfsux"),
    Case("highway=residential bicycle=dismount foot=yes", "ctbfsux", "ctbfsux"),
    Case("highway=footway bicycle=no", "f", "f"),
    Case("highway=footway bicycle=designated", "bf", "bf"),
    Case("highway=bridleway bicycle=yes", "bf", "bf"),
    Case("highway=path motor_vehicle=yes", "ctbfsux", "ctbfsux"),
    Case("highway=pedestrian bus=yes", "bfu", "bfu"),
    Case("route=ferry", "ctbfsux", "ctbfsux"),
    Case("route=ferry hgv=no", "cbfsux", "cbfsux"),
    Case("route=ferry motor_vehicle=no", "bf", "bf"),
    Case("route=shuttle_train motor_vehicle=yes bicycle=no", "ctsux", "ctsux"),
    Case("route=shuttle_train foot=no", "ctbsux", "ctbsux"),
  ]

  @Test("who may travel a road in which direction", arguments: directions)
  func direction(_ row: Case) async throws {
    let map = try await AsciiMap(
      "X---A---B---Y",
      ways: [
        "XA": "highway=residential", "AB": AsciiMap.Tags(row.tags), "BY": "highway=residential",
      ]
    ).build()
    for (from, to, expected) in [("X", "Y", row.along), ("Y", "X", row.against)] {
      var found = ""
      for (letter, vehicle) in Self.modes
      where try await map.attempt(from: from, to: to, vehicle) != "none" {
        found.append(letter)
      }
      #expect(found == expected, "from \(from)")
    }
  }

  // MARK: Ferries

  static let durations: [(text: String, seconds: Double)] = [
    ("00:30", 1_800), ("0:30", 1_800), ("30", 1_800), ("01:15", 4_500), ("1:00:00", 3_600),
    ("PT30M", 1_800), ("PT1H15M", 4_500), ("00:45:30", 2_730),
  ]

  @Test("a ferry and a car train take as long as they say", arguments: durations.indices)
  func duration(_ row: Int) async throws {
    let (text, seconds) = Self.durations[row]
    for route in ["ferry", "shuttle_train"] {
      let map = try await AsciiMap(
        "X-A----B-Y", metresPerCell: 1_000,
        ways: [
          "XA": "highway=primary", "AB": ["route": route, "duration": "\(text)"],
          "BY": "highway=primary",
        ]
      ).build()
      let edges = try await map.response(from: "X", to: "Y").sections[0].edges
      let found = edges.filter { $0.road.flags.contains(.ferry) }.durationSeconds
      #expect(abs(found - seconds) < 0.02 * seconds, "\(route)")
    }
  }

  @Test("the quicker of a ferry and a road is taken")
  func ferryOrRoad() async throws {
    for (text, letters) in [("00:05", "ABCD"), ("02:00", "ABEFCD")] {
      let map = try await AsciiMap(
        """
        A---B-------C---D
            |       |
            E-------F
        """,
        metresPerCell: 500,
        ways: [
          "AB": "highway=primary", "BC": ["route": "ferry", "duration": "\(text)"],
          "CD": "highway=primary", "BEFC": "highway=primary",
        ]
      ).build()
      #expect(try await map.route(from: "A", to: "D") == letters)
    }
  }

  @Test("a ferry that only sails in summer")
  func seasonalFerry() async throws {
    let map = try await AsciiMap(
      """
      A---B-------C---D
          |       |
          E-------F
      """,
      metresPerCell: 500,
      ways: [
        "AB": "highway=primary",
        "BC": ["route": "ferry", "duration": "00:03", "access:conditional": "no @ (Nov-Mar)"],
        "CD": "highway=primary", "BEFC": "highway=residential",
      ]
    ).build()
    #expect(try await map.route(from: "A", to: "D", .car, .at("2026-07-01 12:00")) == "ABCD")
    #expect(try await map.route(from: "A", to: "D", .car, .at("Mo 12:00")) == "ABEFCD")
  }

  // MARK: On foot

  @Test("a square is walked along its outline, the shorter way round")
  func square() async throws {
    for tags: AsciiMap.Tags in [
      "highway=pedestrian area=yes", "highway=footway area=yes", "highway=pedestrian",
    ] {
      let map = try await AsciiMap(
        """
        X---A---B---Y
            |   |
            D---C---Z
        """,
        ways: [
          "XA": "highway=residential", "ABCDA": tags, "BY": "highway=residential",
          "CZ": "highway=residential",
        ]
      ).build()
      #expect(try await map.route(from: "X", to: "Y", Vehicle(.foot)) == "XABY")
      #expect(try await map.route(from: "Y", to: "Z", Vehicle(.foot)) == "YBCZ")
      #expect(try await map.route(from: "X", to: "Y", Vehicle(.bicycle)) == "XABY")
      #expect(try await map.attempt(from: "X", to: "Y") == "none")
    }
  }

  @Test("stairs and a ramp: people take the stairs, bicycles and cars the ramp")
  func stairs() async throws {
    let map = try await AsciiMap(
      """
      A---B-C---D
          | |
          | |
          E-F
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=steps", "CD": "highway=residential",
        "BEFC": "highway=residential",
      ]
    ).build()
    #expect(try await map.route(from: "A", to: "D", Vehicle(.foot)) == "ABCD")
    #expect(try await map.route(from: "A", to: "D") == "ABEFCD")
  }

  @Test("a bicycle is pushed where it may not be ridden, if that is the shorter in time")
  func pushing() async throws {
    for tags in ["highway=footway", "highway=pedestrian", "highway=residential bicycle=dismount"] {
      // Forty metres to be pushed, or hundreds to be ridden.
      let map = try await AsciiMap(
        """
        A---B-C---D
            |  \\
            |   \\
            |    \\
            |     \\
            E------F
        """,
        metresPerCell: 20,
        ways: [
          "AB": "highway=residential", "BC": AsciiMap.Tags(tags), "CD": "highway=residential",
          "BEFC": "highway=residential",
        ]
      ).build()
      let route = try await map.response(from: "A", to: "D", Vehicle(.bicycle))
      #expect(map.letters(route) == "ABCD", "\(tags)")
    }
  }

  @Test("pushing takes about as long as walking, and longer than riding")
  func pushingTime() async throws {
    for tags: AsciiMap.Tags in [
      "highway=residential bicycle=dismount", "highway=footway", "highway=pedestrian",
    ] {
      let pushed = try await SpeedBehaviour.seconds(tags, Vehicle(.bicycle))
      let walked = try await SpeedBehaviour.seconds(tags, Vehicle(.foot))
      let ridden = try await SpeedBehaviour.seconds(
        "highway=residential", Vehicle(.bicycle))
      #expect(pushed > 2 * ridden)
      #expect(pushed > 0.7 * walked && pushed < 2 * walked)
    }
  }

  @Test("against a one-way street a bicycle is pushed, so that a longer way is ridden")
  func pushedAgainst() async throws {
    let map = try await AsciiMap(
      """
      A---B-N-C---D
          |   |
          E---F
      """,
      ways: [
        "AB": "highway=residential", "BNC": "highway=residential oneway=yes",
        "CD": "highway=residential", "BEFC": "highway=residential",
      ]
    ).build()
    #expect(try await map.letters(Vehicle(.bicycle)) == "ABNCD")
    #expect(try await map.letters(Vehicle(.bicycle), backward: true) == "DCFEBA")
    #expect(try await map.letters(Vehicle(.foot), backward: true) == "DCNBA")
  }
}
