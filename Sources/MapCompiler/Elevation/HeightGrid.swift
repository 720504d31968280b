import Geo

/// The heights of one degree by one degree, from an SRTM file.
///
/// Rows run from north to south, columns from west to east; the outermost lie on the borders of the degree, so that
/// neighbouring files share them.
struct HeightGrid: Sendable {
  /// The points along a side of files with 3 and with 1 arc seconds.
  static let sides = [1_201, 3_601]
  /// The value of a point without a height.
  static let void: Int16 = -32_768
  /// How far, in points, the surroundings of a point without a height reach.
  static let reach = 64
  /// The heights that can be true, in metres; others are errors of the data and count as missing.
  static let plausible: ClosedRange<Int16> = -500...9_000

  /// The points along a side.
  let side: Int
  private let metres: [Int16]

  /// A grid from the bytes of an `.hgt` file: big-endian metres, row by row.
  ///
  /// - Returns: Nil unless the length is that of a known grid.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let side = Self.sides.first(where: { 2 * $0 * $0 == bytes.count }) else { return nil }
    self.side = side
    var metres: [Int16] = []
    metres.reserveCapacity(side * side)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let value = Int16(bitPattern: UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1]))
      metres.append(Self.plausible.contains(value) ? value : Self.void)
      at += 2
    }
    self.metres = metres
  }

  /// Bytes of memory.
  var byteCount: Int { 2 * metres.count }

  /// The height of a place in the degree, interpolated linearly between the four points around it.
  ///
  /// - Parameters:
  ///   - north: Units of 1e-7 degrees from the southern border.
  ///   - east: Units from the western border.
  /// - Returns: Centimetres; nil if there is no height nearby.
  func centimetres(north: Int64, east: Int64) -> Int32? {
    let steps = Int64(side - 1)
    let unit = Int64(Coordinate.unitsPerDegree)
    let down = (unit - north) * steps
    let right = east * steps
    let row = Int(min(down / unit, steps - 1))
    let column = Int(min(right / unit, steps - 1))
    let y = Double(down - Int64(row) * unit) / Double(unit)
    let x = Double(right - Int64(column) * unit) / Double(unit)
    // A point without weight does not count, so that a border needs no neighbour.
    var sum = 0.0
    for (r, weight) in [(row, 1 - y), (row + 1, y)] where weight > 0 {
      for (c, share) in [(column, 1 - x), (column + 1, x)] where share > 0 {
        guard let height = height(r, c) else { return nil }
        sum += weight * share * height
      }
    }
    return Int32((sum * 100).rounded())
  }

  /// The height of a point in metres; one that is missing comes from its surroundings.
  private func height(_ row: Int, _ column: Int) -> Double? {
    let value = metres[row * side + column]
    return value != Self.void ? Double(value) : filled(row, column)
  }

  /// The mean of the nearest heights in eight directions, weighted by the inverse of their distances.
  ///
  /// Nil with heights in fewer than three directions, as in the sea and outside the data.
  private func filled(_ row: Int, _ column: Int) -> Double? {
    var (sum, weights, found) = (0.0, 0.0, 0)
    for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
      for step in 1...Self.reach {
        let (r, c) = (row + step * down, column + step * right)
        guard r >= 0, c >= 0, r < side, c < side else { break }
        let value = metres[r * side + c]
        if value == Self.void { continue }
        let weight = 1 / (Double(step) * (down != 0 && right != 0 ? 2.0.squareRoot() : 1))
        sum += weight * Double(value)
        weights += weight
        found += 1
        break
      }
    }
    return found >= 3 ? sum / weights : nil
  }
}
