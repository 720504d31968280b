/// The maximum flow from the sources of a piece to its sinks, and the minimum cuts that it gives.
///
/// It is Dinic's algorithm (1970). The residual capacities of a link are between zero and twice its own capacity. Each
/// round finds the distances to the nearest sink and saturates the shortest paths, along which a walk always descends
/// one level. Most pieces take a handful of rounds; the remaining paths are found one by one.
struct FlowNetwork {
  /// The maximum number of rounds; after these, the remaining paths differ so much in length that they are found one by
  /// one.
  static let mostRounds = 32

  private enum Kind { static let middle: UInt8 = 0, source: UInt8 = 1, sink: UInt8 = 2 }

  /// The residual capacity of each arc.
  private var residual: [UInt16]
  private var kinds: [UInt8]
  /// The distance to the nearest sink plus one; 0 if no path leads to a sink.
  private var levels: [Int32]
  /// The arc that each vertex tries next.
  private var current: [UInt32]
  /// The sources and sinks with a neighbour of another kind; the others do not matter.
  private var sources: [UInt32] = []
  private var sinks: [UInt32] = []
  /// The vertices in the order in which the search visited them.
  private var queue: [UInt32]
  /// The number of them with a level; apart from these, only sources have one.
  private var metCount = 0

  init(_ piece: Piece) {
    residual = [UInt16](repeating: 0, count: piece.arcs.count)
    kinds = [UInt8](repeating: Kind.middle, count: piece.count)
    levels = [Int32](repeating: 0, count: piece.count)
    current = [UInt32](repeating: 0, count: piece.count)
    queue = [UInt32](repeating: 0, count: piece.count)
  }

  /// Resets all residual capacities.
  mutating func reset(_ piece: Piece) {
    let arcs = piece.arcs.span
    var residual = residual.mutableSpan
    for index in 0..<arcs.count { residual[index] = arcs[index].capacity }
  }

  /// Chooses sources and sinks: the first and the last vertices of an order, at least a quarter of the weight each.
  ///
  /// There is at least one of each, and no vertex is both.
  mutating func mark(
    _ piece: Piece, _ order: [UInt32]?, _ weights: [UInt32], _ total: Int
  ) {
    let count = kinds.count
    for vertex in 0..<count { kinds[vertex] = Kind.middle }
    forgetLevels()
    let least = InertialFlow.minimumWeight(total, count: count)
    var low = 0
    var weight = 0
    repeat {
      let vertex = order.map { Int($0[low]) } ?? low
      kinds[vertex] = Kind.source
      weight += Int(weights[vertex])
      low += 1
    } while weight < least && low < count - 1
    var high = count
    weight = 0
    repeat {
      high -= 1
      let vertex = order.map { Int($0[high]) } ?? high
      kinds[vertex] = Kind.sink
      weight += Int(weights[vertex])
    } while weight < least && high > low
    findFronts(piece)
  }

  private mutating func findFronts(_ piece: Piece) {
    sources.removeAll(keepingCapacity: true)
    sinks.removeAll(keepingCapacity: true)
    let arcs = piece.arcs.span
    let first = piece.first.span
    for vertex in 0..<kinds.count where kinds[vertex] != Kind.middle {
      var isFront = false
      for index in Int(first[vertex])..<Int(first[vertex &+ 1]) {
        if kinds[Int(arcs[index].head)] != kinds[vertex] { isFront = true }
      }
      if !isFront { continue }
      if kinds[vertex] == Kind.source {
        sources.append(UInt32(truncatingIfNeeded: vertex))
      } else {
        sinks.append(UInt32(truncatingIfNeeded: vertex))
      }
    }
  }

  /// The value of a maximum flow; nil if it exceeds `limit`.
  mutating func maximize(
    _ piece: Piece, atMost limit: Int, rounds mostRounds: Int = FlowNetwork.mostRounds
  ) -> Int? {
    var flow = 0
    var rounds = 0
    while FlowNetwork.level(
      piece, residual, kinds, sources, sinks, &levels, &current, &queue, &metCount)
    {
      rounds += 1
      if rounds <= mostRounds {
        if !FlowNetwork.push(
          piece, kinds, sources, &residual, &levels, &current, &flow, limit)
        {
          return nil
        }
      } else {
        forgetLevels()
        if !FlowNetwork.finish(
          piece, kinds, sources, &residual, &levels, &current, &queue, &flow, limit)
        {
          return nil
        }
        forgetLevels()
      }
    }
    return flow
  }

  private mutating func forgetLevels() {
    for vertex in 0..<levels.count { levels[vertex] = 0 }
    metCount = 0
  }

  /// Finds the distance of each vertex to the sinks; false if no source reaches one.
  private static func level(
    _ piece: Piece, _ residual: [UInt16], _ kinds: [UInt8], _ sources: [UInt32],
    _ sinks: [UInt32], _ levels: inout [Int32], _ current: inout [UInt32],
    _ queue: inout [UInt32], _ metCount: inout Int
  ) -> Bool {
    let arcs = piece.arcs.span
    let first = piece.first.span
    let residual = residual.span
    let kinds = kinds.span
    var levels = levels.mutableSpan
    var current = current.mutableSpan
    var queue = queue.mutableSpan
    var end = 0
    // Only visited vertices have a level, so a round costs no more than it visits.
    for place in 0..<metCount { levels[Int(queue[place])] = 0 }
    for vertex in sources {
      levels[Int(vertex)] = 0
      current[Int(vertex)] = first[Int(vertex)]
    }
    for vertex in sinks {
      levels[Int(vertex)] = 1
      queue[end] = vertex
      end &+= 1
    }
    var begin = 0
    var found = Int32.max
    while begin < end {
      let vertex = Int(queue[begin])
      begin &+= 1
      let next = levels[vertex] &+ 1
      if next > found { break }
      for index in Int(first[vertex])..<Int(first[vertex &+ 1]) {
        let head = Int(arcs[index].head)
        if levels[head] != 0 || residual[Int(arcs[index].mate)] == 0 { continue }
        levels[head] = next
        if kinds[head] == Kind.source {
          found = next
        } else if kinds[head] == Kind.middle {
          current[head] = first[head]
          queue[end] = UInt32(truncatingIfNeeded: head)
          end &+= 1
        }
      }
    }
    metCount = end
    return found != Int32.max
  }

  /// Pushes flow along shortest paths until each has a saturated arc; false if the flow exceeds the limit.
  private static func push(
    _ piece: Piece, _ kinds: [UInt8], _ sources: [UInt32], _ residual: inout [UInt16],
    _ levels: inout [Int32], _ current: inout [UInt32], _ flow: inout Int, _ limit: Int
  ) -> Bool {
    let arcs = piece.arcs.span
    let first = piece.first.span
    let kinds = kinds.span
    var path: [UInt32] = []
    var residual = residual.mutableSpan
    var levels = levels.mutableSpan
    var current = current.mutableSpan
    for source in sources where levels[Int(source)] > 1 {
      var vertex = Int(source)
      while true {
        if kinds[vertex] == Kind.sink {
          flow += FlowNetwork.augment(arcs, &residual, &path)
          if flow > limit { return false }
          vertex = path.last.map { Int(arcs[Int($0)].head) } ?? Int(source)
          continue
        }
        let below = levels[vertex] &- 1
        var index = Int(current[vertex])
        let end = Int(first[vertex &+ 1])
        while index < end && (residual[index] == 0 || levels[Int(arcs[index].head)] != below) {
          index &+= 1
        }
        current[vertex] = UInt32(truncatingIfNeeded: index)
        if index < end && below > 0 {
          path.append(UInt32(truncatingIfNeeded: index))
          vertex = Int(arcs[index].head)
          continue
        }
        levels[vertex] = 0
        guard let back = path.popLast() else { break }
        vertex = Int(arcs[Int(arcs[Int(back)].mate)].head)
      }
    }
    return true
  }

  /// Pushes as much as the path allows, and shortens the path to the part before its first saturated arc.
  private static func augment(
    _ arcs: Span<Piece.Arc>, _ residual: inout MutableSpan<UInt16>, _ path: inout [UInt32]
  ) -> Int {
    var amount = UInt16.max
    for index in path { amount = min(amount, residual[Int(index)]) }
    var keep = path.count
    for (step, index) in path.enumerated() {
      residual[Int(index)] &-= amount
      residual[Int(arcs[Int(index)].mate)] &+= amount
      if residual[Int(index)] == 0 { keep = min(keep, step) }
    }
    path.removeLast(path.count - keep)
    return Int(amount)
  }
}

extension FlowNetwork {
  /// Completes a flow path by path; false if it exceeds the limit.
  ///
  /// This is Ford and Fulkerson's method (1956): from each source to the nearest sink, until there is none. The
  /// vertices of a search without a sink are never visited again, because no path leads out of them. A search is as
  /// wide as its path is long, while a round of levels is as wide as the piece. The maximum, and the cuts next to
  /// sources and sinks, are the same.
  private static func finish(
    _ piece: Piece, _ kinds: [UInt8], _ sources: [UInt32], _ residual: inout [UInt16],
    _ marks: inout [Int32], _ arrivals: inout [UInt32], _ queue: inout [UInt32],
    _ flow: inout Int, _ limit: Int
  ) -> Bool {
    let arcs = piece.arcs.span
    var mark: Int32 = 0
    var path: [UInt32] = []
    for source in sources {
      while true {
        mark &+= 1
        let (sink, met) = nearestSink(
          piece, kinds, Int(source), mark, residual, &marks, &arrivals, &queue)
        guard let sink else {
          for place in 0..<met { marks[Int(queue[place])] = .max }
          break
        }
        path.removeAll(keepingCapacity: true)
        var vertex = sink
        while vertex != Int(source) {
          path.append(arrivals[vertex])
          vertex = Int(arcs[Int(arcs[Int(arrivals[vertex])].mate)].head)
        }
        path.reverse()
        var span = residual.mutableSpan
        flow += augment(arcs, &span, &path)
        if flow > limit { return false }
      }
    }
    return true
  }

  /// The sink nearest to a source along arcs with residual capacity, and the number of vertices visited.
  ///
  /// Visited vertices get the mark and the arc by which they were reached. Vertices with at least this mark are
  /// skipped.
  private static func nearestSink(
    _ piece: Piece, _ kinds: [UInt8], _ source: Int, _ mark: Int32, _ residual: [UInt16],
    _ marks: inout [Int32], _ arrivals: inout [UInt32], _ queue: inout [UInt32]
  ) -> (sink: Int?, met: Int) {
    let arcs = piece.arcs.span
    let first = piece.first.span
    let residual = residual.span
    let kinds = kinds.span
    var marks = marks.mutableSpan
    var arrivals = arrivals.mutableSpan
    var queue = queue.mutableSpan
    queue[0] = UInt32(truncatingIfNeeded: source)
    var (begin, end) = (0, 1)
    while begin < end {
      let vertex = Int(queue[begin])
      begin &+= 1
      for index in Int(first[vertex])..<Int(first[vertex &+ 1]) where residual[index] > 0 {
        let head = Int(arcs[index].head)
        if marks[head] >= mark || kinds[head] == Kind.source { continue }
        marks[head] = mark
        arrivals[head] = UInt32(truncatingIfNeeded: index)
        if kinds[head] == Kind.sink { return (head, end) }
        queue[end] = UInt32(truncatingIfNeeded: head)
        end &+= 1
      }
    }
    return (nil, end)
  }
}

extension FlowNetwork {
  /// The more balanced of the two minimum cuts next to the sources and next to the sinks.
  ///
  /// Isolated vertices are divided at the middle of the order.
  mutating func halves(
    _ piece: Piece, _ order: [UInt32]?, _ weights: [UInt32], _ total: Int, _ flow: Int
  ) -> InertialFlow.Cut {
    // After the last round, `levels` gives the vertices that reach a sink; this gives those that a source reaches.
    var reached = [Bool](repeating: false, count: kinds.count)
    FlowNetwork.reach(piece, residual, kinds, &reached, &queue)
    var before = 0
    var free = [Bool](repeating: false, count: kinds.count)
    var early = [Bool](repeating: false, count: kinds.count)
    for place in 0..<kinds.count {
      let vertex = order.map { Int($0[place]) } ?? place
      free[vertex] = piece.first[vertex] == piece.first[vertex + 1] && kinds[vertex] == Kind.middle
      early[vertex] = before * 2 < total
      before += Int(weights[vertex])
    }
    var nearSources = 0
    var nearSinks = 0
    for vertex in 0..<kinds.count {
      let weight = Int(weights[vertex])
      if free[vertex] ? early[vertex] : reached[vertex] { nearSources += weight }
      if free[vertex] ? !early[vertex] : reaches(vertex) { nearSinks += weight }
    }
    let one = min(nearSources, total - nearSources)
    let other = min(nearSinks, total - nearSinks)
    let side = (0..<kinds.count).map { vertex in
      if free[vertex] { return !early[vertex] }
      return one >= other ? !reached[vertex] : reaches(vertex)
    }
    return InertialFlow.Cut(side: side, flow: flow, balance: max(one, other))
  }

  /// Whether a vertex reached a sink in the last round.
  private func reaches(_ vertex: Int) -> Bool { levels[vertex] != 0 || kinds[vertex] == Kind.sink }

  /// Marks the vertices that the sources still reach.
  private static func reach(
    _ piece: Piece, _ residual: [UInt16], _ kinds: [UInt8], _ reached: inout [Bool],
    _ queue: inout [UInt32]
  ) {
    let arcs = piece.arcs.span
    let first = piece.first.span
    let residual = residual.span
    let kinds = kinds.span
    var queue = queue.mutableSpan
    var marks = reached.mutableSpan
    var end = 0
    for vertex in 0..<kinds.count where kinds[vertex] == Kind.source {
      marks[vertex] = true
      queue[end] = UInt32(truncatingIfNeeded: vertex)
      end &+= 1
    }
    var begin = 0
    while begin < end {
      let vertex = Int(queue[begin])
      begin &+= 1
      for index in Int(first[vertex])..<Int(first[vertex &+ 1]) where residual[index] > 0 {
        let head = Int(arcs[index].head)
        if marks[head] { continue }
        marks[head] = true
        queue[end] = UInt32(truncatingIfNeeded: head)
        end &+= 1
      }
    }
  }
}
