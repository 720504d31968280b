import Geo
import NavFormat
import RoadModel
import TestSupport
import Testing

@testable import MapCompiler

/// The turn rules against their definition: a turn is banned when a banned path ends with it.
@Suite struct TurnAutomatonTests {
  /// A network of a few junctions and random roads, loops and parallel ones among them.
  static func graph(_ random: inout some RandomNumberGenerator) -> RoadGraph {
    var graph = RoadGraph()
    let junctions = UInt32.random(in: 2...5, using: &random)
    graph.positions = Array(
      repeating: .init(latitudeUnits: 0, longitudeUnits: 0), count: Int(junctions))
    for _ in 0..<Int.random(in: 3...7, using: &random) {
      graph.from.append(RoadJunction(UInt32.random(in: 0..<junctions, using: &random)))
      graph.to.append(RoadJunction(UInt32.random(in: 0..<junctions, using: &random)))
    }
    graph.indexOutgoing()
    return graph
  }

  /// A walk along the network, U-turns included.
  static func walk(
    _ graph: RoadGraph, _ length: Int, _ random: inout some RandomNumberGenerator
  ) -> [RoadEdge] {
    var walk = [RoadEdge(UInt32.random(in: 0..<UInt32(2 * graph.segmentCount), using: &random))]
    while walk.count < length,
      let next = graph.out(graph.head(walk[walk.count - 1])).randomElement(using: &random)
    {
      walk.append(next)
    }
    return walk
  }

  @Test("the rows of random sets of banned paths ban what the paths ban", arguments: 0..<200)
  func property(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let graph = Self.graph(&random)
    // Few roads and many paths, so that beginnings, middles and ends overlap.
    let paths = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      BannedPath(
        edges: Self.walk(graph, Int.random(in: 2...5, using: &random), &random),
        modes: ModeSet(rawValue: UInt8.random(in: 1...3, using: &random)))
    }
    let automaton = TurnAutomaton(paths, graph)
    var rows: [Key: TurnAutomaton.Row] = [:]
    for row in automaton.rows {
      let key = Key(from: row.from, via: row.fromVia, to: row.to)
      #expect(rows[key] == nil, "two rows for one turn")
      rows[key] = row
      if let via = row.fromVia { #expect(automaton.viaBases[via] == row.from) }
      if let enter = row.enter { #expect(automaton.viaBases[enter] == row.to) }
    }
    for _ in 0..<300 {
      let walk = Self.walk(graph, 8, &random)
      var via: RoadVia?
      for step in 1..<walk.count {
        let row = rows[Key(from: walk[step - 1], via: via, to: walk[step])]
        let driven = walk[...step]
        let banned = paths.filter { driven.suffix($0.edges.count).elementsEqual($0.edges) }
          .reduce(into: ModeSet.none) { $0.formUnion($1.modes) }
        guard (row?.banned ?? .none) == banned else {
          Issue.record("TurnAutomatonTests().property(\(seed)): \(paths) on \(driven)")
          return
        }
        via = row?.enter
      }
    }
  }

  struct Key: Hashable {
    var from: RoadEdge
    var via: RoadVia?
    var to: RoadEdge
  }

  @Test("a ban of two edges needs no via edge")
  func plainTurn() {
    var graph = RoadGraph()
    graph.positions = Array(repeating: .init(latitudeUnits: 0, longitudeUnits: 0), count: 3)
    graph.from = [0, 1]
    graph.to = [1, 2]
    graph.indexOutgoing()
    let automaton = TurnAutomaton([BannedPath(edges: [0, 2], modes: ModeSet(.car))], graph)
    #expect(automaton.viaBases.isEmpty)
    #expect(automaton.rows.count == 1)
  }
}
