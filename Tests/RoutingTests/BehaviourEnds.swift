import Geo
import MapCompiler
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Where a route begins and ends: parts of edges, sides of the road, and which road is meant.
@Suite struct BehaviourEnds {
  static let square = AsciiMap(
    """
    A-------B
    |       |
    D-------C
    """,
    ways: ["AB": "highway=residential", "BCDA": "highway=residential"])

  struct Part: Sendable, CustomTestStringConvertible {
    var from: String
    var to: String
    var letters: String
    /// Length in sides A-B.
    var sides: Double
    var testDescription: String { "\(from) to \(to)" }
  }

  static let parts = [
    Part(from: "A", to: "B", letters: "AB", sides: 1),
    Part(from: "A", to: "A>B 0.25", letters: "A", sides: 0.25),
    Part(from: "A>B 0.25", to: "B", letters: "B", sides: 0.75),
    Part(from: "A>B 0.25", to: "A>B 0.75", letters: "", sides: 0.5),
    Part(from: "A>B 0.75", to: "A>B 0.25", letters: "", sides: 0.5),
    Part(from: "B", to: "A>B 0.25", letters: "B", sides: 0.75),
    Part(from: "A>B 0.1", to: "A", letters: "A", sides: 0.1),
  ]

  @Test("length and duration of a part are its share of the edge", arguments: parts)
  func share(_ row: Part) async throws {
    let map = try await Self.square.build()
    let whole = try await map.response(from: "A", to: "B")
    #expect(abs(whole.lengthMetres - (try map.drawing.metres("AB"))) < 0.1)
    let part = try await map.response(from: row.from, to: row.to)
    #expect(map.letters(part) == row.letters)
    #expect(part.sections[0].edges.filter { $0.lengthMetres > 0 }.count == 1)
    #expect(abs(part.lengthMetres - whole.lengthMetres * row.sides) < 0.1)
    #expect(abs(part.durationSeconds - whole.durationSeconds * row.sides) < 0.03)
    let line = part.polyline
    let drawn = zip(line, line.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
    #expect(abs(drawn - part.lengthMetres) < 0.5)
    #expect(Distance.metres(line[0], try map.drawing.place(row.from)) < 0.1)
    #expect(Distance.metres(line[line.count - 1], try map.drawing.place(row.to)) < 0.1)
  }

  @Test("parts add up to the whole")
  func sum() async throws {
    let map = try await Self.square.build()
    let whole = try await map.response(from: "A>B 0.7", to: "C>D 0.2")
    let first = try await map.response(from: "A>B 0.7", to: "B")
    let second = try await map.response(from: "B", to: "C>D 0.2")
    #expect(map.letters(whole) == "BC")
    #expect(abs(whole.lengthMetres - first.lengthMetres - second.lengthMetres) < 0.05)
    let turn = Double(whole.sections[0].edges.reduce(0) { $0 + $1.turnTime }) / 100
    let driving = whole.durationSeconds - turn
    #expect(abs(driving - first.durationSeconds - second.durationSeconds) < 0.05 + turn)
  }

  @Test("a bend is no shorter for being passed in part")
  func bentEdge() async throws {
    // The nodes b and d only bend the road.
    let map = try await AsciiMap(
      """
      A---b
          |
          |
          d---E
      """,
      ways: ["AbdE": "highway=residential"]
    ).build()
    let part = try await map.response(from: "A>b 0.5", to: "d>E 0.5")
    let ends = try map.drawing.metres("Ab") + map.drawing.metres("dE")
    let metres = try map.drawing.metres("bd") + ends / 2
    #expect(map.letters(part) == "bd")
    #expect(abs(part.lengthMetres - metres) < 0.3)
  }

  static let oneway = AsciiMap(
    """
    A-------B
    |       |
    D-------C
    """,
    ways: ["AB": "highway=residential oneway=yes", "BCDA": "highway=residential"])

  @Test("on a one-way street to a place behind, the route goes round")
  func onewayBehind() async throws {
    let map = try await Self.oneway.build()
    #expect(try await map.route(from: "A>B 0.25", to: "A>B 0.75") == "")
    let round = try await map.response(from: "A>B 0.75", to: "A>B 0.25")
    #expect(map.letters(round) == "BCDA")
    let metres = try map.drawing.metres("BCDAB") - map.drawing.metres("AB") / 2
    #expect(abs(round.lengthMetres - metres) < 0.3)
    #expect(try await map.route(from: "A>B 0.75", to: "A>B 0.25", Vehicle(.foot)) == "")
  }

  @Test("a one-way street without a way back has no route to a place behind")
  func onewayNoReturn() async throws {
    let map = try await AsciiMap("A---B", ways: ["AB": "highway=residential oneway=yes"]).build()
    #expect(try await map.attempt(from: "A>B 0.25", to: "A>B 0.75") == "")
    #expect(try await map.attempt(from: "A>B 0.75", to: "A>B 0.25") == "none")
  }

  // MARK: Sides

  struct Side: Sendable, CustomTestStringConvertible {
    var country: String?
    var place: String
    var approach: Waypoint.Approach
    var arrival: String
    var departure: String
    var testDescription: String { "\(country ?? "-") \(place) \(approach)" }
  }

  // From A, which lies west of the place, and back. On the right of the street seen from A is the south.
  static let sides = [
    Side(
      country: nil, place: "A>B 0.5 right 10", approach: .curb, arrival: "A", departure: "BCDA"),
    Side(country: nil, place: "A>B 0.5 left 10", approach: .curb, arrival: "ADCB", departure: "A"),
    Side(
      country: nil, place: "A>B 0.5 left 10", approach: .unrestricted, arrival: "A", departure: "A"),
    Side(country: nil, place: "A>B 0.5", approach: .curb, arrival: "A", departure: "A"),
    Side(country: "DE", place: "A>B 0.5 left 10", approach: .curb, arrival: "ADCB", departure: "A"),
    Side(country: "GB", place: "A>B 0.5 left 10", approach: .curb, arrival: "A", departure: "BCDA"),
    Side(
      country: "GB", place: "A>B 0.5 right 10", approach: .curb, arrival: "ADCB", departure: "A"),
  ]

  @Test("with the kerb as approach, the place lies on the side where one drives", arguments: sides)
  func side(_ row: Side) async throws {
    var options = MapCompiler.Options()
    options.country = row.country
    let map = try await Self.square.build(options: options)
    let place = try map.waypoint(row.place, approach: row.approach)
    let other = try map.waypoint("A")
    #expect(try await map.route([other, place]) == row.arrival)
    #expect(try await map.route([place, other]) == row.departure)
  }

  @Test("a one-way street is reached on either side")
  func sideOfOneway() async throws {
    let map = try await Self.oneway.build()
    let from = try map.waypoint("A")
    for side in ["left", "right"] {
      let place = try map.waypoint("A>B 0.5 \(side) 10", approach: .curb)
      #expect(try await map.route([from, place]) == "A")
    }
  }

  // MARK: Snapping

  @Test("a place beside a road is brought to the nearest point of it")
  func nearestPoint() async throws {
    let map = try await Self.square.build()
    let section = try await map.response(from: "A>B 0.5 left 30", to: "D>C 0.25 right 20").sections[
      0]
    #expect(Distance.metres(section.departure.position, try map.drawing.place("A>B 0.5")) < 0.1)
    #expect(Distance.metres(section.arrival.position, try map.drawing.place("D>C 0.25")) < 0.1)
    #expect(abs(section.departure.distanceMetres - 30) < 0.1)
    #expect(abs(section.arrival.distanceMetres - 20) < 0.1)
  }

  @Test("a place past the end of a road is brought to its end")
  func pastEnd() async throws {
    let map = try await AsciiMap("A---B", ways: ["AB": "highway=residential"]).build()
    let section = try await map.response(from: "A", to: "A>B 1.5").sections[0]
    #expect(section.arrival.position == (try map.drawing.place("B")))
    #expect(abs(section.arrival.distanceMetres - 100) < 0.5)
  }

  @Test("the nearest road that the mode may use is taken")
  func nearestForMode() async throws {
    let map = try await AsciiMap(
      """
      A---B
      |   |
      |   |
      C---D
      """,
      ways: ["AB": "highway=footway", "ACDB": "highway=residential"]
    ).build()
    let place = "A>B 0.5 right 20"
    let walk = try await map.response(from: place, to: "D", Vehicle(.foot))
    #expect(abs(walk.sections[0].departure.distanceMetres - 20) < 0.1)
    let drive = try await map.response(from: place, to: "D")
    #expect(abs(drive.sections[0].departure.distanceMetres - 100) < 0.5)
  }

  @Test("with no road within the radius, the refusal tells how far the nearest is")
  func tooFar() async throws {
    let map = try await Self.square.build()
    for (from, to, index) in [("A>B 0.5 left 300", "C", 0), ("C", "A>B 0.5 left 300", 1)] {
      let error = try await map.refusal(from: from, to: to, .car, .init(snapRadiusMetres: 200))
      guard case .noRoadNear(let waypoint, .car, 200, let nearest?) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(waypoint == index)
      #expect(abs(nearest - 300) < 0.5)
      #expect(
        try await map.route(from: from, to: to, .car, .init(snapRadiusMetres: 301)).contains("B"))
    }
  }

  @Test("a map without a road for the mode says so")
  func noRoadForMode() async throws {
    let map = try await AsciiMap("A---B", ways: ["AB": "highway=footway"]).build()
    let error = try await map.refusal(from: "A", to: "B")
    #expect(
      error == .noRoadNear(waypoint: 0, mode: .car, radiusMetres: 10_000, nearestMetres: nil))
  }

  // MARK: Islands

  /// The main network is more than ten times as long as the piece beside it, which is so none of its main parts.
  static let island = AsciiMap(
    """
    X---Y
    A---B---C-------------------------------Z
        |   |
        D---E
    """,
    ways: [
      "XY": "highway=residential", "ABCZ": "highway=residential", "BDEC": "highway=residential",
    ])

  @Test("a trip from an island to the main network begins on that, and says so")
  func islandToMain() async throws {
    let map = try await Self.island.build()
    let cell = try map.drawing.metres("XA")
    let leaving = try await map.response(from: "Y", to: "C")
    #expect(map.letters(leaving) == "BC")
    guard case .snappedFarther(0, let metres) = leaving.notices.first else {
      Issue.record("\(leaving.notices)")
      return
    }
    #expect(abs(metres - cell) < 0.5)
    let arriving = try await map.response(from: "C", to: "Y")
    #expect(map.letters(arriving) == "CB")
    guard case .snappedFarther(1, _) = arriving.notices.first else {
      Issue.record("\(arriving.notices)")
      return
    }
  }

  @Test("a trip within an island stays on it")
  func withinIsland() async throws {
    let map = try await Self.island.build()
    let route = try await map.response(from: "X", to: "Y")
    #expect(map.letters(route) == "XY")
    #expect(route.notices.isEmpty)
  }

  @Test(
    "a trip within an island stays on it past a pass-through waypoint")
  func passThroughOnIsland() async throws {
    let map = try await Self.island.build()
    let places = [
      try map.waypoint("X"), try map.waypoint("X>Y 0.5", .passThrough), try map.waypoint("Y"),
    ]
    #expect(try await map.route(places) == "XY")
  }

  @Test(
    "a waypoint on an island that follows itself is moved as if it were one",
    arguments: [["Y", "Y", "C"], ["C", "Y", "Y"], ["C", "Y", "Y", "A"]])
  func repeatedOnIsland(_ names: [String]) async throws {
    let map = try await Self.island.build()
    let route = try await map.response(try names.map { try map.waypoint($0) })
    let moved = route.notices.compactMap {
      if case .snappedFarther(let waypoint, _) = $0 { waypoint } else { nil }
    }
    #expect(moved == names.indices.filter { names[$0] == "Y" })
    // Without another place, it stays.
    let alone = try await map.response(try ["Y", "Y"].map { try map.waypoint($0) })
    #expect(alone.notices.isEmpty)
  }

  @Test(
    "a pass-through waypoint that is moved to another road is told of")
  func passThroughMoved() async throws {
    let map = try await Self.island.build()
    let places = [
      try map.waypoint("A"), try map.waypoint("X>Y 0.5", .passThrough), try map.waypoint("C"),
    ]
    let route = try await map.response(places)
    #expect(map.letters(route) == "ABC")
    guard case .snappedFarther(1, _) = route.notices.first else {
      Issue.record("\(route.notices)")
      return
    }
  }

  static let islands = AsciiMap(
    """
    X---Y       V---W
    A---B-------C---D---------------------------Z
        |       |
        E-------F
    """,
    ways: [
      "XY": "highway=residential", "VW": "highway=residential", "ABCDZ": "highway=residential",
      "BEFC": "highway=residential",
    ]
  )

  @Test("that there is no way between two islands is known without a search of all roads")
  func knownIslands() async throws {
    var profiles = MapCompiler.Options()
    profiles.profiles = [.car, MetricProfile(.car, avoiding: .tolls)]
    let map = try await Self.islands.build(options: profiles)
    for avoid in [[], .tolls, [.tolls, .ferries]] as [Avoidance] {
      let request = RouteRequest(
        waypoints: [try map.waypoint("X"), try map.waypoint("W")], options: .init(avoid: avoid))
      let response = try await OfflineRoutingEngine(map: map.built.map).routes(for: request)
      #expect(map.letters(response.routes[0]) == "ABCD")
      #expect(response.statistics.rung == .metric)
    }
  }

  @Test("a trip between two islands goes by the main network, and says so at both ends")
  func betweenIslands() async throws {
    let map = try await Self.islands.build()
    let route = try await map.response(from: "X", to: "W")
    #expect(map.letters(route) == "ABCD")
    #expect(route.notices.count == 2)
  }

  @Test("where the main network is out of the radius, the island has no way to it")
  func islandWithoutMain() async throws {
    let map = try await Self.island.build()
    let error = try await map.refusal(from: "X", to: "C", .car, .init(snapRadiusMetres: 10))
    #expect(error == .noRoute(from: 0, to: 1, mode: .car, blockers: []))
  }

  static let trap = AsciiMap(
    """
    A---B---C
    |   |   |
    |   T   |
    D-------E
    """,
    ways: [
      "ABC": "highway=residential", "BT": "highway=residential oneway=yes",
      "ADEC": "highway=residential",
    ])

  @Test("a start where a road that leads nowhere branches off is not moved, and no notice says so")
  func startAtTrap() async throws {
    let map = try await Self.trap.build()
    let route = try await map.response(from: "B", to: "E")
    #expect(map.letters(route) == "BCE")
    #expect(route.notices.isEmpty)
  }

  @Test("a road that leads nowhere can be an end, not a start")
  func trapAsEnd() async throws {
    let map = try await Self.trap.build()
    #expect(try await map.route(from: "A", to: "T") == "ABT")
    // Nothing leads from it to the place, so the trip begins on the next road from which something does.
    let route = try await map.response(from: "B>T 0.5", to: "A")
    #expect(map.letters(route) == "BA")
    #expect(
      route.notices == [
        .snappedFarther(waypoint: 0, metres: route.sections[0].departure.distanceMetres)
      ])
    #expect(try await map.response(from: "B>T 0.2", to: "B>T 0.8").notices.isEmpty)
  }

  @Test("a hub of many one-way streets leads into each of them")
  func hub() async throws {
    // Twelve streets leave H, and one comes to it.
    let map = try await AsciiMap(
      """
      a-b-c-d-e
      |       |
      n   H   f
      |   |   |
      m-k-j-i-g
      """,
      ways: ["abcdefgijkmna", "Ha", "Hb", "Hc", "Hd", "He", "Hf", "Hg", "Hi", "Hk", "Hm", "Hn"].map
      {
        ($0, $0.count == 2 ? "highway=residential oneway=yes" : "highway=residential")
      } + [("Hj", "highway=residential")]
    ).build()
    for end in "abcdefgijkmn" {
      #expect(try await map.route(from: "H", to: String(end)) == "H\(end)")
    }
  }
}
