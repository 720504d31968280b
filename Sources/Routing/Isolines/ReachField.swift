import RouteModel

/// The smallest value of the range whose area contains each corner of a grid's cells.
///
/// All values have the same field, so each area contains those of smaller values.
struct ReachField {
  /// The number of corners in a row: one more than there are columns.
  let width: Int
  let height: Int
  /// Indices of values; numbers from the count of values on mean outside all areas.
  var levels: [UInt8]

  /// The maximum distance in cells up to which empty cells are filled.
  static let maximumReach = 80.0

  /// Fills the empty cells of a grid from the nearest cell with a road, up to a distance, and takes at each corner the
  /// smallest level of the four cells around it.
  ///
  /// So the whole of a reached cell lies inside. If a road that is reached and one that is not are equally near, an
  /// empty cell is outside. Distances are those of a ``ChamferDistance``, at most 8 % off.
  ///
  /// - Parameters:
  ///   - grid: The grid; its outermost cells are empty, and farther from roads than `reach`.
  ///   - reach: Maximum distance in cells, 0 to ``maximumReach``.
  ///   - levelCount: The number of values.
  /// - Throws: ``RoutingError/cancelled``.
  init(_ grid: ReachGrid, reach: Double, levelCount: Int) throws(RoutingError) {
    let limit = UInt16(reach * 3)
    let bits: UInt16 = levelCount == 1 ? 1 : 2
    // Most drawings have few values, and fill 16 to 18 cells.
    if levelCount <= 3, ChamferDistance<UInt8>.fits(limit: limit, shift: bits) {
      try self.init(grid, ChamferDistance<UInt8>(grid, limit: limit, shift: bits))
    } else {
      try self.init(grid, ChamferDistance<Int16>(grid, limit: limit, shift: 8))
    }
  }

  private init<Key>(
    _ grid: ReachGrid, _ distance: consuming ChamferDistance<Key>
  ) throws(RoutingError) {
    try distance.spread()
    let width = grid.columns + 1
    var levels = [UInt8](repeating: ReachGrid.empty, count: width * (grid.rows + 1))
    distance.writeCorners(to: &levels, width: width)
    self.init(width: width, height: grid.rows + 1, levels: levels)
  }

  private init(width: Int, height: Int, levels: [UInt8]) {
    self.width = width
    self.height = height
    self.levels = levels
  }

  /// The same field with no areas outside a range of columns of corners.
  func limited(to columns: ClosedRange<Int>) -> ReachField {
    var limited = self
    for row in 0..<height {
      for column in 0..<width where !columns.contains(column) {
        limited.levels[row * width + column] = ReachGrid.empty
      }
    }
    return limited
  }
}
