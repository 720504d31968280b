import Bytes
import Hierarchy
package import MapReader
import NavFormat
package import RouteModel

/// The fastest order for metrics to eliminate the segments of each cell of a map; found once.
///
/// The compiler has such an order from making the hierarchy. An engine finds it from the roads, in
/// less time than it saves with the first metric.
package final class CellOrders: Sendable {
  private let map: NavMap
  private let found = Guarded<[[UInt16]]?>(nil)

  /// The orders of a map, found on first use.
  package init(_ map: NavMap) { self.map = map }

  /// The orders, as ``StandardMetric`` takes them.
  ///
  /// - Throws: ``RoutingError/map(_:)`` if a tile is damaged, ``RoutingError/cancelled``.
  package func orders() throws(RoutingError) -> [[UInt16]] {
    if let known = found.withLock({ $0 }) { return known }
    var finder = Finder()
    var orders: [[UInt16]] = []
    for number in map.tiles {
      if Task.isCancelled { throw .cancelled }
      let map = self.map
      do throws(NavError) { orders.append(finder.order(try map.tile(number))) } catch {
        throw RoutingError(error)
      }
    }
    found.withLock { [orders] in $0 = orders }
    return orders
  }

  /// Finds the orders of one tile after the other.
  private struct Finder {
    private var neighbours = MinimumDegree()
    /// The segments that bound the cell.
    private var outside: [Int] = []
    /// The columns of the segments at each junction, and the end of each junction's columns.
    private var columns: [Int] = []
    private var ends: [Int] = []
    /// Cells in files may have more segments; their order is that of the file.
    private static let maximumCount = 1_024

    /// The place of each segment in cells of a tile.
    mutating func order(_ tile: borrowing TileView) -> [UInt16] {
      var order = (0..<tile.layout.cellSegmentCount).map { UInt16(truncatingIfNeeded: $0) }
      for cell in tile.layout.cells {
        let segments = tile.cellSegments(cell)
        guard segments.count <= Self.maximumCount, segments.upperBound.rawValue <= order.count
        else { continue }
        fill(tile, cell, segments)
        for (place, segment) in neighbours.order().enumerated() {
          let first = segments.lowerBound.rawValue
          order[first + segment] = UInt16(truncatingIfNeeded: first + place)
        }
      }
      return order
    }

    /// Sets up the segments that meet in a cell.
    private mutating func fill(
      _ tile: borrowing TileView, _ cell: CellIndex, _ segments: Range<SegmentIndex>
    ) {
      outside.removeAll(keepingCapacity: true)
      columns.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      for junction in tile.cellJunctions(cell) {
        for place in tile.outRange(junction) {
          columns.append(column(tile.out(place).segment, segments))
        }
        ends.append(columns.count)
      }
      neighbours.begin(count: segments.count, columns: segments.count + outside.count)
      var begin = 0
      for end in ends {
        neighbours.join(columns, begin..<end)
        begin = end
      }
    }

    /// The column of a segment: inside the cell first, then outside.
    private mutating func column(_ segment: SegmentIndex, _ segments: Range<SegmentIndex>) -> Int {
      if segments.contains(segment) { return segments.lowerBound.distance(to: segment) }
      if let known = outside.firstIndex(of: segment.rawValue) { return segments.count + known }
      outside.append(segment.rawValue)
      return segments.count + outside.count - 1
    }
  }
}
