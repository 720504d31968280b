import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What a request may wish for: avoiding kinds of road, and the shortest way.
@Suite struct BehaviourOptions {
  /// The quick way from A to D is the road in question, the slow one goes by E and F.
  static func map(_ tags: AsciiMap.Tags) -> AsciiMap {
    AsciiMap(
      """
      A---B-------C---D
          |       |
          E-------F
      """,
      ways: [
        "AB": "highway=residential", "BC": tags, "CD": "highway=residential",
        "BEFC": "highway=residential",
      ])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var avoid: Avoidance
    var mode: Mode
    var isAvoided: Bool
    init(_ tags: String, _ avoid: Avoidance, _ mode: Mode = .car, isAvoided: Bool = true) {
      self.tags = tags
      self.avoid = avoid
      self.mode = mode
      self.isAvoided = isAvoided
    }
    var testDescription: String { "\(tags) \(mode.name)" }
  }

  static let kinds = [
    Case("highway=primary toll=yes", .tolls),
    Case("highway=primary toll=yes", .ferries, isAvoided: false),
    Case("highway=primary toll:hgv=yes", .tolls, isAvoided: false),
    Case("highway=primary toll:hgv=yes", .tolls, .truck),
    Case("route=ferry duration=00:00:10", .ferries),
    Case("highway=motorway oneway=no", .motorways),
    Case("highway=trunk", .motorways, isAvoided: false),
    Case("highway=primary tunnel=yes", .tunnels),
    Case("highway=primary tunnel=no", .tunnels, isAvoided: false),
    Case("highway=primary surface=gravel", .unpaved),
    Case("highway=primary surface=asphalt", .unpaved, isAvoided: false),
  ]

  @Test("what shall be avoided is gone round", arguments: kinds)
  func avoidance(_ row: Case) async throws {
    let map = try await Self.map(AsciiMap.Tags(row.tags)).build()
    let vehicle = Vehicle(row.mode)
    #expect(try await map.route(from: "A", to: "D", vehicle) == "ABCD")
    let route = try await map.response(from: "A", to: "D", vehicle, .init(avoid: row.avoid))
    #expect(map.letters(route) == (row.isAvoided ? "ABEFCD" : "ABCD"))
    #expect(route.notices.isEmpty)
  }

  static let unavoidable = [
    Case("highway=primary toll=yes", .tolls), Case("route=ferry", .ferries),
    Case("highway=motorway oneway=no", .motorways),
    Case("highway=primary toll:hgv=yes", .tolls, .truck),
  ]

  @Test("what can't be avoided is taken, and the route says so", arguments: unavoidable)
  func violated(_ row: Case) async throws {
    let map = try await AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=residential", "BC": AsciiMap.Tags(row.tags), "CD": "highway=residential",
      ]
    ).build()
    let options = RouteRequest.Options(avoid: [row.avoid, .unpaved])
    let route = try await map.response(from: "A", to: "D", Vehicle(row.mode), options)
    #expect(map.letters(route) == "ABCD")
    #expect(route.notices == [.avoidanceViolated(row.avoid)])
  }

  @Test("one kind that can't be avoided does not give up the others")
  func otherAvoidances() async throws {
    let map = try await AsciiMap(
      """
      A---B---C---D---G
              |   |
              E---F
      """,
      ways: [
        "AB": "highway=residential", "BC": "route=ferry", "CD": "highway=primary toll=yes",
        "DG": "highway=residential", "CEFD": "highway=residential",
      ]
    ).build()
    let route = try await map.response(from: "A", to: "G", .car, .init(avoid: [.ferries, .tolls]))
    #expect(map.letters(route) == "ABCEFDG")
    #expect(route.notices == [.avoidanceViolated(.ferries)])
  }

  @Test("one toll that can't be avoided does not give up the avoidance of another")
  func otherTolls() async throws {
    let map = try await AsciiMap(
      """
      A---B---C---D---G
              |   |
              E---F
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=primary toll=yes",
        "CD": "highway=primary toll=yes", "DG": "highway=residential",
        "CEFD": "highway=residential",
      ]
    ).build()
    let route = try await map.response(from: "A", to: "G", .car, .init(avoid: .tolls))
    #expect(map.letters(route) == "ABCEFDG")
    #expect(route.notices == [.avoidanceViolated(.tolls)])
  }

  @Test("who is on a road to be avoided starts there")
  func startOnAvoided() async throws {
    let map = try await Self.map("highway=motorway oneway=no").build()
    let route = try await map.response(from: "B>C 0.5", to: "D", .car, .init(avoid: .motorways))
    #expect(route.sections[0].departure.distanceMetres < 1)
    #expect(map.letters(route) == "CD")
  }

  static let twoWays = AsciiMap(
    """
      P-------Q
      |       |
      A-x---y-B
    """,
    ways: ["APQB": "highway=secondary", "AxyB": "highway=living_street"])

  @Test("the shortest route is shorter, the fastest quicker")
  func objectives() async throws {
    let map = try await Self.twoWays.build()
    let quick = try await map.response(from: "A", to: "B")
    let short = try await map.response(from: "A", to: "B", .car, .init(objective: .shortest))
    #expect(map.letters(quick) == "APQB")
    #expect(map.letters(short) == "AxyB")
    #expect(short.lengthMetres < quick.lengthMetres)
    #expect(short.durationSeconds > quick.durationSeconds)
    #expect(abs(short.lengthMetres - (try map.drawing.metres("AB"))) < 1)
  }

  @Test("the duration of the shortest route is that of driving it")
  func durationOfShortest() async throws {
    let map = try await Self.twoWays.build()
    let short = try await map.response(from: "A", to: "B", .car, .init(objective: .shortest))
    let quick = try await map.response(from: "x", to: "y")
    let share = try map.drawing.metres("xy") / map.drawing.metres("AB")
    #expect(abs(short.durationSeconds * share - quick.durationSeconds) < 0.1)
  }

  @Test(
    "turns take as long on the shortest route as on the fastest",
    arguments: [nil, "2026-11-21T10:00"])
  func turnsOfShortest(departure: String?) async throws {
    let map = try await AsciiMap(
      """
      A---B---C
          |
          D---E
          |
          F
      """,
      ways: ["ABC": "highway=residential", "BDF": "highway=residential", "DE": "highway=service"]
    ).build()
    let time = departure.flatMap { Departure(iso8601: $0) }
    var quick = try await map.response(from: "A", to: "E", .car, .init(departure: time))
    var short = try await map.response(
      from: "A", to: "E", .car, .init(objective: .shortest, departure: time))
    #expect(map.letters(short) == "ABDE")
    #expect(short.durationSeconds == quick.durationSeconds)
    let turns = quick.sections[0].edges.map(\.turnTime)
    #expect(short.sections[0].edges.map(\.turnTime) == turns && turns.contains { $0 > 0 })
    // On the last edge alone.
    quick = try await map.response(from: "B", to: "D", .car, .init(departure: time))
    short = try await map.response(
      from: "B", to: "D", .car, .init(objective: .shortest, departure: time))
    #expect(short.durationSeconds == quick.durationSeconds)
  }

  @Test("alternatives that there are not are told of")
  func alternatives() async throws {
    let map = try await AsciiMap("A---B", ways: ["AB": "highway=residential"]).build()
    let route = try await map.response(from: "A", to: "B", .car, .init(alternatives: 2))
    #expect(route.notices == [.fewerAlternatives(wanted: 2, found: 0)])
  }
}
