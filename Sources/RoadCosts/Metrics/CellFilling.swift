package import Hierarchy
package import NavFormat

/// Memory for filling a ``Hierarchy/CellGraph``, reused from cell to cell.
package struct CellFilling: Sendable {
  fileprivate var roads = CellRoads()
  fileprivate var ways = JunctionWays()

  /// Empty memory.
  package init() {}
}

extension CellGraph {
  /// Fills the graph with the turns of a cell between roads open to through traffic, junction by junction.
  ///
  /// - Parameters:
  ///   - tile: The tile of the cell.
  ///   - top: The hierarchy.
  ///   - places: The numbering of the cell.
  ///   - rules: Rules without a clock or tolerance.
  ///   - work: Memory to reuse.
  package mutating func fill(
    _ tile: borrowing TileView, _ top: borrowing TopView, _ places: CellPlaces,
    _ rules: borrowing QueryRules, _ work: inout CellFilling
  ) {
    let table = rules.entries(tile)
    begin(inside: places.insideCount, boundary: top.degree(places.node))
    work.roads.find(tile, places, rules, table.span)
    for junction in places.junctions {
      work.ways.look(at: junction, tile, top, places, rules, work.roads, table.span)
      for number in 0..<work.ways.count where work.ways[number].tail >= 0 {
        let way = work.ways[number]
        work.ways.arrive(against: way, tile, rules)
        addTurns(from: Int(way.tail), tile, top, places, rules, work.ways)
      }
      guard work.ways.hasTurnRows else { continue }
      addTurns(of: places.vias, tile, top, places, rules, &work.ways)
      let layout = tile.layout
      let bounding = layout.cellViaCount..<max(layout.viaCount, layout.cellViaCount)
      addTurns(of: bounding, tile, top, places, rules, &work.ways)
    }
  }

  // Inlined: a call would copy the ways for each arriving edge.
  @inline(__always)
  private mutating func addTurns(
    from tail: Int, _ tile: borrowing TileView, _ top: borrowing TopView, _ places: CellPlaces,
    _ rules: borrowing QueryRules, _ ways: borrowing JunctionWays
  ) {
    for number in 0..<ways.count {
      if let turn = ways.turn(onto: ways[number], tile, top, places, rules) {
        addTurn(to: turn.place, cost: turn.cost)
      }
    }
    endState(tail)
  }

  /// Adds the turns of vehicles that arrive at the junction on via edges, of the cell or of its boundary.
  private mutating func addTurns(
    of vias: Range<Int>, _ tile: borrowing TileView, _ top: borrowing TopView,
    _ places: CellPlaces, _ rules: borrowing QueryRules, _ ways: inout JunctionWays
  ) {
    for via in vias {
      let back = tile.via(via).base.reversed
      let edge = tile.layout.edge(ofVia: via)
      guard ways.contains(back),
        let tail = places.place(of: edge, tile, top)
      else { continue }
      ways.arrive(on: edge, tile, rules)
      addTurns(from: tail, tile, top, places, rules, ways)
    }
  }
}
