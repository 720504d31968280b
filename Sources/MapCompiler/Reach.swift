import RoadModel

/// Finds which segments can get to the main parts of the network and be reached from them, for each
/// mode: so that nobody is put on a road that leads nowhere, and that an open street behind private
/// roads is known to be part of their zone.
struct ReachFinder {
  /// A strongly connected component with at least this many edges is a main part.
  static let mainEdges = 1_000

  private let graph: RoadGraph
  private let mode: Mode

  /// The ``Reach`` bits of all segments and modes; modes are looked at side by side, so many at once.
  static func bits(of graph: RoadGraph, threads: Int) async -> [UInt32] {
    // Modes that may use the same roads, as cars and taxis mostly do, share an answer.
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

  /// The bits of this mode alone.
  private func bits(_ kinds: [UInt8]) -> [UInt32] {
    var bits = [UInt32](repeating: 0, count: graph.segmentCount)
    let usable = Array(kinds.prefix(2 * graph.segmentCount))
    addReach(usable.map { $0 > 0 }, to: &bits)
    if kinds.contains(1) || kinds.contains(4) {
      addOpenReach(usable, to: &bits)
    } else {
      for segment in bits.indices {
        let reach = Reach(bits[segment], mode)
        bits[segment] |= Reach(rawValue: reach.rawValue << 2).bits(of: mode)
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
    let opened = graph.ruleSets.map { rules in
      (isOpened(rules, .forward), isOpened(rules, .backward))
    }
    for way in graph.segmentWay {
      let (forward, backward) = ofSets[Int(graph.wayAttributes[Int(way)])]
      let narrowed = narrowed[Int(graph.wayRules[Int(way)])]
      let opened = opened[Int(graph.wayRules[Int(way)])]
      kinds.append(max(narrowed.0 ? min(forward, 1) : forward, opened.0 ? 1 : 0))
      kinds.append(max(narrowed.1 ? min(backward, 1) : backward, opened.1 ? 1 : 0))
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

  /// Whether some rule lets the mode onto a road or past a junction at times, or some of its vehicles: what
  /// lies behind can then be reached, by roads that are for the ends of trips otherwise.
  private func isOpened(_ rules: [RoadRule], _ direction: Direction) -> Bool {
    rules.contains { rule in
      guard case .access(let access, let modes) = rule.effect else { return false }
      return modes.contains(mode) && access.isUsable && rule.directions.contains(direction)
    }
  }

  private func isHeld(_ junction: UInt32) -> Bool {
    guard let barrier = graph.barriers[junction], !barrier.passing.contains(mode) else {
      return false
    }
    return !(graph.junctionRules[junction].map { isOpened($0, .forward) } ?? false)
  }

  private func isEndOnly(_ junction: UInt32) -> Bool {
    if let barrier = graph.barriers[junction],
      barrier.endOnly.contains(mode) || !barrier.passing.contains(mode)
    {
      return true
    }
    return graph.junctionRules[junction].map { isNarrowed($0, .forward) } ?? false
  }

  /// The network whose junctions the mode can't pass, or can't pass on its way elsewhere, are taken apart.
  private func network(openly: Bool) -> ReachNetwork {
    let some = Set(graph.barriers.keys).union(graph.junctionRules.keys)
    return ReachNetwork(
      graph: graph, blocked: some.filter { isHeld($0) || openly && isEndOnly($0) }.sorted())
  }

  /// Adds the bits of all roads that the mode can use.
  private func addReach(_ usable: [Bool], to bits: inout [UInt32]) {
    let parts = MainParts(network(openly: false), usable)
    let largest = parts.sizes.max() ?? 0
    guard largest > 0 else { return }
    var isMain = parts.sizes.map { $0 >= Self.mainEdges }
    let first = usable.indices.first { edge in
      usable[edge] && parts.component(of: edge).map { parts.sizes[$0] == largest } ?? false
    }
    if let first, let component = parts.component(of: first) { isMain[component] = true }
    mark(parts, isMain, [.leaves, .enters], to: &bits)
  }

  /// Adds the bits of the roads open to through traffic.
  ///
  /// Every part of the network that hangs together has a main part of its own here, since what is
  /// enclosed on an island is so too; where no such roads lead in a circle, nothing is enclosed.
  private func addOpenReach(_ kinds: [UInt8], to bits: inout [UInt32]) {
    let usable = kinds.map { $0 == 2 }
    let parts = MainParts(network(openly: true), usable)
    let all = network(openly: false)
    let islands = all.islands(usable: kinds.map { $0 > 0 })
    var largest: [UInt32: (size: Int, component: Int)] = [:]
    for edge in usable.indices where usable[edge] {
      guard let component = parts.component(of: edge) else { continue }
      let island = islands[all.ends(edge).tail]
      if parts.sizes[component] > largest[island]?.size ?? 0 {
        largest[island] = (parts.sizes[component], component)
      }
    }
    var isMain = parts.sizes.map { $0 >= Self.mainEdges }
    for (_, component) in largest.values { isMain[component] = true }
    mark(parts, isMain, [.leavesOpenly, .entersOpenly], to: &bits)
    let both = Reach([.leavesOpenly, .entersOpenly]).bits(of: mode)
    for edge in usable.indices where usable[edge] && largest[islands[all.ends(edge).tail]] == nil {
      bits[edge >> 1] |= both
    }
  }

  /// Adds two bits to the segments from which main parts are reached, and that are reached from them.
  private func mark(
    _ parts: MainParts, _ isMain: [Bool], _ pair: Reach, to bits: inout [UInt32]
  ) {
    let leaves = parts.spread(from: isMain, backward: true)
    let enters = parts.spread(from: isMain, backward: false)
    let leaving = pair.intersection([.leaves, .leavesOpenly]).bits(of: mode)
    let entering = pair.intersection([.enters, .entersOpenly]).bits(of: mode)
    for edge in parts.usable.indices where parts.usable[edge] {
      let (tail, head) = parts.network.ends(edge)
      if leaves[head] { bits[edge >> 1] |= leaving }
      if enters[tail] { bits[edge >> 1] |= entering }
    }
  }
}

/// The strongly connected components of a network, and how large they are.
private struct MainParts {
  let network: ReachNetwork
  let usable: [Bool]
  /// The number of edges within each component.
  let sizes: [Int]
  private let componentOf: [UInt32]

  init(_ network: ReachNetwork, _ usable: [Bool]) {
    let (componentOf, count) = network.components(usable: usable)
    var sizes = [Int](repeating: 0, count: count)
    for edge in usable.indices where usable[edge] {
      let (tail, head) = network.ends(edge)
      if componentOf[tail] == componentOf[head] { sizes[Int(componentOf[tail])] += 1 }
    }
    self.network = network
    self.usable = usable
    self.sizes = sizes
    self.componentOf = componentOf
  }

  /// The component that an edge lies in, nil when it leads from one to another.
  func component(of edge: Int) -> Int? {
    let (tail, head) = network.ends(edge)
    return componentOf[tail] == componentOf[head] ? Int(componentOf[tail]) : nil
  }

  /// The vertices that can be reached from some components, or, backward, that can reach them.
  func spread(from isMain: [Bool], backward: Bool) -> [Bool] {
    network.spread(
      from: componentOf.map { isMain[Int($0)] }, usable: usable, backward: backward)
  }
}
