import Geo
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Tables of vehicles that no metric serves: one search for each place, not one for each pair.
@Suite struct TableReachTests {
  /// A footway of 12 junctions, 0.0042 degrees of longitude apart, with a path of 100 m from each of them to the north.
  private static var footway: String {
    let junctions = (0...11).map { number in
      """
      <node id="\(1 + number)" lat="50.000" lon="\(Double(60_000 + 42 * number) / 10_000)"/>
      <node id="\(201 + number)" lat="50.0009" lon="\(Double(60_000 + 42 * number) / 10_000)"/>
      """
    }
    let sides = (0...11).map { number in
      """
      <way id="\(101 + number)"><nd ref="\(1 + number)"/><nd ref="\(201 + number)"/>
        <tag k="highway" v="footway"/></way>
      """
    }
    return """
      <osm version="0.6">\(junctions.joined())\(sides.joined())
        <way id="20">\((1...12).map { "<nd ref=\"\($0)\"/>" }.joined())
          <tag k="highway" v="footway"/></way>
      </osm>
      """
  }

  /// The end of the path at a junction.
  private static func end(_ number: Int) -> Waypoint {
    Waypoint(latitude: 50.0009, longitude: 6 + 0.0042 * Double(number))
  }

  private func search(
    _ engine: OfflineRoutingEngine, _ origins: [Waypoint], _ destinations: [Waypoint],
    _ options: RouteRequest.Options = .init()
  ) throws -> TableSearch {
    let request = RouteRequest(
      waypoints: origins + destinations, vehicle: Vehicle(.foot), options: options)
    let query = TripQuery(
      map: engine.map, metrics: engine.metrics, rules: try engine.rules(Vehicle(.foot), options),
      request: request)
    return try TableSearch(query, originCount: origins.count, withLengths: true)
  }

  @Test("one search answers a row, or a column, with lengths", arguments: [false, true])
  func line(_ isReversed: Bool) async throws {
    let built = try await BuiltMap(xml: Self.footway)
    let engine = OfflineRoutingEngine(map: built.map)
    let (root, others) = ([Self.end(0)], (1...11).map(Self.end))
    let (origins, destinations) = isReversed ? (others, root) : (root, others)
    let search = try search(engine, origins, destinations)
    // No pair is left for a search of its own.
    let answers = try #require(try search.reachedAnswers(try search.stops()))
    let known = answers.joined().filter { if case .way = $0 { true } else { false } }
    #expect(known.count == 11)

    let table = try await engine.table(
      from: origins, to: destinations, vehicle: Vehicle(.foot), withLengths: true)
    let lengths = try #require(table.lengthMetres)
    for number in 0..<11 {
      let metres = (isReversed ? lengths[number][0] : lengths[0][number]) ?? 0
      // Two paths, and the footway between them.
      let paths =
        2
        * Distance.metres(
          try #require(Coordinate(latitude: 50, longitude: 6)),
          try #require(Coordinate(latitude: 50.0009, longitude: 6)))
      let between = Distance.metres(
        try #require(Coordinate(latitude: 50, longitude: 6)),
        try #require(Coordinate(latitude: 50, longitude: 6 + 0.0042 * Double(number + 1))))
      #expect(abs(metres - paths - between) < 1, "\(number): \(metres)")
      // A single pair is a route.
      let pair = try await engine.table(
        from: [isReversed ? others[number] : root[0]],
        to: [isReversed ? root[0] : others[number]], vehicle: Vehicle(.foot), withLengths: true)
      let seconds =
        isReversed ? table.durationSeconds[number][0] : table.durationSeconds[0][number]
      #expect(seconds == pair.durationSeconds[0][0])
      #expect(abs(metres - (pair.lengthMetres?[0][0] ?? 0)) < 0.011)
    }
  }

  @Test("each pair has its own search where cost and time differ, and where there are few")
  func ownSearches() async throws {
    let built = try await BuiltMap(xml: Self.footway)
    let engine = OfflineRoutingEngine(map: built.map)
    let few = try search(engine, [Self.end(0)], [Self.end(1), Self.end(2)])
    #expect(try few.reachedAnswers(try few.stops()) == nil)
    let shortest = try search(
      engine, [Self.end(0)], (1...11).map(Self.end), .init(objective: .shortest))
    #expect(try shortest.reachedAnswers(try shortest.stops()) == nil)
  }

  @Test(
    "rows and columns of a real map are what routes take",
    .enabled(if: TestData.has("liechtenstein-2025.osm.pbf")), arguments: [Mode.foot, .bicycle])
  func realMap(_ mode: Mode) async throws {
    let map = try await BuiltMap(extract: "liechtenstein-2025.osm.pbf").map
    let engine = OfflineRoutingEngine(map: map)
    let places = try TableTests.places(map, 24, seed: 81)
    let vehicle = Vehicle(mode)
    for (origins, destinations) in [
      (Array(places[..<2]), Array(places[2...])), (Array(places[2...]), Array(places[..<2])),
    ] {
      let table = try await engine.table(
        from: origins, to: destinations, vehicle: vehicle, withLengths: true)
      for (row, origin) in origins.enumerated() {
        for (column, destination) in destinations.enumerated() {
          let pair = try await engine.table(
            from: [origin], to: [destination], vehicle: vehicle, withLengths: true)
          #expect(table.durationSeconds[row][column] == pair.durationSeconds[0][0])
          // Of paths that take the same time, any may count.
          let (one, other) = (table.lengthMetres?[row][column], pair.lengthMetres?[0][0])
          #expect(abs((one ?? 0) - (other ?? 0)) <= 0.002 * (other ?? 0) + 1)
        }
      }
    }
  }
}
