import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Explains the rules of a road and the effect of each on the vehicle of a query.
struct RoadExplainer {
  let map: NavMap
  let rules: QueryRules

  /// The explanation of the road at a point.
  func explanation(_ point: RoadPoint) throws(RoutingError) -> RoadExplanation {
    do throws(NavError) {
      let map = self.map
      let tile = try map.tile(point.tile)
      let way = tile.way(point.segment)
      let shape = tile.shape(point.segment)
      return RoadExplanation(
        wayID: tile.wayOSMID(way), name: map.name(tile.nameOffset(way)),
        ref: map.name(tile.refOffset(way)), road: tile.road(point.segment),
        lengthMetres: Double(tile.length(point.segment)) / 100, position: point.position,
        distanceMetres: point.distance,
        sides: Direction.allCases.map { side(tile, point.segment, $0, shape) },
        junctions: junctions(tile, point.segment))
    } catch { throw RoutingError(error) }
  }

  private func side(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction,
    _ shape: [Coordinate]
  ) -> RoadExplanation.Side {
    let road = tile.road(segment)
    let use = rules.use(tile, segment, direction, at: 0)
    let now = rules.road(tile, segment, direction, at: 0)
    let access = road.access(direction)[rules.mode]
    var rows: [RoadRule] = []
    for row in tile.ruleRows(of: segment) {
      let rule = tile.rule(row)
      if rule.directions.contains(direction), rule.effect != nil {
        rows.append(tile.roadRule(rule))
      }
    }
    let found =
      excluded(road) + usual(access, road, direction, rows) + explained(rows)
      + speeds(road, direction, rows)
    let ends = [shape[0], shape[shape.count - 1]]
    let heading = Bearing(
      from: direction == .forward ? ends[0] : ends[1], to: direction == .forward ? ends[1] : ends[0]
    )
    let speed = rules.costing(tile.layout).speed(now, direction)
    return RoadExplanation.Side(
      direction: direction, heading: Double(heading.turns256) * 360 / 256,
      verdict: Self.verdict(use), speedKmh: Double(speed) / 10, rules: found)
  }

  /// The rule that the request excludes the road, if it does.
  private func excluded(_ road: RoadAttributes) -> [RoadExplanation.Rule] {
    let kinds = rules.exclusions(road).names
    if kinds.isEmpty { return [] }
    return [
      RoadExplanation.Rule(
        tag: "exclude=" + kinds.joined(separator: ","), effect: .closes,
        text: "closed: the request excludes it")
    ]
  }

  private static func verdict(_ use: Use) -> RoadExplanation.Verdict {
    use.passes ? .open : use.ends ? .endsOnly : .closed
  }

  /// The effect of the road's unconditional access, unless one of `rows` overrides it.
  private func usual(
    _ access: Access, _ road: RoadAttributes, _ direction: Direction, _ rows: [RoadRule]
  ) -> [RoadExplanation.Rule] {
    let mode = rules.mode
    let oneway: RoadFlags = direction == .forward ? .onewayBackward : .onewayForward
    let tag = tag(road, direction, oneway)
    if isOverridden(.access(access, ModeSet(mode)), rows) { return [overridden(tag)] }
    if !access.isUsable && road.flags.contains(oneway) {
      return [RoadExplanation.Rule(tag: tag, effect: .closes, text: "the other way only")]
    }
    if !access.isUsable && !road.roadClass.isMeant(for: mode) {
      return [
        RoadExplanation.Rule(
          tag: tag, effect: .closes, text: "such roads are not for a \(mode.traveller)")
      ]
    }
    return [RoadExplanation.Rule(tag: tag, effect: Self.effect(access), text: Self.words(access))]
  }

  /// The tag that gives the unconditional access of a road.
  private func tag(
    _ road: RoadAttributes, _ direction: Direction, _ oneway: RoadFlags
  ) -> String {
    let access = road.access(direction)[rules.mode]
    if !access.isUsable && road.flags.contains(oneway) {
      return direction == .forward ? "oneway=-1" : "oneway=yes"
    }
    var rule = rules.usualRule(road, direction)
    // If this direction is open, the rule is one of the other direction.
    if access.isOpenToThroughTraffic { rule.directions = .both }
    return rule.tag
  }

  /// Whether one of the conditional rules holds for through traffic and overrides the unconditional effect.
  private func isOverridden(_ effect: RoadRule.Effect, _ rows: [RoadRule]) -> Bool {
    rows.contains {
      rules.decidesSame($0.effect, effect) && !$0.condition.terms.isEmpty
        && $0.condition.holds(rules.circumstances(at: 0)) == .yes
    }
  }

  private func overridden(_ tag: String) -> RoadExplanation.Rule {
    RoadExplanation.Rule(tag: tag, effect: .overridden, text: "overridden by another rule")
  }

  private static func effect(_ access: Access) -> RoadExplanation.Rule.Effect {
    access.isOpenToThroughTraffic ? .allows : access.isEndOnly ? .endsOnly : .closes
  }

  private static func words(_ access: Access) -> String {
    switch access {
    case .no, .useSidepath: "closed"
    case .agricultural, .forestry: "closed except for \(access.tagValue) traffic"
    case .dismount: "dismount and push"
    case .discouraged: "allowed, but signs advise against it"
    case .yes, .designated, .permissive: "open"
    case .destination, .delivery, .privateOnly: "destination access only"
    }
  }

  /// The rules of one subject, each with its present effect.
  private func explained(_ rows: [RoadRule]) -> [RoadExplanation.Rule] {
    rows.indices.map { index in
      let rule = rows[index]
      let later = rows[(index + 1)...].contains {
        rules.decidesSame($0.effect, rule.effect)
          && $0.condition.holds(rules.circumstances(at: 0)) == .yes
      }
      return explained(rule, isOverridden: later)
    }
  }

  private func explained(_ rule: RoadRule, isOverridden: Bool) -> RoadExplanation.Rule {
    func told(_ effect: RoadExplanation.Rule.Effect, _ text: String) -> RoadExplanation.Rule {
      RoadExplanation.Rule(tag: rule.tag, effect: effect, text: text)
    }
    if case .access(_, let modes) = rule.effect, !modes.contains(rules.mode) {
      return told(.doesNotHold, "not for a \(rules.mode.traveller)")
    }
    if case .ban(let modes) = rule.effect, !modes.contains(rules.mode) {
      return told(.doesNotHold, "not for a \(rules.mode.traveller)")
    }
    if case .truckSpeed = rule.effect, rules.mode != .truck {
      return told(.doesNotHold, "not for a \(rules.mode.traveller)")
    }
    if case .limit(let kind, .some) = rule.effect, rules.vehicle[kind] == nil {
      return told(.notChecked, "the vehicle's \(kind.name) is not given")
    }
    switch truth(rule) {
    case (.no, false): return told(.doesNotHold, "does not hold for this vehicle and time")
    case (.no, true): return told(.endsOnly, "holds for destination access only")
    case (.perhaps, _):
      let isKnowable = rule.condition.terms.allSatisfy {
        if case .unknown = $0 { false } else { true }
      }
      let reason =
        isKnowable ? "the departure time is unknown" : "it is unknown whether it holds"
      return told(.mayHold, rules.isStrict ? reason + ", so the stricter case counts" : reason)
    case (.yes, _): break
    }
    if isOverridden { return told(.overridden, "overridden by another rule") }
    switch rule.effect {
    case .limit(let kind, let value):
      guard let value, let own = rules.vehicle[kind] else { return told(.allows, "no limit") }
      return own > value
        ? told(.closes, "closed: the vehicle has \(kind.text(ofVehicle: own))")
        : told(.allows, "the vehicle has \(kind.text(ofVehicle: own))")
    case .access(let access, _): return told(Self.effect(access), Self.words(access))
    case .speed(let speed), .truckSpeed(let speed):
      return told(.setsSpeed, "at most \(speed.tagValue) km/h")
    case .ban: return told(.closes, "forbidden")
    case .turnRound: return told(.allows, "U-turn allowed")
    }
  }

  /// Whether a rule holds for through traffic, and whether it holds at the ends of a trip.
  private func truth(_ rule: RoadRule) -> (Truth, atEnds: Bool) {
    (
      rule.condition.holds(rules.circumstances(at: 0)),
      rule.condition.holds(rules.circumstances(at: 0, isAtEnd: true)) == .yes
    )
  }

  /// The unconditional speed limits.
  private func speeds(
    _ road: RoadAttributes, _ direction: Direction, _ rows: [RoadRule]
  ) -> [RoadExplanation.Rule] {
    var found: [RoadExplanation.Rule] = []
    let general = direction == .forward ? road.forwardSpeed : road.backwardSpeed
    let truck = direction == .forward ? road.forwardTruckSpeed : road.backwardTruckSpeed
    func add(_ speed: Speed, _ other: Speed, _ effect: RoadRule.Effect) {
      guard speed.isKnown, !road.flags.contains(.ferry) else { return }
      let rule = RoadRule(
        effect, directions: speed == other ? .both : direction == .forward ? .forward : .backward)
      if isOverridden(effect, rows) { return found.append(overridden(rule.tag)) }
      found.append(
        RoadExplanation.Rule(
          tag: rule.tag, effect: .setsSpeed,
          text: speed == .unlimited ? "no limit" : "at most \(speed.tagValue) km/h"))
    }
    let back = direction.reversed
    add(general, road.signedSpeed(back, truck: false), .speed(general))
    if rules.mode == .truck {
      add(
        truck, back == .forward ? road.forwardTruckSpeed : road.backwardTruckSpeed,
        .truckSpeed(truck))
    }
    return found
  }

  /// The barriers and rules of the junctions at the ends of a segment.
  private func junctions(
    _ tile: borrowing TileView, _ segment: SegmentIndex
  ) -> [RoadExplanation.JunctionRules] {
    var found: [RoadExplanation.JunctionRules] = []
    for junction in [tile.from(segment), tile.to(segment)]
    where tile.layout.isOwn(junction) && tile.flags(junction).contains(.barrier) {
      let use = rules.use(tile, junction: junction, at: 0)
      var told: [RoadExplanation.Rule] = []
      var rows: [RoadRule] = []
      for row in tile.ruleRows(of: junction) where tile.rule(row).effect != nil {
        rows.append(tile.roadRule(tile.rule(row)))
      }
      let usual = rules.usualRule(tile, junction: junction)
      if case .access(let access, _) = usual.effect {
        told.append(
          isOverridden(.access(access, ModeSet(rules.mode)), rows)
            ? overridden(usual.tag)
            : RoadExplanation.Rule(
              tag: usual.tag, effect: Self.effect(access), text: Self.words(access)))
      }
      told += explained(rows)
      found.append(
        RoadExplanation.JunctionRules(
          position: tile.position(junction), nodeID: tile.junctionOSMID(junction),
          verdict: Self.verdict(use), rules: told))
    }
    return found
  }
}
