import Geo

/// A grid over the reached area: the position of its cells, and the content of each.
///
/// Cells have the same size in degrees, so lines that are straight between coordinates are straight on the grid. Their
/// sides are an even number of coordinate units, so the middle of a side is a coordinate and drawings have no rounding.
/// They have few sizes (``GridStep``), and all grids of one size have the same lines, so what a group of roads touches
/// is the same in all of them (``RoadRaster``).
struct ReachGrid {
  /// The content of a cell that has roads, but no reached one.
  static let unreached: UInt8 = 254
  /// The content of a cell without a road.
  static let empty: UInt8 = 255

  /// The coordinate at which all offsets are zero.
  let origin: Coordinate
  /// The offset in units from the origin to the west and south edges of the grid.
  let west: Int64
  let south: Int64
  /// The size of a cell in units.
  let cellWidth: Int64
  let cellHeight: Int64
  /// The sizes by number; nil for a grid on both sides of the 180th meridian, whose lines are its own.
  let steps: (width: GridStep, height: GridStep)?
  private let columnsPerUnit: Double
  private let rowsPerUnit: Double
  let columns: Int
  let rows: Int
  /// The offsets at which all grids of this size have a line, west and south of this one.
  private let zero: (x: Int64, y: Int64)
  /// The number of columns and rows between these lines and the grid.
  let firstColumn: Int
  let firstRow: Int
  /// The side of a cell in metres, the larger one if they differ.
  let cellMetres: Double
  /// For each cell, row by row from the south-west, the index of the smallest value of the range within which a road in
  /// it is reached, or ``unreached`` or ``empty``.
  var cells: [UInt8]

  /// The maximum number of cells.
  static let maximumCells = 16_000_000

  /// A grid around a box of offsets.
  ///
  /// - Parameters:
  ///   - origin: The coordinate at which offsets are zero.
  ///   - box: The offsets of everything that is reached.
  ///   - metres: The maximum side of a cell; the grid has larger cells if there would be too many.
  ///   - margin: Metres around the box.
  init(at origin: Coordinate, around box: OffsetBox, metres: Double, margin: Double) {
    self.origin = origin
    // Cells are widest nearest to the equator.
    let around = (margin + 4 * metres) / Distance.metresPerUnit
    let south = Double(Int64(origin.latitudeUnits) + box.south) - around
    let north = Double(Int64(origin.latitudeUnits) + box.north) + around
    let widest = south > 0 ? south : north < 0 ? north : 0
    let cosine = max(Trigonometry.cosine(units: min(max(widest, -890_000_000), 890_000_000)), 0.01)
    let zero = (
      x: -1_800_000_000 - Int64(origin.longitudeUnits),
      y: -900_000_000 - Int64(origin.latitudeUnits)
    )
    var metres = metres
    while true {
      let height = GridStep(atMost: metres / Distance.metresPerUnit)
      let width = GridStep(atMost: metres / Distance.metresPerUnit / cosine)
      let (x, y) = (width.units, height.units)
      let cellMetres = max(Double(y), Double(x) * cosine) * Distance.metresPerUnit
      let border =
        2 + Int((margin / min(Double(y), Double(x) * cosine) / Distance.metresPerUnit).rounded(.up))
      // A multiple of what a ``ChamferDistance`` looks at together; one more because lines are where they are.
      let needed = Int((box.east - box.west) / x) + 2 + 2 * border
      let columns = (needed + 15) / 16 * 16
      let rows = Int((box.north - box.south) / y) + 2 + 2 * border
      if columns * rows <= Self.maximumCells {
        (cellWidth, cellHeight, self.columns, self.rows) = (x, y, columns, rows)
        self.cellMetres = cellMetres
        firstRow = Int((box.south - zero.y) / y) - border
        let west = zero.x + ((box.west - zero.x) / x - Int64(border)) * x
        if let meridian = Self.meridian(origin, from: west, to: west + Int64(columns) * x) {
          // The 180th meridian runs between two columns.
          self.west = meridian - ((meridian - west + x - 1) / x) * x
          self.zero = (self.west, zero.y)
          (firstColumn, steps) = (0, nil)
        } else {
          (self.west, self.zero) = (west, zero)
          firstColumn = Int((west - zero.x) / x)
          steps = (width, height)
        }
        self.south = zero.y + Int64(firstRow) * y
        break
      }
      metres *= max((Double(columns) * Double(rows) / Double(Self.maximumCells)).squareRoot(), 1.05)
    }
    (columnsPerUnit, rowsPerUnit) = (1 / Double(cellWidth), 1 / Double(cellHeight))
    cells = [UInt8](repeating: Self.empty, count: columns * rows)
  }

  /// An empty grid of the size of another, around a box of offsets; nil without a box, or if it would be large.
  init?(like other: ReachGrid, around box: OffsetBox?) {
    guard let box, other.steps != nil else { return nil }
    (origin, zero, steps) = (other.origin, other.zero, other.steps)
    (cellWidth, cellHeight, cellMetres) = (other.cellWidth, other.cellHeight, other.cellMetres)
    (columnsPerUnit, rowsPerUnit) = (other.columnsPerUnit, other.rowsPerUnit)
    firstColumn = Int((box.west - zero.x) / cellWidth) - 1
    firstRow = Int((box.south - zero.y) / cellHeight) - 1
    columns = (Int((box.east - zero.x) / cellWidth) - firstColumn + 17) / 16 * 16
    rows = Int((box.north - zero.y) / cellHeight) - firstRow + 2
    guard columns < 1_000, rows < 1_000 else { return nil }
    west = zero.x + Int64(firstColumn) * cellWidth
    south = zero.y + Int64(firstRow) * cellHeight
    cells = [UInt8](repeating: Self.empty, count: columns * rows)
  }

  /// The offset of the 180th meridian between two offsets of longitude; nil if it is not between.
  private static func meridian(_ origin: Coordinate, from west: Int64, to east: Int64) -> Int64? {
    [1_800_000_000, -1_800_000_000].map { Int64($0) - Int64(origin.longitudeUnits) }
      .first { $0 > west && $0 < east }
  }

  /// The column east of the 180th meridian; nil if the meridian is not inside the grid.
  var meridianColumn: Int? {
    Self.meridian(origin, from: west, to: west + Int64(columns) * cellWidth)
      .map { Int(($0 - west) / cellWidth) }
  }

  // MARK: Painting

  /// A point in cells east and north of where all grids of this size have a line.
  typealias Point = (x: Double, y: Double)

  /// The point at offsets from the origin in units.
  @inline(__always)
  func point(_ x: Int64, _ y: Int64) -> Point {
    (Double(x &- zero.x) * columnsPerUnit, Double(y &- zero.y) * rowsPerUnit)
  }

  /// Marks the cells that a straight line touches.
  ///
  /// - Parameters:
  ///   - a: Where it begins.
  ///   - b: Where it ends.
  ///   - content: Returns the content at a share (0 to 1) of the line; it does not fall along the line.
  @inline(__always)
  mutating func paint(_ a: Point, _ b: Point, _ content: (Double) -> UInt8) {
    Self.forEachCell(a, b) { column, row, share in mark(column, row, content(share)) }
  }

  /// Calls for the column and row of each cell that a straight line touches, and the share (0 to 1) of the line at
  /// which it comes there.
  @inline(__always)
  static func forEachCell(_ a: Point, _ b: Point, _ visit: (Int, Int, Double) -> Void) {
    var column = Int(a.x)
    var row = Int(a.y)
    let lastColumn = Int(b.x)
    let lastRow = Int(b.y)
    visit(column, row, 0)
    if column == lastColumn && row == lastRow { return }
    // Cells from side to side (Amanatides and Woo, "A Fast Voxel Traversal Algorithm", 1987).
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let (stepX, stepY) = (dx > 0 ? 1 : -1, dy > 0 ? 1 : -1)
    var nextX = column == lastColumn ? .infinity : (Double(column &+ (dx > 0 ? 1 : 0)) - a.x) / dx
    var nextY = row == lastRow ? .infinity : (Double(row &+ (dy > 0 ? 1 : 0)) - a.y) / dy
    let (moreX, moreY) = (abs(1 / dx), abs(1 / dy))
    var left = abs(lastColumn &- column) &+ abs(lastRow &- row)
    while left > 0 {
      left &-= 1
      if column != lastColumn && (nextX < nextY || row == lastRow) {
        column &+= stepX
        visit(column, row, min(nextX, 1))
        nextX += moreX
      } else {
        row &+= stepY
        visit(column, row, min(nextY, 1))
        nextY += moreY
      }
    }
  }

  @inline(__always)
  private mutating func mark(_ column: Int, _ row: Int, _ content: UInt8) {
    let (column, row) = (column &- firstColumn, row &- firstRow)
    guard column >= 0, column < columns, row >= 0, row < rows else { return }
    let place = row &* columns &+ column
    if content < cells[place] { cells[place] = content }
  }

  // MARK: Rectangles

  /// The maximum number of cells that are read to leave out a block of roads.
  private static let glance = 100

  /// The cells between two points, as they are painted.
  func cells(from a: Point, to b: Point) -> CellRectangle {
    func place(_ value: Double, _ first: Int, _ count: Int) -> Int {
      Int(min(max(value - Double(first), 0), Double(count - 1)))
    }
    return CellRectangle(
      columns: place(a.x, firstColumn, columns)...place(b.x, firstColumn, columns),
      rows: place(a.y, firstRow, rows)...place(b.y, firstRow, rows))
  }

  /// Whether a rectangle is small and all its cells' contents are below a bound.
  func isAll(_ rectangle: CellRectangle, below bound: UInt8) -> Bool {
    guard rectangle.columns.count &* rectangle.rows.count <= Self.glance else { return false }
    let cells = self.cells.span
    for row in rectangle.rows {
      for column in rectangle.columns where cells[row &* columns &+ column] >= bound {
        return false
      }
    }
    return true
  }
}

/// A size of the cells of grids along one axis: eight in each octave, from 0.7 m on.
struct GridStep: Hashable {
  private let number: UInt8
  private static let octave: [Int64] = [64, 70, 76, 82, 90, 98, 108, 118]

  /// The largest size that is not greater than a number of units, or the smallest.
  init(atMost units: Double) {
    var number: UInt8 = 0
    while number < 255, Double(Self.units(number + 1)) <= units { number += 1 }
    self.number = number
  }

  /// The size in units, an even number.
  var units: Int64 { Self.units(number) }

  private static func units(_ number: UInt8) -> Int64 {
    octave[Int(number & 7)] << Int64(min(number >> 3, 30))
  }
}

/// Cells of a grid, at least one.
struct CellRectangle {
  var columns: ClosedRange<Int>
  var rows: ClosedRange<Int>
}

/// A rectangle of offsets from a coordinate in units.
struct OffsetBox: Equatable {
  var west = Int64.max
  var south = Int64.max
  var east = Int64.min
  var north = Int64.min

  var isEmpty: Bool { west > east }

  @inline(__always)
  mutating func add(_ x: Int64, _ y: Int64) {
    west = min(west, x)
    east = max(east, x)
    south = min(south, y)
    north = max(north, y)
  }
}
