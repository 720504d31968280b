import Geo
import MapReader
import NavFormat
import RoadModel

/// A map flattened into arrays for one vehicle, and plain Dijkstra on it.
///
/// It reads Formats/nav-1.md section 6 word by word: no bounds, no tiles, no early end. What the engine
/// is compared with.
struct ReferenceGraph {
  /// An edge of the file, base or via.
  struct Edge {
    var tile: Int
    /// Local number of its base edge in the tile that it belongs to.
    var base: Int
    var cost: UInt32
    var begins: Bool
    var passes: Bool
    var ends: Bool
    var isUsable: Bool
  }

  struct Turn {
    var to: UInt32
    var cost: UInt32
  }

  static let unreached = UInt32.max

  let map: NavMap
  let vehicle: Vehicle
  let costing: Costing
  private(set) var edges: [Edge] = []
  /// The via edges on a base edge.
  private var copiesOf: [UInt32: [UInt32]] = [:]
  private var firstTurn: [Int] = [0]
  private var turns: [Turn] = []

  init(_ map: NavMap, _ vehicle: Vehicle) throws {
    self.map = map
    self.vehicle = vehicle
    costing = Costing(vehicle.mode, drivesOnLeft: map.header.drivingSide == .left)
    for tile in 0..<map.tileCount { try addEdges(of: tile) }
    for tile in 0..<map.tileCount { try addTurns(from: tile) }
  }

  private mutating func addEdges(of number: Int) throws {
    let map = self.map
    let tile = try map.tile(number)
    for edge in 0..<2 * tile.layout.ownSegmentCount { edges.append(self.edge(tile, number, edge)) }
    for via in 0..<tile.layout.ownViaCount {
      let base = tile.via(via).base
      copiesOf[map.entry(number).firstEdge + UInt32(base), default: []].append(UInt32(edges.count))
      edges.append(self.edge(tile, number, base))
    }
  }

  /// A base edge and the via edges on it.
  func copies(of edge: UInt32) -> [UInt32] { [edge] + (copiesOf[edge] ?? []) }

  private func edge(_ tile: borrowing TileView, _ number: Int, _ base: Int) -> Edge {
    let segment = base / 2
    let direction: Direction = base % 2 == 0 ? .forward : .backward
    let road = tile.road(segment)
    let access = road.access(direction)[vehicle.mode]
    let bits = (tile.reachBits(segment) >> (4 * UInt32(vehicle.mode.rawValue))) & 15
    let endOnly = [Access.destination, .delivery, .privateOnly].contains(access)
    let open = [Access.yes, .designated, .permissive, .dismount, .discouraged].contains(access)
    var limited = false
    for row in 0..<tile.layout.limitCount {
      let limit = tile.limit(row)
      if !limit.isJunction, Int(limit.subject) == segment, limit.directions.contains(direction) {
        limited = limited || isViolated(limit)
      }
    }
    return Edge(
      tile: number, base: base,
      cost: costing.edgeTime(centimetres: tile.length(segment), road, direction),
      begins: endOnly || open && bits & 4 == 0, passes: open,
      ends: endOnly || open && bits & 8 == 0, isUsable: (open || endOnly) && !limited)
  }

  private func isViolated(_ limit: LimitRow) -> Bool {
    guard let kind = LimitKind(rawValue: limit.kind), let own = vehicle[kind] else { return false }
    return own > limit.value
  }

  /// The file's id of a local edge of a tile.
  private func id(_ tile: borrowing TileView, _ number: Int, _ edge: Int) throws -> UInt32 {
    let layout = tile.layout
    if edge < 2 * layout.segmentCount {
      let segment = edge / 2
      if segment < layout.ownSegmentCount {
        return map.entry(number).firstEdge + UInt32(edge)
      }
      let crossing = try crossing(tile, segment)
      return map.entry(Int(crossing.tile)).firstEdge + UInt32(crossing.there) * 2
        + UInt32(edge % 2)
    }
    let via = edge - 2 * layout.segmentCount
    if via < layout.ownViaCount {
      return map.entry(number).firstEdge + UInt32(2 * layout.ownSegmentCount + via)
    }
    let crossing = try crossing(tile, tile.via(via).base / 2)
    let entry = map.entry(Int(crossing.tile))
    return entry.firstEdge + 2 * entry.segmentCount + UInt32(tile.via(via).there)
  }

  private func crossing(_ tile: borrowing TileView, _ segment: Int) throws -> Crossing {
    for index in 0..<tile.layout.crossingCount where Int(tile.crossing(index).segment) == segment {
      return tile.crossing(index)
    }
    throw ReferenceError.noCrossing
  }

  private enum ReferenceError: Error { case noCrossing }

  /// The turns of all edges that belong to a tile.
  private mutating func addTurns(from number: Int) throws {
    let map = self.map
    let tile = try map.tile(number)
    let layout = tile.layout
    let own = Array(0..<2 * layout.ownSegmentCount)
    let vias = (0..<layout.ownViaCount).map { 2 * layout.segmentCount + $0 }
    for edge in own + vias {
      let base =
        edge < 2 * layout.segmentCount ? edge : tile.via(edge - 2 * layout.segmentCount).base
      let head = base % 2 == 0 ? tile.to(base / 2) : tile.from(base / 2)
      if head < layout.junctionCount {
        try addTurns(tile, number, head, arriving: edge)
      } else {
        let crossing = tile.crossing(head - layout.junctionCount)
        let there = try map.tile(Int(crossing.tile))
        var arriving = Int(crossing.there) * 2 + base % 2
        if edge != base {
          arriving =
            2 * there.layout.segmentCount + tile.via(edge - 2 * layout.segmentCount).there
        }
        try addTurns(there, Int(crossing.tile), Int(crossing.junction), arriving: arriving)
      }
      firstTurn.append(turns.count)
    }
  }

  private mutating func addTurns(
    _ tile: borrowing TileView, _ number: Int, _ junction: Int, arriving: Int
  ) throws {
    let layout = tile.layout
    let base =
      arriving < 2 * layout.segmentCount
      ? arriving : tile.via(arriving - 2 * layout.segmentCount).base
    var holds = false
    for row in 0..<layout.barrierCount where tile.barrier(row).junction == junction {
      holds = !tile.barrier(row).passing.contains(vehicle.mode)
    }
    var limited = false
    for row in 0..<layout.limitCount {
      let limit = tile.limit(row)
      if limit.isJunction, Int(limit.subject) == junction, isViolated(limit) { limited = true }
    }
    let out = tile.outRange(junction).map { tile.out($0) }
    var onward = 0
    for edge in out where edge != base ^ 1 {
      let access = tile.road(edge / 2).access(edge % 2 == 0 ? .forward : .backward)
      if access[vehicle.mode].isUsable { onward += 1 }
    }
    for edge in out {
      let isUTurn = edge == base ^ 1
      if isUTurn {
        guard onward == 0 || holds else { continue }
      } else if holds || limited {
        continue
      }
      var onto = edge
      if let row = try row(tile, arriving, edge) {
        if row.banned.contains(vehicle.mode) { continue }
        if row.enter != 65_535 { onto = 2 * layout.segmentCount + Int(row.enter) }
      }
      let angle = tile.arrivalBearing(base / 2, base % 2 == 0 ? .forward : .backward)
        .angle(to: tile.departureBearing(edge / 2, edge % 2 == 0 ? .forward : .backward))
      turns.append(
        Turn(
          to: try id(tile, number, onto),
          cost: costing.turnTime(
            angle: angle, isJunction: onward > 1, isUTurn: isUTurn, node: tile.flags(junction))))
    }
  }

  private func row(_ tile: borrowing TileView, _ from: Int, _ to: Int) throws -> TurnRow? {
    guard tile.layout.turnCount > 0 else { return nil }
    for index in 0..<tile.layout.turnCount {
      let row = tile.turn(index)
      if Int(row.from) == from && Int(row.to) == to { return row }
    }
    return nil
  }

  /// The cost from points on edges to the beginning of every edge, in each zone of a trip
  /// (edge * 3 + zone).
  func costs(from starts: [(edge: UInt32, before: UInt32)]) -> [UInt32] {
    var costs = [UInt32](repeating: Self.unreached, count: edges.count * 3)
    var arrivals = costs
    var heap = BinaryHeap()
    for start in starts {
      let edge = edges[Int(start.edge)]
      let state = Int(start.edge) * 3 + (edge.begins ? 0 : 1)
      let cost = edge.cost - start.before
      if cost < costs[state] {
        costs[state] = cost
        heap.push((cost, state))
      }
    }
    while let (cost, state) = heap.pop() {
      guard cost == costs[state] else { continue }
      let (from, zone) = (state / 3, state % 3)
      for turn in turns[firstTurn[from]..<firstTurn[from + 1]] {
        let edge = edges[Int(turn.to)]
        guard edge.isUsable, let next = Self.next(zone, edge) else { continue }
        let total = cost + turn.cost + edge.cost
        let target = Int(turn.to) * 3 + next
        arrivals[target] = min(arrivals[target], cost + turn.cost)
        if total < costs[target] {
          costs[target] = total
          heap.push((total, target))
        }
      }
    }
    return arrivals
  }

  /// First zone, open roads, last zone: no way back.
  private static func next(_ zone: Int, _ edge: Edge) -> Int? {
    switch zone {
    case 0: edge.begins ? 0 : 1
    case 1: edge.passes ? 1 : 2
    default: edge.ends ? 2 : nil
    }
  }
}

/// The plainest priority queue.
struct BinaryHeap {
  private var items: [(UInt32, Int)] = []

  mutating func push(_ item: (UInt32, Int)) {
    items.append(item)
    var child = items.count - 1
    while child > 0, items[child].0 < items[(child - 1) / 2].0 {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> (UInt32, Int)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first }
    items[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < items.count {
        if items[child].0 < items[least].0 { least = child }
      }
      if least == parent { return first }
      items.swapAt(parent, least)
      parent = least
    }
  }
}
