import MapMatching

/// Traces from CSV with a header; commas, semicolons or tabs, fields in quotes where they need them.
struct TraceCSV {
  /// Which field is what.
  private struct Columns {
    var latitude: Int, longitude: Int
    var time: Int?, accuracy: Int?, heading: Int?, speed: Int?
    /// Names the trace; another name begins another.
    var group: Int?
  }

  private var source: ByteSource
  private var line: [UInt8] = []
  /// The fields of the line, as ranges of `text`.
  private var fields: [Range<Int>] = []
  private var text: [UInt8] = []
  private var separator = UInt8(ascii: ",")

  init(_ source: ByteSource) { self.source = source }

  /// All traces of the text.
  mutating func read(into sink: inout some TraceSink) throws {
    let columns = try header()
    var name: String?
    var isOpen = false
    while true {
      let number = source.line
      guard try source.readLine(into: &line) else { break }
      if line.allSatisfy({ $0 == 32 || $0 == 9 }) { continue }
      split()
      let location = try location(columns, number)
      let group = columns.group.map { field($0) }.map { String(decoding: $0, as: UTF8.self) }
      if !isOpen || group != name {
        if isOpen { try sink.end() }
        try sink.begin(name: group)
        (name, isOpen) = (group, true)
      }
      try sink.add(location)
    }
    if isOpen { try sink.end() }
  }

  private mutating func header() throws -> Columns {
    let number = source.line
    _ = try source.readLine(into: &line)
    var most = 0
    for candidate in [UInt8(ascii: ","), UInt8(ascii: ";"), 9] {
      let count = line.count { $0 == candidate }
      if count > most { (separator, most) = (candidate, count) }
    }
    split()
    let names = fields.indices.map { String(decoding: field($0), as: UTF8.self).lowercased() }
    func column(_ known: String...) -> Int? { names.firstIndex { known.contains($0) } }
    guard let latitude = column("lat", "latitude", "y"),
      let longitude = column("lon", "lng", "long", "longitude", "x")
    else {
      throw TraceFlaw(
        line: number,
        reason: "neither GPX nor JSON, and as CSV it names no columns 'lat' and 'lon'")
    }
    return Columns(
      latitude: latitude, longitude: longitude,
      time: column("time", "timestamp", "datetime", "t", "seconds"),
      accuracy: column("accuracy", "hacc", "accuracy_m"),
      heading: column("heading", "bearing", "course", "track"),
      speed: column("speed", "speed_ms"),
      group: column("trace", "trip", "trip_id", "trace_id", "track_id"))
  }

  private func location(_ columns: Columns, _ line: Int) throws -> Location {
    Location(
      try degrees(columns.latitude, "latitude", line),
      try degrees(columns.longitude, "longitude", line),
      time: try time(columns.time, line), accuracyMetres: number(columns.accuracy),
      headingDegrees: number(columns.heading), speed: number(columns.speed))
  }

  /// The bytes of a field; none where the line is too short.
  private func field(_ column: Int) -> ArraySlice<UInt8> {
    column < fields.count ? text[fields[column]] : []
  }

  private func number(_ column: Int?) -> Double? { column.flatMap { Decimal.value(field($0)) } }

  /// A coordinate; not a number where the receiver had none.
  private func degrees(_ column: Int, _ name: String, _ line: Int) throws -> Double {
    let field = field(column)
    if let value = Decimal.value(field) { return value }
    let text = String(decoding: field, as: UTF8.self)
    if ["", "nan", "null", "na", "inf", "-inf"].contains(text.lowercased()) { return .nan }
    throw TraceFlaw(line: line, reason: "'\(text.prefix(40))' is not a \(name)")
  }

  private func time(_ column: Int?, _ line: Int) throws -> Double? {
    guard let column else { return nil }
    let field = field(column)
    if field.isEmpty { return nil }
    if let number = Decimal.value(field) { return TraceTime.seconds(number) }
    guard let seconds = TraceTime.seconds(Array(field)) else {
      throw TraceFlaw(
        line: line, reason: TraceTime.complaint(String(decoding: field, as: UTF8.self)))
    }
    return seconds
  }

  /// Finds the fields of the line, without spaces around them; in quotes, two stand for one.
  private mutating func split() {
    text.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    var start = 0
    var isQuoted = false
    var at = 0
    while at < line.count {
      let byte = line[at]
      at += 1
      if byte == UInt8(ascii: "\"") {
        if isQuoted, at < line.count, line[at] == byte {
          text.append(byte)
          at += 1
        } else {
          isQuoted.toggle()
        }
      } else if byte == separator, !isQuoted {
        endField(from: start)
        start = text.count
      } else {
        text.append(byte)
      }
    }
    endField(from: start)
  }

  private mutating func endField(from start: Int) {
    var low = start
    var high = text.count
    while low < high, text[low] <= 32 { low += 1 }
    while low < high, text[high - 1] <= 32 { high -= 1 }
    fields.append(low..<high)
  }
}
