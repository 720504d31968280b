import Geo
import TestSupport
import Testing

@testable import Routing

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

  /// The levels at the corners, from the distances between all cells and all contents.
  private static func levels(_ grid: ReachGrid, limit: Int) -> [UInt8] {
    let sources = grid.cells.indices.filter { grid.cells[$0] != ReachGrid.empty }
    var filled = grid.cells
    for place in filled.indices where filled[place] == ReachGrid.empty {
      var best = (distance: limit + 1, content: ReachGrid.empty)
      for source in sources {
        let across = abs(place % grid.columns - source % grid.columns)
        let up = abs(place / grid.columns - source / grid.columns)
        let distance = 3 * max(across, up) + min(across, up)
        let content = grid.cells[source]
        if distance <= limit,
          distance < best.distance || distance == best.distance && content > best.content
        {
          best = (distance, content)
        }
      }
      filled[place] = best.content
    }
    let width = grid.columns + 1
    var levels = [UInt8](repeating: ReachGrid.empty, count: width * (grid.rows + 1))
    for place in filled.indices where filled[place] < ReachGrid.unreached {
      let corner = place / grid.columns * width + place % grid.columns
      for other in [corner, corner + 1, corner + width, corner + width + 1] {
        levels[other] = min(levels[other], filled[place])
      }
    }
    return levels
  }

  // With one value keys of eight bits are enough up to a distance of 39, with two or three up to 18.
  @Test("each corner has the level of the nearest road, up to the limit", arguments: UInt64(0)..<40)
  func nearest(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let reach = [0, 1, 4, 10, 18, 19, 32, 39, 40, 80][Int(seed) % 10]
    let levelCount = 1 + Int(seed) / 10
    let grid = Self.grid(&random, border: reach, levelCount)
    let field = try ReachField(grid, reach: Double(reach), levelCount: levelCount)
    #expect(field.levels == Self.levels(grid, limit: 3 * reach))
    #expect(field.width == grid.columns + 1 && field.height == grid.rows + 1)
  }
}
