internal import Bytes
internal import RoadModel

/// Checks of rules that safe reading does not depend on.
///
/// They are checked only when a whole file is verified (Formats/nav-2.md, section 10).
extension TileView {
  /// Checks the rules that concern only this tile, beyond ``validate(tileCount:)``.
  ///
  /// - Parameters:
  ///   - entry: The entry of the tile in the directory.
  ///   - header: The header of the file.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` naming the tile.
  /// - Complexity: O(size of the tile).
  package func verify(_ entry: TileEntry, _ header: FileHeader) throws(FormatError) {
    try verifyPadding()
    try verifyLists()
    try verifyCrossingRows()
    try verifyShapes(in: entry.box)
    // A later minor version may give these bits and values a meaning.
    if header.minor <= FileHeader.version.minor { try verifyAttributes() }
    try verifyTurns()
    try verifyConditions()
    if layout.countryCode != 0, layout.country == header.country {
      throw broken(
        layout.range.lowerBound + 28, "the country is that of the header, and not left out")
    }
  }

  func broken(_ byte: Int, _ rule: String) -> FormatError {
    .invalid(part: "tile \(number)", offset: UInt64(byte), rule: rule)
  }

  // MARK: Padding

  /// Checks that the bits behind tables, the last rows of short columns, and the bytes behind the tables are zero.
  private func verifyPadding() throws(FormatError) {
    let tables = try tables()
    for table in tables.tables {
      let end = 8 * table.start + table.rows * table.stride
      if end & 7 != 0, bytes.u8(end >> 3) >> UInt8(end & 7) != 0 {
        throw broken(end >> 3, "bits behind table \(table.id) are not zero")
      }
      for listed in tables.columns[table.columns] {
        guard let column = TileSchema.column(table.id, listed.id), column.isShort else { continue }
        let place = tables.place(of: column)
        guard place.number(bytes, table.rows - 1) == 0 else {
          throw broken(place, table.rows - 1, "column '\(column.name)' is not zero in the last row")
        }
      }
    }
    guard bytes.u64(tables.end) == 0 else {
      throw broken(tables.end, "bytes behind the tables are not zero")
    }
  }

  // MARK: Junctions and crossings

  /// Checks that the lists contain every edge that begins at an own junction, once and ascending.
  ///
  /// ``validate(tileCount:)`` has checked that they contain no other edges.
  private func verifyLists() throws(FormatError) {
    var beginning = 0
    for segment in layout.segments {
      beginning += layout.isOwn(from(segment)) ? 1 : 0
      beginning += layout.isOwn(to(segment)) ? 1 : 0
    }
    for junction in layout.junctions {
      var last = EdgeIndex(-1)
      for index in outRange(junction) {
        guard out(index) > last else {
          throw broken(layout.out, index, "edges that leave junction \(junction) do not ascend")
        }
        last = out(index)
      }
    }
    guard beginning == layout.outCount else {
      throw broken(
        layout.range.lowerBound, "not every edge is in the list of the junction where it begins")
    }
  }

  /// Checks that crossings ascend by segment, and that each is an end of its segment.
  private func verifyCrossingRows() throws(FormatError) {
    var last = SegmentIndex(-1)
    for index in 0..<layout.crossingCount {
      let segment = crossing(index).segment
      guard segment > last else {
        throw broken(layout.crossing.segment, index, "crossings do not ascend by segment")
      }
      guard layout.crossingRow(max(from(segment), to(segment))) == index else {
        throw broken(
          layout.crossing.segment, index, "segment \(segment) does not end at crossing \(index)")
      }
      last = segment
    }
  }

  // MARK: Attributes

  /// Checks that reserved bits are zero and that values are in range.
  private func verifyAttributes() throws(FormatError) {
    for row in 0..<layout.attributeCount {
      guard u8(layout.attribute.trackGrade, row) <= RoadAttributes.maximumTrackGrade else {
        throw broken(layout.attribute.trackGrade, row, "there is no such track grade")
      }
      guard u8(layout.attribute.smoothness, row) <= RoadAttributes.maximumSmoothness else {
        throw broken(layout.attribute.smoothness, row, "there is no such smoothness")
      }
    }
  }

  // MARK: Turns

  /// Checks the order of the turn rows, their junctions, and the flags that announce them.
  private func verifyTurns() throws(FormatError) {
    var hasRows = [Bool](repeating: false, count: layout.junctionCount)
    var last = 0
    for row in 0..<layout.turnCount {
      let turn = turn(row)
      let key = turn.from.rawValue << 16 | turn.to.rawValue
      guard row == 0 || key > last else {
        throw broken(layout.turn.from, row, "turn rows do not ascend")
      }
      last = key
      let junction = head(base(turn.from))
      guard layout.isOwn(junction), junction == head(turn.to.reversed) else {
        throw broken(
          layout.turn.from, row,
          "edges \(turn.from) and \(turn.to) of a turn row do not meet at an own junction")
      }
      hasRows[junction.rawValue] = true
    }
    for junction in layout.junctions
    where flags(junction).contains(.turns) != hasRows[junction.rawValue] {
      throw broken(
        layout.junction.flags, junction, "turn flag of junction \(junction) does not fit its rows")
    }
  }

  // MARK: Conditions

  /// Checks that each condition is stored once and used by a rule, and that its text is valid UTF-8.
  private func verifyConditions() throws(FormatError) {
    var isNamed = [Bool](repeating: false, count: layout.conditionCount)
    for row in 0..<layout.ruleCount {
      let condition = u16(layout.rule.condition, row)
      if condition != RuleRow.always { isNamed[Int(condition)] = true }
    }
    var seen: Set<[UInt8]> = []
    for row in 0..<layout.conditionCount {
      func fault(_ rule: String) -> FormatError { broken(layout.conditionOffset, row, rule) }
      guard isNamed[row] else { throw fault("condition \(row) is named by no rule") }
      let range = conditionRange(row)
      guard seen.insert(range.map { bytes.u8($0) }).inserted else {
        throw fault("condition \(row) is there twice")
      }
      guard ConditionCoding.hasValidWords(bytes, range) else {
        throw fault("words of condition \(row) are not valid UTF-8")
      }
    }
  }

  /// The bytes of a condition.
  func conditionRange(_ row: Int) -> Range<Int> {
    let (first, last) = (int(layout.conditionOffset, row), int(layout.conditionOffset, row &+ 1))
    return layout.conditions + first..<layout.conditions + last
  }
}
