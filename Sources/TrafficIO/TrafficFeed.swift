package import JSON
package import RoadModel
package import Traffic

/// The records of a text with traffic: CSV with a header, OSRM's CSV by nodes, JSON lines, GeoJSON, or DATEX II.
package struct TrafficFeed: Sendable {
  /// The records.
  package var records: [TrafficRecord] = []
  /// The line of each record.
  package var lines: [Int] = []
  /// The other readings of records of OSRM's CSV, by the index of the record, if they are possible in all lines.
  ///
  /// `1,2,3,30` may be a speed with its rate, or the penalty of a turn, on a map with ids as small as speeds.
  package var turns: [Int: TrafficRecord] = [:]
  /// The tables of DATEX II.
  package var tables = DatexTables()
  /// The number of times without an offset from UTC, which only DATEX II may have.
  package var localTimeCount = 0
  /// The time zone of those times; nil for UTC.
  package let zone: TimeZoneRule?

  /// The maximum number of records: more than any region has roads with traffic.
  static let maximumRecords = 20_000_000
  /// The maximum id of nodes that are not those of OpenStreetMap, and the maximum number of other readings.
  static let ownNodes: Int64 = 1_000_000
  static let maximumTurns = 100_000
  /// The maximum length of a feed.
  static let maximumBytes = 4 << 30

  /// Reads a text; one unreadable line makes it refuse the whole text.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - tables: The tables of other documents of DATEX II.
  ///   - zone: The time zone of times without an offset; nil for UTC.
  /// - Throws: ``TraceIO/TextError`` with the file, the line and the flaw.
  package init(
    _ source: inout ByteSource, tables: DatexTables = DatexTables(), zone: TimeZoneRule? = nil
  ) throws(TextError) {
    self.tables = tables
    self.zone = zone
    let name = source.name
    source.limit = (Self.maximumBytes, "the feed exceeds the maximum of 4 GB")
    try source.skipMark()
    try source.skipSpace()
    guard let first = try source.peek() else { throw TextError.empty(source: name) }
    do {
      switch first {
      case UInt8(ascii: "{"): try readJSON(&source)
      // Byte order marks of UTF-16, which only XML may have, begin with 0xFE or 0xFF.
      case UInt8(ascii: "<"), 0xFE, 0xFF: try readDatex(&source)
      case UInt8(ascii: "["):
        throw TextFlaw(
          line: source.line,
          reason: "is a JSON array: give an object on each line, or a GeoJSON FeatureCollection")
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): try readNodes(&source)
      default: try readCSV(&source)
      }
    } catch let error as TextError {
      throw error
    } catch let flaw as TextFlaw {
      throw .malformed(source: name, flaw)
    } catch {
      throw .malformed(source: name, TextFlaw(line: source.line, reason: "\(error)"))
    }
  }

  mutating func append(_ fields: RecordFields, line: Int) throws(TextFlaw) {
    let record = try fields.record(line: line)
    if let courses = fields.courses(of: record.place) {
      for course in courses {
        for (index, place) in course.enumerated() {
          var part = record
          part.place = place
          // The delay is that of the whole.
          if index < course.count - 1 { part.delaySeconds = 0 }
          try append(part, line: line)
        }
      }
      return
    }
    try append(record, line: line)
    if let back = fields.wayBack(of: record.place) {
      var other = record
      other.place = back
      try append(other, line: line)
    }
  }

  mutating func append(_ record: TrafficRecord, line: Int) throws(TextFlaw) {
    guard records.count < Self.maximumRecords else {
      throw TextFlaw(line: line, reason: "more records than the maximum of \(Self.maximumRecords)")
    }
    records.append(record)
    lines.append(line)
  }
}
