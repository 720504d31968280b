import NavFormat
import RoadModel

/// The turn rules of the whole map, with banned paths of any length as bans between neighbours.
///
/// A ban over several edges depends on the vehicle's path before. The network contains this path:
/// for each proper beginning of two or more edges of a banned path there is a *via edge*, a second
/// copy of the beginning's last edge, and a vehicle that drives the beginning is on it. From a via
/// edge, a turn leads to the via edge of the longest beginning with which the driven path ends.
/// This is the construction of Aho and Corasick, "Efficient string matching" (1975,
/// doi:10.1145/360825.360855), with edges as letters.
struct TurnAutomaton: Sendable {
  /// A turn that is banned or leads to a via edge.
  struct Row: Sendable {
    /// The base edge before the turn, if `fromVia` is nil.
    var from: RoadEdge
    /// The via edge before the turn; nil if it is a base edge.
    var fromVia: RoadVia?
    var to: RoadEdge
    var banned: ModeSet
    /// The conditional bans.
    var rules: [RoadRule] = []
    /// The via edge after the turn; nil if it is a base edge.
    var enter: RoadVia?
  }

  /// The bans of one path.
  private struct Bans {
    var always: ModeSet = []
    var sometimes: [RoadRule] = []

    mutating func add(_ path: BannedPath, mostConditions: Int) {
      if path.condition.terms.isEmpty {
        always.formUnion(path.modes)
        return
      }
      var rule = RoadRule(.ban(path.modes), condition: path.condition)
      if sometimes.count >= mostConditions {
        rule.condition = Condition([.unknown("too many conditions")])
      }
      if !sometimes.contains(rule) { sometimes.append(rule) }
    }
  }

  /// The base edge of each via edge.
  private(set) var viaBases: [RoadEdge] = []
  /// The rows in a deterministic order.
  private(set) var rows: [Row] = []

  var vias: Range<RoadVia> { RoadVia(0)..<RoadVia(viaBases.count) }

  init(_ paths: [BannedPath], _ graph: RoadGraph, limits: BuildLimits = BuildLimits()) {
    var bans: [[RoadEdge]: Bans] = [:]
    var states: [[RoadEdge]: RoadVia] = [:]
    var beginnings: [[RoadEdge]] = []
    for path in paths where path.edges.count >= 2 {
      bans[path.edges, default: Bans()].add(path, mostConditions: limits.conditionsOfTurn)
      for length in stride(from: 2, to: path.edges.count, by: 1) {
        let beginning = Array(path.edges.prefix(length))
        guard states[beginning] == nil else { continue }
        states[beginning] = RoadVia(beginnings.count)
        beginnings.append(beginning)
        viaBases.append(beginning[length - 1])
      }
    }
    var histories: [(edges: [RoadEdge], via: RoadVia?)] = []
    var seen: Set<RoadEdge> = []
    for path in paths where path.edges.count >= 2 && seen.insert(path.edges[0]).inserted {
      histories.append(([path.edges[0]], nil))
    }
    for path in paths where path.edges.count >= 2 {
      for edge in path.edges.dropFirst().dropLast() where seen.insert(edge).inserted {
        histories.append(([edge], nil))
      }
    }
    for (beginning, via) in zip(beginnings, vias) { histories.append((beginning, via)) }
    for history in histories {
      guard let last = history.edges.last else { continue }
      for next in graph.out(graph.head(last)) {
        let row = Self.row(history.edges, history.via, next, bans, states)
        if !row.banned.isEmpty || row.enter != nil || !row.rules.isEmpty { rows.append(row) }
      }
    }
  }

  private static func row(
    _ history: [RoadEdge], _ via: RoadVia?, _ next: RoadEdge,
    _ bans: [[RoadEdge]: Bans], _ states: [[RoadEdge]: RoadVia]
  ) -> Row {
    var row = Row(from: history[history.count - 1], fromVia: via, to: next, banned: [], enter: nil)
    let path = history + [next]
    for start in 0..<path.count - 1 {
      let suffix = Array(path[start...])
      if let bans = bans[suffix] {
        row.banned.formUnion(bans.always)
        row.rules += bans.sometimes
      }
      if row.enter == nil { row.enter = states[suffix] }
    }
    return row
  }
}
