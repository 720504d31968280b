package import Hierarchy
package import NavFormat

/// The places of one cell's states, as the searches of `Hierarchy` number them: the base edges of its
/// segments, its via edges, then the edges that bound it in the order of the cell's list.
package struct CellPlaces: Sendable {
  /// The node of the cell in the top.
  package let node: UInt32
  package let junctions: Range<Int>
  package let segments: Range<Int>
  package let vias: Range<Int>
  /// The local number of the tile's first via edge.
  private let firstVia: Int
  /// For each segment, by its place among those of the cell, another place, and back; empty for its own.
  private var order: [UInt16] = []
  private var segmentsInOrder: [UInt16] = []

  package init(_ tile: borrowing TileView, _ cell: Int) {
    node = tile.cellNode(cell)
    junctions = tile.cellJunctions(cell)
    segments = tile.cellSegments(cell)
    vias = tile.cellVias(cell)
    firstVia = 2 &* tile.layout.segmentCount
  }

  /// Gives the segments other places.
  ///
  /// - Parameter order: For each segment in cells of the tile its new place, a permutation within each cell.
  package mutating func permute(by order: [UInt16]) {
    guard segments.upperBound <= order.count else { return }
    self.order = segments.map { order[$0] &- UInt16(truncatingIfNeeded: segments.lowerBound) }
    segmentsInOrder = self.order
    for (segment, place) in self.order.enumerated() {
      segmentsInOrder[Int(place)] = UInt16(truncatingIfNeeded: segment)
    }
  }

  /// The number of states inside.
  package var insideCount: Int { 2 &* segments.count &+ vias.count }

  /// The local edge at a place inside.
  @inlinable @inline(__always)
  package func edge(_ place: Int) -> Int {
    guard place < 2 &* segments.count else {
      return firstVia &+ vias.lowerBound &+ (place &- 2 &* segments.count)
    }
    if order.isEmpty { return 2 &* segments.lowerBound &+ place }
    return 2 &* (segments.lowerBound &+ Int(segmentsInOrder[place >> 1])) &+ place & 1
  }

  /// The place of a local edge inside; nil when it is not.
  @inlinable @inline(__always)
  package func place(ofInside edge: Int) -> Int? {
    if edge < firstVia {
      guard segments.contains(edge >> 1) else { return nil }
      let place = edge &- 2 &* segments.lowerBound
      return order.isEmpty ? place : 2 &* Int(order[place >> 1]) &+ place & 1
    }
    let via = edge &- firstVia
    return vias.contains(via) ? 2 &* segments.count &+ via &- vias.lowerBound : nil
  }

  /// The place of a local edge that is inside or bounds the cell; nil for one that does neither.
  @inlinable @inline(__always)
  package func place(of edge: Int, _ tile: borrowing TileView, _ top: borrowing TopView) -> Int? {
    if let inside = place(ofInside: edge) { return inside }
    let node = tile.topNode(edge)
    guard node != TopIndex.none, let place = top.place(of: node, in: self.node) else { return nil }
    return insideCount &+ place
  }
}
