import JSON
import TraceIO
import Traffic

/// The formats of a feed.
extension TrafficFeed {
  /// CSV with a header that names the columns, in any order and among others.
  mutating func readCSV(_ source: inout ByteSource) throws {
    let hasHeader = try CSVRows.read(&source, header: Self.columns) { row, columns, line in
      var fields = RecordFields()
      for (name, column) in columns { try fields.set(name, row, column, line: line) }
      try append(fields, line: line)
    }
    // An empty file, for example one being written, does not mean that there is no traffic.
    guard hasHeader else { throw TextFlaw(line: source.line, reason: "the file has no header") }
  }

  private static func columns(
    _ header: CSVLine, _ line: Int
  ) throws -> [(name: RecordFields.Name, column: Int)] {
    let names = (0..<header.count).map { header.string($0).lowercased() }
    var columns: [(name: RecordFields.Name, column: Int)] = []
    for name in RecordFields.Name.allCases {
      let found = names.indices.filter { names[$0] == name.rawValue }
      if found.count > 1 {
        throw TextFlaw(line: line, reason: "has two columns '\(name.rawValue)'")
      }
      if let column = found.first { columns.append((name, column)) }
    }
    // OSRM's name of the column, in files with a header.
    if let column = names.firstIndex(of: "speed"), !columns.contains(where: { $0.name == .speed }),
      columns.contains(where: { $0.name == .fromNode })
    {
      columns.append((.speed, column))
    }
    if names.contains("minutes") {
      throw TextFlaw(
        line: line,
        reason: "has speeds by the time of the week, in a column 'minutes': give it as --usual")
    }
    let known = Set(columns.map(\.name))
    guard
      known.contains(.way) || known.contains(.openLR)
        || known.isSuperset(of: [.fromNode, .toNode])
    else {
      throw TextFlaw(
        line: line,
        reason: "names no column way_id or openlr: begin with a header such as "
          + "way_id,direction,speed_kmh")
    }
    let others = names.filter { RecordFields.Name(rawValue: $0) == nil }.map { "'\($0)'" }
    if known.isDisjoint(with: RecordFields.Name.values), !others.isEmpty {
      throw TextFlaw(
        line: line,
        reason: "names no column with traffic, such as speed_kmh, but "
          + others.joined(separator: ", "))
    }
    return columns
  }

  /// OSRM's CSV, which has no header.
  ///
  /// Lines are from_node,to_node,speed in km/h and optional further columns; or, in a file of turn
  /// penalties, from_node,via_node,to_node,penalty. No speed is above 500 km/h, so a larger third
  /// number is a node; a smaller one may be (``turns``). A penalty below 0 counts as none.
  mutating func readNodes(_ source: inout ByteSource) throws {
    var line: [UInt8] = []
    var row = CSVLine()
    var mayBeTurns = true
    while true {
      let number = source.line
      guard try source.readLine(into: &line) else {
        if !mayBeTurns { turns = [:] }
        return
      }
      if line.allSatisfy({ $0 == 32 || $0 == 9 }) { continue }
      row.split(line)
      guard row.count >= 3, let from = Int64(row.string(0)), let to = Int64(row.string(1)),
        let speed = RecordFields.number(row.string(2))
      else {
        throw TextFlaw(
          line: number,
          reason: "is not from_node,to_node,speed; CSV by ways begins with a header such as "
            + "way_id,direction,speed_kmh")
      }
      // For OSRM, what follows the values is a comment.
      if row.isOpen, row.count <= (speed > 500 ? 4 : 3) {
        throw TextFlaw(line: number, reason: "a quote is not closed")
      }
      var record = TrafficRecord(.nodes(from: from, to: to), speedKmh: speed)
      if row.count >= 4 {
        let isComment = row.isOpen && row.count == 4
        let turn = isComment ? nil : Self.turn(row, from: from, via: to)
        if turn == nil, speed > 500 {
          throw TextFlaw(
            line: number,
            reason: "the penalty of a turn takes a number of seconds, not "
              + "'\(row.string(3).prefix(40))'")
        }
        if let turn, speed > 500 {
          record = turn
        } else if mayBeTurns, let turn, turn.flaw == nil, max(from, to) <= Self.ownNodes,
          turns.count < Self.maximumTurns
        {
          turns[records.count] = turn
        } else {
          mayBeTurns = false
        }
      }
      if let reason = record.flaw { throw TextFlaw(line: number, reason: reason) }
      try append(record, line: number)
    }
  }

  /// The turn penalty of a line; nil if it can't be one.
  private static func turn(_ row: CSVLine, from: Int64, via: Int64) -> TrafficRecord? {
    guard let node = Int64(row.string(2)), let penalty = RecordFields.number(row.string(3)) else {
      return nil
    }
    return TrafficRecord(
      .turn(from: from, via: via, to: node), delaySeconds: penalty < 0 ? 0 : penalty)
  }

  /// JSON lines, one object per line with members named like the columns of CSV; or GeoJSON.
  mutating func readJSON(_ source: inout ByteSource) throws {
    var scanner = JSONScanner(source)
    scanner.requiresUTF8 = true
    while try scanner.peek() != nil { try readObject(&scanner) }
  }

  /// Reads a record, a feature, or a collection of features.
  private mutating func readObject(_ scanner: inout JSONScanner) throws {
    let line = scanner.source.line
    var fields = RecordFields()
    var isCollection = false
    try scanner.open("{")
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      switch (key, try scanner.peek()) {
      case ("features", UInt8(ascii: "[")):
        isCollection = true
        try scanner.open("[")
        var isFirst = true
        while try scanner.nextElement(&isFirst) { try readObject(&scanner) }
      case ("geometry", UInt8(ascii: "{")):
        fields.lines = try FeatureLines.read(&scanner)
        fields.hasOtherGeometry = fields.lines.isEmpty
      case ("geometry", UInt8(ascii: "n")):
        // A feature without a geometry is valid, but lies nowhere (RFC 7946, section 3.2).
        _ = try scanner.scalar()
        fields.hasNoGeometry = true
      case ("crs", UInt8(ascii: "{")): try Self.checkSystem(&scanner)
      case ("properties", UInt8(ascii: "{")):
        try scanner.open("{")
        var isFirst = true
        while let key = try scanner.nextKey(&isFirst) {
          try Self.set(&fields, key, try scanner.scalar(), line)
        }
      default: try Self.set(&fields, key, try scanner.scalar(), line)
      }
    }
    if !isCollection { try append(fields, line: line) }
  }

  private static func set(
    _ fields: inout RecordFields, _ key: String, _ value: JSONScanner.Scalar, _ line: Int
  ) throws {
    guard let name = RecordFields.Name(rawValue: key) else { return }
    switch value {
    case .number(let number): try fields.set(name, .number(number), line: line)
    case .string(let text): try fields.set(name, .text(text), line: line)
    case .truth(let truth): try fields.set(name, .truth(truth), line: line)
    case .other: fields.setEmpty(name)
    }
  }

  /// Checks that the coordinate system of GeoJSON before RFC 7946 is in degrees.
  private static func checkSystem(_ scanner: inout JSONScanner) throws {
    let line = scanner.source.line
    try scanner.open("{")
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      guard key == "properties", try scanner.peek() == UInt8(ascii: "{") else {
        _ = try scanner.scalar()
        continue
      }
      try scanner.open("{")
      var isFirst = true
      while let key = try scanner.nextKey(&isFirst) {
        guard case .string(let name) = try scanner.scalar(), key == "name",
          GMLSystem(name: name).order == nil
        else { continue }
        throw TextFlaw(
          line: line,
          reason: "crs '\(name.prefix(60))' is not WGS 84: give longitude and latitude in degrees")
      }
    }
  }
}
