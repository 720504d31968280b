package import Geo
package import NavFormat

/// The properties of a base edge for turns onto and from it; eight bytes, since a cell has hundreds.
package struct CellRoad: Sendable {
  /// The cost of the whole edge with its price; ``closed`` if it is not open to through traffic.
  package let cost: UInt32
  /// The bearing in which it leaves its beginning.
  package let bearing: Bearing
  /// Whether its access allows any use.
  package let isUsable: Bool
  /// Whether it is part of a roundabout or traffic circle.
  package let isRing: Bool

  /// The cost of an edge that is not open.
  @inlinable package static var closed: UInt32 { .max }

  /// Reads an edge whose segment is read already.
  @inlinable @inline(__always)
  package init(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ segment: SegmentRecord,
    _ rules: borrowing QueryRules,
    _ entries: borrowing Span<UInt32>
  ) {
    let entry = entries[edge.place(inPairs: segment.attributeRow)]
    cost = rules.openCost(tile, edge, segment, entry, entries) ?? Self.closed
    bearing = segment.departure(along: edge)
    isUsable = entry & RoadTables.isUsable != 0
    isRing = entry & RoadTables.isRing != 0
  }

  /// Reads a single edge.
  package init(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ rules: borrowing QueryRules,
    _ entries: borrowing Span<UInt32>
  ) {
    self.init(tile, edge, tile.record(edge.segment), rules, entries)
  }
}

/// The base edges of the segments of a cell, read once for all turns onto them.
package struct CellRoads: Sendable {
  private var roads: [CellRoad] = []
  private var first = EdgeIndex(0)

  /// Empty memory, reused from cell to cell.
  package init() {}

  /// Reads the roads of a cell.
  package mutating func find(
    _ tile: borrowing TileView, _ places: CellPlaces, _ rules: borrowing QueryRules,
    _ entries: borrowing Span<UInt32>
  ) {
    roads.removeAll(keepingCapacity: true)
    first = places.segments.lowerBound.forwardEdge
    for segment in places.segments {
      let record = tile.record(segment)
      let forward = segment.forwardEdge
      roads.append(CellRoad(tile, forward, record, rules, entries))
      roads.append(CellRoad(tile, forward.reversed, record, rules, entries))
    }
  }

  /// The properties of a local base edge, in the cell or not.
  @inlinable @inline(__always)
  package func road(
    _ edge: EdgeIndex, _ tile: borrowing TileView, _ rules: borrowing QueryRules,
    _ entries: borrowing Span<UInt32>
  ) -> CellRoad {
    let place = first.distance(to: edge)
    if place >= 0 && place < roads.count { return roads[place] }
    return CellRoad(tile, edge, rules, entries)
  }
}
