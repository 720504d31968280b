package import NavFormat
package import RoadModel

/// The permitted use of a directed edge or a junction by the vehicle of a query, at a time.
package struct Use: Sendable, Equatable {
  /// Whether it is open to through traffic.
  package var passes: Bool
  /// Whether it may be used in the zone where a trip begins or ends.
  package var ends: Bool

  /// Open to through traffic.
  @inlinable package static var open: Use { Use(passes: true, ends: true) }
  /// Closed to the vehicle.
  @inlinable package static var closed: Use { Use(passes: false, ends: false) }

  /// A use from its parts.
  @inlinable package init(passes: Bool, ends: Bool) {
    self.passes = passes
    self.ends = ends
  }

  /// The use that an access permits.
  package init(_ access: Access) {
    passes = access.isOpenToThroughTraffic
    ends = access.isUsable
  }
}

extension QueryRules {
  /// The permitted use of an edge, by access, limits, and conditions at the time.
  package func use(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction,
    at time: Centiseconds
  ) -> Use {
    if hasLayers, isClosedToday(tile, EdgeIndex(segment, direction), at: time) { return .closed }
    if hasExclusions, excludes(tile.road(segment)) { return .closed }
    let access = tile.access(segment, direction)[mode]
    let isConditional = tile.hasRules(segment)
    guard isConditional || tile.hasLimits(segment) && !isUnlimited else { return Use(access) }
    if !isConditional && !access.isUsable { return .closed }
    let rows = tile.ruleRows(of: segment)
    return use(tile, rows, direction, access, at: time)
  }

  /// Whether the vehicle may use an edge at the ends of a trip; with `isLater`, whether it may do so at a later time.
  package func mayUse(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction,
    at time: Centiseconds,
    isLater: Bool
  ) -> Bool {
    if use(tile, segment, direction, at: time).ends { return true }
    guard isLater && passesTime, !hasExclusions || !excludes(tile.road(segment)) else {
      return false
    }
    // A closure by the traffic may end by then.
    if isAdjusted(tile, EdgeIndex(segment, direction)),
      atAnyTime().use(tile, segment, direction, at: 0).ends
    {
      return true
    }
    guard tile.hasRulesOrLimits(segment) else { return false }
    // For a later arrival, the conditions are evaluated at that time.
    return tile.ruleRows(of: segment).contains { row in
      let rule = tile.rule(row)
      guard rule.condition != RuleRow.always, rule.directions.contains(direction) else {
        return false
      }
      return tile.condition(Int(rule.condition)).terms.contains {
        if case .time = $0 { true } else { false }
      }
    }
  }

  /// Whether the vehicle may use an edge at the ends of a trip, or could by violating rules.
  package func mayBreak(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction,
    at time: Centiseconds
  ) -> Bool {
    let use = use(tile, segment, direction, at: time)
    return use.ends
      || breaks(tile, EdgeIndex(segment, direction), use, at: time) != nil
  }

  /// The permitted use of a junction.
  package func use(_ tile: borrowing TileView, junction: JunctionIndex, at time: Centiseconds)
    -> Use
  {
    var access = Access.yes
    if !tile.passing(junction).contains(mode) {
      access = .no
    } else if tile.endOnly(junction).contains(mode) {
      access = .privateOnly
    }
    return use(tile, tile.ruleRows(of: junction), .forward, access, at: time)
  }

  /// Evaluates the rule rows of one subject, given its access without them.
  private func use(
    _ tile: borrowing TileView, _ rows: Range<Int>, _ direction: Direction, _ access: Access,
    at time: Centiseconds
  ) -> Use {
    let through = verdict(tile, rows, direction, access, circumstances(at: time))
    if through.passes { return .open }
    let atEnd = verdict(tile, rows, direction, access, circumstances(at: time, isAtEnd: true))
    return Use(passes: false, ends: atEnd.ends)
  }

  private func verdict(
    _ tile: borrowing TileView, _ rows: Range<Int>, _ direction: Direction, _ usual: Access,
    _ asked: Circumstances
  ) -> Use {
    var access = usual
    var limit: (kind: UInt8, value: UInt32)?
    for row in rows {
      let rule = tile.rule(row)
      guard rule.directions.contains(direction), let effect = rule.effect else { continue }
      if let known = limit, known.kind != rule.kind, violates(known) { return .closed }
      switch effect {
      case .limit(let kind, let value):
        guard vehicle[kind] != nil else { continue }
        let stricter = { value ?? .max < (limit?.kind == rule.kind ? limit?.value ?? .max : .max) }
        if counts(truth(tile, rule, asked), isStricter: stricter()) {
          limit = (rule.kind, value ?? .max)
        }
      case .access(let other, let modes):
        guard modes.contains(mode) else { continue }
        let stricter = { Self.openness(other) < Self.openness(access) }
        if counts(truth(tile, rule, asked), isStricter: stricter()) { access = other }
      case .speed, .truckSpeed, .ban, .turnRound: continue
      }
    }
    if let limit, violates(limit) { return .closed }
    return Use(access)
  }

  private func violates(_ limit: (kind: UInt8, value: UInt32)) -> Bool {
    guard let kind = LimitKind(rawValue: limit.kind), let own = vehicle[kind] else { return false }
    return own > limit.value
  }

  private static func openness(_ access: Access) -> Int {
    access.isOpenToThroughTraffic ? 2 : access.isEndOnly ? 1 : 0
  }

  /// Whether the condition of a row holds, or may hold.
  package func truth(_ tile: borrowing TileView, _ rule: RuleRow, _ asked: Circumstances) -> Truth {
    rule.condition == RuleRow.always ? .yes : tile.condition(Int(rule.condition)).holds(asked)
  }

  /// The road of an edge with the speed limits in force, and for bicycles with the access in force.
  package func road(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction,
    at time: Centiseconds
  ) -> RoadAttributes {
    var road = tile.road(segment)
    guard tile.hasRules(segment) else { return road }
    for row in tile.ruleRows(of: segment) {
      let rule = tile.rule(row)
      guard rule.directions.contains(direction) else { continue }
      switch rule.effect {
      case .speed(let speed):
        if appliesSpeed(tile, rule, speed, road, direction, truck: false, at: time) {
          road.setSignedSpeed(speed, direction, truck: false)
        }
      case .truckSpeed(let speed) where mode == .truck:
        if appliesSpeed(tile, rule, speed, road, direction, truck: true, at: time) {
          road.setSignedSpeed(speed, direction, truck: true)
        }
      case .access(let access, let modes)
      where mode == .bicycle && modes.contains(mode) && access.isUsable:
        if counts(truth(tile, rule, circumstances(at: time)), isStricter: access == .dismount) {
          road.setAccess(access, of: mode, direction)
        }
      default: continue
      }
    }
    return road
  }

  private func appliesSpeed(
    _ tile: borrowing TileView, _ rule: RuleRow, _ speed: Speed, _ road: RoadAttributes,
    _ direction: Direction, truck: Bool, at time: Centiseconds
  ) -> Bool {
    let now = road.signedSpeed(direction, truck: truck)
    func isSlower() -> Bool {
      guard !now.isKnown else { return speed < now }
      // Without a signed speed, compare with the default.
      var other = road
      other.setSignedSpeed(speed, direction, truck: truck)
      let costing = costing(tile.layout)
      return costing.speed(other, direction) < costing.speed(road, direction)
    }
    return counts(truth(tile, rule, circumstances(at: time)), isStricter: isSlower())
  }

  /// Whether a turn is forbidden, always or at the time.
  package func isBanned(_ tile: borrowing TileView, turn row: Int, at time: Centiseconds) -> Bool {
    let turn = tile.turn(row)
    if turn.banned.contains(mode) { return true }
    guard turn.hasRules else { return false }
    for row in tile.ruleRows(ofTurn: row) {
      let rule = tile.rule(row)
      guard case .ban(let modes) = rule.effect, modes.contains(mode) else { continue }
      if counts(truth(tile, rule, circumstances(at: time)), isStricter: true) { return true }
    }
    return false
  }

  /// The zones in which a trip may use an edge; nil for none.
  package func zones(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ use: Use
  ) -> Zone.Allowed? {
    guard use.passes else { return use.ends ? (true, false, true) : nil }
    let reach = tile.reach(segment, mode)
    return (!reach.contains(.leavesOpenly), true, !reach.contains(.entersOpenly))
  }

  /// Whether a trip may end in a zone on an edge: at a time, and where time passes also at a later arrival.
  package func mayEndInZone(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at time: Centiseconds
  ) -> Bool {
    let segment = edge.segment
    // What closes the road now, or opens it to all, may be over by then.
    if passesTime, tile.hasRulesOrLimits(segment) || isAdjusted(tile, edge) { return true }
    return zones(tile, segment, use(tile, segment, edge.direction, at: time))?.ends ?? false
  }
}
