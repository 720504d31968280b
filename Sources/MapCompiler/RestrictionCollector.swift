import NavFormat
import RoadModel

/// Collects the edges with different rules for some vehicles of a mode, for the file's lists.
struct RestrictionCollector {
  private let edgeNumbers: [EdgeNumber]
  private var lists: [UInt32: Set<RestrictionLists.Entry>] = [:]

  /// The bytes of the section.
  static func encoded(
    _ graph: RoadGraph, _ turns: TurnAutomaton, edgeNumbers: [EdgeNumber]
  ) -> [UInt8] {
    var collector = RestrictionCollector(edgeNumbers: edgeNumbers)
    for segment in graph.segments {
      for rule in graph.rules(segment) {
        for direction in Direction.allCases where rule.directions.contains(direction) {
          collector.add(rule, RoadEdge(segment, direction))
        }
      }
    }
    for (junction, rules) in graph.junctionRules {
      // Any edge at the junction represents it.
      guard let edge = graph.out(junction).first else { continue }
      for rule in rules { collector.add(rule, edge) }
    }
    for row in turns.rows {
      for rule in row.rules { collector.add(rule, row.to) }
    }
    return RestrictionLists.encoded(
      collector.lists.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value)) })
  }

  private init(edgeNumbers: [EdgeNumber]) { self.edgeNumbers = edgeNumbers }

  private mutating func add(_ rule: RoadRule, _ edge: RoadEdge) {
    let number = edgeNumbers[edge]
    if !rule.condition.terms.isEmpty {
      insert(
        RestrictionLists.conditionalKind, value: Self.bits(rule), edge: number)
    } else if case .limit(let kind, let value?) = rule.effect {
      insert(UInt32(kind.rawValue), value: value, edge: number)
    }
  }

  private mutating func insert(_ kind: UInt32, value: UInt32, edge: EdgeNumber) {
    lists[kind, default: []].insert(RestrictionLists.Entry(value: value, edge: edge))
  }

  /// The bits of a rule: the facts of its condition, and whether it may open a road.
  ///
  /// An unreadable condition may apply at some time.
  private static func bits(_ rule: RoadRule) -> UInt32 {
    let opens =
      switch rule.effect {
      case .access(let access, _): access.isUsable
      case .speed, .truckSpeed: true
      case .limit, .ban, .turnRound: false
      }
    return rule.condition.terms.reduce(opens ? RestrictionLists.opensBit : 0) { bits, term in
      switch term {
      case .time, .unknown: bits | RestrictionLists.timeBit
      case .vehicle, .atEnds: bits | RestrictionLists.vehicleBit
      }
    }
  }
}
