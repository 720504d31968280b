import NavFormat
import RoadModel

/// Finds the segments in the main parts of the network for each mode.
///
/// So no waypoint is snapped to an isolated road. It also finds the segments of zones: an open
/// street behind private roads is part of their zone.
struct ReachFinder {
  /// The number of edges from which a part of the network is a main part.
  static let mainEdges = 1_000
  /// The inverse of the length from which a part is a main part, relative to the longest: a tenth.
  static let mainShare = UInt64(10)

  private let graph: RoadGraph
  private let mode: Mode

  /// The ``Reach`` bits of all segments and modes; several modes are handled in parallel.
  static func bits(of graph: RoadGraph, threads: Int) async -> [UInt32] {
    // Modes that may use the same roads, usually cars and taxis, share a result.
    var groups: [(kinds: [UInt8], modes: [Mode])] = []
    for mode in Mode.allCases {
      let kinds = ReachFinder(graph: graph, mode: mode).kinds()
      if let same = groups.firstIndex(where: { $0.kinds == kinds }) {
        groups[same].modes.append(mode)
      } else {
        groups.append((kinds, [mode]))
      }
    }
    var bits = [UInt32](repeating: 0, count: graph.segmentCount)
    await withTaskGroup(of: (modes: [Mode], bits: [UInt32]).self) { tasks in
      var waiting = groups[...]
      func begin(_ tasks: inout TaskGroup<(modes: [Mode], bits: [UInt32])>) {
        guard let (kinds, modes) = waiting.popFirst(), !Task.isCancelled else { return }
        tasks.addTask { (modes, ReachFinder(graph: graph, mode: modes[0]).bits(kinds)) }
      }
      for _ in 0..<max(threads, 1) { begin(&tasks) }
      while let found = await tasks.next() {
        begin(&tasks)
        let shift = UInt32(found.modes[0].rawValue) * 4
        for mode in found.modes {
          for segment in bits.indices {
            let own = Reach(rawValue: UInt8(found.bits[segment] >> shift & 0xF))
            bits[segment] |= own.bits(of: mode)
          }
        }
      }
    }
    return bits
  }

  /// The bits of this mode.
  private func bits(_ kinds: [UInt8]) -> [UInt32] {
    var bits = [UInt32](repeating: 0, count: graph.segmentCount)
    let edges = Array(kinds.prefix(graph.edges.count))
    let all = network(openly: false)
    let islands = all.islands(usable: edges.map { $0 > 0 })
    addMain(edges, all, islands, to: &bits)
    addOpenReach(edges, all, islands, to: &bits)
    return bits
  }

  /// The use of all edges: 0 closed, 1 only at ends of trips, 2 open.
  ///
  /// Behind them are the barriers (3 open, 4 only at ends, 5 closed), then the ways that continue
  /// outside the input (6 closed, 7 usable).
  private func kinds() -> [UInt8] {
    let ofSets = graph.attributes.map { road in
      (kind(road.forwardAccess[mode]), kind(road.backwardAccess[mode]))
    }
    var kinds: [UInt8] = []
    kinds.reserveCapacity(graph.edges.count)
    let narrowed = graph.ruleSets.map { rules in
      (isNarrowed(rules, .forward), isNarrowed(rules, .backward))
    }
    let opened = graph.ruleSets.map { rules in
      (isOpened(rules, .forward), isOpened(rules, .backward))
    }
    for way in graph.segmentWay {
      let (forward, backward) = ofSets[Int(graph.wayAttributes[way])]
      let narrowed = narrowed[Int(graph.wayRules[way])]
      let opened = opened[Int(graph.wayRules[way])]
      kinds.append(max(narrowed.0 ? min(forward, 1) : forward, opened.0 ? 1 : 0))
      kinds.append(max(narrowed.1 ? min(backward, 1) : backward, opened.1 ? 1 : 0))
    }
    let junctions = Set(graph.barriers.keys).union(graph.junctionRules.keys)
    return kinds + junctions.sorted().map { isHeld($0) ? 5 : isEndOnly($0) ? 4 : 3 }
      + graph.exits.map { isUsable($0.attributes) ? 7 : 6 }
  }

  /// Whether the mode may use the roads of an attribute set in one of their directions.
  private func isUsable(_ attributes: UInt32) -> Bool {
    let road = graph.attributes[Int(attributes)]
    return road.forwardAccess[mode].isUsable || road.backwardAccess[mode].isUsable
  }

  private func kind(_ access: Access) -> UInt8 {
    access.isOpenToThroughTraffic ? 2 : access.isEndOnly ? 1 : 0
  }

  /// Whether a rule may restrict a road or junction to the ends of trips.
  ///
  /// Roads behind it may then be in a zone at times, or for some vehicles.
  private func isNarrowed(_ rules: [RoadRule], _ direction: Direction) -> Bool {
    rules.contains { rule in
      guard rule.directions.contains(direction) else { return false }
      let isForEnds = rule.condition.terms.contains { if case .atEnds = $0 { true } else { false } }
      switch rule.effect {
      case .limit: return isForEnds
      case .access(let access, let modes):
        return modes.contains(mode) && (isForEnds || access.isEndOnly)
      case .speed, .truckSpeed, .ban, .turnRound: return false
      }
    }
  }

  /// Whether a rule opens a road or junction for the mode at times, or for some of its vehicles.
  ///
  /// Roads behind it can then be reached by roads that are otherwise for the ends of trips.
  private func isOpened(_ rules: [RoadRule], _ direction: Direction) -> Bool {
    rules.contains { rule in
      guard case .access(let access, let modes) = rule.effect else { return false }
      return modes.contains(mode) && access.isUsable && rule.directions.contains(direction)
    }
  }

  private func isHeld(_ junction: RoadJunction) -> Bool {
    guard let barrier = graph.barriers[junction], !barrier.passing.contains(mode) else {
      return false
    }
    return !(graph.junctionRules[junction].map { isOpened($0, .forward) } ?? false)
  }

  private func isEndOnly(_ junction: RoadJunction) -> Bool {
    if let barrier = graph.barriers[junction],
      barrier.endOnly.contains(mode) || !barrier.passing.contains(mode)
    {
      return true
    }
    return graph.junctionRules[junction].map { isNarrowed($0, .forward) } ?? false
  }

  /// The network, split at junctions that the mode can't pass.
  ///
  /// With `openly`, it is also split at those that it can't pass in through traffic.
  private func network(openly: Bool) -> ReachNetwork {
    let some = Set(graph.barriers.keys).union(graph.junctionRules.keys)
    return ReachNetwork(
      graph: graph, blocked: some.filter { isHeld($0) || openly && isEndOnly($0) }.sorted())
  }

  /// Adds the bits of the roads in main parts, which are large or continue outside the input.
  private func addMain(
    _ kinds: [UInt8], _ all: ReachNetwork, _ islands: [ReachVertex], to bits: inout [UInt32]
  ) {
    let parts = MainParts(all, kinds.map { $0 > 0 })
    var edgeCounts = [UInt32](repeating: 0, count: all.count)
    var lengths = [UInt64](repeating: 0, count: all.count)
    var edgeLengths = lengths
    var coreLengths = [UInt64](repeating: 0, count: parts.sizes.count)
    for edge in graph.edges where parts.usable[edge] {
      let island = islands[all.ends(edge).tail]
      let length = UInt64(graph.lengths[edge.segment])
      edgeCounts[island] += 1
      edgeLengths[island] += length
      if let component = parts.component(of: edge) { coreLengths[component] += length }
      // A segment of two usable edges counts once.
      let first = RoadEdge(edge.segment, .forward)
      if edge == first || !parts.usable[first] { lengths[island] += length }
    }
    let longest = lengths.max() ?? 0
    var isMain = edgeCounts.indices.map { island in
      edgeCounts[island] >= Self.mainEdges || Self.mainShare * lengths[island] >= longest
    }
    for exit in graph.exits where isUsable(exit.attributes) {
      isMain[islands[ReachVertex(exit.junction)]] = true
    }
    var isCore = parts.sizes.map { $0 >= Self.mainEdges }
    // Where no component prevails, as among one-way streets, the whole part counts.
    var isWhole = isMain
    for edge in graph.edges where parts.usable[edge] {
      guard let component = parts.component(of: edge) else { continue }
      let island = islands[all.ends(edge).tail]
      if isMain[island] && 2 * coreLengths[component] > edgeLengths[island] {
        isCore[component] = true
      }
      if isCore[component] { isWhole[island] = false }
    }
    mark(parts, isCore, leaving: .leaves, entering: .enters, to: &bits)
    let both = Reach([.leaves, .enters]).bits(of: mode)
    for edge in graph.edges
    where parts.usable[edge] && isWhole[islands[all.ends(edge).tail]] {
      bits[edge.segment] |= both
    }
  }

  /// Adds the bits of the roads open to through traffic.
  ///
  /// Each connected part of the network has its own main part here, since islands can also have
  /// enclosed roads. A part without a circle of such roads has none.
  private func addOpenReach(
    _ kinds: [UInt8], _ all: ReachNetwork, _ islands: [ReachVertex], to bits: inout [UInt32]
  ) {
    let usable = kinds.map { $0 == 2 }
    let parts = MainParts(network(openly: true), usable)
    var largest: [ReachVertex: (size: Int, component: Int)] = [:]
    for edge in graph.edges where usable[edge] {
      guard let component = parts.component(of: edge) else { continue }
      let island = islands[all.ends(edge).tail]
      if parts.sizes[component] > largest[island]?.size ?? 0 {
        largest[island] = (parts.sizes[component], component)
      }
    }
    var isMain = parts.sizes.map { $0 >= Self.mainEdges }
    for (_, component) in largest.values { isMain[component] = true }
    mark(parts, isMain, leaving: .leavesOpenly, entering: .entersOpenly, to: &bits)
    let both = Reach([.leavesOpenly, .entersOpenly]).bits(of: mode)
    for edge in graph.edges where usable[edge] && largest[islands[all.ends(edge).tail]] == nil {
      bits[edge.segment] |= both
    }
  }

  /// Adds the bits of segments from which main parts are reached, and that are reached from them.
  private func mark(
    _ parts: MainParts, _ isMain: [Bool], leaving: Reach, entering: Reach, to bits: inout [UInt32]
  ) {
    let leaves = parts.spread(from: isMain, backward: true)
    let enters = parts.spread(from: isMain, backward: false)
    let leaving = leaving.bits(of: mode)
    let entering = entering.bits(of: mode)
    for edge in graph.edges where parts.usable[edge] {
      let (tail, head) = parts.network.ends(edge)
      if leaves[head] { bits[edge.segment] |= leaving }
      if enters[tail] { bits[edge.segment] |= entering }
    }
  }
}

/// The strongly connected components of a network, and their sizes.
private struct MainParts {
  let network: ReachNetwork
  let usable: [Bool]
  /// The number of edges within each component.
  let sizes: [Int]
  private let componentOf: [UInt32]

  init(_ network: ReachNetwork, _ usable: [Bool]) {
    let (componentOf, count) = network.components(usable: usable)
    var sizes = [Int](repeating: 0, count: count)
    for edge in network.edges where usable[edge] {
      let (tail, head) = network.ends(edge)
      if componentOf[tail] == componentOf[head] { sizes[Int(componentOf[tail])] += 1 }
    }
    self.network = network
    self.usable = usable
    self.sizes = sizes
    self.componentOf = componentOf
  }

  /// The component of an edge; nil if it leads from one to another.
  func component(of edge: RoadEdge) -> Int? {
    let (tail, head) = network.ends(edge)
    return componentOf[tail] == componentOf[head] ? Int(componentOf[tail]) : nil
  }

  /// The vertices that can be reached from some components, or (backward) that can reach them.
  func spread(from isMain: [Bool], backward: Bool) -> [Bool] {
    network.spread(
      from: componentOf.map { isMain[Int($0)] }, usable: usable, backward: backward)
  }
}
