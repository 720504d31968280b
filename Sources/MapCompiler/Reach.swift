import RoadModel

/// Which segments can get to the main parts of the network and be reached from them, for each mode
/// (Formats/nav-1.md, section 6.5): so that nobody is put on a road that leads nowhere.
struct Reach {
  /// A strongly connected component with at least this many edges is a main part.
  static let mainEdges = 1_000

  private let graph: RoadGraph
  private let mode: Mode

  /// The reach bits of all segments.
  static func bits(of graph: RoadGraph) -> [UInt16] {
    var bits = [UInt16](repeating: 0, count: graph.segmentCount)
    for mode in Mode.allCases {
      Reach(graph: graph, mode: mode).add(to: &bits)
      if Task.isCancelled { break }
    }
    return bits
  }

  private func add(to bits: inout [UInt16]) {
    let usable = (0..<UInt32(2 * graph.segmentCount)).map { graph.access($0, mode).isUsable }
    let components = StronglyConnected(graph: graph, mode: mode, usable: usable)
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
    let shift = UInt16(mode.rawValue) * 2
    for edge in usable.indices where usable[edge] {
      let (tail, head) = components.ends(UInt32(edge))
      if leaves[head] { bits[edge >> 1] |= 1 << shift }
      if enters[tail] { bits[edge >> 1] |= 2 << shift }
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

  init(graph: RoadGraph, mode: Mode, usable: [Bool]) {
    self.graph = graph
    self.usable = usable
    blocked = Set(graph.barriers.filter { !$1.contains(mode) }.keys)
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
