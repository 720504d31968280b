import Geo
import GeoTIFF

/// The heights of one degree by one degree.
///
/// Rows are from north to south, columns from west to east. Those of SRTM files include the borders
/// of the degree, so that neighbouring files share them; those of GeoTIFF files may end a step
/// before them.
struct HeightGrid: Sendable {
  /// The number of points along a side of SRTM files with 3 and with 1 arc seconds.
  static let sides = [1_201, 3_601]
  /// The maximum width in metres of a void that is filled from around it.
  static let filledMetres = 1_000.0
  /// The distance in points from known heights within which voids are filled, for roads on shores.
  private static let shore = 2
  /// The possible heights in metres; others are errors of the data and count as missing.
  static let plausible: ClosedRange<Int16> = -500...9_000

  /// The heights in metres, row by row.
  private enum Heights {
    /// Big-endian 16-bit integers as in the file; only a few are used.
    case whole([UInt8])
    /// Heights in metres; missing ones are NaN.
    case exact([Float])
  }

  /// The number of points from north to south and from west to east.
  let rows: Int
  let columns: Int
  private let heights: Heights
  /// The distances in units of the first row and column from the southern and western borders.
  private var top = Double(Coordinate.unitsPerDegree)
  private var left = 0.0
  let rowsPerDegree: Double
  private let columnsPerDegree: Double

  /// A grid from the bytes of an `.hgt` file: big-endian metres, row by row.
  ///
  /// - Returns: The grid; nil if the length is not that of a known grid.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let side = Self.sides.first(where: { 2 * $0 * $0 == bytes.count }) else { return nil }
    heights = .whole(Array(bytes))
    (rows, columns) = (side, side)
    rowsPerDegree = Double(side - 1)
    columnsPerDegree = Double(side - 1)
  }

  /// The part of a GeoTIFF file in a degree, with a further point on each side if there is one.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - latitude: The southern border in degrees.
  ///   - longitude: The western border in degrees, as the file counts longitudes.
  /// - Throws: ``GeoTIFFError`` if the file is damaged there, or has less than two rows or columns there.
  init(_ file: borrowing GeoTIFFFile, latitude: Int, longitude: Int) throws(GeoTIFFError) {
    let grid = file.grid
    func part(_ begin: Double, _ step: Double, _ count: Int) -> Range<Int> {
      let first = min(max((begin / step).rounded(.down) - 1, 0), Double(count))
      let end = min(max(((begin + 1) / step).rounded(.up) + 2, first), Double(count))
      return Int(first)..<Int(end)
    }
    let rows = part(grid.north - Double(latitude + 1), grid.rowStep, grid.rows)
    let columns = part(Double(longitude) - grid.west, grid.columnStep, grid.columns)
    let limits = Float(Self.plausible.lowerBound)...Float(Self.plausible.upperBound)
    heights = .exact(
      try file.heights(rows: rows, columns: columns).map { limits.contains($0) ? $0 : .nan })
    (self.rows, self.columns) = (rows.count, columns.count)
    let unit = Double(Coordinate.unitsPerDegree)
    top = (grid.north - Double(rows.lowerBound) * grid.rowStep - Double(latitude)) * unit
    left = (grid.west + Double(columns.lowerBound) * grid.columnStep - Double(longitude)) * unit
    rowsPerDegree = 1 / grid.rowStep
    columnsPerDegree = 1 / grid.columnStep
  }

  /// The width of ``filledMetres`` in points, with a minimum for coarse grids.
  private var reach: Int {
    let metresPerDegree = Distance.metresPerUnit * Coordinate.unitsPerDegree
    let points = max(rowsPerDegree * Self.filledMetres / metresPerDegree, 3)
    return Int(min(points, Double(max(rows, columns, 3))))
  }

  /// The number of bytes of memory.
  var byteCount: Int { (isWhole ? 2 : 4) * rows * columns }
  private var isWhole: Bool { if case .whole = heights { true } else { false } }

  /// The height of a place in the degree, interpolated linearly between the four points around it.
  ///
  /// At most a step outside the grid the height is that of its border.
  ///
  /// - Parameters:
  ///   - north: Units of 1e-7 degrees from the southern border.
  ///   - east: Units from the western border.
  /// - Returns: Centimetres, whether they include a filled point, and the steps from the place to the grid, down or up
  ///   and to a side; nil if there is no height nearby.
  func centimetres(
    north: Int64, east: Int64
  ) -> (height: Int32, isFilled: Bool, outside: SIMD2<Double>)? {
    let unit = Double(Coordinate.unitsPerDegree)
    let wanted = (
      down: (top - Double(north)) * rowsPerDegree / unit,
      right: (Double(east) - left) * columnsPerDegree / unit
    )
    guard let down = Self.clamped(wanted.down, rows),
      let right = Self.clamped(wanted.right, columns)
    else { return nil }
    let outside = SIMD2((wanted.down - down).magnitude, (wanted.right - right).magnitude)
    let row = min(Int(down), rows - 1)
    let column = min(Int(right), columns - 1)
    let (y, x) = (down - Double(row), right - Double(column))
    // Points without weight are not read, so that a border needs no neighbour.
    var (sum, isFilled) = (0.0, false)
    for (r, weight) in [(row, 1 - y), (row + 1, y)] where weight > 0 {
      for (c, share) in [(column, 1 - x), (column + 1, x)] where share > 0 {
        if let height = known(r, c) {
          sum += weight * share * height
        } else {
          guard let height = filled(r, c) else { return nil }
          sum += weight * share * height
          isFilled = true
        }
      }
    }
    return (
      Int32((sum * 100).rounded()), isFilled, outside.replacing(with: 0, where: outside .< 0.001)
    )
  }

  /// A place among points, moved to the border if it is at most a step outside; nil beyond.
  private static func clamped(_ place: Double, _ count: Int) -> Double? {
    guard count > 0, place > -1.001, place < Double(count) + 0.001 else { return nil }
    return min(max(place, 0), Double(count - 1))
  }

  /// The height of a point of the data in metres; nil if it has none.
  private func known(_ row: Int, _ column: Int) -> Double? {
    switch heights {
    case .whole(let bytes):
      let at = 2 * (row * columns + column)
      let value = Int16(bitPattern: UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1]))
      return Self.plausible.contains(value) ? Double(value) : nil
    case .exact(let metres):
      let value = metres[row * columns + column]
      return value.isNaN ? nil : Double(value)
    }
  }

  /// The mean of the nearest heights in eight directions, weighted by the inverse of their distances.
  ///
  /// It is nil if heights are in fewer than three directions, as in the sea and outside the data,
  /// and inside a void that is wider than ``filledMetres`` in all directions.
  private func filled(_ row: Int, _ column: Int) -> Double? {
    let reach = self.reach
    var (sum, weights, found, nearest) = (0.0, 0.0, 0, Double.infinity)
    // The distance in points to the nearest height in each direction; opposite ones are four apart.
    var ways = [Double](repeating: .infinity, count: 8)
    for (index, (down, right)) in Self.directions.enumerated() {
      for step in 1...reach {
        let (r, c) = (row + step * down, column + step * right)
        guard r >= 0, c >= 0, r < rows, c < columns else { break }
        guard let value = known(r, c) else { continue }
        ways[index] = Double(step) * (down != 0 && right != 0 ? 2.0.squareRoot() : 1)
        sum += value / ways[index]
        weights += 1 / ways[index]
        nearest = min(nearest, ways[index])
        found += 1
        break
      }
    }
    guard found >= 3 else { return nil }
    let isNarrow = (0..<4).contains { ways[$0] + ways[$0 + 4] <= Double(reach + 1) }
    return isNarrow || nearest <= Double(Self.shore) ? sum / weights : nil
  }

  private static let directions = [
    (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1),
  ]
}
