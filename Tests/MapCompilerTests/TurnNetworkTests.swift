import Geo
import NavFormat
import RoadModel
import Testing

@testable import MapCompiler

/// Which turns the hierarchy gets.
@Suite struct TurnNetworkTests {
  /// Three roads that meet: segment 0 leads from junction 0 to 1, then 1 from 1 to 2 and 2 from 1 to 3.
  ///
  /// Each is a way of its own. Edge 2 s runs along segment s, 2 s + 1 back.
  private static func fork(_ edit: (inout RoadGraph) -> Void = { _ in }) -> RoadGraph {
    var graph = RoadGraph()
    for junction in 0..<4 as Range<Int32> {
      graph.positions.append(
        Coordinate(latitudeUnits: 10_000 * junction, longitudeUnits: 10_000 * (junction % 2)))
      graph.junctionFlags.append([])
    }
    graph.from = [0, 1, 1]
    graph.to = [1, 2, 3]
    graph.segmentWay = [0, 1, 2]
    var open = RoadAttributes(roadClass: .residential)
    open.forwardAccess = AccessTable(.yes, for: .all)
    open.backwardAccess = AccessTable(.yes, for: .all)
    graph.attributes = [open, open, open]
    graph.wayAttributes = [0, 1, 2]
    graph.ruleSets = [[], [], []]
    graph.wayRules = [0, 1, 2]
    edit(&graph)
    graph.indexOutgoing()
    return graph
  }

  /// The edges that follow an edge.
  private static func turns(
    _ graph: RoadGraph, from edge: Int, bans: [BannedPath] = [], modes: [Mode] = [.car, .truck]
  ) -> [UInt32] {
    let set = modes.reduce(into: ModeSet()) { $0.insert(ModeSet($1)) }
    return TurnNetwork(graph, TurnAutomaton(bans, graph), modes: set).heads(from: edge)
  }

  private static func close(
    _ graph: inout RoadGraph, _ way: Int, _ access: Access, _ modes: ModeSet
  ) {
    for mode in Mode.allCases where modes.contains(mode) {
      graph.attributes[way].forwardAccess[mode] = access
      graph.attributes[way].backwardAccess[mode] = access
    }
  }

  @Test("one goes on everywhere, and turns round only at a dead end")
  func open() {
    #expect(Self.turns(Self.fork(), from: 0) == [2, 4])
    #expect(Self.turns(Self.fork(), from: 1) == [0])
    #expect(Self.turns(Self.fork(), from: 3) == [1, 4])
  }

  @Test("a turn is left out when it is banned always for all modes of the hierarchy")
  func bans() {
    func ban(_ modes: ModeSet, _ condition: Condition = .always) -> [BannedPath] {
      [BannedPath(edges: [0, 2], modes: modes, condition: condition)]
    }
    let graph = Self.fork()
    #expect(Self.turns(graph, from: 0, bans: ban(.all)) == [4])
    #expect(Self.turns(graph, from: 0, bans: ban(ModeSet(.car))) == [2, 4])
    #expect(Self.turns(graph, from: 0, bans: ban(ModeSet(.car)), modes: [.car]) == [4])
    #expect(Self.turns(graph, from: 0, bans: ban(.all, Condition([.unknown("wet")]))) == [2, 4])
  }

  @Test("a ban over several roads leads onto a via edge and off it")
  func vias() {
    // From 0 over 2 one may not turn round at the dead end.
    let bans = [BannedPath(edges: [0, 2, 3], modes: .all, condition: .always)]
    #expect(Self.turns(Self.fork(), from: 0, bans: bans) == [6, 4])
    #expect(Self.turns(Self.fork(), from: 6, bans: bans) == [])
    #expect(Self.turns(Self.fork(), from: 5, bans: bans) == [1, 2])
    #expect(Self.turns(Self.fork(), from: 2, bans: bans) == [3])
  }

  @Test("roads for the ends of trips have no turns, but keep one from turning round before them")
  func access() {
    let ends = Self.fork {
      Self.close(&$0, 1, .destination, .all)
      Self.close(&$0, 2, .no, .all)
    }
    #expect(Self.turns(ends, from: 0) == [])
    let closed = Self.fork {
      Self.close(&$0, 1, .no, .all)
      Self.close(&$0, 2, .no, .all)
    }
    #expect(Self.turns(closed, from: 0) == [1])
    let forCars = Self.fork { Self.close(&$0, 2, .no, ModeSet(.truck)) }
    #expect(Self.turns(forCars, from: 0) == [2, 4])
    #expect(Self.turns(forCars, from: 0, modes: [.truck]) == [2])
  }

  @Test("a rule that may open a road adds its turns, in its direction")
  func openingRules() {
    let graph = Self.fork {
      Self.close(&$0, 1, .no, .all)
      $0.ruleSets[1] = [
        RoadRule(
          .access(.yes, ModeSet(.car)), directions: .forward,
          condition: Condition([.unknown("dry")]))
      ]
    }
    #expect(Self.turns(graph, from: 0) == [2, 4])
    #expect(Self.turns(graph, from: 0, modes: [.truck]) == [4])
    #expect(Self.turns(graph, from: 3) == [])
  }

  @Test("who may not pass a junction turns round there, and gates for the ends of trips are shut")
  func barriers() {
    func fork(_ passing: ModeSet, _ endOnly: ModeSet, _ rules: [RoadRule] = []) -> RoadGraph {
      Self.fork {
        $0.junctionFlags[1] = .barrier
        $0.barriers[1] = RoadGraph.Barrier(passing: passing, endOnly: endOnly)
        if !rules.isEmpty { $0.junctionRules[1] = rules }
      }
    }
    #expect(Self.turns(fork([], []), from: 0) == [1])
    #expect(Self.turns(fork(.all, .all), from: 0) == [])
    #expect(Self.turns(fork(ModeSet(.car), []), from: 0) == [1, 2, 4])
    #expect(Self.turns(fork(ModeSet(.car), []), from: 0, modes: [.car]) == [2, 4])
    let opened = RoadRule(.access(.yes, .all), condition: Condition([.unknown("day")]))
    #expect(Self.turns(fork([], [], [opened]), from: 0) == [1, 2, 4])
  }
}
