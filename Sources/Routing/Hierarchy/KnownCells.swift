import Hierarchy

/// The turns of the cells in which trips ended last, under the metrics that they were asked for.
///
/// What a query must find at its ends is the same for all that begin or end in the same cell, and to a service a
/// town is a few cells. Some ten kilobytes each.
struct KnownCells: Sendable {
  private static let limit = 128

  /// By a hash: the metric in the upper half, the cell's node in the lower; made when first needed.
  private var keys: [UInt64] = []
  var graphs: [CellGraph] = []

  /// Where the turns of a cell are, and whether they are there already; else they are to be put there.
  ///
  /// - Parameters:
  ///   - cell: The node of the cell.
  ///   - metric: One whose costs are those of the query (``HierarchyMetric/isExact``).
  mutating func place(of cell: UInt32, _ metric: HierarchyMetric) -> (number: Int, isKnown: Bool) {
    let (number, key) = Self.hash(cell, metric)
    if keys.isEmpty {
      keys = [UInt64](repeating: .max, count: Self.limit)
      graphs = [CellGraph](repeating: CellGraph(), count: Self.limit)
    }
    defer { keys[number] = key }
    return (number, keys[number] == key)
  }

  /// Where the turns of a cell are, if they are.
  func knownPlace(of cell: UInt32, _ metric: HierarchyMetric) -> Int? {
    let (number, key) = Self.hash(cell, metric)
    return !keys.isEmpty && keys[number] == key ? number : nil
  }

  private static func hash(_ cell: UInt32, _ metric: HierarchyMetric) -> (number: Int, key: UInt64)
  {
    let key = UInt64(metric.number) << 32 | UInt64(cell)
    // The golden ratio spreads neighbours (Knuth, The Art of Computer Programming 3, 6.4).
    return (Int((key &* 0x9E37_79B9_7F4A_7C15) >> 57), key)
  }
}
