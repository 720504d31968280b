import Hierarchy
import NavFormat
import RoadCosts

/// A cache of the turns of the cells in which trips begin and end.
///
/// All queries with an end in the same cell and with the same metric need the same turns, and a
/// town has only a few cells. A cell takes about ten kilobytes; for a region of two million nodes,
/// the cache takes at most five megabytes.
struct EndCells: Sendable {
  /// The metrics and nodes of the cells, by a hash; allocated on first use.
  private var keys: [MetricNode] = []
  private var graphs: [CellGraph] = []
  private var filling = CellFilling()

  /// Empty memory, reused from query to query.
  init() {}

  /// The place of the turns of a cell, which are computed if they are not cached.
  ///
  /// - Parameters:
  ///   - tile: The tile of the cell.
  ///   - top: The hierarchy.
  ///   - places: The numbering of the cell.
  ///   - rules: Rules without a clock or tolerance.
  ///   - metric: The number of the metric made by these rules; nil if there is none, so that nothing is cached.
  /// - Returns: The place for ``run(_:at:_:from:)``, valid until the next call.
  mutating func place(
    _ tile: borrowing TileView, _ top: borrowing TopView, _ places: CellPlaces, _ rules: QueryRules,
    metric: UInt32?
  ) -> Int {
    if keys.isEmpty {
      keys = [MetricNode](repeating: .none, count: top.rememberedCount >> 4)
      // The last graph has turns that are not cached.
      graphs = [CellGraph](repeating: CellGraph(), count: keys.count + 1)
    }
    var number = keys.count
    if let metric {
      let key = MetricNode(metric: metric, places.node)
      number = key.place(of: keys.count)
      if keys[number] == key { return number }
      keys[number] = key
    }
    graphs[number].fill(tile, top, places, rules, &filling)
    return number
  }

  /// Searches the cell whose turns are at a place.
  mutating func run(
    _ search: inout CellSearch, at place: Int, _ direction: CellSearch.Direction,
    from seeds: [PlaceSeed]
  ) {
    search.run(&graphs[place], direction, from: seeds)
  }
}
