/// An undirected weighted graph that a dissection cuts in two repeatedly.
///
/// The vertices are numbered by their position along the first direction, so that neighbours on the ground are
/// neighbours in memory. ``orders`` lists them along the other directions. A link stands for a road or a chain of
/// roads; cutting it costs its capacity.
struct Piece: Sendable {
  /// A vertex: its weight (the directed edges inside it), and the id of its original.
  struct Vertex: Sendable {
    var weight: UInt32
    var id: UInt32
  }

  /// One end of a link, as seen from its other end.
  struct Arc: Sendable {
    /// The vertex at the far end.
    var head: UInt32
    /// The same link as seen from the far end.
    var mate: UInt32
    /// The cost of cutting the link: the number of states that become part of the separator.
    var capacity: UInt16
    /// The weight that goes to this end if the link is cut.
    var near: UInt32
    /// The weight of the link, including the states to cut.
    var whole: UInt32
  }

  var vertices: [Vertex] = []
  /// The arcs of vertex v are `first[v] ..< first[v + 1]`.
  var first: [UInt32] = [0]
  var arcs: [Arc] = []
  /// The vertices by their position along directions 1, 2 and 3.
  var orders: [[UInt32]] = []

  /// The number of directions; the first one orders the numbers of the vertices.
  static let directions = 4

  var count: Int { vertices.count }

  /// The weight of the vertices and of the links.
  var weight: Int {
    var twice = 0
    for arc in arcs { twice += Int(arc.whole) }
    return vertices.reduce(twice / 2) { $0 + Int($1.weight) }
  }

  /// The two halves that a cut makes.
  ///
  /// The contents of a cut link go to the vertices at its ends. Linear in the size of the piece.
  func halves(_ side: [Bool]) -> [Piece] {
    var number = [UInt32](repeating: 0, count: count)
    var counts = (0, 0)
    for vertex in 0..<count {
      if side[vertex] {
        number[vertex] = UInt32(counts.1)
        counts.1 += 1
      } else {
        number[vertex] = UInt32(counts.0)
        counts.0 += 1
      }
    }
    return [half(false, side, number, counts.0), half(true, side, number, counts.1)]
  }

  private func half(_ which: Bool, _ side: [Bool], _ number: [UInt32], _ size: Int) -> Piece {
    var result = Piece()
    result.vertices.reserveCapacity(size)
    result.first.reserveCapacity(size + 1)
    var place = [UInt32](repeating: 0, count: arcs.count)
    for vertex in 0..<count where side[vertex] == which {
      var kept = vertices[vertex]
      for index in Int(first[vertex])..<Int(first[vertex + 1]) {
        var arc = arcs[index]
        if side[Int(arc.head)] != which {
          kept.weight += arc.near
          continue
        }
        place[index] = UInt32(result.arcs.count)
        arc.head = number[Int(arc.head)]
        result.arcs.append(arc)
      }
      result.vertices.append(kept)
      result.first.append(UInt32(result.arcs.count))
    }
    for index in result.arcs.indices {
      result.arcs[index].mate = place[Int(result.arcs[index].mate)]
    }
    result.orders = orders.map { order in
      var kept: [UInt32] = []
      kept.reserveCapacity(size)
      for vertex in order where side[Int(vertex)] == which { kept.append(number[Int(vertex)]) }
      return kept
    }
    return result
  }
}

extension Piece {
  /// A link between two vertices.
  struct Link: Sendable {
    var tail: UInt32
    var head: UInt32
    var capacity: UInt16
    /// The weights that go to the tail and to the head if the link is cut.
    var before: UInt32
    var after: UInt32
  }

  /// A piece of the given vertices and links.
  ///
  /// - Parameters:
  ///   - given: The vertices.
  ///   - places: Their coordinates.
  ///   - links: The links between them, by indices in `given`; no loops.
  init(_ given: [Vertex], places: [(east: Int32, north: Int32)], links: [Link]) {
    let count = given.count
    let sorted = (0..<Piece.directions).map { direction in
      Piece.order(along: direction, places)
    }
    var number = [UInt32](repeating: 0, count: count)
    for (place, vertex) in sorted[0].enumerated() { number[Int(vertex)] = UInt32(place) }
    vertices = sorted[0].map { given[Int($0)] }
    orders = sorted[1...].map { $0.map { number[Int($0)] } }
    connect(links, number)
  }

  private mutating func connect(_ links: [Link], _ number: [UInt32]) {
    first = [UInt32](repeating: 0, count: count + 1)
    for link in links {
      first[Int(number[Int(link.tail)]) + 1] += 1
      first[Int(number[Int(link.head)]) + 1] += 1
    }
    for vertex in 0..<count { first[vertex + 1] += first[vertex] }
    var next = first
    arcs = [Arc](
      repeating: Arc(head: 0, mate: 0, capacity: 0, near: 0, whole: 0), count: links.count * 2)
    for link in links {
      let tail = number[Int(link.tail)]
      let head = number[Int(link.head)]
      let there = next[Int(tail)]
      next[Int(tail)] += 1
      let back = next[Int(head)]
      next[Int(head)] += 1
      let whole = link.before + link.after + UInt32(link.capacity)
      arcs[Int(there)] = Arc(
        head: head, mate: back, capacity: link.capacity, near: link.before, whole: whole)
      arcs[Int(back)] = Arc(
        head: tail, mate: there, capacity: link.capacity, near: link.after, whole: whole)
    }
  }

  /// The vertices by their projection on one of the directions east, north, north-east and south-east; ties by number.
  private static func order(along direction: Int, _ places: [(east: Int32, north: Int32)])
    -> [UInt32]
  {
    var keys = places.enumerated().map { vertex, place in
      let east = Int(place.east)
      let north = Int(place.north)
      let projection = [east, north, east + north, east - north][direction]
      return UInt64((projection >> 2) + 1 << 31) << 32 | UInt64(vertex)
    }
    keys.sort()
    return keys.map { UInt32(truncatingIfNeeded: $0) }
  }
}
