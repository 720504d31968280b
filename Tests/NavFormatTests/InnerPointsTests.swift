import Bytes
import Geo
import RoadModel
import TestSupport
import Testing

@testable import NavFormat

@Suite struct InnerPointsTests {
  private static let start = Coordinate(latitudeUnits: 500_000_012, longitudeUnits: -70_000_018)

  /// The points that come back when they are written and read, and the bytes they took.
  private static func stored(_ inner: [Coordinate]) throws -> (bytes: Int, points: [Coordinate]) {
    var contents = TileContents(number: 0)
    contents.junctions = [.init(position: start, osmID: 1, flags: [], out: [0, 1])]
    contents.ways = [.init(osmID: 1, attributes: 0, name: 0, ref: 0)]
    contents.attributes = [RoadAttributes(roadClass: .path)]
    contents.segments = [
      .init(
        from: 0, to: 0, way: 0, length: 1, bearingFrom: .init(turns256: 0),
        bearingTo: .init(turns256: 0), reach: 0, start: start, inner: inner)
    ]
    (contents.ownSegmentCount, contents.segmentBoxes) = (1, [.empty])
    let bytes = contents.encoded()
    let layout = try TileLayout(bytes.rawBytes, tile: 0)
    let tile = TileView(bytes.rawBytes, layout: layout)
    var points: [Coordinate] = []
    var found = tile.innerPoints(0)
    while let point = found.next() { points.append(point) }
    return (layout.shapeLength, points)
  }

  /// The points at some steps one from the other; the first from the start's place on the grid.
  private static func points(_ steps: [(Int64, Int64)]) -> [Coordinate] {
    var (north, east): (Int64, Int64) = (50_000_001, -7_000_002)
    return steps.map { step in
      north += step.0
      east += step.1
      return Coordinate(latitudeUnits: Int32(north * 10), longitudeUnits: Int32(east * 10))
    }
  }

  /// Steps, and the bytes that they take behind the first: the ends of some widths, and the longest that stay
  /// on earth.
  static let steps: [([(Int64, Int64)], Int)] = [
    ([(0, 0)], 1), ([(0, 0), (0, 0), (0, 0)], 3), ([(7, -8)], 1), ([(8, 0)], 1),
    ([(0, -65)], 1), ([(0, 64), (1, -128)], 3), ([(63, -64), (-64, 63)], 4),
    ([(8_191, -8_192)], 4), ([(8_192, 0)], 4), ([(0, -8_193), (1, 1)], 9), ([(64, 64)], 2),
    ([(-100_000_000, 150_000_000), (5, -5), (100_000_000, -150_000_000)], 24),
    ([(-1, 1), (1, -1), (7, 130)], 5),
  ]

  @Test(
    "differences of any length are added up, in as many bits as the longest need", arguments: steps)
  func lengths(_ steps: [(Int64, Int64)], _ bytes: Int) throws {
    let points = Self.points(steps)
    let stored = try Self.stored(points)
    #expect(stored.points == points)
    #expect(stored.bytes == 1 + bytes)
  }

  @Test("a shape without points has no bytes")
  func none() throws {
    let stored = try Self.stored([])
    #expect(stored.points.isEmpty && stored.bytes == 0)
  }

  @Test("a line along an edge has its shape in its direction, without repeats")
  func appended() throws {
    let bytes = SampleTile.contents.encoded()
    let layout = try TileLayout(bytes.rawBytes, tile: SampleTile.number)
    let tile = TileView(bytes.rawBytes, layout: layout)
    var inner = 0
    for segment in layout.segments {
      for direction in Direction.allCases {
        let forward = tile.shape(segment)
        inner += forward.count - 2
        let shape = direction == .forward ? forward : forward.reversed()
        // The line ends where the edge begins, or there already has the edge's second point.
        for begun in [[Self.start, shape[0]], [shape[0], shape[1]]] {
          var expected = begun
          for point in shape.dropFirst() where expected.last != point { expected.append(point) }
          var line = begun
          tile.appendShape(segment, direction, to: &line)
          #expect(line == expected, "segment \(segment), \(direction)")
        }
      }
    }
    #expect(inner > 0)
  }

  @Test("points that are the same as the one before are left out of a line both ways")
  func repeats() throws {
    var contents = SampleTile.contents
    let index = try #require(contents.segments.firstIndex { !$0.inner.isEmpty })
    let segment = SegmentIndex(index)
    let points = contents.segments[index].inner.map(\.onShapeGrid)
    contents.segments[index].inner = points.flatMap { [$0, $0, $0] }
    let bytes = contents.encoded()
    let layout = try TileLayout(bytes.rawBytes, tile: SampleTile.number)
    let tile = TileView(bytes.rawBytes, layout: layout)
    let whole = [tile.position(tile.from(segment))] + points + [tile.position(tile.to(segment))]
    var line = [whole[0]]
    tile.appendShape(segment, .forward, to: &line)
    #expect(line == whole)
    line = [whole[whole.count - 1]]
    tile.appendShape(segment, .backward, to: &line)
    #expect(line == whole.reversed())
  }
}
