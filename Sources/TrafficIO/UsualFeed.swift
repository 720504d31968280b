package import JSON
import RouteModel
import TraceIO
package import Traffic

/// The records of CSV with usual speeds, with one line for each road and time of the week.
package struct UsualFeed: Sendable {
  /// The records, one for each place.
  package var records: [UsualRecord] = []
  /// The first line of each record.
  package var lines: [Int] = []
  private var numbers: [TrafficRecord.Place: Int] = [:]
  private var timeCount = 0

  /// The maximum number of times of all records.
  private static let maximumTimes = 100_000_000
  /// The maximum length of a feed.
  private static let maximumBytes = 16 << 30
  private static let minuteCount = WeekProfile.minuteCount

  /// The columns that give a place.
  private static let places: [RecordFields.Name] = [
    .way, .direction, .fromMetre, .toMetre, .fromNode, .toNode,
  ]

  /// The columns of a header.
  private struct Columns {
    var places: [(name: RecordFields.Name, column: Int)] = []
    var minutes = 0
    var speed = 0
  }

  /// Reads a text; one unreadable line makes it refuse the whole text.
  ///
  /// - Parameter source: The text.
  /// - Throws: ``TraceIO/TextError`` with the file, the line and the flaw.
  package init(_ source: inout ByteSource) throws(TextError) {
    let name = source.name
    source.limit = (Self.maximumBytes, "the feed exceeds the maximum of 16 GB")
    try source.skipMark()
    try source.skipSpace()
    guard try source.peek() != nil else { throw TextError.empty(source: name) }
    do {
      let hasHeader = try CSVRows.read(&source, header: Self.columns) { row, columns, line in
        try append(row, columns, line)
      }
      guard hasHeader else { throw TextFlaw(line: source.line, reason: "the file has no header") }
    } catch let error as TextError {
      throw error
    } catch let flaw as TextFlaw {
      throw .malformed(source: name, flaw)
    } catch {
      throw .malformed(source: name, TextFlaw(line: source.line, reason: "\(error)"))
    }
    numbers = [:]
  }

  private static func columns(_ header: CSVLine, _ line: Int) throws -> Columns {
    let names = (0..<header.count).map { header.string($0).lowercased() }
    func column(_ name: String) throws -> Int? {
      let found = names.indices.filter { names[$0] == name }
      if found.count > 1 { throw TextFlaw(line: line, reason: "has two columns '\(name)'") }
      return found.first
    }
    var columns = Columns()
    for name in places {
      if let found = try column(name.rawValue) { columns.places.append((name, found)) }
    }
    let known = Set(columns.places.map(\.name))
    guard let minutes = try column("minutes"), let speed = try column("speed_kmh"),
      known.contains(.way) || known.isSuperset(of: [.fromNode, .toNode])
    else {
      throw TextFlaw(
        line: line, reason: "begin with a header such as way_id,direction,minutes,speed_kmh")
    }
    (columns.minutes, columns.speed) = (minutes, speed)
    return columns
  }

  private mutating func append(
    _ row: CSVLine, _ columns: Columns, _ line: Int
  ) throws(TextFlaw) {
    func flaw(_ reason: String) -> TextFlaw { TextFlaw(line: line, reason: reason) }
    var fields = RecordFields()
    for (name, column) in columns.places {
      try fields.set(name, row, column, line: line)
    }
    let place = try fields.place(flaw)
    if let reason = TrafficRecord(place).flaw { throw flaw(reason) }
    // 0 means a closure, which is not a usual speed.
    guard let speed = row.number(columns.speed), speed > 0, speed <= 500 else {
      let text = row.string(columns.speed)
      throw flaw("a usual speed takes more than 0 to 500 km/h, not '\(text.prefix(40))'")
    }
    let tenths = UInt16(max((speed * 10).rounded(), 1))
    let times = try Self.times(row.string(columns.minutes), tenths, flaw)
    timeCount += times.count
    guard timeCount <= Self.maximumTimes else {
      throw flaw("more times than the maximum of \(Self.maximumTimes)")
    }
    for place in [place, fields.wayBack(of: place)].compactMap(\.self) {
      if let known = numbers[place] {
        records[known].times += times
      } else {
        numbers[place] = records.count
        records.append(UsualRecord(place, times: times))
        lines.append(line)
      }
    }
  }

  /// The times of a text such as `420-540` or `0-360 1320-1440`, in minutes of the week.
  ///
  /// A time that ends before it begins extends over the end of the week.
  private static func times(
    _ text: String, _ speed: UInt16, _ flaw: (String) -> TextFlaw
  ) throws(TextFlaw) -> [UsualRecord.Time] {
    func wrong() -> TextFlaw {
      flaw(
        "minutes takes minutes of the week from Monday 00:00, begin and end, such as 480-540, not "
          + "'\(text.prefix(40))'")
    }
    var times: [UsualRecord.Time] = []
    for part in text.split(separator: " ") {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2, let begin = UInt16(ends[0]), let end = UInt16(ends[1]), begin != end,
        begin < minuteCount, end <= minuteCount
      else { throw wrong() }
      if begin < end {
        times.append(UsualRecord.Time(begin: begin, end: end, speed: speed))
      } else {
        times.append(UsualRecord.Time(begin: begin, end: UInt16(minuteCount), speed: speed))
        if end > 0 { times.append(UsualRecord.Time(begin: 0, end: end, speed: speed)) }
      }
    }
    guard !times.isEmpty else { throw wrong() }
    return times
  }
}
