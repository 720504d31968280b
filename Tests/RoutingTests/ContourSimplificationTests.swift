import Geo
import TestSupport
import Testing

@testable import Routing

/// Points that a line does not need are left out, and the line stays where it is.
@Suite struct ContourSimplificationTests {
  private typealias Point = Contour.Point

  /// The lines around the areas of a grid of 64 x 64 cells, whose painted cells have the value 0 or 1.
  private static func contours(
    _ level: UInt8, _ paint: (inout ReachGrid) -> Void
  ) throws -> [Contour] {
    var box = OffsetBox()
    box.add(0, 0)
    box.add(64_000, 64_000)
    let origin = Coordinate(latitudeUnits: 0, longitudeUnits: 0)
    var grid = ReachGrid(
      at: origin, around: box, metres: 1_000 * Distance.metresPerUnit, margin: 0)
    paint(&grid)
    var tracer = ContourTracer(try ReachField(grid, reach: 0, levelCount: 2), count: 2)
    return tracer.trace(level)
  }

  private static func distance(_ point: Point, _ a: Point, _ b: Point) -> Double {
    let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
    let (px, py) = (Double(point.x - a.x), Double(point.y - a.y))
    let square = dx * dx + dy * dy
    let share = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 0
    let (ex, ey) = (px - share * dx, py - share * dy)
    return (ex * ex + ey * ey).squareRoot()
  }

  @Test("a square keeps its eight corners, which are cut")
  func square() throws {
    let contours = try Self.contours(0) { grid in
      for row in 10..<20 {
        for column in 10..<20 { grid.cells[row * grid.columns + column] = 0 }
      }
    }
    try #require(contours.count == 1)
    // Ten cells have eleven corners, 10 to 20, in halves of a cell 20 to 40. The line is half a cell around them.
    let corners: [(Int32, Int32)] = [
      (20, 19), (40, 19), (41, 20), (41, 40), (40, 41), (20, 41), (19, 40), (19, 20),
    ]
    let points = ContourSimplification.points(contours[0])
    #expect(points.count == 8)
    #expect(Set(points) == Set(corners.map { Point(x: $0.0, y: $0.1) }))
  }

  @Test("no point is farther from the new line than a quarter of a cell", arguments: UInt64(0)..<20)
  func near(_ seed: UInt64) throws {
    for level in UInt8(0)...1 {
      var random = SeededGenerator(seed: seed)
      let contours = try Self.contours(level) { grid in
        for _ in 0..<60 {
          let (row, column) = (
            Int.random(in: 4..<50, using: &random), Int.random(in: 4..<50, using: &random)
          )
          let content = UInt8.random(in: 0...1, using: &random)
          for place in 0..<Int.random(in: 1...12, using: &random) {
            grid.cells[(row + place / 4) * grid.columns + column + place % 4] = content
          }
        }
      }
      for contour in contours {
        let (points, count) = (contour.points, contour.points.count)
        let kept = ContourSimplification.points(contour)
        // The points that remain are in order.
        let places = kept.compactMap { points.firstIndex(of: $0) }
        try #require(places.count == kept.count && places == places.sorted())
        for index in points.indices {
          let isFixed = [index, (index + 1) % count, (index + count - 1) % count]
            .contains { contour.isNode[$0] }
          if isFixed { #expect(places.contains(index)) }
          let after = places.firstIndex { $0 > index } ?? 0
          let before = after == 0 ? kept.count - 1 : after - 1
          #expect(Self.distance(points[index], kept[before], kept[after]) < 0.5)
        }
      }
    }
  }
}
