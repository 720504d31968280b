import Geo
import Testing

@Suite struct HilbertCurveTests {
  /// Places in the middle of the cells of a grid of 2^bits by 2^bits over all 32-bit coordinates.
  private static func indices(bits: Int) -> [(index: UInt64, row: Int, column: Int)] {
    let size = 1 << bits
    let step = Int64(1) << Int64(32 - bits)
    var result: [(UInt64, Int, Int)] = []
    for row in 0..<size {
      for column in 0..<size {
        let place = Coordinate(
          latitudeUnits: Int32(Int64(Int32.min) + Int64(row) * step + step / 2),
          longitudeUnits: Int32(Int64(Int32.min) + Int64(column) * step + step / 2))
        // The cells of the coarse grid are visited in whole runs of the fine curve.
        result.append((HilbertCurve.index(of: place) >> UInt64(64 - 2 * bits), row, column))
      }
    }
    return result.sorted { $0.0 < $1.0 }
  }

  @Test("every cell of a grid has an index of its own, and all are taken", arguments: 1...6)
  func bijective(bits: Int) {
    let found = Self.indices(bits: bits).map(\.index)
    #expect(found == Array(0..<UInt64(1 << (2 * bits))))
  }

  @Test("the next index is the cell above, below, left or right", arguments: 1...6)
  func adjacent(bits: Int) {
    let cells = Self.indices(bits: bits)
    for (a, b) in zip(cells, cells.dropFirst()) {
      #expect(abs(a.row - b.row) + abs(a.column - b.column) == 1)
    }
  }

  @Test("the corners of the finest grid have indices at the ends of the curve")
  func ends() {
    let first = Coordinate(latitudeUnits: .min, longitudeUnits: .min)
    let last = Coordinate(latitudeUnits: .min, longitudeUnits: .max)
    #expect(HilbertCurve.index(of: first) == 0)
    #expect(HilbertCurve.index(of: last) == .max)
  }

  @Test("the finest cells next to each other on the curve are next to each other on the map")
  func finest() {
    // Sixteen by sixteen units in an aligned block are visited in one run of 256.
    let base = Coordinate(latitudeUnits: 437_392_000 & ~15, longitudeUnits: 74_274_000 & ~15)
    var cells: [(UInt64, Int32, Int32)] = []
    for row in 0..<16 as Range<Int32> {
      for column in 0..<16 as Range<Int32> {
        let place = Coordinate(
          latitudeUnits: base.latitudeUnits + row, longitudeUnits: base.longitudeUnits + column)
        cells.append((HilbertCurve.index(of: place), row, column))
      }
    }
    cells.sort { $0.0 < $1.0 }
    for (a, b) in zip(cells, cells.dropFirst()) {
      #expect(b.0 == a.0 + 1)
      #expect(abs(a.1 - b.1) + abs(a.2 - b.2) == 1)
    }
  }
}
