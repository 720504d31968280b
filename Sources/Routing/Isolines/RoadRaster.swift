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
  /// Sixteen cells beside each other: the row in the upper 32 bits and the first column in the next 16, relative to the
  /// first, and below them a bit for each cell that is touched, the lowest for the first.
  private let blocks: [UInt64]

  /// The cells of a grid that are not empty.
  init(of grid: ReachGrid) {
    var blocks: [UInt64] = []
    let cells = grid.cells.span
    let bytes = grid.cells.rawBytes
    let columns = grid.columns
    for row in 0..<grid.rows {
      for column in stride(from: 0, to: columns, by: Self.side) {
        let first = row &* columns &+ column
        if bytes.u64(first) & bytes.u64(first &+ 8) == .max { continue }
        var bits: UInt64 = 0
        for cell in 0..<Self.side where cells[first &+ cell] != ReachGrid.empty {
          bits |= 1 << UInt64(cell)
        }
        blocks.append(UInt64(row) << 32 | UInt64(column) << 16 | bits)
      }
    }
    self.blocks = blocks
    (row, column) = (grid.firstRow, grid.firstColumn)
    (height, width) = (grid.rows, grid.columns)
  }

  /// The cells of a block; the number of a grid's columns is a multiple of it.
  private static let side = 16

  /// The size in memory, in bytes.
  var byteCount: Int { 100 + 8 * blocks.count }

  /// The rectangle of it that lies inside a grid of the size; nil if none does.
  func cells(in grid: ReachGrid) -> CellRectangle? {
    let (west, south) = (column - grid.firstColumn, row - grid.firstRow)
    let (east, north) = (west + width - 1, south + height - 1)
    guard !blocks.isEmpty, east >= 0, north >= 0, west < grid.columns, south < grid.rows
    else { return nil }
    return CellRectangle(
      columns: max(west, 0)...min(east, grid.columns - 1),
      rows: max(south, 0)...min(north, grid.rows - 1))
  }

  /// Marks the cells in a grid of the size.
  func paint(_ grid: inout ReachGrid, _ content: UInt8) {
    let (west, south) = (column - grid.firstColumn, row - grid.firstRow)
    let (width, height) = (grid.columns, grid.rows)
    let bit = SIMD8<UInt8>(1, 2, 4, 8, 16, 32, 64, 128)
    let bitOfCell = SIMD16(lowHalf: bit, highHalf: bit)
    let contents = SIMD16(repeating: content)
    var cells = grid.cells.mutableSpan
    let blocks = self.blocks.span
    for index in blocks.indices {
      let block = blocks[index]
      let row = south &+ Int(truncatingIfNeeded: block &>> 32)
      let column = west &+ Int(block &>> 16 & 0xFFFF)
      guard row >= 0, row < height, column > -Self.side, column < width else { continue }
      let place = row &* width &+ column
      if column >= 0, column &+ Self.side <= width {
        let bits = SIMD16(
          lowHalf: SIMD8(repeating: UInt8(truncatingIfNeeded: block)),
          highHalf: SIMD8(repeating: UInt8(truncatingIfNeeded: block &>> 8)))
        let isMarked = bits & bitOfCell .== bitOfCell
        cells.update(from: place) { known in
          known.replacing(with: contents, where: isMarked .& (contents .< known))
        }
        continue
      }
      for cell in max(-column, 0)..<min(width &- column, Self.side)
      where block &>> UInt64(cell) & 1 != 0 && content < cells[place &+ cell] {
        cells[place &+ cell] = content
      }
    }
  }
}
