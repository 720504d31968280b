package import NavFormat
package import RoadModel

/// The time and the cost of a base edge, whole or up to a point; only this type splits edges.
///
/// A share counts from the beginning of the edge and is rounded separately. The part between two
/// points is the difference of their shares, so the parts of an edge add up to the whole.
package struct EdgeMeasure {
  /// A point of the edge with its time.
  package struct Knot: Sendable {
    /// The distance from the beginning in centimetres.
    package var along: UInt32
    /// The time up to there.
    package var time: Centiseconds
  }

  /// The length in centimetres.
  package let length: UInt32
  /// The time of the whole edge.
  package let time: Centiseconds
  /// The cost of the whole edge, without the price of an avoided road.
  package let cost: UInt32
  /// The time at points of the edge, in ascending order; empty unless the traffic varies along it.
  let knots: [Knot]
  /// Whether the cost is proportional to the length.
  private let costsLength: Bool
  /// Whether parts are free: a lower bound if the distribution of the whole depends on the time.
  private let hasFreeParts: Bool

  /// A measure from its parts.
  package init(
    length: UInt32, time: Centiseconds, cost: UInt32, knots: [Knot] = [],
    costsLength: Bool = false, hasFreeParts: Bool = false
  ) {
    self.length = length
    self.time = time
    self.cost = cost
    self.knots = knots
    self.costsLength = costsLength
    self.hasFreeParts = hasFreeParts
  }

  /// A measure with the time as the cost, if only the time matters.
  package init(length: UInt32, time: Centiseconds) {
    self.init(length: length, time: time, cost: time)
  }

  /// The time from the beginning to a point `along` centimetres behind it.
  package func time(upTo along: UInt32) -> Centiseconds {
    if hasFreeParts { return 0 }
    if knots.isEmpty { return Costing.partTime(time, part: along, of: length) }
    var before = Knot(along: 0, time: 0)
    for knot in knots {
      if knot.along > along {
        return before.time
          &+ Costing.partTime(
            knot.time &- before.time, part: along &- before.along,
            of: knot.along &- before.along)
      }
      before = knot
    }
    return before.time
  }

  /// The cost from the beginning to a point.
  package func cost(upTo along: UInt32) -> UInt32 {
    if costsLength { return Costing.partTime(cost, part: along, of: length) }
    if hasFreeParts { return 0 }
    if knots.isEmpty { return Costing.partTime(cost, part: along, of: length) }
    return Costing.partTime(cost, part: time(upTo: along), of: time)
  }

  /// The time from a point to the end.
  package func time(from along: UInt32) -> Centiseconds {
    hasFreeParts && along > 0 ? 0 : time &- time(upTo: along)
  }

  /// The cost from a point to the end.
  package func cost(from along: UInt32) -> UInt32 {
    hasFreeParts && along > 0 && !costsLength ? 0 : cost &- cost(upTo: along)
  }
}

extension QueryRules {
  /// The time and the cost of a base edge that is entered at a time.
  package func measure(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> EdgeMeasure {
    measure(tile, edge, at: entered, time: edgeTime(tile, edge, at: entered))
  }

  /// The time and the cost of a base edge whose whole time is known.
  package func measure(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds, time: Centiseconds
  ) -> EdgeMeasure {
    measure(tile, edge, traffic(tile, edge, at: entered), at: entered, time: time)
  }

  /// The time and the cost of a base edge whose whole time and traffic are known.
  package func measure(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ traffic: EdgeTraffic?,
    at entered: Centiseconds, time: Centiseconds
  ) -> EdgeMeasure {
    let knots = traffic.map { self.knots($0, at: entered, time: time) } ?? []
    return EdgeMeasure(
      length: tile.length(edge.segment), time: time, cost: cost(tile, edge, time: time),
      knots: knots, costsLength: isShortest,
      hasFreeParts: layers.isBound && !knots.isEmpty)
  }
}
