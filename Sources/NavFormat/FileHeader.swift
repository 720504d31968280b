public import Bytes
public import Geo
package import RoadModel

/// The first 256 bytes of a file (Formats/nav-2.md, section 3).
package struct FileHeader: Sendable, Equatable {
  /// The length of the header in bytes.
  package static let length = 256
  /// The first bytes of every file.
  package static let magic: [UInt8] = [0x89, 0x4E, 0x41, 0x56, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The version that this module writes; it reads any minor version of this major one.
  package static let version: (major: UInt16, minor: UInt16) = (2, 0)
  /// The required features that this module knows.
  static let knownRequired: UInt64 = 0
  /// The maximum number of sections.
  static let mostSections = 4_096
  /// Optional feature: the file has a sample trip.
  package static let sampleTripFeature: UInt64 = 1
  /// Optional feature: the file has a hierarchy.
  package static let hierarchyFeature: UInt64 = 2
  /// Optional feature: the file has the OSM ids of the nodes of shapes.
  package static let nodeIDsFeature: UInt64 = 4
  /// Optional feature: the file has places.
  package static let placesFeature: UInt64 = 8
  /// Optional feature: the file has the elevation of segments.
  package static let elevationFeature: UInt64 = 16
  /// Optional feature: the file has charging stations.
  package static let stationsFeature: UInt64 = 32

  /// Minor version of the file.
  package var minor: UInt16 = 0
  /// Required features.
  package var required: UInt64 = 0
  /// Optional features.
  package var optional: UInt64 = 0
  /// Length of the file in bytes.
  package var fileLength: UInt64 = 0
  /// Number of sections.
  package var sectionCount: UInt32 = 0
  /// Checksum of the section table.
  package var sectionTableCheck: UInt32 = 0
  /// Time of the source data in seconds since 1970-01-01 UTC, 0 if unknown.
  package var snapshot: Int64 = 0
  /// The box of all junctions and shapes; all zero for a map without roads.
  package var box = Box(minLatitude: 0, minLongitude: 0, maxLatitude: 0, maxLongitude: 0)
  /// Number of tiles.
  package var tileCount: UInt32 = 0
  /// Number of directed edges, via edges included.
  package var edgeCount: UInt32 = 0
  /// One more than the largest id of a directed edge; above ``edgeCount`` if ids are skipped.
  package var edgeEnd: UInt32 = 0
  /// Number of junctions.
  package var junctionCount: UInt32 = 0
  /// Number of segments.
  package var segmentCount: UInt32 = 0
  /// ISO 3166-1 alpha-2 code in capital letters, empty if unknown; any other text is written as unknown.
  package var country = ""
  /// The driving side.
  package var drivingSide = DrivingSide.unknown
  /// Identifies the content: the checksums of all sections, folded.
  package var buildID: UInt64 = 0

  /// The header of an empty map.
  package init() {}

  /// Reads and checks a header.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``FormatError``: not a map, unknown version or feature, truncated, damaged or invalid.
  package init(_ bytes: RawSpan) throws(FormatError) {
    let size = UInt64(bytes.byteCount)
    guard bytes.byteCount >= 8 else { throw .notNav }
    for (index, byte) in Self.magic.enumerated() where bytes.u8(index) != byte { throw .notNav }
    guard bytes.byteCount >= Self.length else {
      throw .truncated(part: "header", needs: UInt64(Self.length), has: size)
    }
    guard bytes.u16(8) == Self.version.major else {
      throw .newerVersion(major: bytes.u16(8), minor: bytes.u16(10))
    }
    let found = CRC32C.value(of: bytes.extracting(0..<252))
    guard found == bytes.u32(252) else {
      throw .damaged(part: "header", offset: 0, expected: bytes.u32(252), found: found)
    }
    minor = bytes.u16(10)
    required = bytes.u64(16)
    optional = bytes.u64(24)
    fileLength = bytes.u64(32)
    sectionCount = bytes.u32(48)
    sectionTableCheck = bytes.u32(52)
    snapshot = bytes.i64(56)
    box = Box(bytes, at: 64)
    tileCount = bytes.u32(80)
    edgeCount = bytes.u32(84)
    junctionCount = bytes.u32(88)
    segmentCount = bytes.u32(92)
    buildID = bytes.u64(104)
    edgeEnd = bytes.u32(112)
    try checkFixedFields(bytes)
    guard let country = CountryCode.text(bytes.u8(96), bytes.u8(97)) else {
      throw .invalid(part: "header", offset: 96, rule: "the country is not two capital letters")
    }
    self.country = country
    guard let side = DrivingSide(rawValue: bytes.u8(98)) else {
      throw .invalid(part: "header", offset: 98, rule: "unknown driving side")
    }
    drivingSide = side
    guard fileLength == size else {
      throw .truncated(part: "file", needs: fileLength, has: size)
    }
  }

  private func checkFixedFields(_ bytes: RawSpan) throws(FormatError) {
    let unknown = required & ~Self.knownRequired
    guard unknown == 0 else { throw .unknownFeature(bit: unknown.trailingZeroBitCount) }
    guard bytes.u32(12) == UInt32(Self.length), bytes.u64(40) == UInt64(Self.length) else {
      throw .invalid(part: "header", offset: 12, rule: "header and table begin elsewhere")
    }
    guard sectionCount <= Self.mostSections else {
      throw .invalid(
        part: "header", offset: 48, rule: "more than \(Self.mostSections) sections")
    }
    for offset in [99..<104, 116..<252].joined() where bytes.u8(offset) != 0 {
      throw .invalid(part: "header", offset: UInt64(offset), rule: "reserved byte is not zero")
    }
  }

  /// The 256 bytes of the header.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(Self.magic)
    writer.u16(Self.version.major)
    writer.u16(minor)
    writer.u32(UInt32(Self.length))
    writer.u64(required)
    writer.u64(optional)
    writer.u64(fileLength)
    writer.u64(UInt64(Self.length))
    writer.u32(sectionCount)
    writer.u32(sectionTableCheck)
    writer.i64(snapshot)
    box.write(to: &writer)
    writer.u32(tileCount)
    writer.u32(edgeCount)
    writer.u32(junctionCount)
    writer.u32(segmentCount)
    writer.raw(CountryCode.bytes(country))
    writer.u8(drivingSide.rawValue)
    writer.raw(repeatElement(0, count: 5))
    writer.u64(buildID)
    writer.u32(edgeEnd)
    writer.raw(repeatElement(0, count: 252 - writer.count))
    writer.u32(CRC32C.value(of: writer.bytes.rawBytes))
    return writer.bytes
  }
}

extension Box {
  /// Reads four 32-bit integers.
  @inlinable
  package init(_ bytes: RawSpan, at offset: Int) {
    self.init(
      minLatitude: bytes.i32(offset), minLongitude: bytes.i32(offset &+ 4),
      maxLatitude: bytes.i32(offset &+ 8), maxLongitude: bytes.i32(offset &+ 12))
  }

  /// Writes four 32-bit integers.
  package func write(to writer: inout ByteWriter) {
    writer.i32(minLatitude)
    writer.i32(minLongitude)
    writer.i32(maxLatitude)
    writer.i32(maxLongitude)
  }
}
