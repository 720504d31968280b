import Bytes
import Geo
import JSON

/// Reads traces from CSV with a header: commas, semicolons or tabs, and fields in quotes if necessary.
struct TraceCSV: FormatReader {
  /// The indices of the fields.
  private struct Columns {
    var latitude: Int, longitude: Int
    var time: Int?, accuracy: Int?, heading: Int?, speed: Int?
    /// The field that names the trace; another name starts a new trace.
    var group: Int?
  }

  private var source: ByteSource
  private var line: [UInt8] = []
  private var fields = CSVLine()
  private var columns: Columns?
  /// The current trace, in a separate optional because its name may be nil.
  private var open: (name: String?, ())?
  /// The further events of a line, the last first.
  private var waiting: [TraceEvent] = []
  private(set) var firstOddTime: TextFlaw?

  init(_ source: ByteSource) { self.source = source }

  mutating func next() throws(TextError) -> TraceEvent? {
    if let event = waiting.popLast() { return event }
    let columns = try header()
    while true {
      let number = source.line
      guard try source.readLine(into: &line) else { break }
      if line.allSatisfy({ $0 == 32 || $0 == 9 }) { continue }
      fields.split(line)
      return try event(columns, number)
    }
    return open.take() == nil ? nil : .ended
  }

  /// The first event of the current line.
  private mutating func event(_ columns: Columns, _ number: Int) throws(TextError) -> TraceEvent {
    var location = try location(columns, number)
    let time = time(columns.time, number)
    location.time = time.seconds
    let fix = TraceEvent.fix(location, hasOddTime: time.isOdd)
    let group = columns.group.map { fields.string($0) }
    if let open, open.name == group { return fix }
    waiting.append(fix)
    defer { open = (group, ()) }
    if open == nil { return .began(name: group) }
    waiting.append(.began(name: group))
    return .ended
  }

  private mutating func header() throws(TextError) -> Columns {
    if let columns { return columns }
    let number = source.line
    _ = try source.readLine(into: &line)
    fields.splitHeader(line)
    let names = (0..<fields.count).map { fields.string($0).lowercased() }
    func column(_ known: [String]) -> Int? { names.firstIndex { known.contains($0) } }
    guard let latitude = names.firstIndex(where: { CSVLine.latitudes.contains($0) }),
      let longitude = names.firstIndex(where: { CSVLine.longitudes.contains($0) })
    else {
      throw source.error(
        TextFlaw(
          line: number,
          reason: "neither GPX nor JSON, and as CSV it names no columns 'lat' and 'lon'"))
    }
    let found = Columns(
      latitude: latitude, longitude: longitude,
      time: column(FixNames.time), accuracy: column(FixNames.accuracy),
      heading: column(FixNames.heading), speed: column(FixNames.speed),
      group: column(["trace", "trip", "trip_id", "trace_id", "track_id"]))
    columns = found
    return found
  }

  private func location(_ columns: Columns, _ line: Int) throws(TextError) -> Location {
    Location(
      latitude: try degrees(columns.latitude, "latitude", line),
      longitude: try degrees(columns.longitude, "longitude", line),
      accuracyMetres: number(columns.accuracy),
      headingDegrees: number(columns.heading), speed: number(columns.speed))
  }

  private func number(_ column: Int?) -> Double? { column.flatMap { fields.number($0) } }

  /// A coordinate; NaN if the receiver had none.
  private func degrees(_ column: Int, _ name: String, _ line: Int) throws(TextError) -> Double {
    if let value = fields.number(column) { return value }
    let text = fields.string(column)
    if ["", "nan", "null", "na", "inf", "-inf"].contains(text.lowercased()) { return .nan }
    throw source.error(
      TextFlaw(line: line, reason: "'\(TerminalText.brief(text))' is not a \(name)"))
  }

  private mutating func time(_ column: Int?, _ line: Int) -> FixTime {
    guard let column, !fields[column].isEmpty else { return FixTime() }
    let field = fields[column]
    if let number = fields.number(column), let seconds = TraceTime.seconds(number) {
      return FixTime(seconds: seconds)
    }
    if let seconds = TraceTime.seconds(field) { return FixTime(seconds: seconds) }
    firstOddTime =
      firstOddTime
      ?? TextFlaw(line: line, reason: TraceTime.complaint(String(decoding: field, as: UTF8.self)))
    return FixTime(isOdd: true)
  }
}
