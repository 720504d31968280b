import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Traffic

/// References on drawn maps.
@Suite struct OpenLRPlacingTests {
  /// Two ways from A to E, of which that over C is shorter, a one-way street, and a path.
  private static func roads() async throws -> AsciiRoads {
    try await AsciiMap(
      """
      A----B----C----D----E
           |              |
           F--------------G
           |
           H
      """,
      metresPerCell: 50,
      ways: [
        "AB": "highway=primary", "BC": "highway=primary", "CD": "highway=primary",
        "DE": "highway=primary", "BF": "highway=residential", "FG": "highway=secondary",
        "GE": "highway=residential oneway=yes", "FH": "highway=footway",
      ]
    ).build(options: .withNodeIDs)
  }

  /// The edges of a path told by the letters that it passes.
  private static func edges(_ roads: AsciiRoads, _ path: String) throws -> [EdgeID] {
    let nodes = try path.map { try roads.drawing.node($0) }
    let map = roads.built.map
    var found: [EdgeID] = []
    for (from, to) in zip(nodes, nodes.dropFirst()) {
      for number in map.tiles {
        let tile = try map.tile(number)
        for segment in tile.layout.ownSegments {
          for edge in segment.edges {
            let ends = try [edge.reversed, edge].map { try map.osmID(ofHead: $0, in: tile.layout) }
            if ends == [from, to] {
              found.append(map.edgeID(map.number(of: edge, in: tile.layout)))
            }
          }
        }
      }
    }
    return found
  }

  @Test(
    "a path gives itself again, also one that is not the shortest",
    arguments: ["AB", "BA", "ABCDE", "EDCBA", "ABFGE", "BFGED", "GE", "CB", "FBCDE"])
  func roundTrip(_ path: String) async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let edges = try Self.edges(roads, path)
    try #require(edges.count == path.count - 1)
    let reference = try OpenLREncoder(map: map).reference(of: edges)
    let location = try OpenLRDecoder(map: map).location(
      of: OpenLRReference(base64: try #require(reference.base64)))
    #expect(location.parts.map(\.edge) == edges)
    #expect(location.parts.allSatisfy { $0.fromMetres == 0 && $0.toMetres == $0.edgeLengthMetres })
    #expect(location.confidence > 0.9)
  }

  @Test("roads below the class told are used only if no others have the length told")
  func minorRoads() async throws {
    func roads(_ minor: AsciiMap.Tags) async throws -> AsciiRoads {
      try await AsciiMap(
        """
        A----B----C----D----E
             |         |
             F---------G
        """,
        metresPerCell: 50,
        ways: [
          "AB": "highway=residential", "BF": "highway=residential", "FG": "highway=residential",
          "GD": "highway=residential", "DE": "highway=residential", "BC": minor, "CD": minor,
        ]
      ).build(options: .withNodeIDs)
    }
    func reference(_ roads: AsciiRoads, _ path: String) throws -> OpenLRReference {
      try OpenLREncoder(map: roads.built.map).reference(of: Self.edges(roads, path))
    }
    func edges(_ roads: AsciiRoads, _ reference: OpenLRReference) throws -> [EdgeID] {
      try OpenLRDecoder(map: roads.built.map).location(of: reference).parts.map(\.edge)
    }
    let tracks = try await roads("highway=track")
    let streets = try await roads("highway=residential")
    // The other map has no tracks.
    let around = try reference(try await roads("highway=footway"), "ABFGDE")
    #expect(try edges(tracks, around) == Self.edges(tracks, "ABFGDE"))
    // On the other map the tracks are streets.
    let across = try reference(streets, "ABCDE")
    #expect(try edges(tracks, across) == Self.edges(tracks, "ABCDE"))
  }

  @Test(
    "a road whose middle has a lower class on this map is found, unless it is a track there",
    arguments: [("residential", true), ("track", false)])
  func lowerClass(_ middle: String, _ isFound: Bool) async throws {
    func roads(_ middle: String) async throws -> AsciiRoads {
      try await AsciiMap(
        "A----B----C----D", metresPerCell: 50,
        ways: [
          "AB": "highway=secondary", "BC": AsciiMap.Tags("highway=\(middle)"),
          "CD": "highway=secondary",
        ]
      ).build(options: .withNodeIDs)
    }
    let (old, new) = (try await roads("secondary"), try await roads(middle))
    let reference = try OpenLREncoder(map: old.built.map).reference(of: Self.edges(old, "ABCD"))
    #expect(reference.points[0].lowestClass == 3)
    let decoder = OpenLRDecoder(map: new.built.map)
    if isFound {
      #expect(try decoder.location(of: reference).parts.map(\.edge) == Self.edges(new, "ABCD"))
    } else {
      #expect(throws: OpenLRDecodingError.noPath(from: 0)) { try decoder.location(of: reference) }
    }
  }

  @Test("a detour needs a point more than the shortest path")
  func points() async throws {
    let roads = try await Self.roads()
    let encoder = OpenLREncoder(map: roads.built.map)
    #expect(try encoder.reference(of: Self.edges(roads, "ABCDE")).points.count == 2)
    let detour = try encoder.reference(of: Self.edges(roads, "ABFGED"))
    #expect(detour.points.count >= 3)
    #expect(detour.points.map(\.roadClass).first == 2)
    #expect(detour.points.map(\.form).allSatisfy { $0 == .singleCarriageway })
  }

  @Test("offsets cut the ends to a 256th of a leg, and edges that lie in them")
  func offsets() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let edges = try Self.edges(roads, "ABCDE")
    let decoder = OpenLRDecoder(map: map)
    for (start, end) in [(0.0, 0.0), (60, 0), (0, 110), (300, 260), (499, 490), (700, 100)] {
      let reference = try OpenLREncoder(map: map).reference(
        of: edges, startOffsetMetres: start, endOffsetMetres: end)
      let location = try decoder.location(of: reference)
      let whole = 4 * 250.0
      let (first, last) = (location.parts[0], location.parts[location.parts.count - 1])
      let begin = Double(edges.firstIndex(of: first.edge) ?? 0) * 250 + first.fromMetres
      let finish = Double(edges.firstIndex(of: last.edge) ?? 0) * 250 + last.toMetres
      // Edges of a drawing are 250 m long to a metre.
      #expect(abs(begin - start) <= 1_000 / 512 + 2, "\(start) \(begin)")
      #expect(abs(whole - finish - end) <= 1_000 / 512 + 4, "\(end) \(finish)")
    }
    let encoder = OpenLREncoder(map: map)
    #expect(throws: OpenLREncodingError.self) {
      try encoder.reference(of: edges, startOffsetMetres: 600, endOffsetMetres: 600)
    }
    #expect(throws: OpenLREncodingError.self) {
      try encoder.reference(of: edges, startOffsetMetres: -1)
    }
    // Offsets that meet, or cross, leave nothing.
    var nothing = try encoder.reference(of: edges)
    for (start, end) in [(127, 128), (200, 100), (255, 255)] as [(UInt8, UInt8)] {
      (nothing.startOffset, nothing.endOffset) = (start, end)
      #expect(throws: OpenLRDecodingError.offsets) { try decoder.location(of: nothing) }
    }
  }

  @Test("what is no road has no reference, and says why")
  func refused() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let encoder = OpenLREncoder(map: map)
    func reason(_ edges: [EdgeID]) -> String {
      do throws(OpenLREncodingError) {
        _ = try encoder.reference(of: edges)
        return "none"
      } catch { return error.description }
    }
    #expect(reason([]).contains("no edge"))
    #expect(reason(try Self.edges(roads, "FH")).contains("not a road"))
    #expect(reason(try Self.edges(roads, "EG")).contains("not a road"))
    #expect(reason(try Self.edges(roads, "AB") + Self.edges(roads, "CD")).contains("begin where"))
    #expect(reason([EdgeID(map: MapID(rawValue: 1), number: 0)]).contains("no edge"))
    #expect(reason([map.edgeID(4_000_000_000)]).contains("no edge"))
  }

  @Test("a point of a line is on its edge, in the directions told")
  func pointAlongLine() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let edge = try Self.edges(roads, "CD")[0]
    for (orientation, directions) in [
      (OpenLRReference.Orientation.unknown, ["CD"]), (.forward, ["CD"]), (.backward, ["DC"]),
      (.both, ["CD", "DC"]),
    ] {
      let reference = try OpenLREncoder(map: map).reference(
        ofPoint: 100, along: edge, orientation: orientation)
      let location = try OpenLRDecoder(map: map).location(of: reference)
      #expect(location.parts.map(\.edge) == [edge])
      #expect(abs(location.parts[0].fromMetres - 100) <= 1 && location.lengthMetres == 0)
      let placed = try await TrafficPlacer.place(
        [TrafficRecord(.openLR(reference), closure: .all)], on: map)
      let wanted = try directions.flatMap { try Self.edges(roads, $0) }.map(\.number)
      #expect(placed.pieces.map(\.edge) == wanted.sorted())
      #expect(placed.pieces.allSatisfy { $0.isWhole })
    }
  }

  @Test("the other direction of a one-way street has no traffic")
  func oneWay() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let edge = try Self.edges(roads, "GE")[0]
    func placed(_ orientation: OpenLRReference.Orientation) throws -> TrafficPlacement {
      let reference = try OpenLREncoder(map: map).reference(
        ofPoint: 50, along: edge, orientation: orientation)
      return try TrafficPlacer.place(
        [TrafficRecord(.openLR(reference), closure: .all)], on: map)
    }
    #expect(try placed(.both).pieces.map(\.edge) == [edge.number])
    let backward = try placed(.backward)
    #expect(backward.pieces.isEmpty)
    #expect(backward.unplaced.map(\.reason) == [.unclearPoint])
  }

  @Test("a search that is cut short gives no road rather than a guess")
  func budgets() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let decoder = OpenLRDecoder(map: map)
    let reference = try OpenLREncoder(map: map).reference(of: Self.edges(roads, "ABFGE"))
    var left = 1_000_000
    _ = try decoder.location(of: reference, budget: &left)
    let needed = 1_000_000 - left
    #expect(needed > 1)
    for budget in 0...needed {
      var left = budget
      #expect(throws: OpenLRDecodingError.self, "\(budget)") {
        try decoder.location(of: reference, budget: &left)
      }
      #expect(left >= 0)
    }
    var enough = needed + 1
    #expect(try decoder.location(of: reference, budget: &enough).confidence > 0.9)
    #expect(enough == 1)
  }

  @Test("a road that the map lacks has no place")
  func unplaced() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    var reference = try OpenLREncoder(map: map).reference(of: Self.edges(roads, "ABFGE"))
    // The same detour, told as if it were four times as long.
    let long = reference.points.map { point in
      var point = point
      point.interval = UInt8(min(Int(point.interval) * 4 + 20, 255))
      return point
    }
    let far = reference.points.map { point in
      var point = point
      point.position.latitudeUnits += 20_000_000
      return point
    }
    var records: [TrafficRecord] = []
    for points in [long, far] {
      reference.points = points
      records.append(TrafficRecord(.openLR(reference), speedKmh: 20))
    }
    records.append(TrafficRecord(.unsupported(.turn)))
    let placed = try await TrafficPlacer.place(records, on: map)
    #expect(placed.pieces.isEmpty && placed.confidences.isEmpty)
    #expect(placed.unplaced.map(\.reason) == [.unsure, .unsure, .turn])
  }

  @Test("a delay is lost once, at the end of the road")
  func delay() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let edges = try Self.edges(roads, "ABCD")
    let reference = try OpenLREncoder(map: map).reference(of: edges)
    let placed = try await TrafficPlacer.place(
      [TrafficRecord(.openLR(reference), speedKmh: 20, delaySeconds: 60)], on: map)
    #expect(placed.pieces.count == 3 && placed.pieces.map(\.delay).reduce(0, +) == 600)
    #expect(placed.pieces.first { $0.delay > 0 }?.edge == edges[2].number)
    #expect((placed.confidences[0] ?? 0) > 0.9)
  }

  @Test("a point needs a direction where the road has two, and no other road near it")
  func lonePoints() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    func edge(_ letters: String, _ heading: Double?, north: Int32 = 300) throws -> [EdgeNumber] {
      let places = try letters.map { try roads.drawing.place(String($0)) }
      var middle = places[0].interpolated(to: places[1], share: 0.5)
      middle.latitudeUnits += north
      return try TrafficPlacer.place(
        [TrafficRecord(.point(middle, headingDegrees: heading), speedKmh: 10)], on: map
      ).pieces.map(\.edge)
    }
    #expect(try edge("CD", 80) == Self.edges(roads, "CD").map(\.number))
    #expect(try edge("CD", 270) == Self.edges(roads, "DC").map(\.number))
    #expect(try edge("CD", nil).isEmpty)
    #expect(try edge("CD", 0).isEmpty)
    #expect(try edge("CD", 90, north: 5_000).isEmpty)
    #expect(try edge("GE", nil) == Self.edges(roads, "GE").map(\.number))
    #expect(try edge("GE", 180).isEmpty)
    // At a junction.
    #expect(try edge("BB", 90).isEmpty)
  }

  @Test("the road at a point has all its directions, if no other road is near it")
  func loneRoads() async throws {
    let roads = try await Self.roads()
    func edges(_ letters: String) throws -> Set<EdgeNumber> {
      let places = try letters.map { try roads.drawing.place(String($0)) }
      let middle = places[0].interpolated(to: places[1], share: 0.5)
      let placed = try TrafficPlacer.place(
        [TrafficRecord(.road(at: middle), closure: .all)], on: roads.built.map)
      #expect(placed.unplaced.isEmpty == !placed.pieces.isEmpty)
      return Set(placed.pieces.map(\.edge))
    }
    let both = try Self.edges(roads, "CD") + Self.edges(roads, "DC")
    #expect(try edges("CD") == Set(both.map(\.number)) && both.count == 2)
    #expect(try edges("GE") == Set(Self.edges(roads, "GE").map(\.number)))
    // At a junction, and at a footway.
    #expect(try edges("BB").isEmpty)
    #expect(try edges("HH").isEmpty)
  }

  @Test("a point between two roads is unclear, also if the other is beyond its reach")
  func pointBetweenRoads() async throws {
    let roads = try await AsciiMap(
      """
      A--------B
      C--------D
      """,
      metresPerCell: 50,
      ways: ["AB": "highway=primary oneway=yes", "CD": "highway=primary oneway=yes"]
    ).build(options: .withNodeIDs)
    func middle(_ from: String, _ to: String) throws -> Coordinate {
      try roads.drawing.place(from).interpolated(to: try roads.drawing.place(to), share: 0.5)
    }
    func placed(_ share: Double) throws -> TrafficPlacement {
      let place = try middle("A", "B").interpolated(to: try middle("C", "D"), share: share)
      return try TrafficPlacer.place(
        [TrafficRecord(.point(place, headingDegrees: nil), speedKmh: 10)], on: roads.built.map)
    }
    #expect(try placed(0.3).pieces.map(\.edge) == Self.edges(roads, "AB").map(\.number))
    // 23 m from one, 27 m from the other.
    #expect(try placed(0.46).unplaced.map(\.reason) == [.unclearPoint])
  }
}
