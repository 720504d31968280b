import NavFormat

/// The cells that each segment of some touches in every grid of one size.
struct SegmentRasters: Sendable {
  /// The row and column of the grid in which they were drawn, counted from where all grids of the size have a line.
  private let row: Int
  private let column: Int
  private let first: SegmentIndex
  /// The cells of segment i are `cells[starts[i] ..< starts[i + 1]]`.
  private let starts: [UInt32]
  /// The row in the upper 16 bits and the column, relative to the first.
  private let cells: [UInt32]

  /// Draws segments.
  ///
  /// - Parameters:
  ///   - segments: The segments.
  ///   - tile: Their tile.
  ///   - grid: A grid around them, as ``ReachGrid/init(like:around:)`` makes it.
  ///   - shape: Memory to reuse.
  init(
    _ segments: Range<SegmentIndex>, _ tile: borrowing TileView, _ grid: ReachGrid,
    _ shape: inout GridShape
  ) {
    var starts: [UInt32] = [0]
    var cells: [UInt32] = []
    let (south, west) = (grid.firstRow, grid.firstColumn)
    for segment in segments {
      if !tile.isFerry(segment) {
        let begin = cells.count
        shape.read(tile, segment, grid)
        shape.forEachCell { column, row in
          let isInside = row >= south && column >= west && row - south < grid.rows
          guard isInside, column - west < grid.columns else { return }
          let cell = UInt32(row &- south) << 16 | UInt32(column &- west)
          if cells.count == begin || cells[cells.count - 1] != cell { cells.append(cell) }
        }
      }
      starts.append(UInt32(cells.count))
    }
    first = segments.lowerBound
    (row, column) = (south, west)
    (self.starts, self.cells) = (starts, cells)
  }

  /// The size in memory, in bytes.
  var byteCount: Int { 100 + 4 * (starts.count + cells.count) }

  /// Marks the cells of some segments in a grid of the size.
  ///
  /// - Parameters:
  ///   - start: The first of eight segments.
  ///   - contents: The content for each of them, a byte each, the lowest for the first; ``ReachGrid/empty`` for those
  ///     that are not marked.
  ///   - grid: The grid.
  func paint(_ start: SegmentIndex, _ contents: UInt64, _ grid: inout ReachGrid) {
    let (west, south) = (column &- grid.firstColumn, row &- grid.firstRow)
    let (width, height) = (grid.columns, grid.rows)
    let starts = self.starts.span
    let own = self.cells.span
    var cells = grid.cells.mutableSpan
    for number in 0..<8 {
      let content = UInt8(truncatingIfNeeded: contents &>> UInt64(8 &* number))
      if content == ReachGrid.empty { continue }
      let index = first.distance(to: start) &+ number
      for place in Int(starts[index])..<Int(starts[index &+ 1]) {
        let column = west &+ Int(own[place] & 0xFFFF)
        let row = south &+ Int(own[place] &>> 16)
        guard column >= 0, column < width, row >= 0, row < height else { continue }
        let cell = row &* width &+ column
        if content < cells[cell] { cells[cell] = content }
      }
    }
  }
}
