import Geo
import MapCompiler
import MapReader
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Waypoints on pieces of the network that are connected to no main part: they stay where a legal way or a refusal is
/// the answer, and are moved, with a notice, only where nothing of the trip is connected to them.
@Suite struct CutOffPieces {
  /// A road more than ten times as long as the pieces beside it.
  static let mainland = "M" + String(repeating: "-", count: 180) + "N"
  static let main = ("MN", AsciiMap.Tags("highway=primary"))

  static func roads(
    _ drawing: String, _ ways: [(String, AsciiMap.Tags)], nodes: [Character: AsciiMap.Tags] = [:],
    profiles: [MetricProfile] = []
  ) async throws -> AsciiRoads {
    var options = MapCompiler.Options()
    if !profiles.isEmpty { options.profiles = profiles }
    return try await AsciiMap(drawing + "\n" + mainland, ways: ways + [main], nodes: nodes)
      .build(options: options)
  }

  /// An island with a road whose middle is low.
  static func lowRoad() async throws -> AsciiRoads {
    try await roads(
      "a---b---c---d\n\n\n",
      [
        ("ab", "highway=residential"), ("bc", "highway=residential maxheight=3"),
        ("cd", "highway=residential"),
      ], profiles: [.car, .truck])
  }

  static func tags(_ error: RoutingError) -> [String] {
    guard case .noRoute(_, _, _, let blockers) = error else { return ["\(error)"] }
    return blockers.map(\.rule.tag)
  }

  // MARK: Legal ways and refusals

  @Test("where a limit closes the only road of an island, that is the answer, and nobody is moved")
  func lowRoadOfIsland() async throws {
    let map = try await Self.lowRoad()
    let truck = Vehicle.lorry(height: 4_000)
    #expect(try await map.route(from: "a", to: "d") == "abcd")
    for options in [RouteRequest.Options(), .at("Mo 08:00")] {
      let error = try await map.refusal(from: "a", to: "d", truck, options)
      #expect(Self.tags(error) == ["maxheight=3"])
    }
    var options = RouteRequest.Options(allowViolations: true)
    let violating = try await map.response(from: "a", to: "d", truck, options)
    #expect(map.letters(violating) == "abcd")
    #expect(violating.violations.map(\.rule.tag) == ["maxheight=3"])
    options = .init(explainsRefusals: false)
    let silent = try await map.refusal(from: "a", to: "d", truck, options)
    #expect(silent == .noRoute(from: 0, to: 1, mode: .truck, blockers: []))
  }

  @Test("an end stays on the open road of its island, though a low road elsewhere is nearer")
  func lowRoadBesideIsland() async throws {
    let far = String(repeating: " ", count: 181)
    let map = try await AsciiMap(
      far + "X\n" + far + "|\n" + Self.mainland + "\nP---Q\n",
      ways: [
        "MN": "highway=primary maxheight=3", "XN": "highway=primary", "PQ": "highway=residential",
      ]
    ).build()
    let (main, island) = (try map.drawing.place("M"), try map.drawing.place("P"))
    let start = Waypoint(
      latitude: 0.6 * main.latitude + 0.4 * island.latitude, longitude: island.longitude,
      kind: .stopover)
    let truck = Vehicle.lorry(height: 4_000)
    let stops = [start, try map.waypoint("Q")]
    let route = try await map.response(stops, truck)
    #expect(map.letters(route) == "PQ")
    let engine = OfflineRoutingEngine(map: map.built.map)
    let table = try await engine.table(from: stops, to: stops, vehicle: truck)
    #expect(table.durationSeconds[0][1] == route.durationSeconds)
  }

  @Test("where limits close all roads of an island, the refusal names the first of them")
  func closedIsland() async throws {
    let map = try await Self.roads(
      "a---b---c\n\n\n", [("abc", "highway=residential maxheight=3")])
    let truck = Vehicle.lorry(height: 4_000)
    #expect(Self.tags(try await map.refusal(from: "a", to: "c", truck)) == ["maxheight=3"])
    // To get elsewhere it would have to begin elsewhere anyway.
    let route = try await map.response(from: "a", to: "N", truck)
    guard case .endLimited(0, _, let blocker)? = route.notices.first else {
      Issue.record("\(route.notices)")
      return
    }
    #expect(blocker.rule.tag == "maxheight=3")
  }

  @Test("between two places on a road that is too low all along, the limit is the answer")
  func alongLowRoad() async throws {
    let map = try await AsciiMap(
      "A---N----------------L",
      ways: ["AN": "highway=primary", "NL": "highway=primary maxheight=3"]
    ).build()
    let truck = Vehicle.lorry(height: 4_000)
    for (from, to) in [("N>L 0.2", "N>L 0.8"), ("N>L 0.8", "N>L 0.2"), ("N>L 0.4", "N>L 0.6")] {
      let error = try await map.refusal(from: from, to: to, truck)
      #expect(Self.tags(error) == ["maxheight=3"])
      #expect(try await map.response(from: from, to: to).lengthMetres > 0)
    }
    // One who comes from elsewhere is told where the low road begins.
    let route = try await map.response(from: "A", to: "N>L 0.2", truck)
    guard case .endLimited(1, _, let blocker)? = route.notices.first else {
      Issue.record("\(route.notices)")
      return
    }
    #expect(blocker.rule.tag == "maxheight=3")
  }

  @Test("where a road is closed to trucks alone, that is the answer, and nobody is moved")
  func closedToTrucks() async throws {
    let map = try await Self.roads(
      "a---b\n|\n|\n|", [("ab", "highway=residential"), ("aM", "highway=residential hgv=no")],
      profiles: [.car, .truck])
    #expect(try await map.route(from: "N", to: "b") == "NMab")
    for vehicle in [Vehicle(.truck), .lorry(height: 4_000)] {
      for (from, to) in [("N", "b"), ("b", "N")] {
        let error = try await map.refusal(from: from, to: to, vehicle)
        #expect(Self.tags(error) == ["hgv=no"], "\(from) to \(to)")
      }
      #expect(try await map.route(from: "a", to: "b", vehicle) == "ab")
    }
    let violating = try await map.response(
      from: "N", to: "b", Vehicle(.truck), .init(allowViolations: true))
    #expect(map.letters(violating) == "NMab")
    #expect(violating.violations.map(\.rule.tag) == ["hgv=no"])
  }

  @Test("a one-way street that ends is an end of trips, and no trip begins there")
  func onewayEnd() async throws {
    let map = try await Self.roads(
      "a---b---c\n|\n|\n|\n|\n|",
      [("Mab", "highway=residential"), ("bc", "highway=residential oneway=yes")])
    let there = try await map.response(from: "a", to: "c")
    #expect(map.letters(there) == "abc")
    #expect(there.notices.isEmpty)
    let back = try await map.response(from: "c", to: "a")
    #expect(map.letters(back) == "ba" && Self.moved(back) == [0])
    #expect(Self.moved(try await map.response(from: "b>c 0.2", to: "b>c 0.8")) == [])
    let breaking = try await map.response(from: "c", to: "a", .car, .init(allowViolations: true))
    #expect(map.letters(breaking) == "ba")
  }

  @Test("on an island, the way back along a one-way street is refused, and the tag named")
  func onewayOnIsland() async throws {
    let map = try await Self.roads(
      "a---b---c\n",
      [("ab", "highway=residential"), ("bc", "highway=residential oneway=yes")])
    #expect(map.letters(try await map.response(from: "a", to: "c")) == "abc")
    for options in [RouteRequest.Options(), .init(allowViolations: true)] {
      let error = try await map.refusal(from: "c", to: "a", .car, options)
      guard case .noRoute(0, 1, .car, let blockers) = error else { throw error }
      #expect(blockers.map(\.tag) == ["oneway=yes"])
    }
    let silent = try await map.refusal(from: "c", to: "a", .car, .init(explainsRefusals: false))
    #expect(silent == .noRoute(from: 0, to: 1, mode: .car, blockers: []))
  }

  @Test("roads that can only be left, or only be entered, are moved off in the other direction")
  func onewayPieces() async throws {
    let map = try await Self.roads(
      "s---t       u---v\n    |       |",
      [
        ("st", "highway=residential oneway=yes"), ("tM", "highway=residential oneway=yes"),
        ("Nu", "highway=residential oneway=yes"), ("uv", "highway=residential oneway=yes"),
      ])
    let through = try await map.response(from: "s", to: "v")
    #expect(map.letters(through) == "stMNuv")
    #expect(through.notices.isEmpty)
    for (from, to, moved) in [("N", "s", [1]), ("v", "M", [0]), ("v", "s", [0, 1])] {
      #expect(Self.moved(try await map.response(from: from, to: to)) == moved, "\(from) to \(to)")
    }
    // A stop must be reached and left.
    for kind in [Waypoint.Kind.stopover, .passThrough] {
      let stops = [try map.waypoint("M"), try map.waypoint("v", kind), try map.waypoint("N")]
      #expect(Self.moved(try await map.response(stops)) == [1])
    }
    let last = [try map.waypoint("M"), try map.waypoint("u"), try map.waypoint("v")]
    #expect(Self.moved(try await map.response(last)) == [])
  }

  @Test("a car park without a way out is an end of trips, and no trip begins there")
  func carPark() async throws {
    let map = try await Self.roads(
      """
      i--P--Q--o
      |        |
      """,
      [
        ("MiP", "highway=service oneway=yes"), ("PQ", "highway=service service=parking_aisle"),
        ("Qo", "highway=service oneway=yes"),
      ])
    // What leads into the car park has no way out: its exit ends before the street.
    for (from, to, moved) in [("N", "P", []), ("P", "N", [0]), ("P", "Q", []), ("o", "N", [0])] {
      #expect(Self.moved(try await map.response(from: from, to: to)) == moved, "\(from) to \(to)")
    }
  }

  @Test("private roads and car parks connect, as the rules of trips say")
  func privateRoads() async throws {
    let map = try await Self.roads(
      "p---q---r\n|\n",
      [
        ("pq", "highway=service access=private"), ("qr", "highway=service service=parking_aisle"),
        ("Mp", "highway=service access=private"),
      ])
    let route = try await map.response(from: "r", to: "N")
    #expect(map.letters(route) == "rqpMN")
    #expect(route.notices.isEmpty)
  }

  // MARK: Moved ends

  static func moved(_ route: Route) -> [Int] {
    route.notices.compactMap {
      guard case .snappedFarther(let waypoint, _) = $0 else { return nil }
      return waypoint
    }
  }

  /// A road behind a closed gate, 100 m from the main network.
  static let gated = AsciiMap(
    "s-------t\n|\nG\n|\n" + mainland.replacing("M--", with: "M-P"),
    ways: [
      ("MPN", "highway=primary"), ("MG", "highway=service"), ("Gst", "highway=service"),
    ], nodes: ["G": "barrier=gate access=no"])

  @Test("a road behind a closed gate is left for the main network, with a notice")
  func behindGate() async throws {
    let map = try await Self.gated.build()
    for explains in [true, false] {
      let options = RouteRequest.Options(explainsRefusals: explains)
      let leaving = try await map.response(from: "t", to: "N", .car, options)
      #expect(Self.moved(leaving) == [0])
      #expect(leaving.sections[0].departure.distanceMetres > 50)
      let arriving = try await map.response(from: "N", to: "t", .car, options)
      #expect(Self.moved(arriving) == [1])
    }
    let within = try await map.response(from: "s", to: "t")
    #expect(map.letters(within) == "st" && within.notices.isEmpty)
    let breaking = try await map.response(
      from: "t", to: "N", .car, .init(allowViolations: true))
    #expect(map.letters(breaking).hasPrefix("tsGM"))
    #expect(!breaking.violations.isEmpty && Self.moved(breaking).isEmpty)
  }

  @Test("a stop on a piece is moved once, and left from where it was reached")
  func movedStop() async throws {
    let map = try await Self.gated.build()
    for kind in [Waypoint.Kind.stopover, .passThrough] {
      let route = try await map.response([
        try map.waypoint("N"), try map.waypoint("t", kind), try map.waypoint("M"),
      ])
      #expect(Self.moved(route) == [1])
      for (before, after) in zip(route.sections, route.sections.dropFirst()) {
        #expect(before.arrival.position == after.departure.position)
      }
    }
    // From home to a shop and back: home is the same place both times.
    let round = try await map.response([
      try map.waypoint("t"), try map.waypoint("N"), try map.waypoint("t"),
    ])
    #expect(Self.moved(round) == [0, 2])
    #expect(
      round.sections[0].departure.position == round.sections[1].arrival.position)
  }

  @Test("two stops on a piece are not moved off it, so that no way leads on from there")
  func stopsOnPiece() async throws {
    let map = try await Self.gated.build()
    let error = await #expect(throws: RoutingError.self) {
      try await map.response([
        try map.waypoint("s"), try map.waypoint("t"), try map.waypoint("N"),
      ])
    }
    guard case .noRoute(1, 2, .car, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Two islands off one coast, nearer to each other than to it, and one at the far end of the coast.
  static let islands = AsciiMap(
    "a---b  c---d" + String(repeating: " ", count: 162) + "y---z\n\n\n\n\n\n" + mainland,
    ways: [
      ("ab", "highway=residential"), ("cd", "highway=residential"), ("yz", "highway=residential"),
      main,
    ])

  @Test("nobody is moved from one island to another by way of the same piece of coast")
  func neighbouringIslands() async throws {
    var profiles = MapCompiler.Options()
    profiles.profiles = [.car, .truck]
    var plain = MapCompiler.Options()
    plain.hierarchy = false
    for options in [profiles, plain] {
      let map = try await Self.islands.build(options: options)
      for vehicle in [Vehicle.car, .lorry(height: 4_000)] {
        for (from, to) in [("b", "c"), ("a", "d"), ("d", "a")] {
          for violating in [false, true] {
            let error = try await map.refusal(
              from: from, to: to, vehicle, .init(allowViolations: violating))
            #expect(error == .noRoute(from: 0, to: 1, mode: vehicle.mode, blockers: []))
          }
        }
        // Along the coast there is something to drive.
        #expect(Self.moved(try await map.response(from: "b", to: "y", vehicle)) == [0, 1])
        #expect(Self.moved(try await map.response(from: "b", to: "N", vehicle)) == [0])
        let stops = try ["a", "d", "z", "M"].map { try map.waypoint($0) }
        let engine = OfflineRoutingEngine(map: map.built.map)
        let table = try await engine.table(from: stops, to: stops, vehicle: vehicle)
        let isThere = table.durationSeconds.map { $0.map { $0 != nil } }
        #expect(
          isThere == [
            [true, false, true, true], [false, true, true, true], [true, true, true, true],
            [true, true, true, true],
          ])
      }
    }
  }

  @Test("a trip is refused where two stops in a row lie on neighbouring islands")
  func neighbouringStops() async throws {
    let map = try await Self.islands.build()
    for kind in [Waypoint.Kind.stopover, .passThrough] {
      for letters in [["M", "b", "c", "N"], ["b", "c", "N"], ["M", "b", "c"]] {
        let stops = try letters.map { try map.waypoint($0, kind) }
        let error = await #expect(throws: RoutingError.self) { try await map.response(stops) }
        guard case .noRoute? = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }
  }

  // MARK: Main parts

  @Test("a part a tenth as long as the longest is a main part, from which nobody is moved")
  func tenth() async throws {
    // The main road is 181 cells long.
    for (cells, isMain) in [(19, true), (17, false)] {
      let road = "a" + String(repeating: "-", count: cells - 1) + "b"
      let map = try await Self.roads(road, [("ab", "highway=residential")])
      if isMain {
        let error = try await map.refusal(from: "a", to: "N")
        #expect(error == .noRoute(from: 0, to: 1, mode: .car, blockers: []))
      } else {
        #expect(Self.moved(try await map.response(from: "a", to: "N")) == [0])
      }
    }
  }

  @Test("a part whose ways run on outside the input is a main part, for the modes of these ways")
  func cutOff() async throws {
    let cases: [([(String, AsciiMap.Tags)], Bool)] = [
      ([("ab?", "highway=residential")], true),
      ([("?ab", "highway=residential oneway=yes")], true),
      ([("ab", "highway=residential"), ("b?", "highway=residential")], true),
      ([("acb", "highway=residential"), ("?c", "highway=residential")], true),
      ([("ab", "highway=residential"), ("b?", "highway=footway")], false),
      ([("ab", "highway=residential")], false),
    ]
    for (ways, isMain) in cases {
      let map = try await Self.roads("a---c---b", ways)
      let name = ways.map(\.0).joined(separator: " ")
      let options = RouteRequest.Options()
      if isMain {
        let error = try await map.refusal(from: "a", to: "N", .car, options)
        #expect(error == .noRoute(from: 0, to: 1, mode: .car, blockers: []), "\(name)")
      } else {
        #expect(Self.moved(try await map.response(from: "a", to: "N")) == [0], "\(name)")
      }
    }
  }
}
