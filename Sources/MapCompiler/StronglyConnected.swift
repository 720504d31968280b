import RoadModel

/// The strongly connected components of the network of one mode, by Tarjan's algorithm ("Depth-first
/// search and linear graph algorithms", 1972, doi:10.1137/0201010), without recursion.
///
/// A junction is a vertex; one with a barrier that the mode can't pass is a vertex for every segment
/// end instead, since nothing gets from one to another.
struct StronglyConnected {
  private let graph: RoadGraph
  private let usable: [Bool]
  private let blocked: [Bool]
  /// The component of every vertex.
  private(set) var of: [UInt32]
  /// The number of components.
  private(set) var count = 0

  init(graph: RoadGraph, usable: [Bool], blocked: [Bool]) {
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
    return !blocked.isEmpty && blocked[Int(junction)]
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

/// The parts of a network that hang together, whatever the direction of its edges: a union-find with
/// path halving (Tarjan and van Leeuwen 1984, doi:10.1145/62.2160).
struct Islands {
  private let graph: RoadGraph
  private let blocked: [Bool]
  private var parent: [UInt32]

  init(graph: RoadGraph, usable: [Bool], blocked: [Bool]) {
    self.graph = graph
    self.blocked = blocked
    parent = (0..<UInt32(graph.junctionCount + 2 * graph.segmentCount)).map { $0 }
    for edge in usable.indices where usable[edge] {
      let tail = root(begin(UInt32(edge)))
      let head = root(begin(UInt32(edge) ^ 1))
      // The lower number wins, so that the answer does not depend on the order.
      parent[max(tail, head)] = UInt32(min(tail, head))
    }
  }

  /// The part that an edge belongs to.
  mutating func island(of edge: UInt32) -> Int { root(begin(edge)) }

  private func begin(_ edge: UInt32) -> Int {
    let junction = graph.tail(edge)
    return !blocked.isEmpty && blocked[Int(junction)]
      ? graph.junctionCount + Int(edge) : Int(junction)
  }

  private mutating func root(_ start: Int) -> Int {
    var at = start
    while parent[at] != UInt32(at) {
      parent[at] = parent[Int(parent[at])]
      at = Int(parent[at])
    }
    return at
  }
}
