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
  /// A U-turn at a junction that is not a dead end: unusual, but not a violation.
  static let uTurn = Violations(rawValue: 16)

  /// The violations of an edge, as opposed to those of a turn.
  static let ofEdges: Violations = [.wrongWay, .closedRoad]
}

/// Forbidden turns at a price: traces may show a wrong map or a violation.
extension EdgeBasedGraph {
  /// The violations of driving on an edge that is not open to the vehicle.
  func violations(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Violations {
    let segment = edge.segment
    let direction = edge.direction.reversed
    return rules.use(tile, segment, direction, at: 0).ends ? .wrongWay : .closedRoad
  }

  /// Whether the vehicle could drive on a closed edge: an open road in the other direction, a road of a type that is
  /// meant for the mode, or a street for pedestrians, which some may enter.
  func isDrivable(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    if violations(tile, edge) == .wrongWay { return options.wrongWayCost.isFinite }
    let road = tile.road(edge.segment)
    return options.closedRoadCost.isFinite
      && (road.roadClass.isMeant(for: rules.mode) || road.roadClass == .pedestrian)
      && !rules.excludes(road)
  }

  /// The price for violating rules, in addition to the costs of edges.
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
  mutating func violatingTurns(from index: GraphEdgeIndex) throws(RoutingError) -> Range<Int> {
    if edges[index].firstViolating < 0 { try expandViolating(index) }
    let edge = edges[index]
    return Int(edge.firstViolating)..<Int(edge.firstViolating &+ edge.violatingCount)
  }

  private mutating func expandViolating(_ index: GraphEdgeIndex) throws(RoutingError) {
    let edge = edges[index]
    let (slot, junction, arriving) = try tiles.arrival(edge.slot.index, edge.local.index)
    let here = tiles.slots[slot]
    let map = tiles.map
    let tile = map.view(here.layout)
    var turns = rules.turns(tile, from: arriving, junction, at: 0, allowsUTurns: true)
    let arrival = turns.arrival
    var found: [Next] = []
    while let turn = turns.next(tile, rules) {
      let out = turn.edge
      var violations: Violations = []
      if turn.isUTurn && !arrival.isDeadEnd { violations.insert(.uTurn) }
      if !turn.across.ends { violations.insert(.barrier) }
      if turn.isBanned { violations.insert(.turn) }
      let isClosed = !use(tile, out).ends
      if violations.isEmpty && !isClosed || isClosed && !isDrivable(tile, out) { continue }
      let home = try tiles.home(slot, turn.isBanned ? out : turn.onto)
      let number = try self.index(home.slot, home.edge)
      // A vehicle that is already on a closed road pays for its next stretch only by length.
      let entered = edges[number].violations.subtracting(edge.violations)
      let seconds = min(Float(turn.duration) / 100, turn.isUTurn ? Self.uTurnSeconds : .infinity)
      // The price of a U-turn is for its time as well.
      let driving = turn.isUTurn ? 0 : costs.cost(metres: 0, seconds: Double(seconds))
      found.append(
        Next(
          edge: number, cost: driving &+ price(violations.union(entered)), seconds: seconds,
          violations: violations))
    }
    append(found, violatingFrom: index)
  }
}
