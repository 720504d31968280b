import NavFormat
import RoadModel

/// A vertex of a ``ReachNetwork``.
struct ReachVertex: PackedIndex {
  let number: UInt32
}

extension ReachVertex {
  /// The vertex of a junction, which has no edges if the junction is split.
  init(_ junction: RoadJunction) { number = junction.number }
}

/// The vertices of the network of one mode.
///
/// They are the junctions. At a barrier that the mode can't pass, the end of each segment is a
/// vertex instead, since they are not connected.
struct ReachNetwork {
  private let graph: RoadGraph
  /// The first vertex of each edge.
  private let tails: [ReachVertex]
  /// The place in the graph's list of the only edge of each vertex after the junctions.
  private let places: [Int]

  /// The number of vertices.
  var count: Int { graph.junctionCount + places.count }

  /// A network.
  ///
  /// - Parameters:
  ///   - graph: All roads.
  ///   - blocked: The junctions that can't be passed.
  init(graph: RoadGraph, blocked: some Sequence<RoadJunction>) {
    self.graph = graph
    var tails = graph.edges.map { ReachVertex(graph.tail($0)) }
    var places: [Int] = []
    for junction in blocked {
      for place in graph.outPlaces(junction) {
        tails[graph.out[place]] = ReachVertex(graph.junctionCount + places.count)
        places.append(place)
      }
    }
    self.tails = tails
    self.places = places
  }

  private var vertices: Range<ReachVertex> { ReachVertex(0)..<ReachVertex(count) }

  /// The edges of all roads.
  var edges: Range<RoadEdge> { graph.edges }

  /// The first and last vertices of an edge.
  func ends(_ edge: RoadEdge) -> (tail: ReachVertex, head: ReachVertex) {
    (tails[edge], tails[edge.reversed])
  }

  /// The strongly connected components, by Pearce's algorithm ("A space-efficient algorithm for finding strongly
  /// connected components", 2016, doi:10.1016/j.ipl.2015.08.010), without recursion.
  ///
  /// - Parameter usable: Whether the mode may use each edge.
  /// - Returns: The component of each vertex, from 0 on, and the number of components.
  func components(usable: [Bool]) -> (of: [UInt32], count: Int) {
    var marks = [UInt32](repeating: 0, count: count)
    var waiting: [ReachVertex] = []
    var path: [(vertex: ReachVertex, place: Int, end: Int, isRoot: Bool)] = []
    // Numbers below `clock` are of unfinished vertices, those above `component` of finished
    // components.
    var clock: UInt32 = 1
    var component = UInt32.max
    let (tails, out) = (self.tails, graph.out)
    func open(_ vertex: ReachVertex) {
      marks[vertex] = clock
      clock += 1
      let places = self.places(of: vertex)
      path.append((vertex, places.lowerBound, places.upperBound, true))
    }
    for root in vertices where marks[root] == 0 {
      open(root)
      while var top = path.popLast() {
        var mark = marks[top.vertex]
        var child: ReachVertex?
        while top.place < top.end {
          let edge = out[top.place]
          if usable[edge] {
            let head = tails[edge.reversed]
            let other = marks[head]
            if other == 0 {
              // It is visited again when the child is finished.
              child = head
              break
            }
            if other < mark {
              mark = other
              top.isRoot = false
            }
          }
          top.place += 1
        }
        marks[top.vertex] = mark
        if let child {
          path.append(top)
          open(child)
          continue
        }
        guard top.isRoot else {
          waiting.append(top.vertex)
          continue
        }
        clock -= 1
        while let last = waiting.last, marks[last] >= mark {
          waiting.removeLast()
          marks[last] = component
          clock -= 1
        }
        marks[top.vertex] = component
        component -= 1
      }
    }
    return (marks.map { .max - $0 }, Int(UInt32.max - component))
  }

  /// The range in the graph's list of the edges that leave a vertex.
  private func places(of vertex: ReachVertex) -> Range<Int> {
    let split = vertex.rawValue - graph.junctionCount
    guard split >= 0 else { return graph.outPlaces(RoadJunction(vertex.number)) }
    return places[split]..<places[split] + 1
  }

  /// Some vertices, with those that can be reached from them or (backward) that can reach them.
  func spread(from isMarked: [Bool], usable: [Bool], backward: Bool) -> [Bool] {
    var reached = isMarked
    var queue = vertices.filter { reached[$0] }
    while let vertex = queue.popLast() {
      for place in places(of: vertex) {
        let edge = graph.out[place]
        guard usable[backward ? edge.reversed : edge] else { continue }
        let other = tails[edge.reversed]
        if !reached[other] {
          reached[other] = true
          queue.append(other)
        }
      }
    }
    return reached
  }

  /// The lowest vertex of each vertex's part, whose vertices are connected in any direction of the edges.
  ///
  /// It is a union-find with path halving (Tarjan and van Leeuwen 1984, doi:10.1145/62.2160).
  func islands(usable: [Bool]) -> [ReachVertex] {
    var parent = Array(vertices)
    func root(_ start: ReachVertex) -> ReachVertex {
      var at = start
      while parent[at] != at {
        parent[at] = parent[parent[at]]
        at = parent[at]
      }
      return at
    }
    for segment in graph.segments {
      let edge = RoadEdge(segment, .forward)
      guard usable[edge] || usable[edge.reversed] else { continue }
      let (tail, head) = (root(tails[edge]), root(tails[edge.reversed]))
      // The lower number is kept, so that the result does not depend on the order.
      if tail != head { parent[max(tail, head)] = min(tail, head) }
    }
    return vertices.map { root($0) }
  }
}
