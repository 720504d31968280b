package import NavFormat
package import RoadModel
import RouteModel

/// How long after the departure roads cost a trip what they cost in a metric of lower bounds.
///
/// If that is true of all roads of the cheapest path by the metric until the trip ends, then its cost there is that of
/// the trip, and no other path is cheaper.
package final class SteadyRoads {
  /// The maximum time for which roads are steady, because conditions are not looked at beyond it: twelve hours.
  package static let longest: Centiseconds = 12 * 360_000
  /// Conditions change at full minutes.
  private static let step: Centiseconds = 6_000

  private let rules: QueryRules
  private let bounds: QueryRules
  /// Whether the costs of roads without rules are the same.
  private let isAlike: Bool
  /// How long the conditions that were looked at are steady; a country has some hundred, each on many roads.
  private var known: [Condition: Centiseconds] = [:]

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

  /// The time for which a base edge is steady; 0 if it is not.
  package func time(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Centiseconds {
    let (segment, direction) = (edge.segment, edge.direction)
    let hasRules = tile.hasRulesOrLimits(segment)
    if isAlike, !hasRules, !rules.isAdjusted(tile, edge) { return Self.longest }
    guard !hasTraffic(tile, edge),
      rules.use(tile, segment, direction, at: 0) == bounds.use(tile, segment, direction, at: 0),
      rules.wholeCost(tile, edge, at: 0) == bounds.wholeCost(tile, edge, at: 0)
    else { return 0 }
    return hasRules ? time(tile, tile.ruleRows(of: segment), direction) : Self.longest
  }

  /// The time for which the turn at a junction from an edge onto another, both base or via, is steady.
  package func time(
    _ tile: borrowing TileView, _ junction: JunctionIndex, from edge: EdgeIndex,
    onto next: EdgeIndex
  ) -> Centiseconds {
    if rules.mayDelayTurns(tile, junction) { return 0 }
    if !isAlike, tile.base(edge).reversed == tile.base(next) { return 0 }
    var time = Self.longest
    let flags = tile.flags(junction)
    if flags.contains(.barrier) {
      let use = rules.use(tile, junction: junction, at: 0)
      guard use == bounds.use(tile, junction: junction, at: 0) else { return 0 }
      time = self.time(tile, tile.ruleRows(of: junction))
    }
    guard flags.contains(.turns), let row = tile.turnRow(from: edge, to: next),
      tile.turn(row).hasRules
    else { return time }
    let isBanned = rules.isBanned(tile, turn: row, at: 0)
    guard isBanned == bounds.isBanned(tile, turn: row, at: 0) else { return 0 }
    return min(time, self.time(tile, tile.ruleRows(ofTurn: row)))
  }

  private func hasTraffic(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    guard let place = rules.adjustedPlace(tile, edge) else { return false }
    let (traffic, usual) = (rules.layers.traffic, rules.layers.usual)
    return !(traffic?.pieces(tile: place.tile, edge: place.edge).isEmpty ?? true)
      || !(usual?.pieces(tile: place.tile, edge: place.edge).isEmpty ?? true)
  }

  private func time(
    _ tile: borrowing TileView, _ rows: Range<Int>, _ direction: Direction = .forward
  ) -> Centiseconds {
    var time = Self.longest
    for row in rows {
      let rule = tile.rule(row)
      guard rule.condition != RuleRow.always, rule.directions.contains(direction),
        let effect = rule.effect, concerns(effect)
      else { continue }
      time = min(time, self.time(tile.condition(Int(rule.condition))))
    }
    return time
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

  /// The time for which a condition has the same truth.
  private func time(_ condition: Condition) -> Centiseconds {
    let isTimed = condition.terms.contains { if case .time = $0 { true } else { false } }
    guard isTimed else { return Self.longest }
    if let known = known[condition] { return known }
    // If it does not hold at the ends of a trip, it holds nowhere.
    let first = condition.holds(rules.circumstances(at: 0, isAtEnd: true))
    let times = stride(from: 0, through: Self.longest, by: Int(Self.step))
    let change = times.first {
      condition.holds(rules.circumstances(at: $0, isAtEnd: true)) != first
    }
    // It may change at any second of the minute before.
    let time = change.map { $0 - Self.step } ?? Self.longest
    known[condition] = time
    return time
  }
}
