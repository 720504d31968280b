import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel

/// The rows of one tile by what they are about, so that they need not be looked for again and again.
struct ReferenceRows {
  var crossings: [Int: Crossing] = [:]
  /// The modes that may pass, and those of them that may at the ends of trips only.
  var barriers: [Int: (passing: ModeSet, endOnly: ModeSet)] = [:]
  var junctionRules: [Int: [RuleRow]] = [:]
  var turns: [UInt64: Int] = [:]
  var turnRules: [Int: [RuleRow]] = [:]

  init(_ tile: borrowing TileView) {
    for index in 0..<tile.layout.crossingCount {
      crossings[tile.crossing(index).segment.rawValue] = tile.crossing(index)
    }
    for index in 0..<tile.layout.barrierCount {
      let barrier = tile.barrier(index)
      barriers[barrier.junction.rawValue] = (barrier.passing, barrier.endOnly)
    }
    for index in 0..<tile.layout.ruleCount {
      let rule = tile.rule(index)
      if rule.of == .junction { junctionRules[Int(rule.subject), default: []].append(rule) }
      if rule.of == .turn { turnRules[Int(rule.subject), default: []].append(rule) }
    }
    for index in 0..<tile.layout.turnCount {
      turns[Self.key(tile.turn(index).from.rawValue, tile.turn(index).to.rawValue)] = index
    }
  }

  static func key(_ from: Int, _ to: Int) -> UInt64 { UInt64(from) << 32 | UInt64(to) }
}

/// The turns of the reference.
extension ReferenceGraph {
  private enum Broken: Error { case noCrossing }

  private mutating func rows(_ tile: borrowing TileView, _ number: TileNumber) -> ReferenceRows {
    if let known = rowsOf[number] { return known }
    rowsOf[number] = ReferenceRows(tile)
    return ReferenceRows(tile)
  }

  /// The file's id of a local edge of a tile.
  private func id(
    _ tile: borrowing TileView, _ number: TileNumber, _ edge: Int, _ rows: ReferenceRows
  ) throws -> UInt32 {
    let layout = tile.layout
    if edge < 2 * layout.segmentCount {
      let segment = edge / 2
      if segment < layout.ownSegmentCount {
        return map.entry(number).firstEdge + UInt32(edge)
      }
      guard let crossing = rows.crossings[segment] else { throw Broken.noCrossing }
      return map.entry(crossing.tile).firstEdge + UInt32(crossing.there.rawValue) * 2
        + UInt32(edge % 2)
    }
    let via = edge - 2 * layout.segmentCount
    if via < layout.ownViaCount {
      return map.entry(number).firstEdge + UInt32(2 * layout.ownSegmentCount + via)
    }
    guard let crossing = rows.crossings[tile.via(via).base.rawValue / 2] else {
      throw Broken.noCrossing
    }
    let entry = map.entry(crossing.tile)
    return entry.firstEdge + 2 * entry.segmentCount + UInt32(tile.via(via).there)
  }

  /// The turns of all edges that belong to a tile.
  mutating func addTurns(from number: TileNumber) throws {
    let map = self.map
    let tile = try map.tile(number)
    let layout = tile.layout
    let own = Array(0..<2 * layout.ownSegmentCount)
    let vias = (0..<layout.ownViaCount).map { 2 * layout.segmentCount + $0 }
    for edge in own + vias {
      let base =
        edge < 2 * layout.segmentCount
        ? edge : tile.via(edge - 2 * layout.segmentCount).base.rawValue
      let segment = SegmentIndex(base / 2)
      let head = (base % 2 == 0 ? tile.to(segment) : tile.from(segment)).rawValue
      if head < layout.junctionCount {
        try addTurns(tile, number, head, arriving: edge)
      } else {
        let crossing = tile.crossing(head - layout.junctionCount)
        let there = try map.tile(crossing.tile)
        var arriving = crossing.there.rawValue * 2 + base % 2
        if edge != base {
          arriving =
            2 * there.layout.segmentCount + tile.via(edge - 2 * layout.segmentCount).there
        }
        try addTurns(there, crossing.tile, crossing.junction.rawValue, arriving: arriving)
      }
      firstTurn.append(turns.count)
    }
  }

  private mutating func addTurns(
    _ tile: borrowing TileView, _ number: TileNumber, _ junction: Int, arriving: Int
  ) throws {
    let layout = tile.layout
    let base =
      arriving < 2 * layout.segmentCount
      ? arriving : tile.via(arriving - 2 * layout.segmentCount).base.rawValue
    let rows = self.rows(tile, number)
    let costing = costings[Int(self.costing(layout))]
    var access = Access.yes
    if let barrier = rows.barriers[junction] {
      access =
        !barrier.passing.contains(vehicle.mode)
        ? .no : barrier.endOnly.contains(vehicle.mode) ? .privateOnly : .yes
    }
    let rules = (rows.junctionRules[junction] ?? []).map { read(tile, $0) }
    let out = tile.outRange(JunctionIndex(junction)).map { tile.out($0).rawValue }
    var onward = 0
    for edge in out where edge != base ^ 1 {
      let access = tile.road(SegmentIndex(edge / 2)).access(edge % 2 == 0 ? .forward : .backward)
      if access[vehicle.mode].isUsable { onward += 1 }
    }
    for edge in out {
      let isUTurn = edge == base ^ 1
      var onto = edge
      var bans: [RoadRule] = []
      if let row = rows.turns[ReferenceRows.key(arriving, edge)] {
        let turn = tile.turn(row)
        if turn.banned.contains(vehicle.mode) { continue }
        if turn.enter != 65_535 { onto = 2 * layout.segmentCount + Int(turn.enter) }
        bans = (rows.turnRules[row] ?? []).map { read(tile, $0) }
      }
      let turnsRound = rules.contains {
        if case .turnRound(let modes) = $0.effect { modes.contains(vehicle.mode) } else { false }
      }
      let isRing = [base, edge].allSatisfy {
        tile.road(SegmentIndex($0 / 2)).flags.contains(.roundabout)
      }
      let angle = tile.arrivalBearing(SegmentIndex(base / 2), base % 2 == 0 ? .forward : .backward)
        .angle(
          to: tile.departureBearing(
            SegmentIndex(edge / 2), edge % 2 == 0 ? .forward : .backward))
      let node = tile.flags(JunctionIndex(junction))
      let time = costing.turnTime(
        angle: angle, isJunction: onward > 1 && !isRing, isUTurn: isUTurn, node: node)
      let round = isUTurn ? time - costing.turns.crossing(node) : 0
      turns.append(
        Turn(
          to: try id(tile, number, onto, rows), time: time,
          cost: isUTurn && round > 0 ? time - round + options.weighedUTurn(round) : time,
          isUTurn: isUTurn, isDeadEnd: onward == 0 || access == .no || turnsRound,
          special: self.special(Special(access: access, rules: rules, bans: bans))))
    }
  }

  private mutating func special(_ special: Special) -> Int32 {
    if special.access == .yes && special.rules.isEmpty && special.bans.isEmpty { return -1 }
    specials.append(special)
    return Int32(specials.count - 1)
  }
}
