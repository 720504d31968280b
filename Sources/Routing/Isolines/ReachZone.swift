import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel

/// The roads of a cell that may only be used at the end of a trip, as far as turns lead there from its open roads.
struct ReachZone: Sendable {
  /// The places from which a turn leads there, and their edges, which end in the cell.
  let gates: [UInt32]
  /// The places, of open roads and in the zone, from which a turn leads into the zone outside the cell.
  private(set) var exits: [UInt32] = []
  /// The edges in the zone, in the order of their places.
  private(set) var edges: [EdgeIndex] = []

  /// Finds the roads.
  ///
  /// - Parameters:
  ///   - tile: The tile of the cell.
  ///   - top: The hierarchy.
  ///   - places: The places of the cell; those in the zone come after the edges that bound it.
  ///   - rules: The rules, without a clock.
  ///   - turns: Receives the turns from open roads into the zone and within it.
  init(
    _ tile: borrowing TileView, _ top: TopView, _ places: CellPlaces, _ rules: QueryRules,
    _ turns: inout [CellNet.AddedTurn]
  ) {
    var open: [(place: Int, edge: EdgeIndex, zone: Zone)] = []
    Self.forEachGate(tile, top, places, rules) { open.append(($0, $1, .open)) }
    gates = open.map { UInt32($0.place) }
    if open.isEmpty { return }
    let first = places.insideCount + top.degree(places.node)
    let entries = rules.entries(tile)
    var known: [EdgeIndex: Int] = [:]
    while let (place, edge, zone) = open.popLast() {
      var hasExit = false
      var cursor = rules.turns(
        tile, from: edge, tile.head(tile.base(edge)), at: 0, entries.span)
      while let turn = cursor.next(tile, rules) {
        if turn.isBanned { continue }
        let road = tile.entry(turn.edge, entries.span)
        guard
          rules.zone(tile, behind: turn, from: zone, road, entersLast: true) == .last
        else { continue }
        guard turn.onto == turn.edge, places.segments.contains(turn.edge.segment) else {
          hasExit = true
          continue
        }
        let head = known[turn.edge] ?? first + edges.count
        if known.updateValue(head, forKey: turn.edge) == nil {
          open.append((head, turn.edge, .last))
          edges.append(turn.edge)
        }
        let cost = turn.duration &+ rules.edgeTime(tile, turn.edge, at: 0, entries.span)
        turns.append(CellNet.AddedTurn(tail: place, head: head, cost: cost))
      }
      if hasExit { exits.append(UInt32(place)) }
    }
  }

  /// The places that end at a junction from which a road in the last zone can be entered.
  private static func forEachGate(
    _ tile: borrowing TileView, _ top: TopView, _ places: CellPlaces, _ rules: QueryRules,
    _ visit: (Int, EdgeIndex) -> Void
  ) {
    var junctions: Set<JunctionIndex> = []
    for junction in places.junctions where isGate(junction, tile, rules) {
      junctions.insert(junction)
      for index in tile.outRange(junction) {
        let edge = tile.out(index).reversed
        if let place = places.place(of: edge, tile, top) { visit(place, edge) }
      }
    }
    if junctions.isEmpty { return }
    let layout = tile.layout
    let bounding = layout.cellViaCount..<max(layout.viaCount, layout.cellViaCount)
    for via in Array(places.vias) + bounding {
      let edge = layout.edge(ofVia: via)
      if junctions.contains(tile.head(tile.base(edge))),
        let place = places.place(of: edge, tile, top)
      {
        visit(place, edge)
      }
    }
  }

  private static func isGate(
    _ junction: JunctionIndex, _ tile: borrowing TileView, _ rules: QueryRules
  ) -> Bool {
    let across =
      tile.flags(junction).contains(.barrier) ? rules.use(tile, junction: junction, at: 0) : .open
    guard across.ends else { return false }
    for index in tile.outRange(junction) {
      let edge = tile.out(index)
      let use = rules.use(tile, edge.segment, edge.direction, at: 0)
      if let road = rules.zones(tile, edge.segment, use), road.ends,
        !road.passes || !across.passes
      {
        return true
      }
    }
    return false
  }

  /// The size in memory, in bytes.
  var byteCount: Int { 4 * (gates.count + exits.count) + 2 * edges.count }
}
