import Geo
import RoadModel
import RouteModel
import TestSupport
import Testing
import Traffic

/// Roads from one point to another, of which a source states no line.
@Suite struct StretchTests {
  /// The edges from one place to another, or why there are none.
  private static func edges(
    _ roads: AsciiRoads, _ from: String, _ to: String
  ) throws -> (edges: [EdgeNumber], unplaced: [TrafficPlacement.Reason]) {
    let place = TrafficRecord.Place.stretch(
      from: try roads.drawing.place(from), to: try roads.drawing.place(to))
    let placement = try TrafficPlacer.place(
      [TrafficRecord(place, speedKmh: 12)], on: roads.built.map)
    return (placement.pieces.map(\.edge), placement.unplaced.map(\.reason))
  }

  /// The edges of a whole way.
  private static func edges(
    _ roads: AsciiRoads, of way: String, _ direction: DirectionSet
  ) throws -> [EdgeNumber] {
    let place = TrafficRecord.Place.way(
      try roads.drawing.way(way), direction, metres: nil)
    return try TrafficPlacer.place([TrafficRecord(place, speedKmh: 12)], on: roads.built.map)
      .pieces.map(\.edge)
  }

  /// A road with bends between two others, as a single road or under two names.
  private static func bends(_ first: AsciiMap.Tags, _ second: AsciiMap.Tags) async throws
    -> AsciiRoads
  {
    try await AsciiMap(
      """
      A---B   E
          |   |
          C---D---G
              |
              F
      """,
      metresPerCell: 100,
      ways: ["ABC": first, "CDG": second, "ED": "highway=residential", "DF": "highway=service"]
    ).build()
  }

  @Test("a road with bends is found in both directions by its name or one of its numbers")
  func bentRoad() async throws {
    for (first, second) in [
      ("highway=primary name=High~Street", "highway=secondary name=High~Street ref=7"),
      ("highway=primary ref=7;8 name=High~Street", "highway=primary ref=9;~7 name=Low~Street"),
    ] {
      let roads = try await Self.bends(AsciiMap.Tags(first), AsciiMap.Tags(second))
      for (from, to, direction) in [("A", "G", DirectionSet.forward), ("G", "A", .backward)] {
        let found = try Self.edges(roads, from, to)
        let wanted =
          try Self.edges(roads, of: "ABC", direction) + Self.edges(roads, of: "CDG", direction)
        #expect(Set(found.edges) == Set(wanted) && found.unplaced.isEmpty)
      }
    }
  }

  @Test("a part of a road begins and ends beside its points")
  func part() async throws {
    let roads = try await AsciiMap(
      """
      A---B
          |
          C---D
      """,
      metresPerCell: 100, ways: ["ABCD": "highway=primary ref=7"]
    ).build()
    let points = try ["A>B 0.5 left 4", "C>D 0.5 left 4"].map { try roads.drawing.place($0) }
    let record = TrafficRecord(.stretch(from: points[0], to: points[1]), speedKmh: 12)
    let placement = try await TrafficPlacer.place([record], on: roads.built.map)
    // Two of ten cells lie before the first point, and two behind the last one.
    let parts = placement.pieces.map { [$0.from, $0.to].map { Double($0) / 65_535 } }
    #expect(parts.count == 1)
    for (share, wanted) in zip(parts.joined(), [0.2, 0.8]) { #expect(abs(share - wanted) < 0.002) }
  }

  @Test("roads without a name, of two names, and roads that are far or long have no place")
  func noRoad() async throws {
    let nameless = try await Self.bends("highway=primary", "highway=primary")
    let two = try await Self.bends("highway=primary name=One", "highway=primary name=Two")
    let one = try await Self.bends("highway=primary name=One", "highway=primary name=One")
    for (roads, from, to) in [
      (nameless, "A", "G"), (two, "A", "G"), (one, "A", "F"), (one, "A>B 0.5 left 40", "G"),
    ] {
      let found = try Self.edges(roads, from, to)
      #expect(found.edges.isEmpty && found.unplaced == [.noRoad], "\(from) \(to)")
    }
    #expect(try Self.edges(one, "A", "A").unplaced == [.empty])
  }

  @Test("a bend with two carriageways is placed on that in the direction")
  func carriageways() async throws {
    let tags: AsciiMap.Tags = "highway=trunk name=Bypass oneway=yes"
    let roads = try await AsciiMap(
      """
      A-------------------B
      D------------------E|
                         ||
                         ||
                         FC
      """,
      metresPerCell: 20, ways: ["CBA": tags, "DEF": tags]
    ).build()
    // From A to C one drives on the other carriageway, beside both.
    let found = try Self.edges(roads, "A", "C")
    #expect(try found.edges == Self.edges(roads, of: "DEF", .forward))
    let back = try Self.edges(roads, "F", "D")
    #expect(try back.edges == Self.edges(roads, of: "CBA", .forward))
  }

  @Test("a road that forks between the points may be either branch")
  func forks() async throws {
    func roads(_ branch: AsciiMap.Tags) async throws -> AsciiRoads {
      try await AsciiMap(
        """
        A-------B-------C
                |
                D---E
                    |
                    F
        """,
        metresPerCell: 100,
        ways: [
          "AB": "highway=primary name=Ring", "BDEF": "highway=primary name=Ring", "BCE": branch,
        ]
      ).build()
    }
    let two = try await roads("highway=primary name=Ring")
    #expect(try Self.edges(two, "A", "F").unplaced == [.noRoad])
    let one = try await roads("highway=primary name=Other")
    let wanted =
      try Self.edges(one, of: "AB", .forward) + Self.edges(one, of: "BDEF", .forward)
    #expect(Set(try Self.edges(one, "A", "F").edges) == Set(wanted))
  }

  @Test("a straight road needs no name")
  func straightRoad() async throws {
    let roads = try await AsciiMap(
      "A---B---C", metresPerCell: 100, ways: ["AB": "highway=primary", "BC": "highway=primary"]
    ).build()
    let found = try Self.edges(roads, "C", "A")
    #expect(found.edges.count == 2 && found.unplaced.isEmpty)
  }
}
