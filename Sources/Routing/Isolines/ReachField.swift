import RouteModel

/// At each corner of the cells of a grid, the smallest value of the range within whose area it lies.
///
/// One field serves all values, so their areas nest by construction.
struct ReachField {
  /// The number of corners in a row: one more than there are columns.
  let width: Int
  let height: Int
  /// Indices of values; what is not below the number of values lies outside all areas.
  var levels: [UInt8]

  /// The farthest that empty cells are filled, in cells.
  static let maximumReach = 80.0

  /// Fills the empty cells of a grid from the nearest cell with a road, up to a distance, and takes at each corner the
  /// smallest level of the four cells around it.
  ///
  /// So the whole of a reached cell lies inside. If a road that is reached and one that is not are equally near, an
  /// empty cell is outside. Distances are those of a chamfer of 3 and 4 (Borgefors, "Distance Transformations in Digital
  /// Images", 1986, doi:10.1016/S0734-189X(86)80047-0), at most 8 % off.
  ///
  /// - Parameters:
  ///   - grid: The grid; its outermost cells are empty.
  ///   - reach: Maximum distance in cells, 0 to ``maximumReach``.
  /// - Throws: ``RoutingError/cancelled``.
  init(_ grid: ReachGrid, reach: Double) throws(RoutingError) {
    let (columns, rows) = (grid.columns, grid.rows)
    let filled = try Self.filled(grid, limit: UInt16(reach * 3))
    if Task.isCancelled { throw .cancelled }
    let width = columns + 1
    var levels = [UInt8](repeating: ReachGrid.empty, count: width * (rows + 1))
    var corners = levels.mutableSpan
    let cells = filled.span
    for row in 0..<rows {
      let (below, above) = (row &* width, (row &+ 1) &* width)
      let first = row &* columns
      for column in 0..<columns {
        let level = cells[first &+ column]
        if level >= ReachGrid.unreached { continue }
        corners[below &+ column] = min(corners[below &+ column], level)
        corners[below &+ column &+ 1] = min(corners[below &+ column &+ 1], level)
        corners[above &+ column] = min(corners[above &+ column], level)
        corners[above &+ column &+ 1] = min(corners[above &+ column &+ 1], level)
      }
    }
    self.init(width: width, height: rows + 1, levels: levels)
  }

  private init(width: Int, height: Int, levels: [UInt8]) {
    self.width = width
    self.height = height
    self.levels = levels
  }

  /// The same field with everything outside all areas that lies outside a range of columns of corners.
  func limited(to columns: ClosedRange<Int>) -> ReachField {
    var limited = self
    for row in 0..<height {
      for column in 0..<width where !columns.contains(column) {
        limited.levels[row * width + column] = ReachGrid.empty
      }
    }
    return limited
  }

  /// The contents of the cells, empty ones filled.
  private static func filled(_ grid: ReachGrid, limit: UInt16) throws(RoutingError) -> [UInt8] {
    let (columns, rows) = (grid.columns, grid.rows)
    // The distance in the upper byte; below it the complement of the content, so that of two equally near contents the
    // greater counts.
    var keys = [UInt16](repeating: .max, count: columns * rows)
    var span = keys.mutableSpan
    let cells = grid.cells.span
    let (side, diagonal): (UInt16, UInt16) = (3 << 8, 4 << 8)
    // Beyond this no distance is needed; sums stay in range.
    let far = (limit + 5) << 8
    for row in 1..<rows - 1 {
      if row & 255 == 0, Task.isCancelled { throw .cancelled }
      let first = row &* columns
      for place in (first &+ 1)..<(first &+ columns &- 1) {
        let content = cells[place]
        if content != ReachGrid.empty {
          span[place] = UInt16(255 &- content)
          continue
        }
        let south = place &- columns
        let straight = min(span[place &- 1], span[south])
        let across = min(span[south &- 1], span[south &+ 1])
        let key = min(min(straight, far) &+ side, min(across, far) &+ diagonal)
        span[place] = min(key, far)
      }
    }
    for row in (1..<rows - 1).reversed() {
      if row & 255 == 0, Task.isCancelled { throw .cancelled }
      let first = row &* columns
      for place in ((first &+ 1)..<(first &+ columns &- 1)).reversed() {
        let key = span[place]
        if key < 256 { continue }
        let north = place &+ columns
        let straight = min(span[place &+ 1], span[north])
        let across = min(span[north &- 1], span[north &+ 1])
        let other = min(min(straight, far) &+ side, min(across, far) &+ diagonal)
        if other < key { span[place] = other }
      }
    }
    var filled = grid.cells
    var result = filled.mutableSpan
    let end = (limit &+ 1) << 8
    for place in 0..<columns * rows where result[place] == ReachGrid.empty {
      let key = span[place]
      result[place] = key < end ? 255 &- UInt8(truncatingIfNeeded: key) : ReachGrid.empty
    }
    return filled
  }
}
