internal import Bytes
internal import Geo

extension TileView {
  /// Checks that every number in the tile that points at something points inside it
  /// (Formats/nav-1.md, section 8), so that using it can't trap.
  ///
  /// - Parameter tileCount: The number of tiles of the file.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` naming the tile and the column.
  /// - Complexity: O(size of the tile); done once, when it is first touched.
  public func validate(tileCount: Int) throws(FormatError) {
    try validateJunctions()
    try validateSegments()
    try validateShapes()
    try validateWays()
    try validateCrossings(tileCount: tileCount)
    try validateTurns()
    try validateReserved()
    try validateRules()
    try validateCells()
  }

  /// Checks that reserved bits are zero, so that a later version may give them a meaning.
  private func validateReserved() throws(FormatError) {
    func check(
      _ column: String, _ at: Int, _ isZero: Bool
    ) throws(FormatError) {
      guard isZero else {
        throw .invalid(
          part: "tile \(bytes.u32(0))", offset: UInt64(at),
          rule: "reserved bits of column '\(column)' are not zero")
      }
    }
    for segment in 0..<layout.segmentCount {
      let at = layout.segmentFlags &+ segment
      try check("segment flags", at, bytes.u8(at) < 4)
    }
    for row in 0..<layout.reachCount {
      let at = layout.reach &+ 4 &* row
      try check("reach", at, bytes.u32(at) < 1 << 28)
    }
    for row in 0..<layout.attributeCount {
      let at = layout.attributes &+ TileLayout.attributesLength &* row
      let access = bytes.u32(at) | bytes.u32(at &+ 4)
      try check("attributes", at, access < 1 << 28 && bytes.u8(at &+ 23) == 0)
    }
    for row in 0..<layout.barrierCount {
      let at = layout.barrierPassing &+ row
      try check("barrier passing", at, bytes.u8(at) < 128)
    }
  }

  /// The error of a number that points at nothing.
  func dangling(_ column: String, _ at: Int) -> FormatError {
    .invalid(
      part: "tile \(bytes.u32(0))", offset: UInt64(at),
      rule: "column '\(column)' points outside what it refers to")
  }

  private func check16(
    _ column: String, _ start: Int, _ count: Int, below limit: Int, orNone: Bool = false
  ) throws(FormatError) {
    for row in 0..<count {
      let value = bytes.u16(start &+ 2 &* row)
      if Int(value) >= limit && !(orNone && value == .max) {
        throw dangling(column, start &+ 2 &* row)
      }
    }
  }

  private func validateJunctions() throws(FormatError) {
    var previous = 0
    for junction in 0...layout.junctionCount {
      let at = layout.firstOut &+ 2 &* junction
      let first = Int(bytes.u16(at))
      guard first >= previous, first <= layout.outCount, junction > 0 || first == 0 else {
        throw dangling("junction first out", at)
      }
      previous = first
    }
    guard previous == layout.outCount else { throw dangling("junction first out", layout.firstOut) }
    try check16("out", layout.out, layout.outCount, below: 2 * layout.segmentCount)
    for junction in 0..<layout.junctionCount + layout.crossingCount
    where !position(junction).isOnEarth {
      throw .invalid(
        part: "tile \(bytes.u32(0))", offset: UInt64(layout.junctionLatitude),
        rule: "local junction \(junction) is not on earth")
    }
    // A list may hold only edges that begin at its junction: searches rely on it.
    for junction in 0..<layout.junctionCount {
      for index in outRange(junction) {
        let edge = out(index)
        guard (edge & 1 == 0 ? from(edge >> 1) : to(edge >> 1)) == junction else {
          throw dangling("out", layout.out &+ 2 &* index)
        }
      }
    }
  }

  private func validateSegments() throws(FormatError) {
    let locals = layout.junctionCount + layout.crossingCount
    let count = layout.segmentCount
    try check16("segment from", layout.segmentFrom, count, below: locals)
    try check16("segment to", layout.segmentTo, count, below: locals)
    try check16("segment reach", layout.segmentReach, count, below: layout.reachCount)
    try check16("segment way", layout.segmentWay, count, below: layout.wayCount)
    for segment in 0..<count {
      let near = min(from(segment), to(segment))
      let far = max(from(segment), to(segment))
      guard near < layout.junctionCount else {
        throw dangling("segment from", layout.segmentFrom &+ 2 &* segment)
      }
      guard
        far < layout.junctionCount
          || Int(crossing(far &- layout.junctionCount).segment) == segment
      else { throw dangling("crossing segment", layout.crossingSegment) }
      guard segment < layout.ownSegmentCount || far >= layout.junctionCount else {
        throw dangling("segment to", layout.segmentTo &+ 2 &* segment)
      }
    }
  }

  private func validateShapes() throws(FormatError) {
    var previous = 0
    for segment in 0...layout.segmentCount {
      let at = layout.segmentShape &+ 4 &* segment
      let offset = Int(bytes.u32(at))
      guard offset >= previous, offset <= layout.shapeLength, segment > 0 || offset == 0 else {
        throw dangling("segment shape", at)
      }
      previous = offset
    }
    guard previous == layout.shapeLength else {
      throw dangling("segment shape", layout.segmentShape)
    }
  }

  private func validateWays() throws(FormatError) {
    try check16(
      "way attributes", layout.wayAttributes, layout.wayCount, below: layout.attributeCount)
  }

  private func validateCrossings(tileCount: Int) throws(FormatError) {
    try check16(
      "crossing segment", layout.crossingSegment, layout.crossingCount, below: layout.segmentCount)
    for index in 0..<layout.crossingCount where Int(crossing(index).tile) >= tileCount {
      throw dangling("crossing tile", layout.crossingTile &+ 4 &* index)
    }
    let edges = 2 * layout.segmentCount
    try check16("via base", layout.viaBase, layout.viaCount, below: edges)
    for index in 0..<layout.viaCount {
      let isOwn = via(index).base < 2 * layout.ownSegmentCount
      guard isOwn == (index < layout.ownViaCount) else {
        throw dangling("via base", layout.viaBase &+ 2 &* index)
      }
    }
  }

  private func validateTurns() throws(FormatError) {
    let edges = 2 * layout.segmentCount
    try check16("turn from", layout.turnFrom, layout.turnCount, below: edges + layout.viaCount)
    try check16("turn to", layout.turnTo, layout.turnCount, below: edges)
    try check16(
      "turn enter", layout.turnEnter, layout.turnCount, below: layout.viaCount, orNone: true)
    for row in 0..<layout.turnCount {
      let turn = turn(row)
      guard turn.enter == TurnRow.none || via(Int(turn.enter)).base == Int(turn.to) else {
        throw dangling("turn enter", layout.turnEnter &+ 2 &* row)
      }
    }
  }
}
