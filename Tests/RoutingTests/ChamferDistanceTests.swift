import Geo
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// Empty cells get the content of the nearest cell with a road.
@Suite struct ChamferDistanceTests {
  /// A grid of random lines, with a border of empty cells.
  private static func grid(
    _ random: inout SeededGenerator, border: Int, _ levelCount: Int
  ) -> ReachGrid {
    let units: Int64 = 1_000
    var box = OffsetBox()
    box.add(0, 0)
    let east = units * Int64.random(in: 0...150, using: &random)
    box.add(east, units * Int64.random(in: 0...60, using: &random))
    let metres = Double(units) * Distance.metresPerUnit
    var grid = ReachGrid(
      at: Coordinate(latitudeUnits: 0, longitudeUnits: 0), around: box, metres: metres,
      margin: Double(border) * metres)
    let inner = border + 2
    let contents = (0..<UInt8(levelCount)) + [ReachGrid.unreached]
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let content = contents.randomElement(using: &random) ?? 0
      var column = Int.random(in: inner..<grid.columns - inner, using: &random)
      var row = Int.random(in: inner..<grid.rows - inner, using: &random)
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let place = row * grid.columns + column
        grid.cells[place] = min(grid.cells[place], content)
        column += Int.random(in: -1...1, using: &random)
        row += Int.random(in: -1...1, using: &random)
        column = min(max(column, inner), grid.columns - inner - 1)
        row = min(max(row, inner), grid.rows - inner - 1)
      }
    }
    return grid
  }

  // With one value keys of eight bits are enough up to a distance of 39, with two or three up to 18.
  @Test("each corner has the level of the nearest road, up to the limit", arguments: UInt64(0)..<40)
  func nearest(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let reach = [0, 1, 4, 10, 18, 19, 32, 39, 40, 80][Int(seed) % 10]
    let levelCount = 1 + Int(seed) / 10
    let grid = Self.grid(&random, border: reach, levelCount)
    let field = try ReachField(grid, reach: Double(reach), levelCount: levelCount)
    #expect(field.levels == grid.levelsByAllDistances(limit: 3 * reach))
    #expect(field.width == grid.columns + 1 && field.height == grid.rows + 1)
  }
}
