import Geo
import Hierarchy
import NavFormat
import RoadModel

/// The network of the hierarchy: directed edges, then via edges, and turns for through traffic.
///
/// It has each turn that a query for one of some modes could take on roads open to through traffic,
/// at any time, with any vehicle and under any conditions. A metric can close a turn, but not add
/// one.
struct TurnNetwork {
  private let graph: RoadGraph
  private let turns: TurnAutomaton
  /// The modes for which each directed edge is open to through traffic at some time.
  private var open: [UInt8] = []
  /// The modes that may use each directed edge by its attributes.
  private var usable: [UInt8] = []
  /// The automaton's rows with their first states, ascending.
  private let rows: [(state: UInt32, row: TurnAutomaton.Row)]

  init(_ graph: RoadGraph, _ turns: TurnAutomaton, modes: ModeSet) {
    self.graph = graph
    self.turns = turns
    let edges = graph.edges
    rows = turns.rows.map { row in (Self.state(row.from, row.fromVia, edges), row) }
      .sorted { ($0.state, $0.row.to) < ($1.state, $1.row.to) }
    findModes(modes.rawValue)
  }

  /// The number of states: two for each segment, plus the via edges.
  private var stateCount: Int { graph.edges.count + turns.viaBases.count }

  /// The state of a vehicle on a base edge, or on one of its via edges.
  ///
  /// States are bare numbers because the hierarchy works on any network.
  private static func state(
    _ base: RoadEdge, _ via: RoadVia?, _ edges: Range<RoadEdge>
  ) -> UInt32 {
    via.map { edges.upperBound.number + $0.number } ?? base.number
  }

  /// The base edge of a state.
  private func base(_ state: Int) -> RoadEdge {
    let bases = graph.edges.count
    return state < bases ? RoadEdge(state) : turns.viaBases[state - bases]
  }

  /// The junctions and the ends of the states.
  var road: GeometricGraph {
    let states = (0..<stateCount).map { base($0) }
    let box = graph.positions.reduce(into: Box.empty) { $0.add($1) }
    let shrink = Trigonometry.cosine(units: Double(box.centre.latitudeUnits))
    return GeometricGraph(
      tails: states.map { graph.tail($0).number }, heads: states.map { graph.head($0).number },
      eastings: graph.positions.map { Int32(Double($0.longitudeUnits) * shrink) },
      northings: graph.positions.map(\.latitudeUnits))
  }

  /// The turns.
  func lines() -> LineGraph {
    var first: [UInt32] = [0]
    var heads: [UInt32] = []
    first.reserveCapacity(stateCount + 1)
    var row = 0
    for state in 0..<stateCount {
      let start = row
      while row < rows.count && rows[row].state == state { row += 1 }
      addTurns(from: base(state), rows[start..<row], to: &heads)
      first.append(UInt32(heads.count))
    }
    return LineGraph(first: first, heads: heads)
  }

  private func addTurns(
    from edge: RoadEdge, _ rows: ArraySlice<(state: UInt32, row: TurnAutomaton.Row)>,
    to heads: inout [UInt32]
  ) {
    let here = open[edge]
    guard here != 0 else { return }
    let junction = graph.head(edge)
    let crossing = crossing(junction)
    // Both are in ascending order.
    var place = rows.startIndex
    for next in graph.out(junction) {
      var modes = here & open[next]
      guard modes != 0 else { continue }
      modes &=
        next == edge.reversed
        ? crossing.turning | ~choices(junction, except: next) : crossing.passing
      var via: RoadVia?
      while place < rows.endIndex && rows[place].row.to < next { place += 1 }
      if place < rows.endIndex, case let row = rows[place].row, row.to == next {
        modes &= ~row.banned.rawValue
        via = row.enter
      }
      if modes != 0 { heads.append(Self.state(next, via, graph.edges)) }
    }
  }

  /// The modes that can continue other than back, by attributes only, as in ``Search``.
  private func choices(_ junction: RoadJunction, except back: RoadEdge) -> UInt8 {
    graph.out(junction).reduce(0) { $1 == back ? $0 : $0 | usable[$1] }
  }

  /// The modes that may cross a junction in through traffic, and those that may have to turn round.
  private func crossing(_ junction: RoadJunction) -> (passing: UInt8, turning: UInt8) {
    guard graph.junctionFlags[junction].contains(.barrier) else { return (.max, 0) }
    let barrier = graph.barriers[junction]
    let passing = barrier.map { $0.passing.subtracting($0.endOnly) } ?? .all
    let rules = graph.junctionRules[junction] ?? []
    // At junctions with rules, all modes may have to turn round.
    let held = rules.isEmpty ? ModeSet.all.subtracting(barrier?.passing ?? .all) : .all
    return (passing.rawValue | Self.opened(by: rules), held.rawValue)
  }

  /// The modes for which a rule opens a road or junction.
  private static func opened(by rules: [RoadRule], _ direction: Direction = .forward) -> UInt8 {
    rules.reduce(0) { modes, rule in
      guard case .access(let access, let some) = rule.effect, access.isOpenToThroughTraffic,
        rule.directions.contains(direction)
      else { return modes }
      return modes | some.rawValue
    }
  }

  /// The modes of a set with a certain access to a road.
  private static func modes(
    _ set: UInt8, _ table: AccessTable, _ isWanted: (Access) -> Bool
  ) -> UInt8 {
    Mode.allCases.reduce(0) { modes, mode in
      let bit = ModeSet(mode).rawValue
      return set & bit != 0 && isWanted(table[mode]) ? modes | bit : modes
    }
  }

  private mutating func findModes(_ set: UInt8) {
    let ofSets = graph.attributes.flatMap { road in
      [road.forwardAccess, road.backwardAccess].map { table in
        (
          open: Self.modes(set, table, \.isOpenToThroughTraffic),
          usable: Self.modes(set, table, \.isUsable)
        )
      }
    }
    let ofRules = graph.ruleSets.flatMap { rules in
      [Direction.forward, .backward].map { Self.opened(by: rules, $0) & set }
    }
    for way in graph.segmentWay {
      let set = 2 * Int(graph.wayAttributes[way])
      let rules = 2 * Int(graph.wayRules[way])
      for direction in 0..<2 {
        open.append(ofSets[set + direction].open | ofRules[rules + direction])
        usable.append(ofSets[set + direction].usable)
      }
    }
  }
}
