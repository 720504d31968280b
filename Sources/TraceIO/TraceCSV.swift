import Geo

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
  private var fields = CSVLine()
  /// The first time that can't be read.
  private(set) var firstOddTime: TraceFlaw?

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
      fields.split(line)
      var location = try location(columns, number)
      let time = time(columns.time, number)
      location.time = time.seconds
      let group = columns.group.map { fields.string($0) }
      if !isOpen || group != name {
        if isOpen { try sink.end() }
        try sink.begin(name: group)
        (name, isOpen) = (group, true)
      }
      try sink.add(location, hasOddTime: time.isOdd)
    }
    if isOpen { try sink.end() }
  }

  private mutating func header() throws -> Columns {
    let number = source.line
    _ = try source.readLine(into: &line)
    fields.splitHeader(line)
    let names = (0..<fields.count).map { fields.string($0).lowercased() }
    func column(_ known: String...) -> Int? { names.firstIndex { known.contains($0) } }
    guard let latitude = names.firstIndex(where: { CSVLine.latitudes.contains($0) }),
      let longitude = names.firstIndex(where: { CSVLine.longitudes.contains($0) })
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
      accuracyMetres: number(columns.accuracy),
      headingDegrees: number(columns.heading), speed: number(columns.speed))
  }

  private func number(_ column: Int?) -> Double? { column.flatMap { Decimal.value(fields[$0]) } }

  /// A coordinate; not a number where the receiver had none.
  private func degrees(_ column: Int, _ name: String, _ line: Int) throws -> Double {
    let field = fields[column]
    if let value = Decimal.value(field) { return value }
    let text = String(decoding: field, as: UTF8.self)
    if ["", "nan", "null", "na", "inf", "-inf"].contains(text.lowercased()) { return .nan }
    throw TraceFlaw(line: line, reason: "'\(Text.brief(text))' is not a \(name)")
  }

  private mutating func time(_ column: Int?, _ line: Int) -> FixTime {
    guard let column, !fields[column].isEmpty else { return FixTime() }
    let field = fields[column]
    if let number = Decimal.value(field), let seconds = TraceTime.seconds(number) {
      return FixTime(seconds: seconds)
    }
    if let seconds = TraceTime.seconds(Array(field)) { return FixTime(seconds: seconds) }
    firstOddTime =
      firstOddTime
      ?? TraceFlaw(line: line, reason: TraceTime.complaint(String(decoding: field, as: UTF8.self)))
    return FixTime(isOdd: true)
  }
}
