import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What preferences, times of turns and factors of speeds do; random trips are compared with plain Dijkstra in
/// ``HierarchyReferenceTests``.
@Suite struct CostSettingsTests {
  /// A road of a kind, for a mode.
  struct Case: Sendable, CustomTestStringConvertible {
    var trait: RoadTrait
    var tags: String
    var mode = Mode.car
    var testDescription: String { "\(trait) \(tags)" }
  }

  static let cases = [
    Case(trait: .toll, tags: "highway=primary toll=yes"),
    Case(trait: .toll, tags: "highway=primary toll:hgv=yes", mode: .truck),
    Case(trait: .motorway, tags: "highway=motorway oneway=no"),
    Case(trait: .tunnel, tags: "highway=primary tunnel=yes"),
    Case(trait: .unpaved, tags: "highway=primary surface=compacted"),
    Case(trait: .truckRoute, tags: "highway=primary hgv=designated", mode: .truck),
    Case(trait: .scenic, tags: "highway=primary scenic=yes"),
    Case(trait: .livingStreet, tags: "highway=living_street"),
    Case(trait: .ferry, tags: "route=ferry"),
  ]

  /// Two ways from A to D: the road in question, and one of 12 instead of 8 cells that takes `factor` times as long.
  private static func map(_ row: Case, _ factor: Double) async throws -> AsciiRoads {
    let kmh = Self.kmh(row) * 1.5 / factor
    return try await AsciiMap(
      """
      A---B-------C---D
          |       |
          E-------F
      """, metresPerCell: 300,
      ways: [
        "AB": "highway=primary", "BC": AsciiMap.Tags(row.tags + " " + Self.speedTag(row)),
        "CD": "highway=primary",
        "BEFC": AsciiMap.Tags("highway=primary maxspeed=\(Int((kmh / 0.84).rounded()))"),
      ]
    ).build()
  }

  private static func kmh(_ row: Case) -> Double {
    row.trait == .livingStreet ? 10 : row.trait == .ferry ? 15 : 42
  }

  private static func speedTag(_ row: Case) -> String {
    [.livingStreet, .ferry].contains(row.trait) ? "surface=asphalt" : "maxspeed=50"
  }

  @Test("a disliked road is left for one that takes up to four times as long", arguments: cases)
  func dislikes(_ row: Case) async throws {
    let vehicle = Vehicle(row.mode)
    for (factor, wish, way) in [
      (1.5, 0.5, "ABCD"), (1.5, 0.0, "ABEFCD"), (1.5, 0.45, "ABCD"), (6.0, 0.0, "ABCD"),
    ] {
      let map = try await Self.map(row, factor)
      let route = try await map.response(
        from: "A", to: "D", vehicle, .init(costs: CostSettings(preferences: [row.trait: wish])))
      #expect(map.letters(route) == way, "\(factor) \(wish)")
    }
  }

  @Test("a preferred road is taken though another is faster", arguments: cases)
  func prefers(_ row: Case) async throws {
    let vehicle = Vehicle(row.mode)
    let map = try await Self.map(row, 0.4)
    #expect(try await map.route(from: "A", to: "D", vehicle) == "ABEFCD")
    let liked = RouteRequest.Options(costs: CostSettings(preferences: [row.trait: 1]))
    let route = try await map.response(from: "A", to: "D", vehicle, liked)
    #expect(map.letters(route) == "ABCD")
    let plain = try await map.response(
      from: "A", to: "C", vehicle, .init(costs: CostSettings(preferences: [.uTurn: 0])))
    #expect(plain.durationSeconds < route.durationSeconds, "a wish changes no time")
  }

  @Test("the time of a route is the time, whatever the preferences")
  func time() async throws {
    let map = try await AsciiMap("A---B", ways: ["AB": "highway=primary toll=yes"]).build()
    let usual = try await map.response(from: "A", to: "B", .car)
    for wish in [0.0, 0.3, 1.0] {
      let options = RouteRequest.Options(costs: CostSettings(preferences: [.toll: wish]))
      let route = try await map.response(from: "A", to: "B", .car, options)
      #expect(route.durationSeconds == usual.durationSeconds)
    }
  }

  @Test("turns take as long as the request says, and speeds are multiplied")
  func times() async throws {
    let map = try await AsciiMap(
      """
      A---B---C
          |
          D
      """, ways: ["AB": "highway=primary", "BC": "highway=primary", "BD": "highway=residential"]
    ).build()
    let usual = try await map.response(from: "A", to: "D", .car).durationSeconds
    let near = try await map.response(
      from: "A", to: "D", .car, .init(costs: CostSettings(turnSeconds: [.withTraffic: 21.5])))
    #expect(abs(near.durationSeconds - usual - 20) < 0.02)
    let half = try await map.response(
      from: "A", to: "C", .car, .init(costs: CostSettings(speedFactors: [.primary: 0.5])))
    let whole = try await map.response(from: "A", to: "C", .car)
    #expect(abs(half.durationSeconds - 2 * whole.durationSeconds) < 0.05)
    let most = try await map.response(
      from: "A", to: "C", Vehicle(.truck), .init(costs: CostSettings(speedFactors: [.primary: 4])))
    #expect(
      abs(most.durationSeconds - most.lengthMetres / 80 * 3.6) < 0.1, "no truck exceeds 80 km/h")
  }

  static let invalid: [(CostSettings, String)] = [
    (CostSettings(preferences: [.toll: 1.2]), "preference of toll"),
    (CostSettings(preferences: [.scenic: .nan]), "preference of scenic"),
    (CostSettings(turnSeconds: [.uTurn: -1]), "turn time of u_turn"),
    (CostSettings(turnSeconds: [.signals: .infinity]), "turn time of signals"),
    (CostSettings(speedFactors: [.livingStreet: 0]), "speed factor of living_street"),
  ]

  @Test("values out of range are refused by name", arguments: invalid)
  func refusals(_ costs: CostSettings, _ name: String) async throws {
    let map = try await AsciiMap("A---B", ways: ["AB": "highway=primary"]).build()
    do {
      _ = try await map.response(from: "A", to: "B", .car, .init(costs: costs))
      Issue.record("it was accepted")
    } catch let error as RoutingError {
      guard case .invalidSetting(name, _, _, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("settings that change nothing share the metric of the file")
  func neutral() async throws {
    let map = try await AsciiMap("A---B", ways: ["AB": "highway=primary"]).build()
    let neutral = CostSettings(preferences: [.toll: 0.5], speedFactors: [.motorway: 1])
    let model = CostModel(.car, .init(costs: neutral))
    #expect(model == CostModel(.car, .init()))
    #expect(model != CostModel(.car, .init(costs: CostSettings(preferences: [.toll: 0.49]))))
    let engine = OfflineRoutingEngine(map: map.built.map)
    let request = RouteRequest(
      waypoints: [try map.waypoint("A"), try map.waypoint("B")], options: .init(costs: neutral))
    #expect(try await engine.routes(for: request).statistics.rung == .metric)
  }
}
