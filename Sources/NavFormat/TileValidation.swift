internal import Bytes
internal import Geo

extension TileView {
  /// Checks that every reference in the tile points inside it, so that using it cannot trap (Formats/nav-2.md, section
  /// 8).
  ///
  /// - Parameter tileCount: The number of tiles of the file.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` naming the tile and the column.
  /// - Complexity: O(size of the tile); done once, on first use.
  package func validate(tileCount: Int) throws(FormatError) {
    try validateJunctions()
    try validateLists()
    try validateCellStarts()
    try validateSegments()
    try validateShapes()
    try validateWays()
    try validateCrossings(tileCount: tileCount)
    try validateTurns()
    try validateRules()
    try validateCells()
    try validateWords()
    try validateApproaches()
  }

  /// The error for a reference that points at nothing.
  func dangling(_ name: String, _ column: PackedColumn, _ row: Int) -> FormatError {
    .invalid(
      part: "tile \(number)", offset: UInt64(column.byte(row)),
      rule: "column '\(name)' points outside what it refers to")
  }

  func dangling(_ name: String, _ column: PackedColumn, _ index: some MapIndex) -> FormatError {
    dangling(name, column, index.rawValue)
  }

  func check(
    _ name: String, _ column: PackedColumn, _ count: Int, below limit: Int, orNone: Bool = false
  ) throws(FormatError) {
    // A narrow column can't have a number that is too large.
    if column.mask < UInt64(limit) { return }
    for row in 0..<count {
      let value = int(column, row)
      if value >= limit && !(orNone && value == TurnRow.none) { throw dangling(name, column, row) }
    }
  }

  /// Checks a column of offsets that ascend from zero to an end.
  func checkStarts(
    _ name: String, _ column: PackedColumn, _ count: Int, end: Int, strictly: Bool = false
  ) throws(FormatError) {
    var previous = strictly ? -1 : 0
    for row in 0...count {
      let first = int(column, row)
      guard strictly ? first > previous : first >= previous, first <= end, row > 0 || first == 0
      else { throw dangling(name, column, row) }
      previous = first
    }
    guard previous == end else { throw dangling(name, column, count) }
  }

  private func validateJunctions() throws(FormatError) {
    try checkStarts(
      "junction first out", layout.junction.firstOut, layout.junctionCount, end: layout.outCount)
    let known = arePlacesOnEarth ? layout.junctionCount : 0
    for junction in JunctionIndex(
      known)..<JunctionIndex(layout.junctionCount + layout.crossingCount)
    where !position(junction).isOnEarth {
      throw .invalid(
        part: "tile \(number)", offset: UInt64(layout.junction.latitude.byte(0)),
        rule: "local junction \(junction) is not on earth")
    }
  }

  /// The maximum number of edges that leave a junction; searches look at all pairs of them.
  static let maximumDegree = 255

  /// Checks that the list of each junction has only edges that begin there, and not too many; searches rely on it.
  private func validateLists() throws(FormatError) {
    let (firstOut, out) = (layout.junction.firstOut, layout.out)
    let ends = layout.segment.ends
    var begin = 0
    for junction in layout.junctions {
      let end = int(firstOut, junction.advanced(by: 1))
      guard end &- begin <= Self.maximumDegree else {
        throw .invalid(
          part: "tile \(number)", offset: UInt64(firstOut.byte(junction.rawValue)),
          rule: "more than \(Self.maximumDegree) edges leave junction \(junction)")
      }
      for index in begin..<end {
        let edge = self.out(index)
        guard layout.isBase(edge) else { throw dangling("out", out, index) }
        // The direction of an edge is unpredictable: reading both ends is faster than a branch.
        let (one, other) = ends.numbers(bytes, edge.segment.rawValue)
        guard one ^ (one ^ other) & edge.directionMask == junction.rawValue else {
          throw dangling("out", out, index)
        }
      }
      begin = end
    }
  }

  /// Whether the widths of the coordinate columns alone guarantee that all own junctions lie on earth.
  private var arePlacesOnEarth: Bool {
    let north = Int64(layout.base.latitudeUnits) + Int64(layout.junction.latitude.mask)
    let east = Int64(layout.base.longitudeUnits) + Int64(layout.junction.longitude.mask)
    guard let latitude = Int32(exactly: north), let longitude = Int32(exactly: east) else {
      return false
    }
    return layout.base.isOnEarth
      && Coordinate(latitudeUnits: latitude, longitudeUnits: longitude).isOnEarth
  }

  private func validateSegments() throws(FormatError) {
    let count = layout.segmentCount
    try check("segment reach", layout.segment.reach, count, below: layout.reachCount)
    try check("segment way", layout.segment.way, count, below: layout.wayCount)
    let ends = layout.segment.ends
    for cell in layout.cells {
      let junctions = cellJunctions(cell)
      for segment in cellSegments(cell) {
        let (from, to) = ends.numbers(bytes, segment.rawValue)
        if junctions.contains(JunctionIndex(from)) && junctions.contains(JunctionIndex(to)) {
          continue
        }
        try validateEnds(segment)
        throw dangling("cell first segment", layout.cell.firstSegment, cell.rawValue)
      }
    }
    for segment in layout.segments.dropFirst(layout.cellSegmentCount) { try validateEnds(segment) }
  }

  /// Checks the ends of a segment.
  private func validateEnds(_ segment: SegmentIndex) throws(FormatError) {
    let end = JunctionIndex(layout.junctionCount + layout.crossingCount)
    let (from, to) = (from(segment), to(segment))
    let far = max(from, to)
    guard layout.isOwn(min(from, to)), from < end else {
      throw dangling("segment from", layout.segment.from, segment)
    }
    guard far < end else { throw dangling("segment to", layout.segment.to, segment) }
    guard
      layout.isOwn(far) || crossing(layout.crossingRow(far)).segment == segment
    else { throw dangling("crossing segment", layout.crossing.segment, 0) }
    guard layout.isOwn(segment) || !layout.isOwn(far) else {
      throw dangling("segment to", layout.segment.to, segment)
    }
  }

  private func validateShapes() throws(FormatError) {
    try checkStarts(
      "segment shape", layout.segment.shape, layout.segmentCount, end: layout.shapeLength)
  }

  private func validateWays() throws(FormatError) {
    try check(
      "way attributes", layout.way.attributes, layout.wayCount, below: layout.attributeCount)
    try check("way name", layout.way.name, layout.wayCount, below: layout.nameCount)
    try check("way ref", layout.way.ref, layout.wayCount, below: layout.nameCount)
  }

  private func validateCrossings(tileCount: Int) throws(FormatError) {
    try check(
      "crossing segment", layout.crossing.segment, layout.crossingCount, below: layout.segmentCount)
    for index in 0..<layout.crossingCount where crossing(index).tile.rawValue >= tileCount {
      throw dangling("crossing tile", layout.crossing.tile, index)
    }
    try check(
      "via base", layout.via.base, layout.viaCount, below: layout.firstVia.rawValue)
    for index in 0..<layout.viaCount {
      guard layout.isOwnBase(via(index).base) == (index < layout.ownViaCount) else {
        throw dangling("via base", layout.via.base, index)
      }
    }
  }

  private func validateTurns() throws(FormatError) {
    try check("turn from", layout.turn.from, layout.turnCount, below: layout.edgeCount)
    try check("turn to", layout.turn.to, layout.turnCount, below: layout.firstVia.rawValue)
    try check(
      "turn enter", layout.turn.enter, layout.turnCount, below: layout.viaCount, orNone: true)
    for row in 0..<layout.turnCount {
      let turn = turn(row)
      guard turn.enter == TurnRow.none || via(Int(turn.enter)).base == turn.to else {
        throw dangling("turn enter", layout.turn.enter, row)
      }
    }
  }
}
