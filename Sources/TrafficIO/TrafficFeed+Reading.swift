import RoadModel
import RouteModel
import TraceIO
import Traffic

/// The formats of a feed.
extension TrafficFeed {
  /// CSV with a header that names the columns, in any order and among others.
  mutating func readCSV(_ source: inout ByteSource) throws {
    let hasHeader = try CSVRows.read(&source, header: Self.columns) { row, columns, line in
      var fields = RecordFields()
      for (name, column) in columns { try fields.set(name, .text(row.string(column)), line: line) }
      try append(fields, line: line)
    }
    // A file that is just being written is not one that tells of no traffic.
    guard hasHeader else { throw TraceFlaw(line: source.line, reason: "the file has no header") }
  }

  private static func columns(
    _ header: CSVLine, _ line: Int
  ) throws -> [(name: RecordFields.Name, column: Int)] {
    let names = (0..<header.count).map { header.string($0).lowercased() }
    var columns: [(name: RecordFields.Name, column: Int)] = []
    for name in RecordFields.Name.allCases {
      let found = names.indices.filter { names[$0] == name.rawValue }
      if found.count > 1 {
        throw TraceFlaw(line: line, reason: "has two columns '\(name.rawValue)'")
      }
      if let column = found.first { columns.append((name, column)) }
    }
    let known = Set(columns.map(\.name))
    guard known.contains(.way) || known.isSuperset(of: [.fromNode, .toNode]) else {
      throw TraceFlaw(
        line: line,
        reason: "names no column way_id: begin with a header such as way_id,direction,speed_kmh")
    }
    return columns
  }

  /// OSRM's CSV, which has no header: from_node,to_node,speed and what else, in km/h.
  mutating func readNodes(_ source: inout ByteSource) throws {
    var line: [UInt8] = []
    var row = CSVLine()
    while true {
      let number = source.line
      guard try source.readLine(into: &line) else { return }
      if line.allSatisfy({ $0 == 32 || $0 == 9 }) { continue }
      row.split(line)
      guard row.count >= 3, let from = Int64(row.string(0)), let to = Int64(row.string(1)),
        let speed = Double(row.string(2))
      else {
        throw TraceFlaw(
          line: number,
          reason: "is not from_node,to_node,speed; CSV by ways begins with a header such as "
            + "way_id,direction,speed_kmh")
      }
      var fields = RecordFields()
      try fields.set(.fromNode, .text("\(from)"), line: number)
      try fields.set(.toNode, .text("\(to)"), line: number)
      try fields.set(.speed, .number(speed), line: number)
      try append(fields, line: number)
    }
  }

  /// JSON lines: an object a line, with the members named as the columns of CSV.
  mutating func readJSON(_ source: inout ByteSource) throws {
    var scanner = JSONScanner(source)
    while try scanner.peek() != nil {
      let line = scanner.source.line
      var fields = RecordFields()
      try scanner.open("{")
      var isFirst = true
      while let key = try scanner.nextKey(&isFirst) {
        let value = try scanner.scalar()
        guard let name = RecordFields.Name(rawValue: key) else { continue }
        switch value {
        case .number(let number): try fields.set(name, .number(number), line: line)
        case .string(let text): try fields.set(name, .text(text), line: line)
        case .truth(let truth): try fields.set(name, .truth(truth), line: line)
        case .other: continue
        }
      }
      try append(fields, line: line)
    }
  }
}
