import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// The section of elevation: as the specification says, and refused where it says what can't be.
@Suite struct ElevationFileTests {
  @Test("the example of the specification has the bytes that it says")
  func example() {
    var segment = ElevationContents.Segment()
    segment.points = (0...3).map { Coordinate(latitudeUnits: 1_000 * $0, longitudeUnits: 0) }
    segment.heights = [100_000, 100_300, 100_250, 100_400]
    (segment.uphill, segment.downhill, segment.extraClimb) = (7, 2, 50)
    let bytes = ElevationContents.encoded(
      junctions: [100_000, 100_400], segments: [segment], latitude: 0)
    let wanted: [UInt8] = [
      0xD0, 0x07, 0, 0, 4, 3, 2, 1, 0xFF, 0xFF, 2, 0, 0x91, 0x37, 0xB3, 0x01,
    ]
    #expect(bytes == wanted)
  }

  private static let drawing = AsciiMap("A-b-c-D", ways: ["AbcD": "highway=primary"])

  /// A map of one tile with the elevation of the example's kind: two junctions, one segment with two inner points.
  private static func map() async throws -> (built: BuiltMap, file: MapFile) {
    let hills = try HeightFolder { _, east in Int16((500 + 0.05 * east).rounded()) }
    defer { withExtendedLifetime(hills) {} }
    let built = try await BuiltMap(xml: try drawing.xml(), options: .withElevation(hills))
    return (built, try MapFile(of: built.map))
  }

  struct Lie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The byte in the section, from its end if negative, and its value.
    let offset: Int
    let value: UInt8
    var kind = Fault.Kind.invalid
  }

  // One tile: offsets at 8 and 16, the part from 24 on.
  static let lies: [Lie] = [
    .init(testDescription: "two tiles", offset: 0, value: 2),
    .init(testDescription: "the version before", offset: 4, value: 0, kind: .otherLayout),
    .init(testDescription: "a version of the future", offset: 7, value: 1, kind: .otherLayout),
    .init(testDescription: "a part that begins later", offset: 8, value: 25),
    .init(testDescription: "a part beyond the section", offset: 20, value: 1),
    .init(testDescription: "bytes behind the end that are not zero", offset: -1, value: 1),
    .init(testDescription: "a width of heights of 25", offset: 28, value: 25),
    .init(testDescription: "a width of grades of 9", offset: 29, value: 9),
    .init(testDescription: "wider heights than the part has", offset: 28, value: 24),
    .init(testDescription: "no heights, but grades", offset: 28, value: 0),
    .init(testDescription: "heights beyond the sky", offset: 26, value: 0x7F),
    .init(testDescription: "heights below the sea", offset: 27, value: 0xFF),
    .init(testDescription: "a width of differences of 16", offset: 34, value: 16),
    .init(testDescription: "reserved bytes", offset: 35, value: 1),
    .init(testDescription: "a number that does not end", offset: -9, value: 0xFF),
    .init(testDescription: "bits behind the last stretch", offset: -9, value: 0x80),
  ]

  /// A map whose section tells a lie, with right checks.
  private static func file(_ lie: Lie, _ folder: TemporaryFolder) async throws -> String {
    var (_, file) = try await map()
    let section = file.section(.elevation)
    let at = (lie.offset < 0 ? section.range.upperBound : section.range.lowerBound) + lie.offset
    #expect(file.bytes[at] != lie.value)
    file.bytes[at] = lie.value
    file.repair()
    let path = folder.file("lie.nav")
    file.write(to: path)
    return path
  }

  @Test(
    "navdump refuses an intact section that says what can't be, by name",
    .enabled(if: Program.hasPython, "needs python3"), arguments: lies)
  func lyingToNavdump(_ lie: Lie) async throws {
    let folder = try TemporaryFolder()
    let verdict = Program.navdump("--verify", try await Self.file(lie, folder))
    #expect(verdict.status == 1 && verdict.lines.first?.contains("elevation") == true)
  }

  @Test("an intact section that says what can't be is refused by name", arguments: lies)
  func lying(_ lie: Lie) async throws {
    let folder = try TemporaryFolder()
    let path = try await Self.file(lie, folder)
    let map = try NavMap(path: path)
    // Whoever does not ask for heights is not disturbed.
    for tile in map.tiles { _ = try map.tile(tile).layout }
    let reads: [() throws -> Void] = [
      { try map.verify() }, { _ = try map.elevation(ofEdge: map.edgeID(0)) },
    ]
    for read in reads {
      let error = #expect(throws: NavError.self) { try read() }
      let fault = Fault(error, in: path)
      #expect(fault?.part == "section 'elevation'" && fault?.kind == lie.kind)
    }
  }

  @Test(
    "any changed byte of the section is noticed by its check, and with the check put right never traps"
  )
  func changedBytes() async throws {
    let (built, good) = try await Self.map()
    let section = good.section(.elevation)
    let folder = try TemporaryFolder()
    let path = folder.file("changed.nav")
    #expect(try built.map.elevation(ofEdge: built.map.edgeID(0)) != nil)
    for at in section.range {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] where good.bytes[at] != value {
        var file = good
        file.bytes[at] = value
        file.write(to: path)
        let damaged = try NavMap(path: path)
        let error = #expect(throws: NavError.self) {
          _ = try damaged.elevation(ofEdge: damaged.edgeID(0))
        }
        #expect(Fault(error, in: path)?.kind == .damaged)
        file.repair()
        file.write(to: path)
        let map = try NavMap(path: path)
        do { _ = try map.elevation(ofEdge: map.edgeID(0)) } catch {
          #expect(Fault(error, in: path)?.part == "section 'elevation'")
        }
      }
    }
  }

  @Test(
    "navdump reads the same heights as the Swift reader, of several tiles, and verifies them",
    .enabled(if: Program.hasPython, "needs python3"))
  func navdump() async throws {
    var random = SeededGenerator(seed: 3)
    let hills = try HeightFolder { _, _ in Int16(random.next() % 300) }
    defer { withExtendedLifetime(hills) {} }
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(StreetGrid(rows: 50, columns: 50).xml.utf8), "grid.osm")
    let built = try await BuiltMap(file: input, options: .withElevation(hills))
    #expect(built.map.tileCount > 1)
    let lines = Program.navdump("--only elevation", built.map.path).lines
    let wanted = try SwiftDump(built.map).lines.filter { $0.hasPrefix("{\"record\":\"elevation\"") }
    #expect(lines == wanted && lines.count == Int(built.map.header.segmentCount))
    #expect(Program.navdump("--verify", built.map.path).status == 0)
  }

  @Test(
    "elevation that breaks a rule is refused by queries that need grades, and by no others",
    arguments: [Mode.bicycle, .foot])
  func queries(_ mode: Mode) async throws {
    var (_, file) = try await Self.map()
    // The width of heights in the part of the only tile.
    file.bytes[file.section(.elevation).range.lowerBound + 28] = 25
    file.repair()
    let folder = try TemporaryFolder()
    let path = folder.file("broken.nav")
    file.write(to: path)
    let ends = try ["A", "D"].map { Waypoint(try Self.drawing.place($0)) }
    for query in Query.allCases {
      try await Self.ask(query, try NavMap(path: path), ends, .car)
      let map = try NavMap(path: path)
      let error = await #expect(throws: RoutingError.self) {
        try await Self.ask(query, map, ends, mode)
      }
      guard case .map = error else {
        Issue.record("\(query): \(String(describing: error))")
        continue
      }
    }
  }

  enum Query: CaseIterable { case route, isoline, table }

  private static func ask(
    _ query: Query, _ map: NavMap, _ ends: [Waypoint], _ mode: Mode
  ) async throws {
    let engine = OfflineRoutingEngine(map: map)
    switch query {
    case .route:
      let request = RouteRequest(waypoints: ends, vehicle: Vehicle(mode))
      _ = try await engine.routes(for: request)
    case .isoline:
      let request = IsolineRequest(
        place: ends[0], quantity: .time, values: [60], vehicle: Vehicle(mode))
      _ = try await engine.isolines(for: request)
    case .table:
      _ = try await engine.table(from: ends, to: ends, vehicle: Vehicle(mode))
    }
  }
}
