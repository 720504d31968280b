import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Who may use which road, in which direction: from tags to routes.
@Suite struct BehaviourAccess {
  /// The modes of the columns.
  static let columns: [(letter: Character, vehicle: Vehicle)] = [
    ("c", Vehicle(.car)), ("t", Vehicle(.truck)), ("b", Vehicle(.bicycle)), ("f", Vehicle(.foot)),
  ]

  /// Builds X-A-B-Y with the road in question in the middle, and tells who gets along it.
  ///
  /// - Returns: Forward and backward: a letter for each of car, truck, bicycle, foot that passes.
  static func passing(
    _ tags: AsciiMap.Tags, node: AsciiMap.Tags = [:]
  ) async throws -> String {
    // The roads at both ends are open to all and lead nowhere else.
    let map = try await AsciiMap(
      "X---A---N---B---Y",
      ways: ["XA": "highway=residential", "ANB": tags, "BY": "highway=residential"],
      nodes: node.pairs.isEmpty ? [:] : ["N": node]
    ).build()
    var result = ""
    for (from, to) in [("X", "Y"), ("Y", "X")] {
      if !result.isEmpty { result += " " }
      for (letter, vehicle) in columns {
        let route = try await map.attempt(from: from, to: to, vehicle)
        result.append(route == "none" ? "-" : letter)
      }
    }
    return result
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var expected: String
    init(_ tags: String, _ expected: String) {
      self.tags = tags
      self.expected = expected
    }
    var testDescription: String { tags }
  }

  // Columns: car, truck, bicycle, foot; forward, then backward. A bicycle may be pushed where people
  // walk. After the international table of the OpenStreetMap wiki, "OSM tags for routing/Access restrictions".
  static let classes = [
    Case("highway=motorway", "ct-- ----"),
    Case("highway=motorway oneway=no", "ct-- ct--"),
    Case("highway=motorway_link", "ct-- ct--"),
    Case("highway=trunk", "ctbf ctbf"),
    Case("highway=trunk motorroad=yes", "ct-- ct--"),
    Case("highway=primary", "ctbf ctbf"),
    Case("highway=secondary", "ctbf ctbf"),
    Case("highway=tertiary", "ctbf ctbf"),
    Case("highway=tertiary_link", "ctbf ctbf"),
    Case("highway=unclassified", "ctbf ctbf"),
    Case("highway=residential", "ctbf ctbf"),
    Case("highway=living_street", "ctbf ctbf"),
    Case("highway=service", "ctbf ctbf"),
    Case("highway=service service=driveway", "ctbf ctbf"),
    Case("highway=track", "ctbf ctbf"),
    Case("highway=pedestrian", "--bf --bf"),
    Case("highway=path", "--bf --bf"),
    Case("highway=footway", "--bf --bf"),
    Case("highway=steps", "--bf --bf"),
    Case("highway=cycleway", "--bf --bf"),
    Case("highway=bridleway", "---f ---f"),
    Case("highway=construction", "---- ----"),
    Case("highway=proposed", "---- ----"),
    Case("highway=platform", "--bf --bf"),
    Case("highway=banana", "---- ----"),
    Case("railway=rail", "---- ----"),
  ]

  @Test("a class is open to its modes", arguments: classes)
  func roadClass(_ row: Case) async throws {
    #expect(try await Self.passing(AsciiMap.Tags(row.tags)) == row.expected)
  }

  // access < vehicle < motor_vehicle < motorcar, hgv; access < vehicle < bicycle; access < foot.
  static let chain = [
    Case("highway=residential access=no", "---- ----"),
    Case("highway=residential access=no foot=yes", "---f ---f"),
    Case("highway=residential access=no motor_vehicle=yes", "ct-- ct--"),
    Case("highway=residential access=no motor_vehicle=yes hgv=no", "c--- c---"),
    Case("highway=residential vehicle=no", "---f ---f"),
    Case("highway=residential vehicle=no bicycle=yes", "--bf --bf"),
    Case("highway=residential motor_vehicle=no", "--bf --bf"),
    Case("highway=residential motor_vehicle=no motorcar=yes", "c-bf c-bf"),
    Case("highway=residential hgv=no", "c-bf c-bf"),
    Case("highway=residential motorcar=no", "-tbf -tbf"),
    Case("highway=residential bicycle=no", "ct-f ct-f"),
    Case("highway=residential foot=no", "ctb- ctb-"),
    Case("highway=residential access=permissive", "ctbf ctbf"),
    Case("highway=residential motor_vehicle=agricultural", "--bf --bf"),
    Case("highway=residential hgv:forward=no", "c-bf ctbf"),
    Case("highway=residential motor_vehicle:backward=no", "ctbf --bf"),
    Case("highway=footway bicycle=yes", "--bf --bf"),
    Case("highway=pedestrian motor_vehicle=yes", "ctbf ctbf"),
    Case("highway=cycleway foot=no", "--b- --b-"),
  ]

  @Test("of several access tags the most specific decides", arguments: chain)
  func accessChain(_ row: Case) async throws {
    #expect(try await Self.passing(AsciiMap.Tags(row.tags)) == row.expected)
  }

  // People on foot walk either way, and push a bicycle.
  static let oneways = [
    Case("highway=residential oneway=yes", "ctbf --bf"),
    Case("highway=residential oneway=yes foot=no", "ctb- ----"),
    Case("highway=residential oneway=1", "ctbf --bf"),
    Case("highway=residential oneway=-1", "--bf ctbf"),
    Case("highway=residential oneway=no", "ctbf ctbf"),
    Case("highway=residential oneway=yes oneway:bicycle=no", "ctbf --bf"),
    Case("highway=residential oneway=-1 oneway:bicycle=no", "--bf ctbf"),
    Case("highway=residential oneway=yes cycleway=opposite", "ctbf --bf"),
    Case("highway=residential oneway:bicycle=yes", "ctbf ctbf"),
    Case("highway=residential junction=roundabout", "ctbf ---f"),
    Case("highway=residential junction=roundabout oneway=no", "ctbf ctbf"),
    Case("highway=trunk_link", "ctbf ctbf"),
    Case("highway=motorway oneway=-1", "---- ct--"),
    Case("route=ferry oneway=yes", "ctbf ----"),
  ]

  @Test("a one-way street is travelled in its direction", arguments: oneways)
  func oneway(_ row: Case) async throws {
    #expect(try await Self.passing(AsciiMap.Tags(row.tags)) == row.expected)
  }

  static let barriers = [
    Case("barrier=bollard", "--bf --bf"),
    Case("barrier=bollard motor_vehicle=yes", "ctbf ctbf"),
    Case("barrier=gate", "ctbf ctbf"),
    Case("barrier=gate access=no", "---- ----"),
    Case("barrier=gate access=no foot=yes", "---f ---f"),
    Case("barrier=lift_gate hgv=no", "c-bf c-bf"),
    Case("barrier=cycle_barrier", "--bf --bf"),
    Case("barrier=stile", "---f ---f"),
    Case("barrier=toll_booth", "ctbf ctbf"),
    Case("barrier=cattle_grid", "ctbf ctbf"),
    Case("barrier=height_restrictor", "ctbf ctbf"),
    Case("barrier=wall", "---- ----"),
    Case("highway=traffic_signals", "ctbf ctbf"),
    Case("highway=crossing bicycle=no", "ctbf ctbf"),
  ]

  @Test("a barrier in the middle of a road lets its modes pass", arguments: barriers)
  func barrier(_ row: Case) async throws {
    let tags = AsciiMap.Tags(row.tags)
    #expect(try await Self.passing("highway=residential", node: tags) == row.expected)
  }

  @Test("a barrier where roads meet closes every way across it, and not the roads beside it")
  func barrierAtJunction() async throws {
    let map = try await AsciiMap(
      """
      A---B---C
          |   |
          D---E
      """,
      ways: ["ABC": "highway=primary", "BDEC": "highway=residential"],
      nodes: ["B": "barrier=bollard"]
    ).build()
    #expect(try await map.attempt(from: "A", to: "C") == "none")
    #expect(try await map.attempt(from: "A", to: "D") == "none")
    #expect(try await map.route(from: "A", to: "C", Vehicle(.bicycle)) == "ABC")
    #expect(try await map.route(from: "D", to: "B>C 0.5") == "DEC")
  }

  @Test("a car goes round a bollard, a bicycle past it")
  func roundBollard() async throws {
    let map = try await AsciiMap(
      """
      A---B-N-C---F
          |   |
          D---E
      """,
      ways: ["ABNCF": "highway=residential", "BDEC": "highway=residential"],
      nodes: ["N": "barrier=bollard"]
    ).build()
    #expect(try await map.route(from: "A", to: "F") == "ABDECF")
    #expect(try await map.route(from: "A", to: "F", Vehicle(.bicycle)) == "ABNCF")
    // Both sides of the bollard can be driven to.
    #expect(try await map.route(from: "A", to: "B>N 0.5") == "AB")
    #expect(try await map.route(from: "A", to: "N>C 0.5") == "ABDEC")
  }

  @Test("a roundabout is driven in its direction, whatever the way's name says")
  func roundabout() async throws {
    //   N      counter-clockwise: S, E, N, W
    //  / \
    // W   E
    //  \ /
    //   S
    let map = try await AsciiMap(
      """
          n
          |
          N
         / \\
      w-W   E-e
         \\ /
          S
          |
          s
      """,
      metresPerCell: 10,
      ways: [
        "SENWS": "highway=residential junction=roundabout", "nN": "highway=residential",
        "eE": "highway=residential", "sS": "highway=residential", "wW": "highway=residential",
      ]
    ).build()
    #expect(try await map.route(from: "s", to: "e") == "sSEe")
    #expect(try await map.route(from: "s", to: "n") == "sSENn")
    #expect(try await map.route(from: "s", to: "w") == "sSENWw")
    #expect(try await map.route(from: "e", to: "s") == "eENWSs")
    #expect(try await map.route(from: "n", to: "n") == "n")
    #expect(try await map.route(from: "e", to: "s", Vehicle(.foot)) == "eESs")
  }

  @Test("a one-way street is gone round against its direction")
  func roundOneway() async throws {
    let map = try await AsciiMap(
      """
      A---B
      |   |
      D---C
      """,
      ways: ["AB": "highway=residential oneway=yes", "BCDA": "highway=residential"]
    ).build()
    #expect(try await map.route(from: "A", to: "B") == "AB")
    #expect(try await map.route(from: "B", to: "A") == "BCDA")
    #expect(try await map.route(from: "B", to: "A", Vehicle(.foot)) == "BA")
  }

  static let ferries = [
    Case("route=ferry", "ctbf ctbf"),
    Case("route=ferry motor_vehicle=no", "--bf --bf"),
    Case("route=ferry motor_vehicle=yes foot=no bicycle=no", "ct-- ct--"),
    Case("route=ferry hgv=no", "c-bf c-bf"),
    Case("route=ferry access=no", "---- ----"),
    Case("route=bus", "---- ----"),
    Case("route=shuttle_train", "ctb- ctb-"),
  ]

  @Test("a ferry carries its modes", arguments: ferries)
  func ferry(_ row: Case) async throws {
    #expect(try await Self.passing(AsciiMap.Tags(row.tags)) == row.expected)
  }

  @Test(
    "a ferry takes as long as its duration says, also if a node is repeated",
    arguments: ["BC", "BBC"])
  func ferryDuration(_ way: String) async throws {
    let map = try await AsciiMap(
      "A---B---------C---D", metresPerCell: 500,
      ways: [
        ("AB", "highway=primary"), (way, "route=ferry duration=00:30"), ("CD", "highway=primary"),
      ]
    ).build()
    let route = try await map.response(from: "A", to: "D")
    let ferry = try #require(route.sections[0].edges.first { $0.road.flags.contains(.ferry) })
    // Speeds are stored in tenths of km/h: 10 km/h is 0.5 % fine.
    #expect(abs(Double(ferry.time) / 100 - 1_800) < 18)
    #expect(map.letters(route) == "ABCD")
  }

  @Test("the duration of a ferry that the extract cuts off is not taken for the part that is there")
  func cutFerry() async throws {
    let map = try await AsciiMap(
      "A---B---------C---D", metresPerCell: 500,
      ways: [
        "AB": "highway=primary", "BC?": "route=ferry duration=10:00", "CD": "highway=primary",
      ]
    ).build()
    let route = try await map.response(from: "A", to: "D")
    let ferry = try #require(route.sections[0].edges.first { $0.road.flags.contains(.ferry) })
    // Five kilometres at the usual speed of ships, not ten hours.
    #expect(ferry.time < 360_000)
  }

  @Test("a service road serves its ends, and is no short cut for a street of the same length")
  func serviceRoad() async throws {
    let map = try await AsciiMap(
      """
      A---B---C---F
          |   |
          D---E
              |
              G
      """,
      ways: [
        "ABCF": "highway=residential", "BD": "highway=service", "DE": "highway=service",
        "EC": "highway=service", "EG": "highway=service service=driveway",
      ]
    ).build()
    #expect(try await map.route(from: "A", to: "F") == "ABCF")
    #expect(try await map.route(from: "F", to: "G") == "FCEG")
    #expect(try await map.route(from: "D", to: "G") == "DEG")
  }

  @Test("the quicker class is taken where the lengths are the same")
  func quickerClass() async throws {
    let map = try await AsciiMap(
      """
        P-------Q
       /         \\
      A           B
       \\         /
        R-------S
      """,
      ways: [
        "APQB": "highway=residential", "ARSB": "highway=secondary",
      ]
    ).build()
    #expect(try await map.route(from: "A", to: "B") == "ARSB")
    #expect(try await map.route(from: "B", to: "A") == "BSRA")
  }

  @Test("a signed speed makes a road quicker or slower than its class")
  func signedSpeed() async throws {
    let map = try await AsciiMap(
      """
        P-------Q
       /         \\
      A           B
       \\         /
        R-------S
      """,
      ways: [
        "APQB": "highway=residential maxspeed=80", "ARSB": "highway=secondary maxspeed:forward=20",
      ]
    ).build()
    #expect(try await map.route(from: "A", to: "B") == "APQB")
    // Backward the lower road has no sign; 80 is still more than its class is driven at.
    #expect(try await map.route(from: "B", to: "A") == "BQPA")
  }
}
