import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A random network of several tiles, compiled once for all tests.
enum CompiledMap {
  static let network = RandomNetwork(
    rows: 91, columns: 92, from: Coordinate(latitudeUnits: 485_000_000, longitudeUnits: 23_000_000),
    seed: 1)

  /// A small one across the 180th meridian.
  static let pacific = RandomNetwork(
    rows: 12, columns: 14,
    from: Coordinate(latitudeUnits: -168_000_000, longitudeUnits: 1_799_940_000), seed: 2)

  private static let building = Task { try await BuiltMap(xml: network.xml) }
  private static let buildingPacific = Task { try await BuiltMap(xml: pacific.xml) }

  static var map: NavMap { get async throws { try await building.value.map } }
  static var pacificMap: NavMap { get async throws { try await buildingPacific.value.map } }
}

@Suite struct NavMapTests {
  @Test("a compiled map of several tiles opens and verifies, and its counts add up")
  func verifies() async throws {
    let map = try await CompiledMap.map
    var progress: [Int] = []
    try map.verify { progress.append($0) }
    #expect(map.tileCount >= 3 && progress == Array(1...map.tileCount))
    var (junctions, segments, edges): (UInt32, UInt32, UInt32) = (0, 0, 0)
    for tile in map.tiles {
      let entry = map.entry(tile)
      #expect(entry.firstJunction == junctions && entry.firstEdge == edges)
      junctions += entry.junctionCount
      segments += entry.segmentCount
      edges += entry.edgeCount
    }
    let header = map.header
    #expect(header.junctionCount == junctions && header.segmentCount == segments)
    #expect(header.edgeCount == edges && edges >= 2 * segments)
    #expect(map.provenance.source == "RandomNetwork" && !map.provenance.attribution.isEmpty)
    #expect(map.provenance.generator.hasPrefix("mapc "))
    #expect(map.sections[.sampleTrip] != nil)
    #expect(
      map.sampleTrip.map { header.box.contains($0.from) && header.box.contains($0.to) } == true)
  }

  @Test("everything lies in the box of the header, and own segments in the box of their tile")
  func boxes() async throws {
    for map in [try await CompiledMap.map, try await CompiledMap.pacificMap] {
      for number in map.tiles {
        let tile = try map.tile(number)
        let box = map.entry(number).box
        var inside = true
        for segment in tile.layout.ownSegments {
          inside = inside && tile.shape(segment).allSatisfy { box.contains($0) }
        }
        for junction in tile.layout.junctions {
          inside = inside && box.contains(tile.position(junction))
        }
        #expect(inside)
        let corners = [
          Coordinate(latitudeUnits: box.minLatitude, longitudeUnits: box.minLongitude),
          Coordinate(latitudeUnits: box.maxLatitude, longitudeUnits: box.maxLongitude),
        ]
        #expect(corners.allSatisfy { map.header.box.contains($0) })
      }
    }
  }

  @Test("names and road numbers are those of the input, for every way and in every tile")
  func names() async throws {
    let map = try await CompiledMap.map
    var seen = Set<Int64>()
    for number in map.tiles {
      let tile = try map.tile(number)
      for way in 0..<tile.layout.wayCount {
        let id = tile.wayOSMID(way)
        let found = RandomNetwork.Road(
          name: map.name(tile.nameOffset(way)), ref: map.name(tile.refOffset(way)))
        #expect(found == CompiledMap.network.roads[id], "way \(id)")
        seen.insert(id)
      }
    }
    #expect(seen == Set(CompiledMap.network.roads.keys))
  }

  @Test("an offset that is no name's reads as none or as other text, never past the section")
  func wildNames() async throws {
    let map = try await CompiledMap.map
    let length = UInt32(map.sections[.names]?.length ?? 0)
    #expect(map.name(0) == nil)
    for offset in 0...length + 300 { _ = map.name(offset) }
    #expect(map.name(length) == nil && map.name(.max) == nil)
  }

  @Test("each tile has every segment that touches its junctions, and each segment one home")
  func ownership() async throws {
    let map = try await CompiledMap.map
    for number in map.tiles {
      let tile = try map.tile(number)
      for index in 0..<tile.layout.crossingCount {
        let crossing = tile.crossing(index)
        let other = try map.tile(crossing.tile)
        let (segment, there) = (crossing.segment, crossing.there)
        let (isOwn, isOwnThere) = (
          segment.rawValue < tile.layout.ownSegmentCount,
          there.rawValue < other.layout.ownSegmentCount
        )
        #expect(isOwn != isOwnThere && isOwn == (number < crossing.tile))
        let (here, far) = (tile.shape(segment), other.shape(there))
        #expect(here == far)
        let (id, idThere) = (
          tile.wayOSMID(tile.way(segment)), other.wayOSMID(other.way(there))
        )
        #expect(id == idThere)
      }
    }
  }

  @Test("the segments of an area are found, and only groups that touch it are looked at")
  func area() async throws {
    let map = try await CompiledMap.map
    let box = Box(
      minLatitude: 485_200_000, minLongitude: 23_300_000, maxLatitude: 485_260_000,
      maxLongitude: 23_360_000)
    var found = Set<[Int]>()
    try map.forEachSegment(in: box) { _, tile, segment in
      #expect(found.insert([tile.rawValue, segment.rawValue]).inserted, "each once")
    }
    var wanted = Set<[Int]>()
    for number in map.tiles {
      let tile = try map.tile(number)
      for segment in tile.layout.ownSegments {
        let extent = tile.shape(segment).reduce(into: Box.empty) { $0.add($1) }
        if extent.intersects(box) { wanted.insert([number.rawValue, segment.rawValue]) }
      }
    }
    #expect(found.isSuperset(of: wanted) && !wanted.isEmpty)
    #expect(found.count < Int(map.header.segmentCount) / 10)
  }

  @Test("many tasks may touch the tiles of one map at once")
  func concurrent() async throws {
    let map = try NavMap(path: try await CompiledMap.map.path)
    let sums = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var sum = 0
          for number in map.tiles { sum += try map.tile(number).layout.segmentCount }
          return sum
        }
      }
      var sums = Set<Int>()
      for try await sum in group { sums.insert(sum) }
      return sums
    }
    #expect(sums.count == 1)
  }
}

@Suite struct NearestTests {
  /// The nearest point of a shape by plane geometry around a place, with the C library's cosine.
  private static func metres(_ shape: [Coordinate], _ place: Coordinate) -> Double {
    let unit = 6_371_008.8 * Double.pi / 180 / 1e7
    let scale = cos(place.latitude * .pi / 180)
    func plane(_ other: Coordinate) -> (Double, Double) {
      var east = Double(other.longitudeUnits) - Double(place.longitudeUnits)
      if east > 1.8e9 { east -= 3.6e9 }
      if east < -1.8e9 { east += 3.6e9 }
      return (
        east * unit * scale, (Double(other.latitudeUnits) - Double(place.latitudeUnits)) * unit
      )
    }
    var best = Double.infinity
    for (a, b) in zip(shape.map(plane), shape.dropFirst().map(plane)) {
      let (x, y) = (b.0 - a.0, b.1 - a.1)
      let square = x * x + y * y
      let share = square > 0 ? max(0, min(1, -(a.0 * x + a.1 * y) / square)) : 0
      best = min(best, hypot(a.0 + share * x, a.1 + share * y))
    }
    return best
  }

  private static func check(_ map: NavMap, seed: UInt64) throws {
    var all: [(tile: TileNumber, segment: SegmentIndex, shape: [Coordinate], modes: [Bool])] = []
    for number in map.tiles {
      let tile = try map.tile(number)
      for segment in tile.layout.ownSegments {
        let road = tile.road(segment)
        let modes = Mode.allCases.map {
          road.forwardAccess[$0].isUsable || road.backwardAccess[$0].isUsable
        }
        all.append((number, segment, tile.shape(segment), modes))
      }
    }
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      // Places of the network, a little outside, and far away.
      let box = map.header.box
      let margin: Int32 = round % 10 == 9 ? 50_000_000 : 20_000
      var longitude = Int64(
        Int32.random(in: box.minLongitude...box.maxLongitude, using: &generator))
      if Int64(box.maxLongitude) - Int64(box.minLongitude) > 1_800_000_000 {
        longitude = 1_799_940_000 + Int64.random(in: 0...140_000, using: &generator)
        if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
      }
      let place = Coordinate(
        latitudeUnits: .random(
          in: box.minLatitude - margin...box.maxLatitude + margin, using: &generator),
        longitudeUnits: Int32(longitude))
      let mode = Mode.allCases[round % 7]
      let limit = round % 3 == 0 ? 40.0 : .infinity
      let found = try map.nearest(to: place, within: limit, count: 4) { tile, segment in
        let road = tile.road(segment)
        return road.forwardAccess[mode].isUsable || road.backwardAccess[mode].isUsable
      }
      let wanted = all.filter { $0.modes[Int(mode.rawValue)] }
        .map { (metres: metres($0.shape, place), $0.tile, $0.segment) }
        .filter { $0.metres <= limit }.sorted { $0.metres < $1.metres }
      #expect(found.count == min(4, wanted.count), "seed \(seed), round \(round)")
      for (point, best) in zip(found, wanted) {
        #expect(abs(point.distance - best.metres) <= 1e-6 + best.metres * 1e-9)
      }
      for point in found {
        let segment = all.first { $0.tile == point.tile && $0.segment == point.segment }
        let shape = segment?.shape ?? []
        #expect(abs(metres(shape, place) - point.distance) <= 1e-6 + point.distance * 1e-9)
        // The point lies on the segment, to the rounding of a coordinate.
        #expect(metres(shape, point.position) < 0.02 + point.distance * 1e-3)
        let length = try map.tile(point.tile).length(point.segment)
        #expect(point.offset <= length)
      }
    }
  }

  @Test(
    "the nearest roads are those that looking at all roads finds", arguments: [3, 4] as [UInt64])
  func bruteForce(seed: UInt64) async throws {
    try Self.check(try await CompiledMap.map, seed: seed)
  }

  @Test("they are also across the 180th meridian")
  func pacific() async throws {
    try Self.check(try await CompiledMap.pacificMap, seed: 5)
  }

  @Test("a place half the earth away from the 180th meridian is far from the roads across it")
  func antipode() async throws {
    let map = try await CompiledMap.pacificMap
    let place = Coordinate(latitudeUnits: -167_950_000, longitudeUnits: 3)
    let found = try map.nearest(to: place, within: 1_000_000, count: 1) { _, _ in true }
    #expect(found.isEmpty)
  }

  /// Along the hand-made map's lowest row from 1 to 2: the place, and what is expected there.
  static let sides: [(north: Int32, east: Int32, share: Double, isLeft: Bool)] = [
    (-500, 20_000, 1 / 3, false), (500, 20_000, 1 / 3, true), (300, 25_000, 2 / 3, true),
    (-300, 17_500, 1 / 6, false),
  ]

  @Test("the share along the road and the side are those of the place", arguments: sides)
  func side(_ north: Int32, _ east: Int32, _ share: Double, _ isLeft: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hand.nav")
    try MapFile(HandMadeMap.bytes()).write(to: path)
    let map = try NavMap(path: path)
    let place = Coordinate(
      latitudeUnits: 500_000_003 + north, longitudeUnits: 80_000_007 + east)
    let point = try #require(
      try map.nearest(to: place, within: 100, count: 1) { _, _ in true }.first)
    #expect(point.isLeft == isLeft && point.tile == 1)
    #expect(abs(point.distance - abs(Double(north)) * 0.011_119_5) < 0.01)
    let length = Double(try map.tile(1).length(point.segment))
    #expect(abs(Double(point.offset) - share * length) <= 1.5)
    #expect(point.position.latitudeUnits == 500_000_003)
    #expect(abs(point.position.longitudeUnits - place.longitudeUnits) <= 1)
  }

  @Test("nothing wanted, nothing near, or no place left finds nothing")
  func nothing() async throws {
    let map = try await CompiledMap.map
    let place = map.header.box.centre
    #expect(try map.nearest(to: place, within: .infinity, count: 0) { _, _ in true }.isEmpty)
    #expect(try map.nearest(to: place, within: .infinity, count: 3) { _, _ in false }.isEmpty)
    let far = Coordinate(latitudeUnits: 0, longitudeUnits: 0)
    #expect(try map.nearest(to: far, within: 10_000, count: 3) { _, _ in true }.isEmpty)
  }
}
