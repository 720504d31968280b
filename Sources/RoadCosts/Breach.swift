package import Geo
package import MapReader
package import NavFormat
package import RoadModel
package import RouteModel

/// A rule of a road, a junction or a turn that a vehicle would violate.
package struct Breach {
  /// The rule.
  package var rule: RoadRule
  /// The vehicle's value if the rule is a limit.
  package var needed: UInt32?
  /// The road types that the request excludes, if it excludes the road; the rule then closes the road to the mode.
  package var excluded: Avoidance = []
  /// The source of the closure, if no rule of the map closes the road; the rule then closes it to the mode.
  package var closure: Blocker.Closure?
  /// The value of the tag `oneway` if that closes the road in this direction, which the tag may also imply.
  package var oneway: String?

  /// How grave it is to violate the rule.
  package var severity: Severity {
    guard case .limit(let kind, _) = rule.effect else { return .legal }
    return kind == .height || kind == .width || kind == .length ? .physical : .legal
  }

  /// Whether the road is always closed in this direction alone.
  fileprivate var isOfOneDirection: Bool {
    guard case .access(.no, _) = rule.effect else { return false }
    return rule.directions != .both && rule.condition.terms.isEmpty
  }
}

extension Blocker {
  /// A violated rule at a coordinate on a segment, with its road.
  package init(
    _ breach: Breach, _ tile: borrowing TileView, _ segment: SegmentIndex, at place: Coordinate,
    _ map: NavMap
  ) {
    self.init(
      rule: breach.rule, needed: breach.needed, road: map.roadName(tile, segment),
      wayID: tile.wayOSMID(tile.way(segment)), position: place)
    if !breach.excluded.isEmpty { excluded = breach.excluded }
    closure = breach.closure
    oneway = breach.oneway
  }
}

/// Finds violated rules. It is used only for closed roads, so it need not be fast.
extension QueryRules {
  /// The violations on an edge; nil if they cannot be tolerated.
  package func breaks(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ use: Use, at time: Centiseconds
  ) -> Breaks? {
    if use.passes { return Breaks.none }
    if !toleratesExclusions {
      if hasExclusions, excludes(tile.road(edge.segment)) { return nil }
      if hasLayers, isClosedToday(tile, edge, at: time) { return nil }
    }
    let found = breaches(
      tile, edge.segment, edge.direction, isThrough: use.ends, at: time)
    return found.map { Breaks($0) }
  }

  /// The violations at a junction; nil if they cannot be tolerated.
  package func breaks(
    _ tile: borrowing TileView, junction: JunctionIndex, _ use: Use, at time: Centiseconds
  ) -> Breaks? {
    if use.passes { return Breaks.none }
    // An impassable barrier that is not a gate may be a wall or a bollard.
    guard tile.passing(junction).contains(mode) || tile.flags(junction).contains(.gate) else {
      return nil
    }
    let found = breaches(tile, junction: junction, isThrough: use.ends, at: time)
    return Breaks(found)
  }

  /// The zones in which a trip may use an edge whose access is open to the vehicle, whatever else closes it; nil for
  /// none.
  package func zonesByAccess(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at time: Centiseconds
  ) -> Zone.Allowed? {
    let usual = usualRule(tile.road(edge.segment), edge.direction)
    func isOpen(_ isThrough: Bool) -> Bool {
      let found = breaches(
        tile, tile.ruleRows(of: edge.segment), edge.direction, usual, isThrough: isThrough, at: time
      )
      return !found.contains {
        if case .access = $0.rule.effect { true } else { false }
      }
    }
    return zones(tile, edge.segment, Use(passes: isOpen(true), ends: isOpen(false)))
  }

  /// The rules of an edge that the vehicle violates.
  ///
  /// Nil if the road is not meant for the mode, or if it is one-way in the other direction and the
  /// query does not tolerate that.
  package func breaches(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction, isThrough: Bool,
    at time: Centiseconds
  ) -> [Breach]? {
    let road = tile.road(segment)
    var found = breaches(
      tile, tile.ruleRows(of: segment), direction, usualRule(road, direction),
      isThrough: isThrough, at: time)
    let breaksAccess = found.contains {
      if case .access = $0.rule.effect { true } else { false }
    }
    let wrongWay: RoadFlags = direction == .forward ? .onewayBackward : .onewayForward
    // A conditional rule that closes one direction makes a temporary one-way street.
    let isOneway = found.contains {
      if case .access(.no, let modes) = $0.rule.effect, !$0.rule.condition.terms.isEmpty {
        return $0.rule.directions != .both && modes.isSuperset(of: .motorised)
      }
      return false
    }
    if breaksAccess {
      if !road.roadClass.isMeant(for: mode) { return nil }
      if (road.flags.contains(wrongWay) || isOneway) && !toleratesWrongWays { return nil }
      if road.flags.contains(wrongWay) {
        for index in found.indices where found[index].isOfOneDirection {
          found[index].oneway = direction == .forward ? "-1" : "yes"
        }
      }
    }
    let closing = RoadRule(.access(.no, ModeSet(mode)))
    var others: [Breach] = []
    if hasLayers, let closure = closure(tile, EdgeIndex(segment, direction), at: time) {
      others.append(Breach(rule: closing, closure: closure))
    }
    if excludes(road) { others.append(Breach(rule: closing, excluded: exclusions(road))) }
    return others + found
  }

  /// The rules of a junction that the vehicle violates.
  package func breaches(
    _ tile: borrowing TileView, junction: JunctionIndex, isThrough: Bool, at time: Centiseconds
  ) -> [Breach] {
    return breaches(
      tile, tile.ruleRows(of: junction), .forward, usualRule(tile, junction: junction),
      isThrough: isThrough, at: time)
  }

  /// The unconditional access at a junction, as a rule for all modes that share it.
  package func usualRule(_ tile: borrowing TileView, junction: JunctionIndex) -> RoadRule {
    var table = AccessTable(.yes, for: tile.passing(junction))
    for mode in Mode.allCases where tile.endOnly(junction).contains(mode) && table[mode] == .yes {
      table[mode] = .privateOnly
    }
    return RoadRule(.access(table[mode], table.group(of: mode)))
  }

  /// The unconditional access of a road, as a rule for the largest group of modes with that access.
  package func usualRule(_ road: RoadAttributes, _ direction: Direction) -> RoadRule {
    let access = road.access(direction)
    let isSame = access[mode] == road.access(direction.reversed)[mode]
    let directions: DirectionSet =
      isSame ? .both : direction == .forward ? .forward : .backward
    return RoadRule(.access(access[mode], access.group(of: mode)), directions: directions)
  }

  /// The first rule of a turn that the vehicle violates; nil if there is none.
  package func breach(_ tile: borrowing TileView, turn row: Int, at time: Centiseconds) -> Breach? {
    if tile.turn(row).banned.contains(mode) {
      return Breach(rule: RoadRule(.ban(tile.turn(row).banned)))
    }
    for row in tile.ruleRows(ofTurn: row) {
      let rule = tile.rule(row)
      guard case .ban(let modes) = rule.effect, modes.contains(mode),
        counts(truth(tile, rule, circumstances(at: time)), isStricter: true)
      else { continue }
      return Breach(rule: tile.roadRule(rule))
    }
    return nil
  }

  private func breaches(
    _ tile: borrowing TileView, _ rows: Range<Int>, _ direction: Direction, _ usual: RoadRule,
    isThrough: Bool, at time: Centiseconds
  ) -> [Breach] {
    let asked = circumstances(at: time, isAtEnd: !isThrough)
    var access = usual
    var limits: [LimitKind: RoadRule] = [:]
    for row in rows {
      let stored = tile.rule(row)
      guard stored.directions.contains(direction), stored.effect != nil else { continue }
      let rule = tile.roadRule(stored)
      let truth = rule.condition.holds(asked)
      switch rule.effect {
      case .limit(let kind, _):
        let isStricter = limits[kind].map { Self.isStricter(rule, than: $0) } ?? true
        if counts(truth, isStricter: isStricter) { limits[kind] = rule }
      case .access(_, let modes) where modes.contains(mode):
        if counts(truth, isStricter: Self.isStricter(rule, than: access)) { access = rule }
      default: continue
      }
    }
    var found: [Breach] = []
    for kind in LimitKind.allCases {
      guard let rule = limits[kind], case .limit(_, let value?) = rule.effect,
        let own = vehicle[kind], own > value
      else { continue }
      found.append(Breach(rule: rule, needed: own))
    }
    if case .access(let value, _) = access.effect,
      isThrough ? !value.isOpenToThroughTraffic : !value.isUsable
    {
      found.append(Breach(rule: access))
    }
    return found
  }

  /// Whether a rule is stricter than another of its kind.
  package static func isStricter(_ rule: RoadRule, than other: RoadRule) -> Bool {
    switch (rule.effect, other.effect) {
    case (.limit(_, let a), .limit(_, let b)): a ?? .max < b ?? .max
    case (.access(let a, _), .access(let b, _)):
      a.isOpenToThroughTraffic != b.isOpenToThroughTraffic
        ? b.isOpenToThroughTraffic : !a.isUsable && b.isUsable
    default: false
    }
  }
}

extension TileView {
  /// The unconditional limits of a segment in a direction, and its conditional rules.
  package func rules(
    on segment: SegmentIndex, _ direction: Direction
  ) -> (limits: [VehicleLimit], conditional: [RoadRule]) {
    guard hasRulesOrLimits(segment) else { return ([], []) }
    var limits: [VehicleLimit] = []
    var conditional: [RoadRule] = []
    for row in ruleRows(of: segment) {
      let rule = rule(row)
      guard rule.directions.contains(direction), let effect = rule.effect else { continue }
      if rule.condition != RuleRow.always {
        conditional.append(roadRule(rule))
      } else if case .limit(let kind, let value?) = effect {
        limits.append(VehicleLimit(kind, value, directions: rule.directions))
      }
    }
    return (limits, conditional)
  }

  /// A rule row with its condition decoded.
  package func roadRule(_ row: RuleRow) -> RoadRule {
    RoadRule(
      row.effect ?? .ban([]), directions: row.directions,
      condition: row.condition == RuleRow.always ? .always : condition(Int(row.condition)))
  }
}
