/// A run of nodes that a road follows: places in the list of the nodes of all runs.
struct RoadRun: Sendable {
  /// The index of the way.
  var way: Int
  var nodes: Range<Int>
}

/// Leaves out stretches of roads, from junction to junction, where too many roads meet in one node.
///
/// The first ones in the order of the input stay.
struct CrowdedNodes {
  /// The ends left out, by node; empty where no node is crowded.
  private(set) var leftOut: [Int: Int] = [:]
  /// The stretches left out.
  private(set) var stretches = 0
  /// The ways that have no nodes left.
  private(set) var lostWays = 0
  /// The ends that stay, by node; exact only where a node is crowded.
  private(set) var ends: [UInt8]

  private let most: UInt8

  /// Takes what is too much out of the runs.
  ///
  /// - Parameters:
  ///   - runs: The roads, those of a way in a row; each begins and ends at a junction.
  ///   - nodes: The node indices of all runs.
  ///   - marks: For each node whether it is a junction, as ``GraphBuilder`` marks them. Where no road is left
  ///     is none afterwards.
  ///   - most: The most ends in one node, 2 to 255.
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

  /// Counts ends, and says whether there is room for all of them.
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

  /// Adds the parts of a run that stay.
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

  /// Takes a stretch if there is room for both of its ends.
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
