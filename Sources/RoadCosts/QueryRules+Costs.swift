package import NavFormat
package import RoadModel

/// What edges cost: the one place where length, road and adjustments become time, and time becomes cost.
extension QueryRules {
  /// The time of a whole base edge that is entered at a time.
  @inlinable @inline(__always)
  package func edgeTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> Centiseconds {
    let direction = edge.direction
    return edgeTime(tile, edge, on: road(tile, edge.segment, direction, at: entered))
  }

  /// The same, for a search that has the entries of the tile at hand.
  @inlinable @inline(__always)
  package func edgeTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds,
    _ entries: borrowing Span<UInt32>
  ) -> Centiseconds {
    if tile.hasRules(edge.segment) || isAdjusted(tile, edge.segment) {
      return edgeTime(tile, edge, at: entered)
    }
    return openTime(length: tile.length(edge.segment), tile.entry(edge, entries))
  }

  /// The time of a whole edge without rules and adjustments, by its length and entry.
  @inlinable @inline(__always)
  package func openTime(length: UInt32, _ entry: UInt32) -> Centiseconds {
    var speed = UInt16(truncatingIfNeeded: entry & RoadTables.speedMask)
    if let speedCap { speed = min(speed, speedCap) }
    return Costing.time(centimetres: length, deciKmh: speed)
  }

  /// The price of being on a road that is to be avoided, by its entry.
  @inlinable @inline(__always)
  package func price(entry: UInt32) -> UInt32 {
    entry & RoadTables.isAvoided != 0 ? minimumPrice : 0
  }

  /// The time of a whole base edge, of a road with the speed limits of the time.
  package func edgeTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, on road: RoadAttributes
  ) -> Centiseconds {
    let direction = edge.direction
    let length = tile.length(edge.segment)
    var time = time(tile.layout, centimetres: length, road, direction)
    if let speedCap { time = max(time, Costing.time(centimetres: length, deciKmh: speedCap)) }
    guard let share = adjustment(tile, edge)?.time else { return time }
    return Self.share(share, of: time)
  }

  /// What a whole base edge of some time costs: that time, or decimetres for the shortest way.
  @inlinable @inline(__always)
  package func cost(_ tile: borrowing TileView, _ edge: EdgeIndex, time: Centiseconds) -> UInt32 {
    let cost = isShortest ? Self.shortestCost(tile.length(edge.segment)) : time
    guard let weight = adjustment(tile, edge)?.weight else { return cost }
    // A penalty is halved as prices are; a preference stays what it is.
    return Self.share(max(weight >> priceHalvings, min(weight, 1_000)), of: cost)
  }

  /// What an edge costs the shortest way: decimetres of its length in centimetres, rounded up.
  @inlinable @inline(__always)
  package static func shortestCost(_ length: UInt32) -> UInt32 { max((length &+ 9) / 10, 1) }

  /// What a base edge costs from end to end, with the price of being on it.
  package func wholeCost(_ tile: borrowing TileView, _ edge: EdgeIndex, at time: Centiseconds)
    -> UInt32
  {
    cost(tile, edge, time: edgeTime(tile, edge, at: time)) &+ price(tile.road(edge.segment))
  }

  /// Whether a layer may change something of a segment.
  @inlinable @inline(__always)
  package func isAdjusted(_ tile: borrowing TileView, _ segment: SegmentIndex) -> Bool {
    hasLayers && layers.mayChange(tile: tile.number, segment: segment)
  }

  /// What the layers change of a base edge, if anything.
  @inlinable @inline(__always)
  package func adjustment(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Adjustments.Change? {
    guard isAdjusted(tile, edge.segment) else { return nil }
    if tile.layout.isOwnBase(edge) { return layers.change(tile: tile.number, edge: edge) }
    // A copy: adjustments are known by the tile that the edge belongs to.
    return tile.crossing(ofSegment: edge.segment).flatMap {
      layers.change(tile: $0.tile, edge: edge.moved(to: $0.there))
    }
  }

  /// Thousandths of a cost, rounded up, so that bounds hold; at least 1 and at most a quarter of the range.
  private static func share(_ permille: UInt32, of cost: UInt32) -> UInt32 {
    if permille == 1_000 { return cost }
    return UInt32(
      min(max((UInt64(cost) * UInt64(permille) + 999) / 1_000, 1), UInt64(UInt32.max / 4)))
  }
}
