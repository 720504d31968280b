import Geo
import TestSupport
import Testing

@testable import Routing

/// What roads touch is the same in all grids of one size.
@Suite struct RoadRasterTests {
  /// A grid around a box in metres.
  private static func grid(_ origin: Coordinate, _ east: ClosedRange<Int64>) -> ReachGrid {
    var box = OffsetBox()
    box.add(east.lowerBound, -30_000)
    box.add(east.upperBound, 90_000)
    return ReachGrid(at: origin, around: box, metres: 20, margin: 100)
  }

  private static func paint(
    _ lines: [(Coordinate, Coordinate)], _ grid: inout ReachGrid, _ content: UInt8
  ) {
    func point(_ place: Coordinate) -> ReachGrid.Point {
      grid.point(
        Distance.longitudeDifference(grid.origin, place),
        Int64(place.latitudeUnits) - Int64(grid.origin.latitudeUnits))
    }
    for (from, to) in lines { grid.paint(point(from), point(to)) { _ in content } }
  }

  @Test(
    "a raster from one grid marks the cells in another that drawing marks",
    arguments: UInt64(0)..<20)
  func same(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let origin = Coordinate(
      latitudeUnits: Int32.random(in: -600_000_000...600_000_000, using: &random),
      longitudeUnits: Int32.random(in: -1_799_000_000...1_799_000_000, using: &random))
    func place() -> Coordinate {
      Coordinate(
        latitudeUnits: origin.latitudeUnits + Int32.random(in: -20_000...80_000, using: &random),
        longitudeUnits: origin.longitudeUnits + Int32.random(in: 0...120_000, using: &random))
    }
    let lines = (0..<Int.random(in: 0...12, using: &random)).map { _ in (place(), place()) }
    // The other grid begins elsewhere, and some lines lie outside.
    let other = Coordinate(
      latitudeUnits: origin.latitudeUnits + Int32.random(in: -900...900, using: &random),
      longitudeUnits: origin.longitudeUnits + Int32.random(in: -900...900, using: &random))
    var whole = Self.grid(origin, -10_000...140_000)
    var (drawn, marked) = (Self.grid(other, 31_000...93_000), Self.grid(other, 31_000...93_000))
    try #require(whole.steps?.width == drawn.steps?.width)
    try #require(whole.steps?.height == drawn.steps?.height)
    Self.paint(lines, &whole, 0)
    Self.paint(lines, &drawn, 1)
    let raster = RoadRaster(of: whole)
    raster.paint(&marked, 1)
    #expect(drawn.cells == marked.cells)
    let marks = marked.cells.indices.filter { marked.cells[$0] == 1 }
    let inside = raster.cells(in: marked)
    for place in marks {
      #expect(inside?.columns.contains(place % marked.columns) == true)
      #expect(inside?.rows.contains(place / marked.columns) == true)
    }
    raster.paint(&marked, ReachGrid.unreached)
    #expect(drawn.cells == marked.cells, "a smaller content stays")
  }
}
