import RoadModel

/// The vertices of the network of one mode.
///
/// They are the junctions. At a barrier that the mode can't pass, the end of each segment is a
/// vertex instead, since they are not connected.
struct ReachNetwork {
  private let graph: RoadGraph
  /// The first vertex of each edge.
  private let tails: [UInt32]
  /// The place in the graph's list of the only edge of each vertex after the junctions.
  private let places: [Int]

  /// The number of vertices.
  var count: Int { graph.junctionCount + places.count }

  /// A network.
  ///
  /// - Parameters:
  ///   - graph: All roads.
  ///   - blocked: The junctions that can't be passed.
  init(graph: RoadGraph, blocked: some Sequence<UInt32>) {
    self.graph = graph
    var tails: [UInt32] = []
    tails.reserveCapacity(graph.edges.count)
    for segment in 0..<graph.segmentCount {
      tails.append(graph.from[segment])
      tails.append(graph.to[segment])
    }
    var places: [Int] = []
    for junction in blocked {
      for place in graph.outPlaces(junction) {
        tails[graph.out[place].index] = UInt32(graph.junctionCount + places.count)
        places.append(place)
      }
    }
    self.tails = tails
    self.places = places
  }

  /// The edges of all roads.
  var edges: Range<RoadEdge> { graph.edges }

  /// The first and last vertices of an edge.
  func ends(_ edge: RoadEdge) -> (tail: Int, head: Int) {
    (Int(tails[edge.index]), Int(tails[edge.reversed.index]))
  }

  /// The strongly connected components, by Pearce's algorithm ("A space-efficient algorithm for finding strongly
  /// connected components", 2016, doi:10.1016/j.ipl.2015.08.010), without recursion.
  ///
  /// - Parameter usable: Whether the mode may use each edge.
  /// - Returns: The component of each vertex, from 0 on, and the number of components.
  func components(usable: [Bool]) -> (of: [UInt32], count: Int) {
    var marks = [UInt32](repeating: 0, count: count)
    var waiting: [UInt32] = []
    var path: [(vertex: UInt32, place: Int, end: Int, isRoot: Bool)] = []
    // Numbers below `clock` are of unfinished vertices, those above `component` of finished
    // components.
    var clock: UInt32 = 1
    var component = UInt32.max
    let (tails, out) = (self.tails, graph.out)
    func open(_ vertex: UInt32) {
      marks[Int(vertex)] = clock
      clock += 1
      let places = self.places(ofVertex: Int(vertex))
      path.append((vertex, places.lowerBound, places.upperBound, true))
    }
    for root in marks.indices where marks[root] == 0 {
      open(UInt32(root))
      while var top = path.popLast() {
        var mark = marks[Int(top.vertex)]
        var child: UInt32?
        while top.place < top.end {
          let edge = out[top.place]
          if usable[edge.index] {
            let head = tails[edge.reversed.index]
            let other = marks[Int(head)]
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
        marks[Int(top.vertex)] = mark
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
        while let last = waiting.last, marks[Int(last)] >= mark {
          waiting.removeLast()
          marks[Int(last)] = component
          clock -= 1
        }
        marks[Int(top.vertex)] = component
        component -= 1
      }
    }
    return (marks.map { .max - $0 }, Int(UInt32.max - component))
  }

  private func places(ofVertex vertex: Int) -> Range<Int> {
    guard vertex >= graph.junctionCount else {
      return graph.outPlaces(UInt32(vertex))
    }
    let place = places[vertex - graph.junctionCount]
    return place..<place + 1
  }

  /// Some vertices, with those that can be reached from them or (backward) that can reach them.
  func spread(from isMarked: [Bool], usable: [Bool], backward: Bool) -> [Bool] {
    var reached = isMarked
    var queue = reached.indices.filter { reached[$0] }
    while let vertex = queue.popLast() {
      for place in places(ofVertex: vertex) {
        let edge = graph.out[place]
        guard usable[(backward ? edge.reversed : edge).index] else { continue }
        let other = Int(tails[edge.reversed.index])
        if !reached[other] {
          reached[other] = true
          queue.append(other)
        }
      }
    }
    return reached
  }

  /// The number of each vertex's part, whose vertices are connected in any direction of the edges.
  ///
  /// It is a union-find with path halving (Tarjan and van Leeuwen 1984, doi:10.1145/62.2160).
  func islands(usable: [Bool]) -> [UInt32] {
    var parent = (0..<UInt32(count)).map { $0 }
    func root(_ start: UInt32) -> UInt32 {
      var at = start
      while parent[Int(at)] != at {
        parent[Int(at)] = parent[Int(parent[Int(at)])]
        at = parent[Int(at)]
      }
      return at
    }
    for segment in 0..<graph.segmentCount {
      let edge = RoadEdge(segment, .forward)
      guard usable[edge.index] || usable[edge.reversed.index] else { continue }
      let (tail, head) = (root(tails[edge.index]), root(tails[edge.reversed.index]))
      // The lower number is kept, so that the result does not depend on the order.
      if tail != head { parent[Int(max(tail, head))] = min(tail, head) }
    }
    return (0..<UInt32(count)).map { root($0) }
  }
}
