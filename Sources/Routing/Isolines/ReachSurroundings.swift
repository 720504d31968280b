import Bytes

/// The surroundings of the reached cells of a grid, rounded up to squares of cells.
struct ReachSurroundings {
  /// The cells along the side of a square.
  private static let side = 16
  /// The maximum distance from a reached cell, in cells.
  private let distance: Int
  private let columns: Int
  private let rows: Int
  /// The number of squares with something reached to the west and south of each corner (Crow, "Summed-area tables for
  /// texture mapping", 1984, doi:10.1145/800031.808600).
  private let sums: [Int32]

  /// The surroundings of all cells that are painted as reached.
  ///
  /// - Complexity: O(cells).
  init(of grid: ReachGrid, within distance: Int) {
    let side = Self.side
    self.distance = distance
    columns = (grid.columns + side - 1) / side
    rows = (grid.rows + side - 1) / side
    let width = columns + 1
    var sums = [Int32](repeating: 0, count: width * (rows + 1))
    let cells = grid.cells.rawBytes
    // All bits of bytes from ``ReachGrid/unreached`` on but the lowest are set.
    let lowest: UInt64 = 0x0101_0101_0101_0101
    var reached = [Bool](repeating: false, count: columns)
    for row in 0..<rows {
      for column in 0..<columns { reached[column] = false }
      for line in row * side..<min((row + 1) * side, grid.rows) {
        // The number of columns is a multiple of the side.
        var place = line &* grid.columns
        for column in 0..<columns {
          if cells.u64(place) & cells.u64(place &+ 8) | lowest != .max { reached[column] = true }
          place &+= side
        }
      }
      var sum: Int32 = 0
      for column in 0..<columns {
        if reached[column] { sum &+= 1 }
        sums[(row + 1) * width + column + 1] = sums[row * width + column + 1] &+ sum
      }
    }
    self.sums = sums
  }

  /// Whether a reached cell may be within the distance of a rectangle.
  func touch(_ cells: CellRectangle) -> Bool {
    func squares(_ range: ClosedRange<Int>, _ count: Int) -> Range<Int> {
      let first = max(range.lowerBound &- distance, 0) / Self.side
      let last = min((range.upperBound &+ distance) / Self.side, count &- 1)
      return first..<max(first, last &+ 1)
    }
    let (x, y) = (squares(cells.columns, columns), squares(cells.rows, rows))
    let width = columns &+ 1
    let (south, north) = (y.lowerBound &* width, y.upperBound &* width)
    return sums[north &+ x.upperBound] &- sums[north &+ x.lowerBound]
      &- sums[south &+ x.upperBound] &+ sums[south &+ x.lowerBound] > 0
  }
}
