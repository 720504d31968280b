import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Files with changed bytes: a reader refuses them or answers, and never stops or hangs the process.
@Suite struct HostileFileTests {
  private static let good = HandMadeMap.bytes()
  /// Corners, the middle of tile 1, and a place in the next country.
  private static let places =
    [0, 5, 6, 11].map { HandMadeMap.place($0) }
    + [Coordinate(latitudeUnits: 500_011_000, longitudeUnits: 80_020_000)]

  /// Without optimisation only every fifth byte is changed.
  #if DEBUG
    private static let step = 5
  #else
    private static let step = 1
  #endif

  private static func run(_ file: MapFile, _ path: String, _ exercise: inout Exercise) async {
    file.write(to: path)
    await exercise.run(path, near: places)
  }

  @Test("the hand-made map is good: it verifies, and its roads lead from end to end")
  func goodMap() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("good.nav")
    let file = try MapFile(Self.good)
    var repaired = file
    repaired.repair()
    #expect(repaired.bytes == Self.good, "nothing was wrong")
    var exercise = Exercise()
    await Self.run(file, path, &exercise)
    #expect(exercise.opened == 1 && exercise.verified == 1 && exercise.nameless.isEmpty)
    #expect(exercise.routes == 3 && exercise.refusals == 1, "the truck is too high")
  }

  @Test("the via edge across tiles and the limits of the hand-made map bind its routes")
  func handMadeRoutes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("good.nav")
    try MapFile(Self.good).write(to: path)
    let engine = OfflineRoutingEngine(map: try NavMap(path: path))
    func route(_ from: Int, _ to: Int, _ vehicle: Vehicle) async throws -> [Int64] {
      let ends = [from, to].map { Waypoint(HandMadeMap.place($0)) }
      let response = try await engine.routes(for: RouteRequest(waypoints: ends, vehicle: vehicle))
      return response.routes[0].sections.flatMap { $0.edges.map(\.wayID) }
    }
    // From 4 a car may go over 5 to 6 (way 1001); coming from 0 over 4 it may not.
    #expect(try await route(4, 6, .car) == [1_001, 1_001])
    // 3.5 m at 5-6, 3 m at junction 2, a barrier at 10: nothing is left for a truck.
    let error = await #expect(throws: RoutingError.self) {
      try await route(4, 6, .truck(height: .meters(4)))
    }
    guard case .noRoute(from: 0, to: 1, mode: .truck, let blockers) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(blockers.map(\.limit) == [VehicleLimit(.height, 3_500)])
    #expect(blockers.map(\.wayID) == [1_001] && blockers.map(\.road) == ["Long Way"])
    let fromCorner = try await route(0, 6, .car)
    #expect(fromCorner != [1_003, 1_001, 1_001])
    #expect(fromCorner.count == 3)
  }

  @Test("any flipped bit of the file is refused where it is looked at, or changes nothing")
  func flips() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("flipped.nav")
    let file = try MapFile(Self.good)
    var exercise = Exercise()
    for offset in file.bytes.indices {
      var changed = file
      changed.bytes[offset] ^= 1 << UInt8(offset % 8)
      let verified = exercise.verified
      await Self.run(changed, path, &exercise)
      if exercise.verified != verified {
        #expect(file.region(of: offset) == "padding", "byte \(offset) is not checked")
      }
    }
    #expect(exercise.refused > 256 + 192 + 3 * 64)
    #expect(exercise.nameless.isEmpty)
  }

  @Test(
    "any byte of the file may be anything behind right check values", arguments: 0..<4)
  func repairedBytes(part: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hostile.nav")
    let file = try MapFile(Self.good)
    var exercise = Exercise()
    // Each byte by itself: four values in four parallel parts.
    for offset in stride(from: part % Self.step, to: file.bytes.count, by: Self.step) {
      var changed = file
      changed.bytes[offset] =
        [0, 0xFF, file.bytes[offset] ^ 1, file.bytes[offset] ^ 0x80][part]
      if changed.bytes[offset] == file.bytes[offset] { continue }
      changed.repair()
      await Self.run(changed, path, &exercise)
    }
    #expect(exercise.opened > exercise.refused, "most get past the check values")
    #expect(exercise.routes > 0 && exercise.nameless.isEmpty)
  }

  @Test(
    "several random changes behind right check values do no harm", arguments: 0..<4)
  func repairedMutations(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hostile.nav")
    let file = try MapFile(Self.good)
    var generator = SeededGenerator(seed: seed)
    var exercise = Exercise()
    let special: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
    for _ in 0..<1_000 {
      var changed = file
      let tile = file.tiles.randomElement(using: &generator) ?? 0..<1
      for _ in 0..<Int.random(in: 2...8, using: &generator) {
        let offset = Int.random(in: tile, using: &generator)
        changed.bytes[offset] = special.randomElement(using: &generator) ?? 0
      }
      changed.repair()
      await Self.run(changed, path, &exercise)
    }
    #expect(exercise.opened == 1_000, "what is in a tile does not keep a file from opening")
    #expect(exercise.nameless.isEmpty)
  }

  @Test(
    "bytes of a compiled map, by stride over all its regions, may be anything",
    arguments: [true, false])
  func compiled(isRepaired: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hostile.nav")
    let file = try MapFile(of: try await CompiledMap.pacificMap)
    let origin = Coordinate(latitudeUnits: -167_990_000, longitudeUnits: 1_799_950_000)
    let places = [
      origin, Coordinate(latitudeUnits: -167_950_000, longitudeUnits: -1_799_999_000),
      Coordinate(latitudeUnits: -167_910_000, longitudeUnits: -1_799_950_000),
    ]
    var exercise = Exercise()
    var count = 0
    for offset in stride(from: 0, to: file.bytes.count, by: 7 * Self.step) {
      var changed = file
      changed.bytes[offset] ^= [0xFF, 0x80, 0x01, 0x10][count % 4]
      if isRepaired { changed.repair() }
      changed.write(to: path)
      await exercise.run(path, near: places)
      count += 1
    }
    #expect(exercise.opened + exercise.refused == count && exercise.nameless.isEmpty)
    #expect(exercise.opened > count / 2)
  }

  /// Columns whose values point at nothing, all rows at once set to an extreme.
  static let columns = [
    "junction flags", "segment length", "segment flags", "segment bearing from", "reach",
    "name", "access forward", "speed forward", "road class", "crossing tile", "crossing junction",
    "crossing there",
    "via there", "turn banned", "rule kind", "rule directions", "rule value", "rule condition",
    "condition offset", "conditions", "barrier passing", "barrier end only", "boxes", "shapes",
    "junction OSM id", "junction latitude",
  ]

  @Test(
    "a column full of one value behind right check values does no harm", arguments: columns)
  func columnwide(_ column: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hostile.nav")
    let file = try MapFile(Self.good)
    var exercise = Exercise()
    for value in [0, 1, 0x3F, 0x7F, 0x80, 0xFE, 0xFF] as [UInt8] {
      for only in [nil, 0, 1, 2] as [Int?] {
        var changed = file
        for (tile, range) in file.tiles.enumerated() where only == nil || only == tile {
          let span = file.bytes.rawBytes.extracting(range)
          let view = TileView(span, layout: try TileLayout(span, tile: TileNumber(tile)))
          var at = range.lowerBound
          for (name, bytes) in try view.columns() {
            if name == column {
              for offset in at..<at + bytes { changed.bytes[offset] = value }
            }
            at += bytes
          }
        }
        changed.repair()
        await Self.run(changed, path, &exercise)
      }
    }
    #expect(exercise.opened == 28 && exercise.nameless.isEmpty)
  }

  @Test("lengths that add up past 32 bits do no harm")
  func longRoads() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("long.nav")
    var generator = SeededGenerator(seed: 77)
    var exercise = Exercise()
    for _ in 0..<300 {
      let bytes = HandMadeMap.bytes { tile in
        for segment in tile.segments.indices {
          tile.segments[segment].length =
            .max >> UInt32.random(in: 0...3, using: &generator)
        }
      }
      await Self.run(try MapFile(bytes), path, &exercise)
    }
    #expect(exercise.opened == 300)
  }
}
