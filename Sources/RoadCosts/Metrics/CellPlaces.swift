package import Hierarchy
package import NavFormat

/// The numbering of a cell's states in the searches of `Hierarchy`.
///
/// The base edges of its segments come first, then its via edges, then its bounding edges in the
/// order of the cell's list.
package struct CellPlaces: Sendable {
  /// The hierarchy node of the cell.
  package let node: TopNode
  /// Its junctions, own ones of the tile.
  package let junctions: Range<JunctionIndex>
  /// Its segments, which begin and end at its junctions.
  package let segments: Range<SegmentIndex>
  /// Its via edges, by their numbers among those of the tile.
  package let vias: Range<Int>
  /// The tile's first via edge.
  private let firstVia: EdgeIndex
  /// The place of each segment of the cell after ``permute(by:)``, and the inverse; both empty before.
  private var order: [UInt16] = []
  private var segmentsInOrder: [UInt16] = []

  /// The places of a cell of a tile.
  package init(_ tile: borrowing TileView, _ cell: CellIndex) {
    node = tile.cellNode(cell)
    junctions = tile.cellJunctions(cell)
    segments = tile.cellSegments(cell)
    vias = tile.cellVias(cell)
    firstVia = tile.layout.firstVia
  }

  /// Changes the places of the segments.
  ///
  /// - Parameter order: The new place of each segment in cells of the tile, a permutation within each cell.
  package mutating func permute(by order: [UInt16]) {
    guard segments.upperBound.rawValue <= order.count else { return }
    let first = UInt16(truncatingIfNeeded: segments.lowerBound.rawValue)
    self.order = segments.map { order[$0.rawValue] &- first }
    segmentsInOrder = self.order
    for (segment, place) in self.order.enumerated() {
      segmentsInOrder[Int(place)] = UInt16(truncatingIfNeeded: segment)
    }
  }

  /// The number of states inside.
  package var insideCount: Int { 2 &* segments.count &+ vias.count }

  /// The local edge at a place inside.
  @inlinable @inline(__always)
  package func edge(_ place: Int) -> EdgeIndex {
    guard place < 2 &* segments.count else {
      return firstVia.advanced(by: vias.lowerBound &+ (place &- 2 &* segments.count))
    }
    let first = segments.lowerBound
    if order.isEmpty { return first.forwardEdge.advanced(by: place) }
    let ordered = EdgeIndex(place)
    return ordered.moved(
      to: first.advanced(by: Int(segmentsInOrder[ordered.segment.rawValue])))
  }

  /// The place of the reverse of a base edge inside.
  @inlinable @inline(__always)
  package static func reversed(_ place: Int) -> Int { EdgeIndex(place).reversed.rawValue }

  /// The place of a local edge inside the cell; nil for any other edge.
  @inlinable @inline(__always)
  package func place(ofInside edge: EdgeIndex) -> Int? {
    if edge < firstVia {
      guard segments.contains(edge.segment) else { return nil }
      let first = segments.lowerBound
      if order.isEmpty { return first.forwardEdge.distance(to: edge) }
      return edge.place(inPairs: Int(order[first.distance(to: edge.segment)]))
    }
    let via = firstVia.distance(to: edge)
    return vias.contains(via) ? 2 &* segments.count &+ via &- vias.lowerBound : nil
  }

  /// The place of a local edge that is inside the cell or bounds it; nil for any other edge.
  @inlinable @inline(__always)
  package func place(of edge: EdgeIndex, _ tile: borrowing TileView, _ top: borrowing TopView)
    -> Int?
  {
    if let inside = place(ofInside: edge) { return inside }
    let node = tile.topNode(edge)
    guard !node.isNone, let place = top.place(of: node, in: self.node) else { return nil }
    return insideCount &+ place
  }
}
