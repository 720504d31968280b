@testable import Routing

extension ReachGrid {
  /// The levels at the corners once each empty cell has the content of the nearest cell with a road.
  ///
  /// They follow from the distances between all cells and all contents. `limit` is the greatest distance, in thirds of
  /// a cell.
  func levelsByAllDistances(limit: Int) -> [UInt8] {
    var sources: [(column: Int, row: Int, content: UInt8)] = []
    for place in cells.indices where cells[place] != ReachGrid.empty {
      sources.append((place % columns, place / columns, cells[place]))
    }
    var filled = cells
    for place in filled.indices where filled[place] == ReachGrid.empty {
      let (column, row) = (place % columns, place / columns)
      var best = (distance: limit + 1, content: ReachGrid.empty)
      for source in sources {
        let (across, up) = (abs(column - source.column), abs(row - source.row))
        let distance = 3 * max(across, up) + min(across, up)
        if distance <= limit,
          distance < best.distance || distance == best.distance && source.content > best.content
        {
          best = (distance, source.content)
        }
      }
      filled[place] = best.content
    }
    let width = columns + 1
    var levels = [UInt8](repeating: ReachGrid.empty, count: width * (rows + 1))
    for place in filled.indices where filled[place] < ReachGrid.unreached {
      let corner = place / columns * width + place % columns
      for other in [corner, corner + 1, corner + width, corner + width + 1] {
        levels[other] = min(levels[other], filled[place])
      }
    }
    return levels
  }
}
