package import NavFormat
package import RoadModel

/// The time and the cost of a base edge, whole or up to a point; only this type splits edges.
///
/// A share counts from the beginning of the edge and is rounded by itself. The part between two points is the
/// difference of their shares, so the parts of an edge add up to the whole.
package struct EdgeMeasure {
  /// The length in centimetres.
  package let length: UInt32
  /// The time of the whole edge.
  package let time: Centiseconds
  /// The cost of the whole edge, without the price of an avoided road.
  package let cost: UInt32

  @inlinable @inline(__always)
  package init(length: UInt32, time: Centiseconds, cost: UInt32) {
    self.length = length
    self.time = time
    self.cost = cost
  }

  /// A measure with the time as the cost, if only the time matters.
  package init(length: UInt32, time: Centiseconds) {
    self.init(length: length, time: time, cost: time)
  }

  /// The time from the beginning to a point `along` centimetres behind it.
  @inlinable @inline(__always)
  package func time(upTo along: UInt32) -> Centiseconds {
    Costing.partTime(time, part: along, of: length)
  }

  /// The cost from the beginning to a point.
  @inlinable @inline(__always)
  package func cost(upTo along: UInt32) -> UInt32 {
    Costing.partTime(cost, part: along, of: length)
  }

  /// The time from a point to the end.
  package func time(from along: UInt32) -> Centiseconds { time &- time(upTo: along) }

  /// The cost from a point to the end.
  package func cost(from along: UInt32) -> UInt32 { cost &- cost(upTo: along) }
}

extension QueryRules {
  /// The time and the cost of a base edge that is entered at a time.
  package func measure(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> EdgeMeasure {
    let time = edgeTime(tile, edge, at: entered)
    return EdgeMeasure(
      length: tile.length(edge.segment), time: time, cost: cost(tile, edge, time: time))
  }
}
