package import NavFormat
package import RoadModel

/// What a base edge takes and costs as far as a point on it: the one place where an edge is split.
///
/// Each share counts from the beginning of the edge and is rounded on its own. The part between two points is the
/// difference of their shares, so the parts of an edge add up to the whole.
package struct EdgeMeasure {
  /// Centimetres.
  package let length: UInt32
  /// The time of the whole edge.
  package let time: Centiseconds
  /// What the whole edge costs, without the price of being on it.
  package let cost: UInt32

  @inlinable @inline(__always)
  package init(length: UInt32, time: Centiseconds, cost: UInt32) {
    self.length = length
    self.time = time
    self.cost = cost
  }

  /// Of an edge of which only the time matters.
  package init(length: UInt32, time: Centiseconds) {
    self.init(length: length, time: time, cost: time)
  }

  /// The time from the beginning to a point, so many centimetres along.
  @inlinable @inline(__always)
  package func time(upTo along: UInt32) -> Centiseconds {
    Costing.partTime(time, part: along, of: length)
  }

  /// What it costs from the beginning to a point.
  @inlinable @inline(__always)
  package func cost(upTo along: UInt32) -> UInt32 {
    Costing.partTime(cost, part: along, of: length)
  }

  /// The time from a point to the end.
  package func time(from along: UInt32) -> Centiseconds { time &- time(upTo: along) }

  /// What it costs from a point to the end.
  package func cost(from along: UInt32) -> UInt32 { cost &- cost(upTo: along) }
}

extension QueryRules {
  /// What a base edge takes and costs when it is entered at a time.
  package func measure(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> EdgeMeasure {
    let time = edgeTime(tile, edge, at: entered)
    return EdgeMeasure(
      length: tile.length(edge.segment), time: time, cost: cost(tile, edge, time: time))
  }
}
