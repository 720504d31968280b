import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The rules that a path violates on an edge or at the turn onto it.
struct Violations: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  /// Driving against a one-way street.
  static let wrongWay = Violations(rawValue: 1)
  /// Driving on a road that is closed to the vehicle in both directions.
  static let closedRoad = Violations(rawValue: 2)
  /// Passing a barrier that is closed to the vehicle.
  static let barrier = Violations(rawValue: 4)
  /// A turn that a restriction forbids.
  static let turn = Violations(rawValue: 8)
  /// Turning round at a junction that is not a dead end: unusual, but not a violation.
  static let uTurn = Violations(rawValue: 16)

  /// The violations of an edge, as opposed to those of a turn.
  static let ofEdges: Violations = [.wrongWay, .closedRoad]
}

/// Turns that the rules do not allow, each at a price: traces show that the map is wrong, or that a driver did not obey.
extension EdgeBasedGraph {
  /// What driving on an edge violates that is not open to the vehicle.
  func violations(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Violations {
    let segment = edge.segment
    let direction = edge.direction.reversed
    return rules.use(tile, segment, direction, at: 0).ends ? .wrongWay : .closedRoad
  }

  /// Whether the vehicle could drive on a closed edge: an open road in the other direction, or a road of a type that
  /// is meant for the mode.
  func isDrivable(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    if violations(tile, edge) == .wrongWay { return options.wrongWayCost.isFinite }
    let road = tile.road(edge.segment)
    return options.closedRoadCost.isFinite && road.roadClass.isMeant(for: rules.mode)
      && !rules.excludes(road)
  }

  /// The places where an edge begins and ends.
  func ends(of index: Int32) -> (first: Coordinate, last: Coordinate) {
    let edge = edges[Int(edges[Int(index)].base)]
    let map = tiles.map
    let tile = map.view(tiles.slots[Int(edge.slot)].layout)
    let base = EdgeIndex(edge.local)
    let shape = tile.shape(base.segment)
    let (start, end) = (shape[0], shape[shape.count - 1])
    return base.isForward ? (start, end) : (end, start)
  }

  /// The price for violating rules, beyond what the edges cost.
  func price(_ violations: Violations) -> UInt32 {
    var nats = 0.0
    if violations.contains(.wrongWay) { nats += options.wrongWayCost }
    if violations.contains(.closedRoad) { nats += options.closedRoadCost }
    if violations.contains(.barrier) { nats += options.barrierCost }
    if violations.contains(.turn) { nats += options.forbiddenTurnCost }
    if violations.contains(.uTurn) { nats += options.turnRoundCost }
    return Lattice.nats(nats)
  }

  /// The turns from an edge that violate a rule.
  mutating func violatingTurns(from index: Int32) throws(RoutingError) -> Range<Int> {
    if edges[Int(index)].firstViolating < 0 { try expandViolating(index) }
    let edge = edges[Int(index)]
    return Int(edge.firstViolating)..<Int(edge.firstViolating &+ edge.violatingCount)
  }

  private mutating func expandViolating(_ index: Int32) throws(RoutingError) {
    let edge = edges[Int(index)]
    let (slot, junction, arriving) = try tiles.arrival(TileSlot(edge.slot), EdgeIndex(edge.local))
    let here = tiles.slots[slot.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    let arrival = rules.arrival(
      tile, arriving, junction, at: 0, choices: choices(tile, arriving, junction))
    var found: [Next] = []
    for place in tile.outRange(junction) {
      let out = tile.out(place)
      var violations: Violations = []
      if !rules.mayTurn(arrival, onto: out) { violations.insert(.uTurn) }
      if !rules.across(arrival, onto: out).ends { violations.insert(.barrier) }
      let (row, behind) = rules.restriction(tile, arrival, onto: out)
      let isBanned = row.map { rules.isBanned(tile, turn: $0, at: 0) } ?? false
      if isBanned { violations.insert(.turn) }
      let isClosed = !use(tile, out).ends
      if violations.isEmpty && !isClosed || isClosed && !isDrivable(tile, out) { continue }
      let home = try tiles.home(slot, isBanned ? out : behind)
      let number = try self.index(home.slot, home.edge)
      // A vehicle that is on a closed road already pays for the next stretch of it by its length alone.
      let entered = edges[Int(number)].violations.subtracting(edge.violations)
      let seconds = Float(rules.turnTime(tile, arrival, onto: out)) / 100
      found.append(
        Next(
          edge: number,
          cost: costs.cost(metres: 0, seconds: Double(seconds)) &+ price(violations.union(entered)),
          seconds: seconds, violations: violations))
    }
    append(found, violatingFrom: index)
  }
}
