package import NavFormat
package import RoadModel
import RouteModel

/// Tells roads that cost a trip at a known time what they cost in a metric of lower bounds.
///
/// If all roads of the cheapest path by the metric are steady, then its cost there is that of the trip, and no other
/// path is cheaper.
package final class SteadyRoads {
  /// The time after the departure up to which conditions are looked at: twelve hours.
  package static let window: Centiseconds = 12 * 360_000
  /// Conditions change at full minutes.
  private static let step: Centiseconds = 6_000

  private let rules: QueryRules
  private let bounds: QueryRules
  /// Whether the costs of roads without rules are the same.
  private let isAlike: Bool
  /// The conditions that were looked at; a country has some hundred, each on many roads.
  private var known: [Condition: Bool] = [:]

  /// The steady roads of a query.
  ///
  /// - Parameters:
  ///   - rules: The rules of the query, with a clock.
  ///   - bounds: The rules of the metric.
  package init(_ rules: QueryRules, in bounds: QueryRules) {
    self.rules = rules
    self.bounds = bounds
    var model = rules.model
    model.doubt = bounds.model.doubt
    isAlike = model == bounds.model
  }

  /// Whether a base edge is steady.
  package func isSteady(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    let (segment, direction) = (edge.segment, edge.direction)
    if tile.hasRulesOrLimits(segment) {
      guard areSteady(tile, tile.ruleRows(of: segment), direction) else { return false }
    } else if isAlike, !rules.isAdjusted(tile, edge) {
      return true
    }
    return !hasTraffic(tile, edge)
      && rules.use(tile, segment, direction, at: 0) == bounds.use(tile, segment, direction, at: 0)
      && rules.wholeCost(tile, edge, at: 0) == bounds.wholeCost(tile, edge, at: 0)
  }

  /// Whether the turn at a junction from an edge onto another, both base or via, is steady.
  package func isSteady(
    _ tile: borrowing TileView, _ junction: JunctionIndex, from edge: EdgeIndex,
    onto next: EdgeIndex
  ) -> Bool {
    if rules.mayDelayTurns(tile, junction) { return false }
    if !isAlike, tile.base(edge).reversed == tile.base(next) { return false }
    let flags = tile.flags(junction)
    if flags.contains(.barrier) {
      let use = rules.use(tile, junction: junction, at: 0)
      guard use == bounds.use(tile, junction: junction, at: 0),
        areSteady(tile, tile.ruleRows(of: junction))
      else { return false }
    }
    guard flags.contains(.turns), let row = tile.turnRow(from: edge, to: next),
      tile.turn(row).hasRules
    else { return true }
    return areSteady(tile, tile.ruleRows(ofTurn: row))
      && rules.isBanned(tile, turn: row, at: 0) == bounds.isBanned(tile, turn: row, at: 0)
  }

  private func hasTraffic(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    guard let place = rules.adjustedPlace(tile, edge) else { return false }
    let (traffic, usual) = (rules.layers.traffic, rules.layers.usual)
    return !(traffic?.pieces(tile: place.tile, edge: place.edge).isEmpty ?? true)
      || !(usual?.pieces(tile: place.tile, edge: place.edge).isEmpty ?? true)
  }

  private func areSteady(
    _ tile: borrowing TileView, _ rows: Range<Int>, _ direction: Direction = .forward
  ) -> Bool {
    for row in rows {
      let rule = tile.rule(row)
      guard rule.condition != RuleRow.always, rule.directions.contains(direction),
        let effect = rule.effect, concerns(effect)
      else { continue }
      if !isSteady(tile.condition(Int(rule.condition))) { return false }
    }
    return true
  }

  /// Whether a rule may have an effect on the vehicle.
  private func concerns(_ effect: RoadRule.Effect) -> Bool {
    switch effect {
    case .limit(let kind, _): rules.vehicle[kind] != nil
    case .access(_, let modes), .ban(let modes), .turnRound(let modes): modes.contains(rules.mode)
    case .speed: true
    case .truckSpeed: rules.mode == .truck
    }
  }

  /// Whether a condition has the same truth all the time.
  private func isSteady(_ condition: Condition) -> Bool {
    let isTimed = condition.terms.contains { if case .time = $0 { true } else { false } }
    guard isTimed else { return true }
    if let known = known[condition] { return known }
    // If it does not hold at the ends of a trip, it holds nowhere.
    let first = condition.holds(rules.circumstances(at: 0, isAtEnd: true))
    let isSteady = stride(from: 0, through: Self.window, by: Int(Self.step)).allSatisfy {
      condition.holds(rules.circumstances(at: $0, isAtEnd: true)) == first
    }
    known[condition] = isSteady
    return isSteady
  }
}
