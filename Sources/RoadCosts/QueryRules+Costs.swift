package import NavFormat
package import RoadModel

/// The costs of edges: only this code turns length, road and adjustments into time, and time into cost.
extension QueryRules {
  /// A lower bound of the cost of a time unit on a path, without prices; at most 1.
  package var leastCostOfTime: Double { min(leastFactor, Double(weights.uTurn) / 1_000) }

  /// A lower bound of the factor of an edge's cost by adjustments and preferences; at most 1.
  package var leastFactor: Double {
    (hasLayers ? layers.leastFactor : 1) * (hasTraitWeights ? weights.least : 1)
  }

  /// The time of a whole base edge that is entered at a time since departure.
  @inlinable @inline(__always)
  package func edgeTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> Centiseconds {
    let direction = edge.direction
    return edgeTime(
      tile, edge, on: road(tile, edge.segment, direction, at: entered), at: entered)
  }

  /// The time of a whole base edge, for a search that has the entries of the tile.
  @inlinable @inline(__always)
  package func edgeTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds,
    _ entries: borrowing Span<UInt32>
  ) -> Centiseconds {
    if tile.hasRules(edge.segment) { return edgeTime(tile, edge, at: entered) }
    let length = tile.length(edge.segment)
    let usual = openTime(tile, edge, length: length, tile.entry(edge, entries), entries)
    if !isAdjusted(tile, edge) { return usual }
    return adjustedTime(tile, edge, length: length, usual: usual, at: entered)
  }

  /// The time of a whole base edge without rules and adjustments, from its length and entry.
  @inlinable @inline(__always)
  package func openTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, length: UInt32, _ entry: UInt32,
    _ entries: borrowing Span<UInt32>
  ) -> Centiseconds {
    let level = openTime(length: length, entry)
    return hasGrades ? graded(level, length, grade(tile, edge, entries)) : level
  }

  /// The time of a whole edge without rules and adjustments, as on level ground.
  @inlinable @inline(__always)
  package func openTime(length: UInt32, _ entry: UInt32) -> Centiseconds {
    var speed = UInt16(truncatingIfNeeded: entry & RoadTables.speedMask)
    if let speedCap { speed = min(speed, speedCap) }
    return Costing.time(centimetres: length, deciKmh: speed)
  }

  /// The price of a base edge from its entry: 0 unless it is avoided.
  @inlinable @inline(__always)
  package func price(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ entry: UInt32,
    _ entries: borrowing Span<UInt32>
  ) -> UInt32 {
    if hasGrades {
      return price(entry, grade(tile, edge, entries), length: tile.length(edge.segment))
    }
    return entry & RoadTables.isAvoided != 0 ? minimumPrice : 0
  }

  /// The price of an edge from its entry, its grade, and its length in centimetres: 0 unless it is avoided.
  @inline(never)
  package func price(_ entry: UInt32, _ grade: Grade, length: UInt32) -> UInt32 {
    if isSteep(grade) { return steepPrice(length) }
    return entry & RoadTables.isAvoided != 0 ? minimumPrice : 0
  }

  /// The time of a whole base edge, on a road with the speed limits in force.
  package func edgeTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, on road: RoadAttributes,
    at entered: Centiseconds
  ) -> Centiseconds {
    let usual = usualTime(tile, edge, on: road)
    if !isAdjusted(tile, edge) { return usual }
    return adjustedTime(
      tile, edge, length: tile.length(edge.segment), usual: usual, at: entered)
  }

  /// The time of a whole base edge with the adjustments and the traffic.
  package func adjustedTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, length: UInt32, usual: Centiseconds,
    at entered: Centiseconds
  ) -> Centiseconds {
    guard let place = adjustedPlace(tile, edge) else { return usual }
    let change =
      layers.hasAdjustments ? layers.change(tile: place.tile, edge: place.edge) : nil
    let share = change?.time ?? 1_000
    var time = Self.share(share, of: usual)
    if let speed = change?.speed, mode.isMotorised {
      let speed = min(speed, Costing.maximumSpeed(of: mode))
      time = Self.share(
        share, of: capped(Costing.time(centimetres: length, deciKmh: speed), length))
    } else {
      let pieces = trafficPieces(place)
      if layers.usual != nil,
        let drive = usualDrive(tile, edge, place, mapTime: time, share: share, at: entered)
      {
        time =
          pieces.isEmpty
          ? self.time(of: drive, at: entered)
          : trafficTime(pieces, length: length, drive, share: share, at: entered)
      } else if !pieces.isEmpty {
        time = trafficTime(pieces, length: length, usual: time, share: share, at: entered)
      }
    }
    // Measured speeds are those of cars: a truck climbs no faster than its engine permits.
    if mode == .truck, hasGrades {
      time = max(time, Self.share(share, of: graded(1, length, grade(tile, edge))))
    }
    return time
  }

  /// The time of a whole base edge that is entered at a time, without adjustments and traffic.
  package func mapTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> Centiseconds {
    let segment = edge.segment
    guard let tables, !tile.hasRules(segment) else {
      return usualTime(tile, edge, on: road(tile, segment, edge.direction, at: entered))
    }
    let entries = tables.table(tile, self).entries
    return openTime(
      tile, edge, length: tile.length(segment), tile.entry(edge, entries.span), entries.span)
  }

  /// The time of a whole base edge without adjustments and traffic.
  func usualTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, on road: RoadAttributes
  ) -> Centiseconds {
    let direction = edge.direction
    let length = tile.length(edge.segment)
    let level = capped(time(tile.layout, centimetres: length, road, direction), length)
    return hasGrades ? graded(level, length, grade(tile, edge)) : level
  }

  /// A time, at least that of the maximum speed.
  private func capped(_ time: Centiseconds, _ length: UInt32) -> Centiseconds {
    speedCap.map { max(time, Costing.time(centimetres: length, deciKmh: $0)) } ?? time
  }

  /// The cost of a whole base edge with a given time: the time, or decimetres for the shortest route.
  @inlinable @inline(__always)
  package func cost(_ tile: borrowing TileView, _ edge: EdgeIndex, time: Centiseconds) -> UInt32 {
    var cost = isShortest ? Self.shortestCost(tile.length(edge.segment)) : time
    if hasTraitWeights { cost = weighed(cost, traits(tile.road(edge.segment))) }
    guard hasLayers, layers.hasAdjustments, let weight = adjustment(tile, edge)?.weight else {
      return cost
    }
    return weighed(cost, permille: weight)
  }

  /// A cost with a factor in thousandths.
  ///
  /// Penalties are halved like prices, down to a factor of 1; preferences remain.
  private func weighed(_ cost: UInt32, permille: UInt32) -> UInt32 {
    Self.share(max(permille >> priceHalvings, min(permille, 1_000)), of: cost)
  }

  /// A cost with the factor of a road's kinds.
  package func weighed(_ cost: UInt32, _ traits: UInt8) -> UInt32 {
    weighed(cost, permille: weights.permille(traits))
  }

  /// The kinds of a road that have a factor.
  package func traits(_ road: RoadAttributes) -> UInt8 {
    RoadTrait.bits(of: road, truck: mode == .truck) & weights.traits
  }

  /// The cost of an edge for the shortest route: its length in decimetres, rounded up, from centimetres.
  @inlinable @inline(__always)
  package static func shortestCost(_ length: UInt32) -> UInt32 { max((length &+ 9) / 10, 1) }

  /// The cost of a whole base edge with its price.
  package func wholeCost(_ tile: borrowing TileView, _ edge: EdgeIndex, at time: Centiseconds)
    -> UInt32
  {
    cost(tile, edge, time: edgeTime(tile, edge, at: time)) &+ price(tile, edge)
  }

  /// Whether a base edge may have adjustments or traffic.
  @inlinable @inline(__always)
  package func isAdjusted(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    hasLayers && layers.mayChange(tile: tile.number, edge: edge)
  }

  /// The adjustment of a base edge by the layers; nil if there is none.
  @inlinable @inline(__always)
  package func adjustment(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Adjustments.Change? {
    adjustedPlace(tile, edge).flatMap { layers.change(tile: $0.tile, edge: $0.edge) }
  }

  /// The home of a base edge that may have adjustments or traffic; nil if it has none.
  @inlinable @inline(__always)
  package func adjustedPlace(
    _ tile: borrowing TileView, _ edge: EdgeIndex
  ) -> (tile: TileNumber, edge: EdgeIndex)? {
    isAdjusted(tile, edge) ? tile.home(ofBase: edge) : nil
  }

  /// A share of a cost in thousandths, rounded up so that bounds hold; at least 1 and at most a quarter of the range.
  static func share(_ permille: UInt32, of cost: UInt32) -> UInt32 {
    if permille == 1_000 { return cost }
    return UInt32(
      min(max((UInt64(cost) * UInt64(permille) + 999) / 1_000, 1), UInt64(UInt32.max / 4)))
  }
}
