import Geo
import MapReader
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Refusals by turns, gates, private roads and hours: each names what stands in the way.
@Suite struct ExplanationRefusals {
  static let exact = RouteRequest.Options(snapRadiusMetres: 1)
  static let anyway = RouteRequest.Options(snapRadiusMetres: 1, allowViolations: true)

  private func blockers(
    _ map: AsciiRoads, from: String = "A", to: String = "D", _ vehicle: Vehicle = .car,
    _ options: RouteRequest.Options = exact
  ) async throws -> [Blocker] {
    let error = try await map.refusal(from: from, to: to, vehicle, options)
    guard case .noRoute(0, 1, _, let blockers) = error else {
      throw error
    }
    return blockers
  }

  // MARK: Turns

  static func turn(_ tags: AsciiMap.Tags, to: String = "CN") -> AsciiMap {
    var all: AsciiMap.Tags = ["type": "restriction"]
    all.pairs += tags.pairs
    return AsciiMap(
      """
          N
          |
      W---C---E
      """,
      ways: [
        "WC": "highway=residential oneway=yes name=West~Street",
        "CN": "highway=residential oneway=yes name=North~Street",
        "CE": "highway=residential oneway=yes",
      ],
      relations: [AsciiMap.Relation([("from", "WC"), ("via", "C"), ("to", to)], all)])
  }

  static let turns: [(tags: AsciiMap.Tags, to: String, vehicle: Vehicle)] = [
    (["restriction": "no_left_turn"], "CN", .car),
    (["restriction": "no_left_turn"], "CN", Vehicle(.bus)),
    (["restriction": "only_straight_on"], "CE", .car),
    (["restriction:hgv": "no_left_turn"], "CN", Vehicle(.truck)),
    (["restriction": "no_entry"], "CN", .car),
    (["restriction": "no_exit"], "CN", .car),
    (["restriction:conditional": "no_left_turn @ (weight>7.5)"], "CN", .lorry(weight: 12_000)),
  ]

  @Test("a forbidden turn is named with its junction and the road behind", arguments: turns.indices)
  func turn(_ row: Int) async throws {
    let (tags, to, vehicle) = Self.turns[row]
    let map = try await Self.turn(tags, to: to).build()
    let found = try await blockers(map, from: "W", to: "N", vehicle)
    let blocker = try #require(found.first)
    #expect(found.count == 1)
    guard case .ban(let modes) = blocker.rule.effect else {
      Issue.record("\(blocker.rule)")
      return
    }
    #expect(modes.contains(vehicle.mode))
    #expect(blocker.rule.tag.hasPrefix("restriction"))
    #expect(blocker.position == (try map.drawing.place("C")))
    #expect(blocker.road == "North Street" || blocker.road == "West Street")
    let route = try await map.response(from: "W", to: "N", vehicle, Self.anyway)
    #expect(map.letters(route) == "WCN")
    #expect(route.violations.map(\.rule) == [blocker.rule])
    #expect(route.violations.first?.span != nil)
  }

  // MARK: Gates

  static let gates: [(node: AsciiMap.Tags, vehicle: Vehicle, tag: String)] = [
    (
      ["barrier": "gate", "hgv:conditional": "no @ (weight>7.5)"], .lorry(weight: 12_000),
      "hgv:conditional=no @ (weight>7.5)"
    ),
    (["barrier": "gate", "maxweight": "3.5"], .lorry(weight: 12_000), "maxweight=3.5"),
    (
      ["barrier": "height_restrictor", "maxheight": "2.1"], .lorry(height: 4_000),
      "maxheight=2.1"
    ),
  ]

  @Test("a gate that is closed is named with its place", arguments: gates.indices)
  func gate(_ row: Int) async throws {
    let (node, vehicle, tag) = Self.gates[row]
    let map = try await Bypass.only(["name": "Park Lane"], node: node).build()
    let found = try await blockers(map, vehicle)
    #expect(found.map(\.rule.tag) == [tag])
    #expect(found.first?.position == (try map.drawing.place("N")))
    #expect(found.first?.road == "Park Lane")
  }

  @Test("a gate that is shut at the time is named, a trip through it is a violation")
  func timedGate() async throws {
    let map = try await Bypass.only(
      [:], node: ["barrier": "gate", "access:conditional": "no @ (22:00-06:00)"]
    ).build()
    var night = RouteRequest.Options.at("Mo 23:00")
    night.snapRadiusMetres = 1
    let found = try await blockers(map, .car, night)
    #expect(found.map(\.rule.tag) == ["access:conditional=no @ (22:00-06:00)"])
    night.allowViolations = true
    let route = try await map.response(from: "A", to: "D", .car, night)
    #expect(map.letters(route) == "ABNCD")
    #expect(
      route.violations.map(\.rule.tag) == ["access:conditional=no @ (22:00-06:00)"])
  }

  // MARK: Ends

  @Test("an end moved off a road that is closed to the vehicle names the rule")
  func endLimited() async throws {
    for (tags, vehicle, tag): (AsciiMap.Tags, Vehicle, String) in [
      (["maxheight": "3.8"], .lorry(height: 4_000), "maxheight=3.8"),
      (["maxweight": "7.5"], .lorry(weight: 12_000), "maxweight=7.5"),
    ] {
      let map = try await Bypass.map(tags).build()
      let route = try await map.response(from: "A", to: "N", vehicle)
      guard case .endLimited(1, let metres, let blocker) = route.notices.first else {
        Issue.record("\(route.notices)")
        continue
      }
      #expect(abs(metres - (try map.drawing.metres("BN"))) < 1)
      #expect(blocker.rule.tag == tag)
      #expect(blocker.wayID == 102)
    }
  }

  @Test("a leg of several is named by its waypoints")
  func leg() async throws {
    let map = try await Bypass.only(["maxheight": "3.8"]).build()
    let stops = [
      try map.waypoint("A"), try map.waypoint("A>B 0.5"), try map.waypoint("C>D 0.5"),
    ]
    await #expect {
      _ = try await map.response(stops, .lorry(height: 4_000))
    } throws: { error in
      guard case .noRoute(1, 2, .truck, let blockers) = error as? RoutingError else { return false }
      return blockers.map(\.rule.tag) == ["maxheight=3.8"]
    }
  }

  @Test("a road closed by the hour is named with the rule of the hour")
  func byHour() async throws {
    let map = try await Bypass.only(["hgv:conditional": "no @ (Mo-Fr 07:00-19:00)"]).build()
    let found = try await blockers(map, Vehicle(.truck), .at("Mo 12:00"))
    #expect(found.map(\.rule.tag) == ["hgv:conditional=no @ (Mo-Fr 07:00-19:00)"])
    let strict = try await blockers(map, Vehicle(.truck), .init(strictConditions: true))
    #expect(strict.map(\.rule.tag) == ["hgv:conditional=no @ (Mo-Fr 07:00-19:00)"])
    let route = try await map.response(from: "A", to: "D", Vehicle(.truck), .at("Sa 12:00"))
    #expect(map.letters(route) == "ABNCD")
  }

  @Test("a road open by the hour only is named with what closes it otherwise")
  func openByHour() async throws {
    let map = try await Bypass.only([
      "motor_vehicle": "no", "motor_vehicle:conditional": "yes @ (18:00-10:00)",
    ]).build()
    var noon = RouteRequest.Options.at("Mo 12:00")
    noon.snapRadiusMetres = 1
    let found = try await blockers(map, .car, noon)
    #expect(found.map(\.rule.tag) == ["motor_vehicle=no"])
  }

  // MARK: Closures

  @Test("a road that the request or the traffic closes is named, and not driven in spite of rules")
  func closures() async throws {
    let map = try await Bypass.only(["maxheight": "3.5"]).build()
    let nav = map.built.map
    let way = try #require(
      try await map.response(from: "A", to: "D", .car).sections[0].edges.dropFirst().first?.wayID)
    let edges = try nav.edges(ofWay: way)
    for violates in [false, true] {
      var asked = violates ? Self.anyway : Self.exact
      asked.adjustments = edges.map { RoadAdjustment(edge: $0, .closed) }
      var live = violates ? Self.anyway : Self.exact
      live.traffic = try TrafficSnapshot(
        map: nav.id, version: 1, made: 0,
        pieces: edges.map {
          var piece = TrafficPiece(edge: $0.number)
          piece.closure = .all
          return piece
        })
      for (options, closure) in [(asked, Blocker.Closure.request), (live, .live)] {
        let found = try await blockers(map, .car, options)
        #expect(found.map(\.closure) == [closure])
        #expect(found.map(\.wayID) == [way] && found.map(\.tag) == ["closed"])
        let truck = try await blockers(map, .lorry(height: 4_000), options)
        #expect(truck.map(\.tag) == ["closed", "maxheight=3.5"])
      }
    }
  }
}
