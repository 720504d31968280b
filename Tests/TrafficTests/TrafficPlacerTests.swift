import Geo
import MapCompiler
import MapReader
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import Traffic

/// Records of feeds on a map.
@Suite struct TrafficPlacerTests {
  /// A way with three edges, one with a bend, and one that passes a node twice.
  private static func roads() async throws -> AsciiRoads {
    var options = MapCompiler.Options()
    options.nodeIDs = true
    return try await AsciiMap(
      """
      A----B----C----D
           |    |
           E----F
           |
         J-G-H
           |/
           I
      """,
      metresPerCell: 100,
      ways: [
        "ABCD": "highway=primary maxspeed=100", "BE": "highway=residential",
        "EFC": "highway=residential", "EGHIGJ": "highway=service",
      ]
    ).build(options: options)
  }

  /// The pieces of records, told by the letters of an edge, its part in percent, and its values.
  private static func pieces(
    _ roads: AsciiRoads, _ records: [TrafficRecord]
  ) throws -> (pieces: [String], unplaced: [TrafficPlacement.Reason]) {
    let map = roads.built.map
    let placement = try TrafficPlacer.place(records, on: map)
    // A snapshot can be made of every placement.
    _ = try placement.snapshot(map: map.id, version: 1, made: 0)
    var reader = NodeIDReader(map)
    let told = try placement.pieces.map { piece in
      let nodes = try reader.ids(ofEdge: map.edgeID(piece.edge))
      let letters = try nodes.map { id in
        try #require("ABCDEFGHIJ".first { (try? roads.drawing.node($0)) == id })
      }
      let part = [piece.from, piece.to].map { Int((Double($0) / 655.35).rounded()) }
      var text = String(letters) + (piece.isWhole ? "" : " \(part[0])-\(part[1])")
      if piece.speed > 0 { text += " \(piece.speed / 10)" }
      if piece.closure != .none { text += " \(piece.closure)" }
      if piece.jam != TrafficPiece.unknownJam { text += " jam \(piece.jam)" }
      if piece.delay > 0 { text += " +\(piece.delay)" }
      if piece.incident > 0 { text += " #\(piece.incident)" }
      return text
    }
    return (told.sorted(), placement.unplaced.map(\.reason))
  }

  private static func way(
    _ roads: AsciiRoads, _ name: String, _ directions: DirectionSet = .forward,
    metres: ClosedRange<Double>? = nil
  ) throws -> TrafficRecord.Place {
    .way(try roads.drawing.way(name), directions, metres: metres)
  }

  @Test("incidents without a place take no number, however many a feed has")
  func manyIncidents() async throws {
    let roads = try await Self.roads()
    let place = try Self.way(roads, "ABCD")
    var records = (0..<70_000).map {
      TrafficRecord(
        .way(-1, .both, metres: nil), closure: .all, incident: TrafficIncident(text: "\($0)"))
    }
    let (first, last) = (TrafficIncident(text: "first"), TrafficIncident(text: "last"))
    records.insert(TrafficRecord(place, speedKmh: 20, incident: first), at: 0)
    records.append(TrafficRecord(place, closure: .all, incident: last))
    records.append(TrafficRecord(try Self.way(roads, "BE"), closure: .all, incident: first))
    let placement = try await TrafficPlacer.place(records, on: roads.built.map)
    #expect(placement.unplaced.count == 70_000)
    #expect(placement.unplaced.allSatisfy { $0.reason == .unknownWay })
    #expect(placement.incidents == [first, last])
    #expect(
      Set(try Self.pieces(roads, records).pieces) == [
        "AB 20 #1", "BC 20 #1", "CD 20 #1", "AB all #2", "BC all #2", "CD all #2", "BE all #1",
      ])
  }

  @Test("a stretch shorter than the resolution is as short as can be told")
  func tinyStretches() async throws {
    let roads = try await Self.roads()
    for metres in [100...100.001, 0...0.001] {
      let placement = try await TrafficPlacer.place(
        [TrafficRecord(try Self.way(roads, "ABCD", metres: metres), closure: .all)],
        on: roads.built.map)
      #expect(placement.pieces.map { $0.to - $0.from } == [1] && placement.unplaced.isEmpty)
    }
  }

  @Test("a way is all its edges, in the directions named")
  func wholeWays() async throws {
    let roads = try await Self.roads()
    let (forward, _) = try Self.pieces(
      roads, [TrafficRecord(try Self.way(roads, "ABCD"), speedKmh: 30)])
    #expect(forward == ["AB 30", "BC 30", "CD 30"])
    let (both, _) = try Self.pieces(
      roads, [TrafficRecord(try Self.way(roads, "BE", .both), speedKmh: 0)])
    #expect(both == ["BE all", "EB all"])
    let (tiny, _) = try Self.pieces(
      roads, [TrafficRecord(try Self.way(roads, "BE"), speedKmh: 0.01, jamFactor: 9.96)])
    #expect(tiny == ["BE 0 jam 99"])
  }

  @Test("metres count from the beginning of the way, in both directions")
  func metres() async throws {
    let roads = try await Self.roads()
    let metres = try roads.drawing.metres("AB")
    let place = try Self.way(roads, "ABCD", .both, metres: metres / 2...metres * 1.25)
    let (pieces, unplaced) = try Self.pieces(roads, [TrafficRecord(place, speedKmh: 20)])
    #expect(pieces == ["AB 50-100 20", "BA 0-50 20", "BC 0-25 20", "CB 75-100 20"])
    #expect(unplaced.isEmpty)
  }

  @Test("what has no clear place is told, not guessed")
  func unplaced() async throws {
    let roads = try await Self.roads()
    let metres = try roads.drawing.metres("ABCD")
    let records = [
      TrafficRecord(.way(4_711_000, .both, metres: nil), speedKmh: 10),
      TrafficRecord(try Self.way(roads, "EGHIGJ", metres: 0...10), speedKmh: 10),
      TrafficRecord(try Self.way(roads, "ABCD", metres: 0...metres * 1.1), speedKmh: 10),
      TrafficRecord(
        .nodes(from: try roads.drawing.node("A"), to: try roads.drawing.node("C")), speedKmh: 10),
      TrafficRecord(.nodes(from: 1 << 40, to: try roads.drawing.node("C")), speedKmh: 10),
    ]
    let (pieces, unplaced) = try Self.pieces(roads, records)
    #expect(pieces.isEmpty)
    #expect(
      unplaced == [.unknownWay, .unclearWay, .beyondWay, .unknownNodes, .unknownNodes])
  }

  @Test("a road from one node to the next may be a part of an edge")
  func nodes() async throws {
    let roads = try await Self.roads()
    let (e, f, c) = try (
      roads.drawing.node("E"), roads.drawing.node("F"), roads.drawing.node("C")
    )
    let (pieces, _) = try Self.pieces(
      roads,
      [
        TrafficRecord(.nodes(from: f, to: c), speedKmh: 15),
        TrafficRecord(.nodes(from: f, to: e), speedKmh: 25),
      ])
    #expect(pieces.count == 2)
    #expect(pieces[0].hasPrefix("CFE ") && pieces[0].hasSuffix("-100 25"))
    #expect(pieces[1].hasPrefix("EFC ") && pieces[1].hasSuffix("-100 15"))
  }

  @Test("a turn is named by its node and those before and behind, also on bends and back")
  func turns() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    func record(_ letters: String, _ seconds: Double) throws -> TrafficRecord {
      let nodes = try letters.map { try roads.drawing.node($0) }
      return TrafficRecord(
        .turn(from: nodes[0], via: nodes[1], to: nodes[2]), delaySeconds: seconds)
    }
    let placement = try await TrafficPlacer.place(
      [
        // Over a junction, from an edge with a bend, back, twice, without a delay.
        record("ABE", 5), record("FCD", 1), record("CBC", 2.5), record("ABC", 3),
        record("ABC", 4), record("CBA", 0),
        // F is no junction, A and C are not next to each other, E and B are the wrong way round.
        record("EFC", 5), record("ACD", 5), record("BAE", 5),
      ], on: map)
    _ = try placement.snapshot(map: map.id, version: 1, made: 0)
    var reader = NodeIDReader(map)
    func letters(_ edge: EdgeNumber) throws -> String {
      String(
        try reader.ids(ofEdge: map.edgeID(edge)).map { id in
          try #require("ABCDEFGHIJ".first { (try? roads.drawing.node($0)) == id })
        })
    }
    let told = try placement.turns.map {
      "\(try letters($0.from)) \(try letters($0.to)) +\($0.delay)"
    }
    #expect(told.sorted() == ["AB BC +40", "AB BE +50", "CB BC +25", "EFC CD +10"])
    #expect(placement.unplaced.map(\.record) == [6, 7, 8])
    #expect(placement.unplaced.allSatisfy { $0.reason == .turn } && placement.pieces.isEmpty)
  }

  @Test("a line longer than 2,000 km is not matched, however often it turns")
  func longLines() {
    func line(_ degrees: [Int32]) -> [Coordinate] {
      degrees.map { Coordinate(latitudeUnits: $0 * 10_000_000, longitudeUnits: 0) }
    }
    // A degree of latitude has 111 km.
    #expect(!TrafficPlacer.isTooLong(line([40, 57])) && TrafficPlacer.isTooLong(line([40, 59])))
    #expect(!TrafficPlacer.isTooLong(line([0, 1, 0, 1])) && !TrafficPlacer.isTooLong([]))
    #expect(TrafficPlacer.isTooLong(line((0..<20).map { $0 % 2 })))
  }

  @Test("what takes long is left out when the time is up, and told")
  func deadline() async throws {
    let roads = try await Self.roads()
    let line = TrafficRecord(
      .line([try roads.drawing.place("A"), try roads.drawing.place("B")]), speedKmh: 12)
    let way = TrafficRecord(try Self.way(roads, "BE"), speedKmh: 20)
    let map = roads.built.map
    let placement = try await TrafficPlacer.place([line, way], on: map, until: ContinuousClock.now)
    #expect(placement.pieces.map(\.speed) == [200])
    #expect(placement.unplaced.map(\.reason) == [.outOfTime])
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await TrafficPlacer.place([line, way], on: map)
    }
    cancelled.cancel()
    #expect(try await cancelled.value == placement)
  }

  @Test("a line is the roads under it in its direction, or has no place")
  func lines() async throws {
    let roads = try await Self.roads()
    func line(_ words: String...) throws -> TrafficRecord {
      TrafficRecord(.line(try words.map { try roads.drawing.place($0) }), speedKmh: 12)
    }
    let (whole, none) = try Self.pieces(roads, [line("A", "B", "C")])
    #expect(whole == ["AB 12", "BC 12"] && none.isEmpty)
    let (part, _) = try Self.pieces(roads, [line("B>A 0.25 left 3", "B>A 0.75 left 3")])
    #expect(part == ["BA 25-75 12"])
    let (bent, _) = try Self.pieces(roads, [line("C>B 0.5", "B", "E")])
    #expect(bent == ["BE 12", "CB 50-100 12"])
    let (nothing, unplaced) = try Self.pieces(
      roads, [line("A>B 0.5 left 900", "B>C 0.5 left 900"), line("A", "F")])
    #expect(nothing.isEmpty && unplaced == [.noRoad, .noRoad])
  }

  @Test("a delay counts once, at the end of a line or a way in its direction")
  func delays() async throws {
    let roads = try await Self.roads()
    let line = TrafficRecord.Place.line(
      try ["A", "B", "C>D 0.5"].map { try roads.drawing.place($0) })
    let metres = try roads.drawing.metres("AB")
    let part = try Self.way(roads, "ABCD", .both, metres: metres / 2...metres * 1.5)
    for (place, told) in [
      (line, ["AB", "BC", "CD 0-50 +1200"]),
      (try Self.way(roads, "ABCD"), ["AB", "BC", "CD +1200"]),
      (try Self.way(roads, "ABCD", .backward), ["BA +1200", "CB", "DC"]),
      (part, ["AB 50-100", "BA 0-50 +1200", "BC 0-50 +1200", "CB 50-100"]),
    ] as [(TrafficRecord.Place, [String])] {
      let (pieces, _) = try Self.pieces(
        roads, [TrafficRecord(place, speedKmh: 30, delaySeconds: 120)])
      #expect(pieces.map { $0.replacing(" 30", with: "") } == told)
    }
    // Where it ends is not clear.
    let loop = try Self.way(roads, "EGHIGJ")
    #expect(try Self.pieces(roads, [TrafficRecord(loop, speedKmh: 30)]).unplaced.isEmpty)
    #expect(
      try Self.pieces(roads, [TrafficRecord(loop, delaySeconds: 9)]).unplaced == [.unclearWay])
  }

  @Test("a record that says that nothing is known leaves nothing")
  func nothing() async throws {
    let roads = try await Self.roads()
    let (pieces, unplaced) = try Self.pieces(
      roads,
      [
        TrafficRecord(try Self.way(roads, "ABCD")),
        TrafficRecord(.way(4_711_000, .both, metres: nil)),
      ])
    #expect(pieces.isEmpty && unplaced == [.unknownWay])
  }

  @Test("without node ids nothing is placed by nodes")
  func noNodes() async throws {
    let roads = try await AsciiMap("A--B", ways: ["AB": "highway=primary"]).build()
    let record = TrafficRecord(
      .nodes(from: try roads.drawing.node("A"), to: try roads.drawing.node("B")), speedKmh: 10)
    let placement = try await TrafficPlacer.place([record], on: roads.built.map)
    #expect(placement.unplaced.map(\.reason) == [.noNodes])
  }

  @Test("where records overlap, the worst counts; incidents stay apart")
  func overlap() async throws {
    let roads = try await Self.roads()
    let metres = try roads.drawing.metres("AB")
    func half(_ range: ClosedRange<Double>) throws -> TrafficRecord.Place {
      try Self.way(
        roads, "ABCD", metres: range.lowerBound * metres...range.upperBound * metres)
    }
    let (pieces, _) = try Self.pieces(
      roads,
      [
        TrafficRecord(try half(0...0.5), speedKmh: 40, jamFactor: 2),
        TrafficRecord(try half(0.25...1), speedKmh: 20, delaySeconds: 3),
        TrafficRecord(try half(0.75...1), closure: .trucks, incident: TrafficIncident(text: "x")),
      ])
    #expect(
      pieces == [
        "AB 0-25 40 jam 20", "AB 25-50 20 jam 20", "AB 50-75 20", "AB 75-100 20 +30",
        "AB 75-100 trucks #1",
      ])
    let (same, _) = try Self.pieces(
      roads,
      [
        TrafficRecord(try half(0...0.5), speedKmh: 20),
        TrafficRecord(try half(0.5...1), speedKmh: 20),
      ])
    #expect(same == ["AB 20"])
  }

  @Test("an edge takes so many records, whatever a feed repeats")
  func repeated() async throws {
    let roads = try await Self.roads()
    let place = try Self.way(roads, "ABCD", metres: 0...50)
    let records = (0..<1_000).map {
      TrafficRecord(place, speedKmh: 10, incident: TrafficIncident(text: "\($0)"))
    }
    let (pieces, unplaced) = try Self.pieces(roads, records)
    #expect(pieces.count == 256)
    #expect(unplaced == [TrafficPlacement.Reason](repeating: .tooMany, count: 744))
  }

  @Test("values out of range are clamped when they are placed")
  func clamped() async throws {
    let roads = try await Self.roads()
    let way = try Self.way(roads, "BE")
    for (record, told) in [
      (TrafficRecord(way, speedKmh: 7_000, delaySeconds: 1e9), "BE 500 +65535"),
      (TrafficRecord(way, speedKmh: 0, jamFactor: 30), "BE all jam 100"),
      (TrafficRecord(way, jamFactor: 9.99), "BE jam 99"),
    ] { #expect(try Self.pieces(roads, [record]).pieces == [told]) }
  }

  @Test("a record with a senseless value, or that names nothing, is counted and closes nothing")
  func meaningless() async throws {
    let roads = try await Self.roads()
    let way = try Self.way(roads, "BE")
    let point = try roads.drawing.place("A>B 0.5")
    for (record, reason) in [
      (TrafficRecord(way, speedKmh: -1), .badSpeed),
      (TrafficRecord(way, speedKmh: .nan, closure: .all), .badSpeed),
      (TrafficRecord(way, jamFactor: .nan), .badValue),
      (TrafficRecord(way, jamFactor: -1), .badValue),
      (TrafficRecord(way, delaySeconds: .nan), .badValue),
      (TrafficRecord(way, delaySeconds: -1), .badValue),
      (TrafficRecord(try Self.way(roads, "BE", []), closure: .all), .empty),
      (TrafficRecord(try Self.way(roads, "ABCD", metres: 0...0), closure: .all), .empty),
      (TrafficRecord(.line([]), closure: .all), .empty),
      (TrafficRecord(.line([point]), closure: .all), .empty),
      (TrafficRecord(.line([point, point]), closure: .all), .empty),
    ] as [(TrafficRecord, TrafficPlacement.Reason)] {
      let (pieces, unplaced) = try Self.pieces(roads, [record])
      #expect(pieces.isEmpty && unplaced == [reason], "\(record)")
    }
  }

  @Test("values out of range are named")
  func flaws() {
    let place = TrafficRecord.Place.way(1, .both, metres: nil)
    #expect(TrafficRecord(place, speedKmh: 500, jamFactor: 10, delaySeconds: 6_553.5).flaw == nil)
    for record in [
      TrafficRecord(place, speedKmh: -1), TrafficRecord(place, speedKmh: .nan),
      TrafficRecord(place, speedKmh: 501), TrafficRecord(place, jamFactor: 10.1),
      TrafficRecord(place, delaySeconds: -1), TrafficRecord(place, delaySeconds: .infinity),
      TrafficRecord(.way(1, .both, metres: -1...5)),
      TrafficRecord(.way(1, .both, metres: 0...1e8)),
    ] { #expect(record.flaw != nil) }
  }
}
