import Bytes
import Hierarchy

/// The cells that some roads touch in every grid of one size.
struct RoadRaster: Sendable {
  /// The first row and column, counted from where all grids of the size have a line.
  private let row: Int
  private let column: Int
  /// The number of rows and columns.
  private let height: Int
  private let width: Int
  /// Cells beside each other in a row: the row, the first column and the last, each 16 bits, relative to the first.
  private let runs: [UInt64]

  /// The cells of a grid that are not empty.
  init(of grid: ReachGrid) {
    var runs: [UInt64] = []
    let cells = grid.cells.span
    let bytes = grid.cells.rawBytes
    let columns = grid.columns
    for row in 0..<grid.rows {
      let first = row * columns
      var column = 0
      while column < columns {
        if column & 7 == 0, bytes.u64(first &+ column) == .max {
          column &+= 8
          continue
        }
        let begin = column
        while column < columns, cells[first &+ column] != ReachGrid.empty { column &+= 1 }
        if begin < column {
          runs.append(UInt64(row) << 32 | UInt64(begin) << 16 | UInt64(column &- 1))
        } else {
          column &+= 1
        }
      }
    }
    self.runs = runs
    (row, column) = (grid.firstRow, grid.firstColumn)
    (height, width) = (grid.rows, grid.columns)
  }

  /// The size in memory, in bytes.
  var byteCount: Int { 100 + 8 * runs.count }

  /// The rectangle of it that lies inside a grid of the size; nil if none does.
  func cells(in grid: ReachGrid) -> CellRectangle? {
    let (west, south) = (column - grid.firstColumn, row - grid.firstRow)
    let (east, north) = (west + width - 1, south + height - 1)
    guard !runs.isEmpty, east >= 0, north >= 0, west < grid.columns, south < grid.rows
    else { return nil }
    return CellRectangle(
      columns: max(west, 0)...min(east, grid.columns - 1),
      rows: max(south, 0)...min(north, grid.rows - 1))
  }

  /// Marks the cells in a grid of the size.
  func paint(_ grid: inout ReachGrid, _ content: UInt8) {
    let (west, south) = (column - grid.firstColumn, row - grid.firstRow)
    let (width, height) = (grid.columns, grid.rows)
    var cells = grid.cells.mutableSpan
    let runs = self.runs.span
    for index in runs.indices {
      let run = runs[index]
      let row = south &+ Int(truncatingIfNeeded: run &>> 32)
      guard row >= 0, row < height else { continue }
      let first = max(west &+ Int(run &>> 16 & 0xFFFF), 0)
      let last = min(west &+ Int(run & 0xFFFF), width &- 1)
      if first > last { continue }
      for place in row &* width &+ first...row &* width &+ last where content < cells[place] {
        cells[place] = content
      }
    }
  }
}
