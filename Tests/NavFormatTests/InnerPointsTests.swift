import Bytes
import Geo
import RoadModel
import TestSupport
import Testing

@testable import NavFormat

@Suite struct InnerPointsTests {
  private static let start = Coordinate(latitudeUnits: 500_000_012, longitudeUnits: -70_000_018)

  /// The points read from bytes that lie between others.
  private static func points(_ bytes: [UInt8]) -> [Coordinate] {
    let padded = [0x01, 0x01] + bytes + [0x01, 0x01, 0x01, 0x01]
    var inner = InnerPoints(padded.rawBytes, from: 2, to: 2 + bytes.count, after: start)
    var points: [Coordinate] = []
    while let point = inner.next() { points.append(point) }
    return points
  }

  @Test("differences of any length are added up, from the start's place on the grid")
  func lengths() {
    // The ends of one to four bytes, and the longest that stay on earth, there and back.
    let steps: [(Int64, Int64)] = [
      (0, 0), (63, -64), (64, -65), (8_191, -8_192), (8_192, -8_193), (-1, 1),
      (1_048_575, -1_048_576), (-1_048_577, 1_048_576), (-100_000_000, 150_000_000), (5, -5),
      (100_000_000, -150_000_000), (7, 130),
    ]
    var writer = ByteWriter()
    var (north, east): (Int64, Int64) = (50_000_001, -7_000_002)
    var expected: [Coordinate] = []
    for step in steps {
      writer.varint(Varint.zigzag(step.0))
      writer.varint(Varint.zigzag(step.1))
      north += step.0
      east += step.1
      expected.append(
        Coordinate(latitudeUnits: Int32(north * 10), longitudeUnits: Int32(east * 10)))
    }
    #expect(Self.points(writer.bytes) == expected)
  }

  @Test("a shape that is cut short ends with its last whole point")
  func cut() {
    var writer = ByteWriter()
    var ends = [0]
    for step in [3, 200, 20_000] as [UInt64] {
      writer.varint(step)
      writer.varint(step)
      ends.append(writer.count)
    }
    for length in 0...writer.count {
      let whole = ends.count { $0 <= length } - 1
      #expect(Self.points(Array(writer.bytes[..<length])).count == whole, "\(length) bytes")
    }
  }

  @Test("a number of more than 64 bits ends the shape")
  func tooLong() {
    let endless = [UInt8](repeating: 0xFF, count: 12)
    #expect(Self.points([2, 2] + endless).count == 1)
  }

  @Test("a line along an edge has its shape in its direction, without repeats")
  func appended() throws {
    let bytes = SampleTile.contents.encoded()
    let layout = try TileLayout(bytes.rawBytes, tile: SampleTile.number)
    let tile = TileView(bytes.rawBytes, layout: layout)
    var inner = 0
    for segment in 0..<layout.segmentCount {
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
    let segment = try #require(contents.segments.firstIndex { !$0.inner.isEmpty })
    let points = contents.segments[segment].inner.map(\.onShapeGrid)
    contents.segments[segment].inner = points.flatMap { [$0, $0, $0] }
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
