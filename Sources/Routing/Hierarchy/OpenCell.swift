import Geo
import Hierarchy
import NavFormat
import RoadModel

/// The turns of one cell between roads open to through traffic, found in the tile as a search asks.
///
/// Only forward, and from the boundary only at the one edge that it is given: for the way through a cell
/// between two edges, of which most of the cell is never looked at.
struct OpenCell: CellTurns, ~Escapable {
  let places: CellPlaces
  let insideCount: Int
  let boundaryCount: Int
  private let tile: TileView
  private let top: TopView
  private let entries: Span<UInt32>
  private let rules: QueryRules
  /// The local edge of the one place on the boundary from which a search starts.
  private let entry: Int
  private var arrival: Arrival
  private var place = 0
  private var end = 0
  /// Where the way must get to, and what the edge there costs.
  private var plane = LocalPlane(at: Coordinate(latitudeUnits: 0, longitudeUnits: 0))
  private var goalCost: UInt32 = 0
  /// What a metre costs at least; 0 without a goal.
  private var metreCost = 0.0

  /// A cell.
  ///
  /// - Parameters:
  ///   - tile: The tile of the cell.
  ///   - top: The top of the hierarchy.
  ///   - places: The places of the cell.
  ///   - rules: What its turns cost.
  ///   - entries: Those of the tile, see ``RoadTables``.
  ///   - entry: The local edge on the boundary from which the search starts, if it starts from one.
  @_lifetime(copy tile, copy top, copy entries)
  init(
    _ tile: TileView, _ top: TopView, _ places: CellPlaces, _ rules: QueryRules,
    _ entries: Span<UInt32>, entry: Int = 0
  ) {
    self.tile = tile
    self.top = top
    self.places = places
    self.rules = rules
    self.entries = entries
    self.entry = entry
    insideCount = places.insideCount
    boundaryCount = top.degree(places.node)
    arrival = .nowhere
  }

  /// Sets the edge on the boundary to which a way is looked for, so that a search goes straight there.
  ///
  /// - Parameters:
  ///   - edge: The local edge.
  ///   - greatestSpeed: No road of the tile is driven faster, tenths of km/h.
  @_lifetime(self: copy self)
  mutating func aim(at edge: Int, greatestSpeed: UInt32) {
    let base = tile.base(edge)
    guard rules.adjustments == nil, let cost = rules.openCost(tile, base, entries) else { return }
    goalCost = cost
    plane = LocalPlane(at: tile.headPosition(base ^ 1))
    // A tenth less than it is: more than lengths are rounded by.
    metreCost = rules.isShortest ? 9 : 3_240 / Double(greatestSpeed)
  }

  /// The straight distance from the end of an edge to the beginning of the one aimed at, and that edge.
  func bound(_ place: UInt32, _ target: UInt32) -> UInt32 {
    guard metreCost > 0, Int(place) < insideCount else { return 0 }
    let (x, y) = plane.project(tile.headPosition(tile.base(places.edge(Int(place)))))
    // A plane is too far off the earth for long ways.
    let metres = abs(y) < 20_000 ? (x * x + y * y).squareRoot() : abs(y)
    return goalCost &+ UInt32(min(metres * metreCost, 1e8))
  }

  @_lifetime(self: copy self)
  mutating func start(_ place: UInt32, _ direction: CellSearch.Direction) {
    let edge = Int(place) < insideCount ? places.edge(Int(place)) : entry
    let base = tile.base(edge)
    let junction = base & 1 == 0 ? tile.to(base >> 1) : tile.from(base >> 1)
    arrival = rules.arrival(tile, edge, junction, at: 0, entries)
    let outs = tile.outRange(junction)
    self.place = outs.lowerBound
    end = outs.upperBound
  }

  @_lifetime(self: copy self)
  mutating func next() -> (place: UInt32, cost: UInt32)? {
    while place < end {
      let edge = tile.out(place)
      place &+= 1
      if let turn = rules.openTurn(tile, arrival, onto: edge, entries),
        let onto = places.place(of: turn.onto, tile, top)
      {
        return (UInt32(truncatingIfNeeded: onto), turn.cost)
      }
    }
    return nil
  }
}

extension CellGraph {
  /// Fills the graph with the turns of a cell between roads open to through traffic.
  ///
  /// - Parameters:
  ///   - tile: The tile of the cell.
  ///   - top: The index.
  ///   - places: The cell.
  ///   - rules: Without a clock or tolerance.
  ///   - roads: Memory.
  mutating func fill(
    _ tile: borrowing TileView, _ top: borrowing TopView, _ places: CellPlaces, _ rules: QueryRules,
    _ roads: inout CellRoads
  ) {
    let boundary = top.degree(places.node)
    let table = rules.entries(tile)
    begin(inside: places.insideCount, boundary: boundary)
    roads.find(tile, places, rules, table.span)
    for place in 0..<places.insideCount {
      addTurns(from: places.edge(place), tile, top, places, rules, roads, table.span)
    }
    places.findEntries(tile, top, boundary, &roads.entries)
    for entry in roads.entries {
      if entry < 0 {
        endState()
      } else {
        addTurns(from: entry, tile, top, places, rules, roads, table.span)
      }
    }
  }

  private mutating func addTurns(
    from edge: Int, _ tile: borrowing TileView, _ top: borrowing TopView, _ places: CellPlaces,
    _ rules: QueryRules, _ roads: CellRoads, _ table: borrowing Span<UInt32>
  ) {
    let base = tile.base(edge)
    let junction = base & 1 == 0 ? tile.to(base >> 1) : tile.from(base >> 1)
    let outs = tile.outRange(junction)
    var choices = 0
    for place in outs {
      let next = tile.out(place)
      if next != base ^ 1, roads.isUsable(next, tile, table) { choices &+= 1 }
    }
    let arrival = rules.arrival(tile, edge, junction, at: 0, choices: choices)
    for place in outs {
      let next = tile.out(place)
      if let road = roads.road(next, tile, rules, table),
        let turn = rules.openTurn(tile, arrival, onto: next, road),
        let onto = places.place(of: turn.onto, tile, top)
      {
        addTurn(to: UInt32(truncatingIfNeeded: onto), cost: turn.cost)
      }
    }
    endState()
  }
}

extension CellPlaces {
  /// For each edge that bounds the cell its local number where it leads into the cell, else -1.
  func findEntries(
    _ tile: borrowing TileView, _ top: borrowing TopView, _ boundary: Int, _ entries: inout [Int]
  ) {
    entries.removeAll(keepingCapacity: true)
    entries.append(contentsOf: repeatElement(-1, count: boundary))
    let layout = tile.layout
    for junction in junctions {
      for place in tile.outRange(junction) {
        let arriving = tile.out(place) ^ 1
        guard arriving >> 1 >= layout.cellSegmentCount else { continue }
        enter(arriving, tile, top, &entries)
        guard tile.flags(junction).contains(.turns) else { continue }
        for via in layout.cellViaCount..<max(layout.viaCount, layout.cellViaCount)
        where tile.via(via).base == arriving {
          enter(2 &* layout.segmentCount &+ via, tile, top, &entries)
        }
      }
    }
  }

  private func enter(
    _ edge: Int, _ tile: borrowing TileView, _ top: borrowing TopView, _ entries: inout [Int]
  ) {
    let node = tile.topNode(edge)
    if node != TopIndex.none, let place = top.place(of: node, in: self.node) {
      entries[place] = edge
    }
  }
}
