import Bytes
import MapReader
import NavFormat
import RoadModel
import TestSupport
import Testing

/// The section of the nodes of shapes: read as it was written, and refused where it says what can't be.
@Suite struct NodeIDFileTests {
  private static let good = HandMadeMap.bytes()

  @Test("the nodes of the hand-made map are those that were written, at both ends of every tile")
  func handMade() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("good.nav")
    try MapFile(Self.good).write(to: path)
    let map = try NavMap(path: path)
    var found = 0
    for tile in map.tiles {
      let nodes = try #require(try map.nodes(ofTile: tile))
      for road in 0..<18 {
        guard let segment = HandMadeMap.ownSegment(ofRoad: road, in: tile.rawValue) else {
          continue
        }
        let ids = HandMadeMap.nodeIDs(ofRoad: road)
        #expect(Array(nodes.inner(SegmentIndex(segment))) == ids)
        found += ids.count
      }
    }
    #expect(found == 5)
    // From 4 in tile 0 to 5 in tile 1, by the edge and by the via edge on it.
    let edge = try #require(HandMadeMap.ownSegment(ofRoad: HandMadeMap.road(4, 5), in: 0))
    #expect(
      try map.nodeIDs(ofEdge: map.edgeID(EdgeNumber(rawValue: UInt32(2 * edge)))) == [104, 105])
    #expect(
      try map.nodeIDs(ofEdge: map.edgeID(EdgeNumber(rawValue: UInt32(2 * edge + 1)))) == [105, 104])
    let via = EdgeNumber(rawValue: 2 * map.entry(0).segmentCount)
    #expect(try map.nodeIDs(ofEdge: map.edgeID(via)) == [104, 105])
    #expect(try map.nodeIDs(ofEdge: map.edgeID(.max)) == [])
  }

  @Test("the example of the specification has the bytes that it says")
  func example() {
    let bytes: [UInt8] = [0x80, 0xC8, 0xAF, 0xA0, 0x25, 2, 4, 0xE3, 0xC7, 0xAF, 0xA0, 0x25]
    #expect(NodeIDContents.encoded([5_000_000_000, 5_000_000_001, 5_000_000_003, 17]) == bytes)
  }

  struct Lie: Sendable, CustomTestStringConvertible {
    let name: String
    /// The byte in the section, and its value.
    let offset: Int
    let value: UInt8
    var testDescription: String { name }
  }

  static let lies: [Lie] = [
    .init(name: "four tiles", offset: 0, value: 4),
    .init(name: "reserved bytes", offset: 7, value: 1),
    .init(name: "a first part that begins later", offset: 8, value: 41),
    .init(name: "a part beyond the section", offset: 23, value: 0x80),
    .init(name: "a part that ends before it begins", offset: 24, value: 0),
    .init(name: "a section that is longer than its parts", offset: 32, value: 40),
    .init(name: "a varint that does not end", offset: 40, value: 0x80),
  ]

  /// Writes a map whose section of node ids says something else, with the checks put right.
  private static func write(_ lie: Lie, in folder: TemporaryFolder) throws -> String {
    let path = folder.file("lie.nav")
    var file = try MapFile(good)
    let section = file.section(.nodeIDs)
    #expect(file.bytes[section.range.lowerBound + lie.offset] != lie.value)
    file.bytes[section.range.lowerBound + lie.offset] = lie.value
    file.repair()
    file.write(to: path)
    return path
  }

  @Test("an intact section that says what can't be is refused by name", arguments: lies)
  func lying(_ lie: Lie) throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(lie, in: folder)
    let map = try NavMap(path: path)
    // Whoever does not ask for nodes is not disturbed.
    for tile in map.tiles { _ = try map.tile(tile).layout }
    let reads: [() throws -> Void] = [
      { try map.verify() }, { _ = try map.nodeIDs(ofEdge: map.edgeID(0)) },
    ]
    for read in reads {
      let error = #expect(throws: NavError.self) { try read() }
      let fault = Fault(error, in: path)
      #expect(fault?.part == "section 'node ids'" && fault?.kind == .invalid)
    }
  }

  @Test(
    "an intact section that says what can't be is refused by navdump too",
    .enabled(if: Program.hasPython, "needs python3"), arguments: lies)
  func navdump(_ lie: Lie) throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(lie, in: folder)
    let verdict = Program.navdump("--verify", path)
    #expect(verdict.status == 1 && verdict.lines.first?.contains("node ids") == true)
  }

  @Test("a section too short for the numbers of its tiles is refused, whatever its length")
  func short() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("short.nav")
    let good = try MapFile(Self.good)
    let entry = good.section(.nodeIDs)
    let row = try #require(good.sections.firstIndex { $0.id == entry.id })
    for length in 0..<Int(entry.length) {
      // The section is the last, so that a shorter file has a shorter one.
      var bytes = Array(good.bytes[..<(entry.range.lowerBound + length)])
      bytes[32] = UInt8(bytes.count & 0xFF)
      bytes[33] = UInt8(bytes.count >> 8)
      bytes[256 + 32 * row + 16] = UInt8(length)
      let file = try Self.repaired(bytes, good, row, length)
      file.write(to: path)
      let map = try NavMap(path: path)
      let error = #expect(throws: NavError.self) { try map.verify() }
      #expect(Fault(error, in: path)?.part == "section 'node ids'", "\(length) bytes")
    }
  }

  /// A file with right check values, one of its sections cut off.
  private static func repaired(
    _ bytes: [UInt8], _ good: MapFile, _ row: Int, _ length: Int
  ) throws -> MapFile {
    var file = good
    file.bytes = bytes
    let start = good.sections[row].range.lowerBound
    file.put(
      CRC32C.value(of: bytes.rawBytes.extracting(start..<start + length)), at: 256 + 32 * row + 24)
    let table = 256..<256 + 32 * good.sections.count
    file.put(CRC32C.value(of: file.bytes.rawBytes.extracting(table)), at: 52)
    var build: UInt64 = 0
    for index in good.sections.indices {
      build = (build << 13 | build >> 51) ^ UInt64(file.bytes.rawBytes.u32(256 + 32 * index + 24))
    }
    file.put(UInt32(truncatingIfNeeded: build), at: 104)
    file.put(UInt32(truncatingIfNeeded: build >> 32), at: 108)
    file.put(CRC32C.value(of: file.bytes.rawBytes.extracting(0..<252)), at: 252)
    return file
  }
}
