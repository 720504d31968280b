import Geo
import Hierarchy
import MapReader
import NavFormat

/// The shortest paths by length from a node, to some nodes, within a bound.
struct OpenLRSearch {
  typealias Node = OpenLRNetwork.Node

  /// The state of a node that was reached.
  private struct Label {
    var node: Node
    var length: UInt32
    /// The label of the node before, and the edge from there in the numbering of its tile; nil at the start.
    var before: (label: Int, edge: EdgeIndex)?
    var isSettled = false
  }

  private let network: OpenLRNetwork
  private var labels: [Label] = []
  private var numbers: [Node: UInt32] = [:]
  private var queue = CostQueue()
  /// The number of nodes that may still be settled; a search that needs more gives up.
  private(set) var budget: Int

  /// The maximum number of nodes that are settled for one reference.
  static let maximumSettled = 2_000_000

  init(_ network: OpenLRNetwork, budget: Int = OpenLRSearch.maximumSettled) {
    self.network = network
    self.budget = budget
  }

  /// The limits of a search.
  struct Limits {
    /// The least important class of road.
    var lowestClass: UInt8 = 7
    /// The maximum length of a path in centimetres.
    var length: UInt32
    /// A place, and the maximum metres of all targets from it; nodes beyond are left out.
    var around: (place: Coordinate, metres: Double)?
  }

  /// Searches from a node until all targets are found, or the limits are exhausted.
  ///
  /// - Complexity: O(n log n) in the nodes within the limits.
  mutating func run(
    from start: Node, to targets: Set<Node>, _ limits: Limits
  ) throws(NavError) {
    labels.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    queue.removeAll()
    var open = targets.count
    reach(start, 0, before: nil)
    while open > 0, budget > 0, let (item, length) = queue.pop() {
      let number = Int(item)
      if labels[number].isSettled { continue }
      labels[number].isSettled = true
      budget -= 1
      let node = labels[number].node
      if targets.contains(node) { open -= 1 }
      if let around = limits.around {
        let rest = Distance.metres(try network.position(node), around.place) - around.metres
        if Double(length) / 100 + max(rest, 0) > Double(limits.length) / 100 { continue }
      }
      for edge in try network.leaving(node, atMost: limits.lowestClass) {
        let (sum, isOver) = length.addingReportingOverflow(edge.length)
        if isOver || sum > limits.length { continue }
        reach(edge.head, sum, before: (number, edge.edge))
      }
    }
  }

  private mutating func reach(_ node: Node, _ length: UInt32, before: (Int, EdgeIndex)?) {
    if let known = numbers[node] {
      // Of paths with equal lengths the first one stays; the order is the same in every search from
      // here.
      guard !labels[Int(known)].isSettled, length < labels[Int(known)].length else { return }
      labels[Int(known)].length = length
      labels[Int(known)].before = before
      queue.push(known, cost: length)
    } else {
      let number = UInt32(labels.count)
      numbers[node] = number
      labels.append(Label(node: node, length: length, before: before))
      queue.push(number, cost: length)
    }
  }

  /// The length of the path to a node in centimetres; nil if it was not found.
  func length(to node: Node) -> UInt32? {
    guard let number = numbers[node], labels[Int(number)].isSettled else { return nil }
    return labels[Int(number)].length
  }

  /// The path to a node that was found.
  func path(to node: Node) throws(NavError) -> [EdgePlace] {
    var path: [EdgePlace] = []
    guard var number = numbers[node].map(Int.init) else { return path }
    while let (before, edge) = labels[number].before {
      path.append(try network.place(edge, from: labels[before].node))
      number = before
    }
    return path.reversed()
  }

  /// The last edge of the path to a node that was found; nil at the start.
  func lastEdge(to node: Node) throws(NavError) -> EdgePlace? {
    guard let number = numbers[node], let before = labels[Int(number)].before else { return nil }
    return try network.place(before.edge, from: labels[before.label].node)
  }
}
