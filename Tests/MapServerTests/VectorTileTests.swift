import RouteModel
import Testing

@testable import MapServer

/// The bytes of vector tiles, against the examples of their specifications.
@Suite struct VectorTileTests {
  @Test("numbers, texts and messages have the bytes of Protocol Buffers' own examples")
  func protobuf() {
    var writer = ProtobufWriter()
    writer.field(1, UInt64(150))
    #expect(writer.bytes == [0x08, 0x96, 0x01])
    writer.clear()
    writer.field(2, "testing")
    #expect(writer.bytes == [0x12, 0x07] + Array("testing".utf8))
    writer.clear()
    writer.field(3, [0x08, 0x96, 0x01])
    #expect(writer.bytes == [0x1A, 0x03, 0x08, 0x96, 0x01])
    writer.clear()
    writer.varint(.max)
    #expect(writer.bytes == [UInt8](repeating: 0xFF, count: 9) + [0x01])
    writer.clear()
    writer.field(2, Float(1))
    writer.field(3, -2.0)
    #expect(writer.bytes == [0x15, 0, 0, 0x80, 0x3F, 0x19, 0, 0, 0, 0, 0, 0, 0, 0xC0])
  }

  @Test(
    "small numbers stay small whatever their sign",
    arguments: [(0, 0), (-1, 1), (1, 2), (-2, 3), (2_147_483_647, 4_294_967_294)])
  func zigzag(value: Int64, written: UInt64) {
    #expect(ProtobufWriter.zigzag(value) == written)
  }

  private func points(_ pairs: [(Int32, Int32)]) -> [TilePoint] {
    pairs.map { TilePoint(x: $0.0, y: $0.1) }
  }

  /// The geometry that a layer's only feature has.
  private func geometry(_ add: (inout VectorTileLayer) -> Void) -> [UInt32]? {
    var layer = VectorTileLayer("a", keys: [])
    add(&layer)
    var tile = ProtobufWriter()
    layer.write(to: &tile)
    return VectorTileReader.layers(tile.bytes)["a"]?.features.first?.geometry
  }

  @Test("points and lines are the commands of the specification's examples (4.3.5)")
  func commands() {
    #expect(geometry { $0.addPoint(TilePoint(x: 25, y: 17), id: nil) } == [9, 50, 34])
    let first = points([(2, 2), (2, 10), (10, 10)])
    #expect(geometry { $0.addLines([first], id: nil) } == [9, 4, 4, 18, 0, 16, 16, 0])
    let second = points([(1, 1), (3, 5)])
    #expect(
      geometry { $0.addLines([first, second], id: nil) }
        == [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8])
  }

  @Test("what is said of a feature is read back, and equal values are stored once")
  func tags() throws {
    var layer = VectorTileLayer("things", keys: ["a", "b", "c", "d", "e", "f"])
    for id in UInt64(7)...8 {
      layer.tag(0, .string("Grüße"))
      layer.tag(1, .uint(300))
      layer.tag(2, .sint(-5))
      layer.tag(3, .double(0.1))
      layer.tag(4, .bool(true))
      layer.tag(5, .float(0.5))
      layer.addPoint(TilePoint(x: -3, y: 4), id: id)
    }
    var tile = ProtobufWriter()
    layer.write(to: &tile)
    let read = try #require(VectorTileReader.layers(tile.bytes)["things"])
    #expect(read.version == 2 && read.extent == 4_096)
    #expect(read.features.map(\.id) == [7, 8])
    #expect(read.features[1].lines == [[[-3, 4]]])
    #expect(
      read.features[1].tags == [
        "a": .string("Grüße"), "b": .number(300), "c": .number(-5), "d": .number(0.1),
        "e": .bool(true), "f": .number(0.5),
      ])
    let text = Array("Grüße".utf8)
    let places = tile.bytes.indices.filter { tile.bytes[$0...].starts(with: text) }
    #expect(places.count == 1)
  }

  @Test("an empty layer is not written")
  func empty() {
    var tile = ProtobufWriter()
    VectorTileLayer("a", keys: ["b"]).write(to: &tile)
    #expect(tile.bytes.isEmpty)
  }
}
