/// The maximum flow from the sources of a piece to its sinks, and the cuts that it proves to be minimal.
///
/// Dinic's flow (1970), each link with residual capacities between nothing and twice its own: rounds, each of which
/// finds the distances to the nearest sink and fills the shortest ways, on which a walk always steps one level
/// down. A handful of rounds does for most pieces; the rest of the ways is found one by one.
struct FlowNetwork {
  /// After so many rounds the ways left have so many different lengths that they are looked for one by one.
  static let mostRounds = 32

  private enum Kind { static let middle: UInt8 = 0, source: UInt8 = 1, sink: UInt8 = 2 }

  /// What can still flow along each arc.
  private var residual: [UInt16]
  private var kinds: [UInt8]
  /// The distance to the nearest sink plus one; 0 where no way leads to a sink.
  private var levels: [Int32]
  /// The arc that each vertex tries next.
  private var current: [UInt32]
  /// The sources and the sinks that have a neighbour that is neither: only they matter.
  private var sources: [UInt32] = []
  private var sinks: [UInt32] = []
  /// The vertices in the order in which the search met them.
  private var queue: [UInt32]
  /// How many of them have a level; beside those only sources have.
  private var metCount = 0

  init(_ piece: Piece) {
    residual = [UInt16](repeating: 0, count: piece.arcs.count)
    kinds = [UInt8](repeating: Kind.middle, count: piece.count)
    levels = [Int32](repeating: 0, count: piece.count)
    current = [UInt32](repeating: 0, count: piece.count)
    queue = [UInt32](repeating: 0, count: piece.count)
  }

  /// Empties all links.
  mutating func reset(_ piece: Piece) {
    let arcs = piece.arcs.span
    var residual = residual.mutableSpan
    for index in 0..<arcs.count { residual[index] = arcs[index].capacity }
  }

  /// Chooses sources and sinks: the first and the last vertices of an order that weigh a quarter of all or more, at
  /// least one each, and none of them both.
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

  /// The value of a maximum flow, nil when it is more than `limit`.
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

  /// Finds for each vertex the distance to the sinks; false when no source reaches one.
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
    // Only those that were met have a level: a round costs no more than it looks at.
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

  /// Pushes along shortest ways until each has a full arc; false when the flow exceeds the limit.
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

  /// Pushes as much as the path takes, and cuts the path back to before its first full arc.
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
  /// Finishes a flow way by way; false when it exceeds the limit.
  ///
  /// Ford and Fulkerson's (1956): from each source to the nearest sink, until none is found. What was met then is
  /// never looked at again: no way leads out of it. A search is as wide as its way is long, where a round of levels
  /// is as wide as the piece; the maximum, and the cuts next to sources and sinks, are the same.
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

  /// The sink that is nearest to a source along arcs that are not full, and how many vertices were met.
  ///
  /// Vertices that are met get the mark, and the arc on which they were; those with a greater one are passed by.
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
  /// Single vertices that hang together with neither are divided at the middle of the order.
  mutating func halves(
    _ piece: Piece, _ order: [UInt32]?, _ weights: [UInt32], _ total: Int, _ flow: Int
  ) -> InertialFlow.Cut {
    // After the last round `levels` tells who can reach a sink; now who can be reached from a source.
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

  /// Marks what the sources still reach.
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
