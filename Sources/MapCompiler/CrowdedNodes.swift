/// A run of nodes of a road: a range in the list of the nodes of all runs.
struct RoadRun: Sendable {
  /// The index of the way.
  var way: Int
  var nodes: Range<Int>
}

/// Leaves out stretches of roads between junctions if too many roads meet in one node.
///
/// The first ones in the order of the input remain.
struct CrowdedNodes {
  /// The number of ends left out, by node; empty if no node is crowded.
  private(set) var leftOut: [Int: Int] = [:]
  /// The number of stretches left out.
  private(set) var stretches = 0
  /// The number of ways without remaining nodes.
  private(set) var lostWays = 0
  /// The number of remaining ends, by node; exact only if a node is crowded.
  private(set) var ends: [UInt8]

  private let most: UInt8

  /// Removes excess stretches from the runs.
  ///
  /// - Parameters:
  ///   - runs: The roads, those of a way together; each begins and ends at a junction.
  ///   - nodes: The node indices of all runs.
  ///   - marks: The mark of each node that tells whether it is a junction, as in ``GraphBuilder``.
  ///     Nodes without remaining roads become unused.
  ///   - most: The maximum number of ends in one node, 2 to 255.
  /// - Complexity: O(nodes of the runs).
  init(_ runs: inout [RoadRun], _ nodes: [UInt32], _ marks: inout [UInt32], most: Int) {
    self.most = UInt8(clamping: most)
    ends = [UInt8](repeating: 0, count: marks.count)
    guard !isEveryEndTaken(runs, nodes, marks) else { return }
    ends = [UInt8](repeating: 0, count: marks.count)
    var kept: [RoadRun] = []
    for run in runs { take(run, nodes, marks, &kept) }
    lostWays = Set(runs.map(\.way)).count - Set(kept.map(\.way)).count
    runs = kept
    var isKept = [Bool](repeating: false, count: marks.count)
    for run in runs { for place in run.nodes { isKept[Int(nodes[place])] = true } }
    for node in marks.indices where !isKept[node] { marks[node] = GraphBuilder.unused }
  }

  /// Counts ends, and returns whether no node has too many.
  private mutating func isEveryEndTaken(
    _ runs: [RoadRun], _ nodes: [UInt32], _ marks: [UInt32]
  ) -> Bool {
    for run in runs {
      for place in run.nodes where marks[Int(nodes[place])] == GraphBuilder.isJunction {
        let isEnd = place == run.nodes.lowerBound || place == run.nodes.upperBound - 1
        let node = Int(nodes[place])
        let more: UInt8 = isEnd ? 1 : 2
        guard ends[node] <= most - more else { return false }
        ends[node] += more
      }
    }
    return true
  }

  /// Adds the remaining parts of a run.
  private mutating func take(
    _ run: RoadRun, _ nodes: [UInt32], _ marks: [UInt32], _ kept: inout [RoadRun]
  ) {
    var start = run.nodes.lowerBound
    var last = start
    for place in run.nodes.dropFirst()
    where marks[Int(nodes[place])] == GraphBuilder.isJunction {
      if !take(Int(nodes[last]), Int(nodes[place])) {
        if last > start { kept.append(RoadRun(way: run.way, nodes: start..<last + 1)) }
        start = place
      }
      last = place
    }
    if last > start { kept.append(RoadRun(way: run.way, nodes: start..<last + 1)) }
  }

  /// Adds a stretch if both of its nodes have room, and returns whether they have.
  private mutating func take(_ tail: Int, _ head: Int) -> Bool {
    let own: UInt8 = tail == head ? 2 : 1
    let full = [tail, head].filter { ends[$0] > most - own }
    guard full.isEmpty else {
      stretches += 1
      for node in Set(full) { leftOut[node, default: 0] += Int(own) }
      return false
    }
    ends[tail] += 1
    ends[head] += 1
    return true
  }
}
