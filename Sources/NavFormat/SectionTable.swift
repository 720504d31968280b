internal import Bytes
package import RoadModel

/// The kind of a section; sections of one number differ by their key (Formats/nav-2.md, section 4).
package enum SectionID: Sendable, CaseIterable, Hashable {
  /// An entry per tile, with its position and counts.
  case tileDirectory
  /// A box tree over the tiles.
  case tileIndex
  /// The tiles.
  case tiles
  /// Names and road numbers.
  case names
  /// The origin of the data.
  case provenance
  /// A trip for demonstrations.
  case sampleTrip
  /// The hierarchy over the directed edges.
  case hierarchy
  /// The edges with limits and conditions, by kind.
  case restrictions
  /// The OSM nodes of the inner points of shapes.
  case nodeIDs
  /// The time zones of tiles in another zone than the file's.
  case timeZones
  /// The elevation of segments.
  case elevation
  /// Settlements, streets, addresses and points of interest.
  case places
  /// Charging stations.
  case stations
  /// The costs of the hierarchy's arcs for a profile.
  case metric(MetricProfile)

  /// All known sections.
  package static let allCases: [SectionID] =
    [
      .tileDirectory, .tileIndex, .tiles, .names, .provenance, .sampleTrip, .hierarchy,
      .restrictions, .nodeIDs, .timeZones, .elevation, .places, .stations,
    ] + MetricProfile.all.map { .metric($0) }

  /// The section with a number and a key; nil if it is unknown.
  package init?(number: UInt32, key: UInt32) {
    guard let known = Self.allCases.first(where: { $0.number == number && $0.key == key }) else {
      return nil
    }
    self = known
  }

  /// The number of all metric sections.
  package static let metricNumber: UInt32 = 16

  /// The number in the file.
  package var number: UInt32 {
    switch self {
    case .tileDirectory: 1
    case .tileIndex: 2
    case .tiles: 3
    case .names: 4
    case .provenance: 5
    case .sampleTrip: 6
    case .hierarchy: 7
    case .restrictions: 8
    case .nodeIDs: 9
    case .timeZones: 10
    case .elevation: 12
    case .places: 13
    case .stations: 14
    case .metric: Self.metricNumber
    }
  }

  /// Distinguishes sections of one number: of a metric, the mode, and a bit for the avoided road type.
  package var key: UInt32 {
    guard case .metric(let profile) = self else { return 0 }
    return UInt32(profile.mode.rawValue)
      | (profile.avoided.map { 1 << (7 + UInt32($0.rawValue)) } ?? 0)
  }

  /// Whether every file must have it.
  package var isRequired: Bool { number <= Self.provenance.number }

  /// The name in messages and in `mapc info`.
  package var name: String {
    switch self {
    case .tileDirectory: "tile directory"
    case .tileIndex: "tile index"
    case .tiles: "tiles"
    case .names: "names"
    case .provenance: "provenance"
    case .sampleTrip: "sample trip"
    case .hierarchy: "hierarchy"
    case .restrictions: "restrictions"
    case .nodeIDs: "node ids"
    case .timeZones: "time zones"
    case .elevation: "elevation"
    case .places: "places"
    case .stations: "charging stations"
    case .metric(let profile): "metric \(profile.name)"
    }
  }
}

/// An entry of the section table.
package struct SectionEntry: Sendable, Hashable {
  /// The length of an entry in bytes.
  static let length = 32

  /// The number of its ``SectionID``; readers skip unknown ones.
  package var id: UInt32
  /// Distinguishes sections of one number.
  package var key: UInt32
  /// The offset in the file.
  package var offset: UInt64
  /// Its length in bytes.
  package var length: UInt64
  /// The checksum of its bytes.
  package var check: UInt32

  /// An entry.
  package init(id: UInt32, key: UInt32 = 0, offset: UInt64, length: UInt64, check: UInt32) {
    self.id = id
    self.key = key
    self.offset = offset
    self.length = length
    self.check = check
  }

  /// The range in the file; the section table has checked that it lies inside.
  package var range: Range<Int> { Int(offset)..<Int(offset + length) }

  /// The name of the section for messages.
  package var name: String {
    SectionID(number: id, key: key)?.name ?? (key == 0 ? "section \(id)" : "section \(id) \(key)")
  }
}

/// The sections of a file, ascending by offset.
package struct SectionTable: Sendable, Equatable {
  /// The entries, in file order.
  package var entries: [SectionEntry]

  /// A table of entries.
  package init(entries: [SectionEntry]) { self.entries = entries }

  /// Reads and checks the table: checksum, order, ranges, duplicates, required sections.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - header: The header, checked.
  /// - Throws: ``FormatError``.
  package init(_ bytes: RawSpan, header: FileHeader) throws(FormatError) {
    let start = UInt64(FileHeader.length)
    let count = UInt64(header.sectionCount)
    guard
      let range = bytes.checkedRange(start, count: count, stride: UInt64(SectionEntry.length))
    else {
      throw .truncated(
        part: "section table", needs: start + count * 32, has: UInt64(bytes.byteCount))
    }
    let found = CRC32C.value(of: bytes.extracting(range))
    guard found == header.sectionTableCheck else {
      throw .damaged(
        part: "section table", offset: start, expected: header.sectionTableCheck, found: found)
    }
    entries = []
    var end = UInt64(range.upperBound)
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: SectionEntry.length) {
      let entry = SectionEntry(
        id: bytes.u32(offset), key: bytes.u32(offset + 4), offset: bytes.u64(offset + 8),
        length: bytes.u64(offset + 16), check: bytes.u32(offset + 24))
      guard bytes.u32(offset + 28) == 0 else {
        throw .invalid(part: "section table", offset: UInt64(offset), rule: "reserved is not zero")
      }
      guard entry.offset % 16 == 0, entry.offset >= end,
        bytes.checkedRange(entry.offset, count: entry.length) != nil
      else {
        throw .invalid(
          part: "section table", offset: UInt64(offset),
          rule: "section '\(entry.name)' lies outside the file or over another")
      }
      guard !entries.contains(where: { $0.id == entry.id && $0.key == entry.key }) else {
        throw .invalid(
          part: "section table", offset: UInt64(offset),
          rule: "section '\(entry.name)' is there twice")
      }
      end = entry.offset + entry.length
      entries.append(entry)
    }
    for id in SectionID.allCases where id.isRequired && self[id] == nil {
      throw .invalid(
        part: "section table", offset: start, rule: "section '\(id.name)' is missing")
    }
  }

  /// The entry of a section, if the file has it.
  package subscript(id: SectionID) -> SectionEntry? { index(of: id).map { entries[$0] } }

  /// The index of a section among the entries, if the file has it.
  package func index(of id: SectionID) -> Int? {
    let (number, key) = (id.number, id.key)
    return entries.firstIndex { $0.id == number && $0.key == key }
  }

  /// The bytes of the table.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    for entry in entries {
      writer.u32(entry.id)
      writer.u32(entry.key)
      writer.u64(entry.offset)
      writer.u64(entry.length)
      writer.u32(entry.check)
      writer.u32(0)
    }
    return writer.bytes
  }

  /// The build id: the checksums of all sections, folded (Formats/nav-2.md, section 3.2).
  package var buildID: UInt64 {
    entries.reduce(0) { id, entry in (id << 13 | id >> 51) ^ UInt64(entry.check) }
  }
}
