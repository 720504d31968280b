internal import Hierarchy
internal import MapReader
internal import NavFormat
internal import RoadCosts
internal import RoadModel

/// Finds required turns that the hierarchy lacks (Formats/nav-2.md, section 9.1).
///
/// It considers only modes: those to which a turn is open at some time, and those to which it is
/// always open.
struct TurnVerification {
  /// A path along an arc that consists of one turn, open to some modes at any time, for any vehicle.
  struct Way {
    /// The number among the paths of its direction.
    let number: Int
    let isUp: Bool
    let modes: UInt8
  }

  /// The length in centimetres up to which a road costs less than the maximum at any speed.
  private static let longest: UInt32 = 10_000_000

  /// The modes with metrics in the file.
  private let modes: UInt8
  /// The paths that must have a cost in all metrics of their modes.
  private(set) var ways: [Way] = []
  private var roads: [Road] = []

  /// The modes that may use a base edge of the tile, a bit each.
  private struct Road {
    /// Modes to which it is open at some time.
    var possible: UInt8
    /// Modes to which it is open at any time, for any vehicle.
    var certain: UInt8
    /// Modes that may use it by its attributes.
    var usable: UInt8
  }

  /// The modes that may cross a junction, a bit each.
  private struct Passage {
    var possible: UInt8
    var certain: UInt8
    /// Modes that may make a U-turn because a barrier stops them.
    var turning: UInt8
  }

  init(_ map: NavMap) {
    modes = MetricProfile.all.reduce(0) { modes, profile in
      map.sections[.metric(profile)] == nil ? modes : modes | ModeSet(profile.mode).rawValue
    }
  }

  /// The first required turn of a tile that the hierarchy lacks; nil if there is none.
  mutating func flaw(
    _ tile: borrowing TileView, _ hierarchy: borrowing HierarchyView, _ top: borrowing TopView
  ) -> String? {
    findRoads(tile)
    let layout = tile.layout
    let vias = ViaEdges(tile)
    for junction in layout.junctions {
      let out = tile.outRange(junction).map { tile.out($0) }
      let passage = passage(tile, junction)
      for back in out {
        for edge in vias.states(of: back.reversed) {
          if let flaw = flaw(from: edge, back, out, passage, tile, hierarchy, top) { return flaw }
        }
      }
    }
    return nil
  }

  // MARK: Modes

  private mutating func findRoads(_ tile: borrowing TileView) {
    roads.removeAll(keepingCapacity: true)
    for edge in tile.layout.baseEdges {
      let direction = edge.direction
      let access = tile.access(edge.segment, direction)
      let open = Self.modes(access, \.isOpenToThroughTraffic) & modes
      var road = Road(
        possible: open, certain: open, usable: Self.modes(access, \.isUsable) & modes)
      if tile.hasRules(edge.segment) {
        let rows = tile.ruleRows(of: edge.segment)
        road.possible = Self.opened(open, tile, rows, direction) & modes
      }
      if tile.hasRulesOrLimits(edge.segment) || tile.length(edge.segment) > Self.longest {
        road.certain = 0
      }
      roads.append(road)
    }
  }

  private static func modes(_ table: AccessTable, _ isWanted: (Access) -> Bool) -> UInt8 {
    Mode.allCases.reduce(0) { isWanted(table[$1]) ? $0 | ModeSet($1).rawValue : $0 }
  }

  /// The modes to which a road is open at some time: unconditional rows set them, others add to
  /// them.
  private static func opened(
    _ modes: UInt8, _ tile: borrowing TileView, _ rows: Range<Int>, _ direction: Direction
  ) -> UInt8 {
    var open = modes
    for row in rows {
      let rule = tile.rule(row)
      guard case .access(let access, let some) = rule.effect, rule.directions.contains(direction)
      else { continue }
      if rule.condition == RuleRow.always { open &= ~some.rawValue }
      if access.isOpenToThroughTraffic { open |= some.rawValue }
    }
    return open
  }

  private func passage(_ tile: borrowing TileView, _ junction: JunctionIndex) -> Passage {
    guard tile.flags(junction).contains(.barrier) else {
      return Passage(possible: modes, certain: modes, turning: 0)
    }
    let passing = tile.passing(junction)
    let open = passing.subtracting(tile.endOnly(junction)).rawValue & modes
    let rows = tile.ruleRows(of: junction)
    return Passage(
      possible: Self.opened(open, tile, rows, .forward) & modes,
      certain: rows.isEmpty ? open : 0, turning: modes & ~passing.rawValue)
  }

  // MARK: Turns

  /// The first missing turn from an edge; nil if there is none.
  private mutating func flaw(
    from edge: EdgeIndex, _ back: EdgeIndex, _ out: [EdgeIndex], _ passage: Passage,
    _ tile: borrowing TileView, _ hierarchy: borrowing HierarchyView, _ top: borrowing TopView
  ) -> String? {
    let here = roads[back.reversed.rawValue]
    if here.possible == 0 { return nil }
    let junction = tile.head(back.reversed)
    let hasRows = tile.flags(junction).contains(.turns)
    for next in out {
      var possible = here.possible & roads[next.rawValue].possible
      var certain = here.certain & roads[next.rawValue].certain
      if next == back {
        let choices = out.reduce(0) { $1 == back ? $0 : $0 | roads[$1.rawValue].usable }
        possible &= passage.turning | ~choices
        certain = 0
      } else {
        possible &= passage.possible
        certain &= passage.certain
      }
      var onto = next
      if hasRows, let row = tile.turnRow(from: edge, to: next) {
        let turn = tile.turn(row)
        let banned = turn.banned.rawValue | Self.alwaysBanned(tile, row, turn)
        possible &= ~banned
        certain = turn.hasRules ? 0 : certain & ~banned
        onto = tile.layout.edge(behind: turn)
      }
      if possible != 0, !has(edge, onto, certain, tile, hierarchy, top) {
        return "it lacks the turn from edge \(edge) to edge \(onto)"
      }
    }
    return nil
  }

  private static func alwaysBanned(_ tile: borrowing TileView, _ row: Int, _ turn: TurnRow) -> UInt8
  {
    guard turn.hasRules else { return 0 }
    return tile.ruleRows(ofTurn: row).reduce(0) { modes, row in
      let rule = tile.rule(row)
      guard rule.condition == RuleRow.always, case .ban(let some) = rule.effect else {
        return modes
      }
      return modes | some.rawValue
    }
  }

  /// Whether the hierarchy has a turn; records it if it is a path that is open to some modes at any time.
  private mutating func has(
    _ from: EdgeIndex, _ to: EdgeIndex, _ certain: UInt8, _ tile: borrowing TileView,
    _ hierarchy: borrowing HierarchyView, _ top: borrowing TopView
  ) -> Bool {
    let (tail, head) = (Self.node(from, tile), Self.node(to, tile))
    if tail == head { return true }
    let count = hierarchy.nodeCount
    guard tail.index < count, head.index < count else { return false }
    let low = min(tail, head)
    guard let place = top.place(of: max(tail, head), in: low) else { return false }
    if top.cell(tail) != nil || top.cell(head) != nil { return top.cell(low) != nil }
    let arc = Int(hierarchy.first[low.index]) + place
    let isUp = low == tail
    let number =
      isUp
      ? Self.way(arc, hierarchy.upMasks, hierarchy.upCounts)
      : Self.way(arc, hierarchy.downMasks, hierarchy.downCounts)
    guard let number else { return false }
    if certain != 0 { ways.append(Way(number: number, isUp: isUp, modes: certain)) }
    return true
  }

  /// The node of a local edge: its own, or that of its cell.
  private static func node(_ edge: EdgeIndex, _ tile: borrowing TileView) -> TopNode {
    tile.cell(ofEdge: edge).map { tile.cellNode($0) } ?? tile.topNode(edge)
  }

  private static func way(
    _ arc: Int, _ masks: Span<UInt64>, _ counts: Span<UInt32>
  ) -> Int? {
    let mask = masks[arc >> 6]
    let bit = UInt64(1) << UInt64(arc & 63)
    if mask & bit == 0 { return nil }
    return Int(counts[arc >> 6]) + (mask & (bit - 1)).nonzeroBitCount
  }
}
