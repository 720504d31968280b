import Hierarchy
import NavFormat
import RoadCosts

/// The turns of the cells in which trips begin and end, the last ones kept.
///
/// What a query must find at its ends is the same for all that begin or end in the same cell under the same
/// metric, and to a service a town is a few cells. Some ten kilobytes each; of a region of two million nodes,
/// five megabytes at most.
struct EndCells: Sendable {
  /// By a hash: the metric in the upper half, the cell's node in the lower; made when first needed.
  private var keys: [UInt64] = []
  private var graphs: [CellGraph] = []
  private var filling = CellFilling()

  /// Memory that is reused from query to query; nothing is known.
  init() {}

  /// The place of the turns of a cell, which are found if they are not known.
  ///
  /// - Parameters:
  ///   - tile: The tile of the cell.
  ///   - top: The index.
  ///   - places: The cell.
  ///   - rules: Without a clock or tolerance.
  ///   - metric: The number of the metric that these rules make; nil if there is none.
  /// - Returns: The place, for ``run(_:at:_:from:)``, until the next is asked for.
  mutating func place(
    _ tile: borrowing TileView, _ top: borrowing TopView, _ places: CellPlaces, _ rules: QueryRules,
    metric: UInt32?
  ) -> Int {
    if keys.isEmpty {
      keys = [UInt64](repeating: .max, count: top.rememberedCount >> 4)
      // The last is for turns that are not to be kept.
      graphs = [CellGraph](repeating: CellGraph(), count: keys.count + 1)
    }
    var number = keys.count
    if let metric {
      let key = UInt64(metric) << 32 | UInt64(places.node)
      // Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3, section 6.4).
      number = Int((key &* 0x9E37_79B9_7F4A_7C15) >> (keys.count.leadingZeroBitCount + 1))
      if keys[number] == key { return number }
      keys[number] = key
    }
    graphs[number].fill(tile, top, places, rules, &filling)
    return number
  }

  /// Searches the cell whose turns are at a place.
  mutating func run(
    _ search: inout CellSearch, at place: Int, _ direction: CellSearch.Direction, from seeds: [Seed]
  ) {
    search.run(&graphs[place], direction, from: seeds)
  }
}
