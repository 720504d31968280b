import Geo

/// The nodes of roads, in ascending order of id.
struct RoadNodes {
  private(set) var ids: [Int64] = []
  private(set) var positions: [Coordinate] = []

  /// No nodes.
  init() {}

  /// Selects the used nodes from all nodes and renumbers them.
  ///
  /// - Parameters:
  ///   - store: All nodes, sealed.
  ///   - used: The index in the store for each use of a node; replaced by the index here.
  init(_ store: NodeStore, renumbering used: inout [UInt32]) {
    var marks = NodeMarks(count: store.count)
    for node in used { marks.insert(Int(node)) }
    let ranks = marks.ranks()
    var nodes: [(id: Int64, position: Coordinate)] = []
    nodes.reserveCapacity(ranks.total)
    store.forEach(in: marks) { nodes.append(($0, $1)) }
    var order = Array(nodes.indices)
    if store.hasLooseNodes { order.sort { nodes[$0].id < nodes[$1].id } }
    ids = order.map { nodes[$0].id }
    positions = order.map { nodes[$0].position }
    var numbers = order.map { _ in UInt32(0) }
    for (number, place) in order.enumerated() { numbers[place] = UInt32(number) }
    for place in used.indices {
      used[place] = numbers[marks.rank(of: Int(used[place]), ranks.before)]
    }
  }

  var count: Int { ids.count }

  /// The index of a node; nil if no road uses it.
  ///
  /// - Complexity: O(log n).
  func index(of id: Int64) -> Int? {
    let place = ids.partitioningIndex { $0 >= id }
    return place < ids.count && ids[place] == id ? place : nil
  }
}

/// A set of nodes by index.
struct NodeMarks {
  /// A bit for each node, 64 in a word.
  private(set) var words: [UInt64]

  /// An empty set for a number of nodes.
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ node: Int) { words[node / 64] |= 1 << UInt64(node % 64) }

  func contains(_ node: Int) -> Bool { words[node / 64] >> UInt64(node % 64) & 1 == 1 }

  /// The number of nodes in the set, and the number before each word.
  func ranks() -> (before: [UInt32], total: Int) {
    var before: [UInt32] = []
    before.reserveCapacity(words.count)
    var total = 0
    for word in words {
      before.append(UInt32(total))
      total += word.nonzeroBitCount
    }
    return (before, total)
  }

  /// The number of nodes in the set before a node.
  func rank(of node: Int, _ before: [UInt32]) -> Int {
    let lower = words[node / 64] & (1 << UInt64(node % 64) - 1)
    return Int(before[node / 64]) + lower.nonzeroBitCount
  }
}
