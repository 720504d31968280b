import RoadModel

/// Finds which segments can get to the main parts of the network and be reached from them, for each
/// mode: so that nobody is put on a road that leads nowhere, and that an open street behind private
/// roads is known to be part of their zone.
struct ReachFinder {
  /// A strongly connected component with at least this many edges is a main part.
  static let mainEdges = 1_000

  private let graph: RoadGraph
  private let mode: Mode

  /// The ``Reach`` bits of all segments and modes.
  static func bits(of graph: RoadGraph) -> [UInt32] {
    var bits = [UInt32](repeating: 0, count: graph.segmentCount)
    var known: [[UInt8]: Mode] = [:]
    for mode in Mode.allCases {
      if Task.isCancelled { break }
      let finder = ReachFinder(graph: graph, mode: mode)
      // Modes that may use the same roads, as cars and taxis mostly do, share an answer.
      let key = finder.kinds()
      if let same = known[key] {
        let shift = UInt32(same.rawValue) * 4
        for segment in bits.indices {
          bits[segment] |= Reach(rawValue: UInt8(bits[segment] >> shift & 0xF)).bits(of: mode)
        }
        continue
      }
      known[key] = mode
      let hasEndOnly = key.contains(1) || key.contains(4)
      finder.add([.leaves, .enters], usable: key.map { $0 > 0 }, to: &bits)
      if hasEndOnly {
        finder.add([.leavesOpenly, .entersOpenly], usable: key.map { $0 == 2 }, to: &bits)
      } else {
        for segment in bits.indices {
          let reach = Reach(bits[segment], mode)
          bits[segment] |= Reach(rawValue: reach.rawValue << 2).bits(of: mode)
        }
      }
    }
    return bits
  }

  /// For every edge 0 closed, 1 end only, 2 open; then the barriers that hold the mode, 3 open, 4 end
  /// only, 5 closed.
  private func kinds() -> [UInt8] {
    let ofSets = graph.attributes.map { road in
      (kind(road.forwardAccess[mode]), kind(road.backwardAccess[mode]))
    }
    var kinds: [UInt8] = []
    kinds.reserveCapacity(2 * graph.segmentCount)
    let narrowed = graph.ruleSets.map { rules in
      (isNarrowed(rules, .forward), isNarrowed(rules, .backward))
    }
    for way in graph.segmentWay {
      let (forward, backward) = ofSets[Int(graph.wayAttributes[Int(way)])]
      let narrowed = narrowed[Int(graph.wayRules[Int(way)])]
      kinds.append(narrowed.0 ? min(forward, 1) : forward)
      kinds.append(narrowed.1 ? min(backward, 1) : backward)
    }
    let junctions = Set(graph.barriers.keys).union(graph.junctionRules.keys)
    return kinds + junctions.sorted().map { isHeld($0) ? 5 : isEndOnly($0) ? 4 : 3 }
  }

  private func kind(_ access: Access) -> UInt8 {
    access.isOpenToThroughTraffic ? 2 : access.isEndOnly ? 1 : 0
  }

  /// Whether some rule may make a road or a junction one for the ends of a trip: then what lies behind
  /// may be in a zone at that time, or for that vehicle.
  private func isNarrowed(_ rules: [RoadRule], _ direction: Direction) -> Bool {
    rules.contains { rule in
      guard rule.directions.contains(direction) else { return false }
      let isForEnds = rule.condition.terms.contains { if case .atEnds = $0 { true } else { false } }
      switch rule.effect {
      case .limit: return isForEnds
      case .access(let access, let modes):
        return modes.contains(mode) && (isForEnds || access.isEndOnly)
      case .speed, .truckSpeed, .ban: return false
      }
    }
  }

  private func isHeld(_ junction: UInt32) -> Bool {
    graph.barriers[junction].map { !$0.passing.contains(mode) } ?? false
  }

  private func isEndOnly(_ junction: UInt32) -> Bool {
    graph.barriers[junction].map { $0.endOnly.contains(mode) } ?? false
      || graph.junctionRules[junction].map { isNarrowed($0, .forward) } ?? false
  }

  /// The junctions that the mode can't pass, or can't pass on its way elsewhere.
  private func blocked(openly: Bool) -> Set<UInt32> {
    let some = Set(graph.barriers.keys).union(graph.junctionRules.keys)
    return some.filter { isHeld($0) || openly && isEndOnly($0) }
  }

  /// Adds the two bits of one network, given which edges belong to it.
  private func add(_ pair: Reach, usable all: [Bool], to bits: inout [UInt32]) {
    let usable = Array(all.prefix(2 * graph.segmentCount))
    let components = StronglyConnected(
      graph: graph, usable: usable, blocked: blocked(openly: pair.contains(.leavesOpenly)))
    var edges = [Int](repeating: 0, count: components.count)
    for edge in usable.indices where usable[edge] {
      let (tail, head) = components.ends(UInt32(edge))
      if components.of[tail] == components.of[head] { edges[Int(components.of[tail])] += 1 }
    }
    let largest = edges.max() ?? 0
    guard largest > 0 else { return }
    var isMain = edges.map { $0 >= Self.mainEdges }
    if let first = firstEdgeComponent(edges, largest, usable, components) { isMain[first] = true }
    let leaves = components.spread(from: isMain, backward: true)
    let enters = components.spread(from: isMain, backward: false)
    let leaving = pair.intersection([.leaves, .leavesOpenly]).bits(of: mode)
    let entering = pair.intersection([.enters, .entersOpenly]).bits(of: mode)
    for edge in usable.indices where usable[edge] {
      let (tail, head) = components.ends(UInt32(edge))
      if leaves[head] { bits[edge >> 1] |= leaving }
      if enters[tail] { bits[edge >> 1] |= entering }
    }
  }

  /// The largest component, of several the one with the lowest edge.
  private func firstEdgeComponent(
    _ edges: [Int], _ largest: Int, _ usable: [Bool], _ components: StronglyConnected
  ) -> Int? {
    for edge in usable.indices where usable[edge] {
      let (tail, head) = components.ends(UInt32(edge))
      let component = Int(components.of[tail])
      if component == Int(components.of[head]), edges[component] == largest { return component }
    }
    return nil
  }
}

/// The strongly connected components of the network of one mode, by Tarjan's algorithm ("Depth-first
/// search and linear graph algorithms", 1972, doi:10.1137/0201010), without recursion.
///
/// A junction is a vertex; one with a barrier that the mode can't pass is a vertex for every segment
/// end instead, since nothing gets from one to another.
struct StronglyConnected {
  private let graph: RoadGraph
  private let usable: [Bool]
  private let blocked: Set<UInt32>
  /// The component of every vertex.
  private(set) var of: [UInt32]
  /// The number of components.
  private(set) var count = 0

  init(graph: RoadGraph, usable: [Bool], blocked: Set<UInt32>) {
    self.graph = graph
    self.usable = usable
    self.blocked = blocked
    of = Array(repeating: .max, count: graph.junctionCount + 2 * graph.segmentCount)
    search()
  }

  /// The vertices where an edge begins and ends.
  func ends(_ edge: UInt32) -> (tail: Int, head: Int) { (begin(edge), begin(edge ^ 1)) }

  private func begin(_ edge: UInt32) -> Int {
    let junction = graph.tail(edge)
    return !blocked.isEmpty && blocked.contains(junction)
      ? graph.junctionCount + Int(edge) : Int(junction)
  }

  /// The edges leaving a vertex.
  private func out(_ vertex: Int) -> ArraySlice<UInt32> {
    if vertex < graph.junctionCount { return graph.out(UInt32(vertex)) }
    return [UInt32(vertex - graph.junctionCount)]
  }

  private mutating func search() {
    let unseen = UInt32.max
    var order = [UInt32](repeating: unseen, count: of.count)
    var low = order
    var stack: [UInt32] = []
    var path: [(vertex: UInt32, next: Int)] = []
    var clock: UInt32 = 0
    for root in of.indices where order[root] == unseen {
      path.append((UInt32(root), 0))
      while let (vertex, next) = path.last {
        let v = Int(vertex)
        if next == 0 {
          order[v] = clock
          low[v] = clock
          clock += 1
          stack.append(vertex)
        }
        let edges = out(v)
        var place = edges.startIndex + next
        var child: Int?
        while place < edges.endIndex {
          let edge = edges[place]
          place += 1
          guard usable[Int(edge)] else { continue }
          let head = begin(edge ^ 1)
          if order[head] == unseen {
            child = head
            break
          }
          if of[head] == .max { low[v] = min(low[v], order[head]) }
        }
        // `next` counts places looked at; at least one, so that a vertex is opened only once.
        path[path.count - 1].next = max(place - edges.startIndex, 1)
        if let child {
          path.append((UInt32(child), 0))
          continue
        }
        path.removeLast()
        if let parent = path.last { low[Int(parent.vertex)] = min(low[Int(parent.vertex)], low[v]) }
        guard low[v] == order[v] else { continue }
        while let member = stack.popLast() {
          of[Int(member)] = UInt32(count)
          if member == vertex { break }
        }
        count += 1
      }
    }
  }

  /// The vertices that can be reached from marked components, or, backward, that can reach them.
  func spread(from isMarked: [Bool], backward: Bool) -> [Bool] {
    var reached = of.map { isMarked[Int($0)] }
    var queue = reached.indices.filter { reached[$0] }
    while let vertex = queue.popLast() {
      for edge in out(vertex) {
        guard usable[Int(backward ? edge ^ 1 : edge)] else { continue }
        let other = begin(edge ^ 1)
        if !reached[other] {
          reached[other] = true
          queue.append(other)
        }
      }
    }
    return reached
  }
}
