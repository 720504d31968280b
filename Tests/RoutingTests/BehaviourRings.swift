import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Roundabouts: one goes round, and that is no turn.
@Suite struct BehaviourRings {
  /// A ring N-P-Q-R, driven counterclockwise, with two roads at its north.
  static func map(
    _ ring: AsciiMap.Tags, _ inner: String = "highway=footway", along way: String = "NPQRN"
  ) -> AsciiMap {
    AsciiMap(
      """
      A       B
        \\   /
          N
        / | \\
      P   I   R
        \\ | /
          Q
          |
          C
      """,
      ways: [
        "AN": "highway=residential", "NB": "highway=residential", way: ring,
        "QC": "highway=residential", "NIQ": AsciiMap.Tags(inner),
      ])
  }

  static let round = AsciiMap.Tags("highway=residential junction=roundabout")

  @Test(
    "who comes to a ring goes round it, also where the road out is at the same junction",
    arguments: ["roundabout", "circular"])
  func goesRound(_ kind: String) async throws {
    let map = try await Self.map(AsciiMap.Tags("highway=residential junction=\(kind)")).build()
    for mode in [Mode.car, .truck, .bicycle, .scooter, .bus, .taxi] {
      let vehicle = Vehicle(mode)
      #expect(try await map.attempt(from: "A", to: "B", vehicle) == "ANPQRNB")
      #expect(try await map.attempt(from: "B", to: "A", vehicle) == "BNA")
      #expect(try await map.attempt(from: "A", to: "C", vehicle) == "ANPQC")
      #expect(try await map.attempt(from: "C", to: "B", vehicle) == "CQRNB")
    }
    #expect(try await map.attempt(from: "A", to: "B", Vehicle(.foot)) == "ANB")
    let stops = try ["A", "B"].map { try map.waypoint($0) }
    let engine = OfflineRoutingEngine(map: map.built.map)
    let table = try await engine.table(from: stops, to: stops)
    let route = try await map.response(from: "A", to: "B")
    #expect(table.durationSeconds[0][1] == route.durationSeconds)
  }

  @Test("an exit just behind the entry is taken at once, whichever way the ring leads")
  func nextExit() async throws {
    let clockwise = try await Self.map(Self.round, along: "NRQPN").build()
    #expect(try await clockwise.attempt(from: "A", to: "B") == "ANB")
    #expect(try await clockwise.attempt(from: "B", to: "A") == "BNRQPNA")
  }

  @Test("where the ring is closed to a vehicle, that is named, and nobody cuts across")
  func lowRing() async throws {
    let map = try await Self.map("highway=residential junction=roundabout maxheight=3").build()
    let truck = Vehicle.lorry(height: 4_000)
    let error = try await map.refusal(from: "A", to: "B", truck)
    guard case .noRoute(0, 1, .truck, let blockers) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(blockers.map(\.tag) == ["maxheight=3"])
    let violating = try await map.response(
      from: "A", to: "B", truck, .init(allowViolations: true))
    #expect(map.letters(violating) == "ANPQRNB")
    #expect(violating.violations.map(\.tag) == ["maxheight=3"])
  }

  @Test("a road that cuts through the ring is driven straight on")
  func cutThrough() async throws {
    let map = try await Self.map(Self.round, "highway=residential").build()
    #expect(try await map.attempt(from: "A", to: "C") == "ANIQC")
    #expect(try await map.attempt(from: "C", to: "A") == "CQINA")
    // One half of the ring, since the road through it is shorter than the other; both halves are as long.
    let around = try await map.attempt(from: "A", to: "B")
    #expect(["ANIQRNB", "ANPQINB"].contains(around))
  }

  @Test("a ring that can't be driven round does not cut off its roads")
  func brokenRing() async throws {
    for gap in ["access=no", "oneway=-1", "highway=footway"] {
      let map = try await AsciiMap(
        """
        A       B
          \\   /
            N
          /   \\
        P       R
          \\   /
            Q
        """,
        ways: [
          "AN": "highway=residential", "NB": "highway=residential", "NPQ": Self.round,
          "QRN": AsciiMap.Tags(
            gap.hasPrefix("highway")
              ? gap : "highway=residential junction=roundabout \(gap)"),
        ]
      ).build()
      #expect(try await map.attempt(from: "A", to: "B") == "ANB", "\(gap)")
    }
    let street = try await Self.map("highway=residential oneway=yes").build()
    #expect(try await street.attempt(from: "A", to: "B") == "ANB")
  }

  /// Who may not turn left at C goes on, and turns round where that is allowed.
  static func turning(
    _ node: AsciiMap.Tags, on street: [String] = ["CTE"], _ relations: AsciiMap.Relation...
  ) -> AsciiMap {
    AsciiMap(
      """
              N
              |
      W-------C-T-------E
      """,
      ways: (["WC", "NC"] + street).map { ($0, AsciiMap.Tags("highway=residential")) },
      nodes: ["T": node],
      relations: [.restriction("no_left_turn", from: "WC", via: "C", to: "NC")] + relations)
  }

  @Test(
    "one may turn round at a place for it in the middle of a road",
    arguments: ["turning_circle", "turning_loop", "mini_roundabout"])
  func turningPlace(_ kind: String) async throws {
    let map = try await Self.turning(AsciiMap.Tags("highway=\(kind)")).build()
    for mode in [Mode.car, .truck, .bicycle, .scooter, .bus, .taxi] {
      #expect(try await map.attempt(from: "W", to: "N", Vehicle(mode)) == "WCTCN")
    }
    #expect(try await map.attempt(from: "W", to: "E") == "WCTE")
    let stops = try ["W", "N"].map { try map.waypoint($0) }
    let table = try await OfflineRoutingEngine(map: map.built.map).table(from: stops, to: stops)
    #expect(
      table.durationSeconds[0][1] == (try await map.response(from: "W", to: "N")).durationSeconds)
    let other = try await Self.turning("highway=crossing").build()
    #expect(try await other.attempt(from: "W", to: "N") == "WCTETCN")
    let forbidden = try await Self.turning(
      AsciiMap.Tags("highway=\(kind)"), on: ["CT", "TE"],
      .restriction("no_u_turn", from: "CT", via: "T", to: "CT")
    ).build()
    #expect(try await forbidden.attempt(from: "W", to: "N") == "WCTETCN")
  }

  @Test("a turning circle at the end of a road takes nothing in the map")
  func turningAtEnd() async throws {
    let ends = try await AsciiMap(
      "A---B", ways: ["AB": "highway=residential"], nodes: ["B": "highway=turning_circle"]
    ).build()
    let tile = try ends.built.map.tile(0)
    #expect(tile.layout.ruleCount == 0)
  }

  @Test("going on round a ring takes no time for turns; leaving it does")
  func turns() async throws {
    let map = try await Self.map(Self.round).build()
    let route = try await map.response(from: "A", to: "B")
    let edges = route.sections[0].edges
    for (before, edge) in zip(edges, edges.dropFirst())
    where before.road.flags.contains(.roundabout) && edge.road.flags.contains(.roundabout) {
      #expect(edge.turnTime == 0)
    }
    #expect(edges.count { $0.road.flags.contains(.roundabout) } >= 2)
    #expect((edges.last?.turnTime ?? 0) > 0)
    // The same ring of streets has turns at each of its junctions.
    let square = try await Self.map("highway=residential oneway=yes").build()
    let corner = try await square.response(from: "A", to: "C")
    #expect(corner.sections[0].edges.contains { $0.turnTime > 0 })
  }
}
