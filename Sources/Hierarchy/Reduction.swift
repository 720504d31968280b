/// A road network without its dead ends, and with its chains of roads as single links.
///
/// All good cuts lie in this part, about half of the junctions. Three kinds of junctions are removed, because no
/// minimum cut needs them:
/// - junctions where no state of the line graph begins or ends are attached to the nearest one with states;
/// - trees are attached to the junction from which they branch off;
/// - a chain of junctions with two neighbours each becomes a link, which may be cut in one place: the cheapest, and of
///   several the one nearest to its middle.
///
/// The road network is reduced, not the line graph: without its states of low degree, the line graph would have
/// elimination trees that are mere paths. Linear in the size of the network.
struct Reduction {
  /// No junction or label.
  static let none = UInt32.max
  /// The weight of a state; a directed edge without turns weighs 1.
  static let stateWeight: UInt32 = 8

  let road: GeometricGraph
  /// Whether each directed edge is a state: it has turns.
  let live: [Bool]
  /// The weight attached to each junction, including its loops.
  private(set) var weights: [UInt32]
  /// The junction to which each removed junction is attached.
  private var parents: [UInt32]
  /// The removed junctions; each comes after all that are attached to it.
  private var removed: [UInt32] = []

  /// The roads between different junctions: ends and number of states.
  private var ends: [(UInt32, UInt32)] = []
  private var states: [UInt32] = []
  /// The roads at junction j are `roads[first[j] ..< first[j + 1]]`.
  private var first: [UInt32] = []
  private var roads: [UInt32] = []
  private var gone: [Bool] = []
  private var degrees: [UInt32] = []

  /// The remaining junctions.
  private(set) var kernel: [UInt32] = []
  /// The chains between them, and the roads of each.
  private(set) var chains: [Chain] = []
  private var chainRoads: [UInt32] = []

  /// A sequence of roads between two junctions of the kernel.
  struct Chain {
    var tail: UInt32
    var head: UInt32
    var roads: Range<Int>
    /// The road to cut if the chain is cut: its index in `roads`.
    var cut: Int
    var link: Piece.Link
  }

  init(_ road: GeometricGraph, live: [Bool]) {
    self.road = road
    self.live = live
    weights = [UInt32](repeating: 0, count: road.junctionCount)
    parents = [UInt32](repeating: Reduction.none, count: road.junctionCount)
    for edge in 0..<road.edgeCount where !live[edge] { weights[Int(road.tails[edge])] += 1 }
    attachIdle()
    collectRoads()
    peel()
    for junction in removed {
      weights[Int(parents[Int(junction)])] += weights[Int(junction)]
    }
    followChains()
  }

  /// The reduced network for cutting; its vertices are indices in ``kernel``.
  func piece() -> Piece {
    var number = [UInt32](repeating: 0, count: road.junctionCount)
    for (place, junction) in kernel.enumerated() { number[Int(junction)] = UInt32(place) }
    let links = chains.filter { $0.tail != $0.head }.map { chain in
      var link = chain.link
      link.tail = number[Int(chain.tail)]
      link.head = number[Int(chain.head)]
      return link
    }
    let vertices = kernel.enumerated().map { place, junction in
      Piece.Vertex(weight: weights[Int(junction)], id: UInt32(place))
    }
    let places = kernel.map { (road.eastings[Int($0)], road.northings[Int($0)]) }
    return Piece(vertices, places: places, links: links)
  }

  /// The label of each junction, from the labels of the kernel.
  func spread(_ kernelLabels: [UInt32]) -> [UInt32] {
    var labels = [UInt32](repeating: Reduction.none, count: road.junctionCount)
    for (place, junction) in kernel.enumerated() { labels[Int(junction)] = kernelLabels[place] }
    for chain in chains {
      let (one, other) = (labels[Int(chain.tail)], labels[Int(chain.head)])
      var junction = chain.tail
      for place in 0..<chain.roads.count - 1 {
        junction = farEnd(chainRoads[chain.roads.lowerBound + place], from: junction)
        labels[Int(junction)] = place < chain.cut ? one : other
      }
    }
    for junction in removed.reversed() {
      labels[Int(junction)] = labels[Int(parents[Int(junction)])]
    }
    return labels
  }
}

extension Reduction {
  /// Attaches each junction without states to the nearest junction with states.
  ///
  /// The nearest one reaches it first over edges that are not states. If there is none, the
  /// junction is attached to the first one of its component.
  private mutating func attachIdle() {
    var busy = [Bool](repeating: false, count: road.junctionCount)
    for edge in 0..<road.edgeCount where live[edge] {
      busy[Int(road.tails[edge])] = true
      busy[Int(road.heads[edge])] = true
    }
    if busy.allSatisfy({ $0 }) { return }
    let idle = neighbours(where: { !live[$0] })
    var queue = (0..<UInt32(busy.count)).filter { busy[Int($0)] }
    var next = 0
    var order: [UInt32] = []
    for root in 0...busy.count {
      while next < queue.count {
        let junction = queue[next]
        next += 1
        for entry in Int(idle.first[Int(junction)])..<Int(idle.first[Int(junction) + 1]) {
          let neighbour = idle.heads[entry]
          if busy[Int(neighbour)] { continue }
          busy[Int(neighbour)] = true
          parents[Int(neighbour)] = junction
          order.append(neighbour)
          queue.append(neighbour)
        }
      }
      if root < busy.count, !busy[root] {
        busy[root] = true
        queue.append(UInt32(root))
      }
    }
    removed = order.reversed()
  }

  /// The other ends of each junction's selected edges, with these edges and without loops.
  private func neighbours(where isWanted: (Int) -> Bool)
    -> (first: [UInt32], heads: [UInt32], edges: [UInt32])
  {
    var first = [UInt32](repeating: 0, count: road.junctionCount + 1)
    let wanted = (0..<road.edgeCount).filter { isWanted($0) && road.tails[$0] != road.heads[$0] }
    for edge in wanted {
      first[Int(road.tails[edge]) + 1] += 1
      first[Int(road.heads[edge]) + 1] += 1
    }
    for junction in 0..<road.junctionCount { first[junction + 1] += first[junction] }
    var next = first
    var heads = [UInt32](repeating: 0, count: wanted.count * 2)
    var edges = heads
    for edge in wanted {
      for (here, there) in [(0, 1), (1, 0)] {
        let both = (road.tails[edge], road.heads[edge])
        let junction = Int(here == 0 ? both.0 : both.1)
        heads[Int(next[junction])] = there == 0 ? both.0 : both.1
        edges[Int(next[junction])] = UInt32(edge)
        next[junction] += 1
      }
    }
    return (first, heads, edges)
  }

  /// Combines all states between the same two junctions into one road.
  private mutating func collectRoads() {
    let all = neighbours(where: { live[$0] })
    for edge in 0..<road.edgeCount where live[edge] && road.tails[edge] == road.heads[edge] {
      weights[Int(road.tails[edge])] += Reduction.stateWeight
    }
    let count = road.junctionCount
    var seen = [UInt32](repeating: Reduction.none, count: count)
    degrees = [UInt32](repeating: 0, count: count)
    for junction in 0..<UInt32(count) {
      let before = UInt32(ends.count)
      for entry in Int(all.first[Int(junction)])..<Int(all.first[Int(junction) + 1]) {
        let neighbour = all.heads[entry]
        if neighbour < junction { continue }
        let known = seen[Int(neighbour)]
        if known != Reduction.none && known >= before {
          states[Int(known)] += 1
          continue
        }
        seen[Int(neighbour)] = UInt32(ends.count)
        ends.append((junction, neighbour))
        states.append(1)
        degrees[Int(junction)] += 1
        degrees[Int(neighbour)] += 1
      }
    }
    first = [0]
    first.reserveCapacity(count + 1)
    for degree in degrees { first.append(first[first.count - 1] + degree) }
    roads = [UInt32](repeating: 0, count: ends.count * 2)
    var next = first
    for (road, (one, other)) in ends.enumerated() {
      roads[Int(next[Int(one)])] = UInt32(road)
      next[Int(one)] += 1
      roads[Int(next[Int(other)])] = UInt32(road)
      next[Int(other)] += 1
    }
    gone = [Bool](repeating: false, count: ends.count)
  }

  private func farEnd(_ road: UInt32, from junction: UInt32) -> UInt32 {
    let (one, other) = ends[Int(road)]
    return one == junction ? other : one
  }

  /// Attaches dead ends to the junctions from which they branch off, repeatedly.
  private mutating func peel() {
    var queue = (0..<UInt32(degrees.count)).filter { degrees[Int($0)] == 1 }
    var next = 0
    while next < queue.count {
      let junction = queue[next]
      next += 1
      // Of the last two junctions of a tree, the second has lost its road and stays.
      guard degrees[Int(junction)] == 1,
        let road = roads(at: junction).first(where: { !gone[Int($0)] })
      else { continue }
      let neighbour = farEnd(road, from: junction)
      gone[Int(road)] = true
      degrees[Int(junction)] = 0
      degrees[Int(neighbour)] -= 1
      parents[Int(junction)] = neighbour
      removed.append(junction)
      weights[Int(neighbour)] += states[Int(road)] * Reduction.stateWeight
      if degrees[Int(neighbour)] == 1 { queue.append(neighbour) }
    }
  }

  private func roads(at junction: UInt32) -> ArraySlice<UInt32> {
    roads[Int(first[Int(junction)])..<Int(first[Int(junction) + 1])]
  }

  /// Fills the kernel with all remaining junctions that do not have exactly two roads, and with one of each ring.
  private mutating func followChains() {
    var isKernel = (0..<degrees.count).map { parents[$0] == Reduction.none && degrees[$0] != 2 }
    for junction in 0..<UInt32(degrees.count) where isKernel[Int(junction)] {
      kernel.append(junction)
      for road in roads(at: junction) where !gone[Int(road)] { follow(road, junction, isKernel) }
    }
    for junction in 0..<UInt32(degrees.count)
    where parents[Int(junction)] == Reduction.none && !isKernel[Int(junction)] {
      guard let road = roads(at: junction).first(where: { !gone[Int($0)] }) else { continue }
      isKernel[Int(junction)] = true
      kernel.append(junction)
      follow(road, junction, isKernel)
    }
  }

  private mutating func follow(_ start: UInt32, _ tail: UInt32, _ isKernel: [Bool]) {
    let begin = chainRoads.count
    var road = start
    var junction = tail
    while true {
      gone[Int(road)] = true
      chainRoads.append(road)
      junction = farEnd(road, from: junction)
      if isKernel[Int(junction)] { break }
      guard let next = roads(at: junction).first(where: { !gone[Int($0)] }) else { break }
      road = next
    }
    let chain = cheapest(tail, junction, begin..<chainRoads.count)
    if tail == junction {
      weights[Int(tail)] +=
        chain.link.before + chain.link.after + UInt32(chain.link.capacity) * Reduction.stateWeight
    }
    chains.append(chain)
  }

  /// A chain with its best place to cut.
  private func cheapest(_ tail: UInt32, _ head: UInt32, _ range: Range<Int>) -> Chain {
    var total: UInt32 = 0
    var junction = tail
    for place in range {
      junction = farEnd(chainRoads[place], from: junction)
      total += states[Int(chainRoads[place])] * Reduction.stateWeight
      if place + 1 < range.upperBound { total += weights[Int(junction)] }
    }
    var best = (states: UInt32.max, imbalance: UInt32.max, place: 0, before: UInt32(0))
    var before: UInt32 = 0
    junction = tail
    for place in range {
      let own = states[Int(chainRoads[place])]
      let weight = own * Reduction.stateWeight
      let after = total - before - weight
      let imbalance = max(before, after) - min(before, after)
      if (own, imbalance) < (best.states, best.imbalance) {
        best = (own, imbalance, place - range.lowerBound, before)
      }
      junction = farEnd(chainRoads[place], from: junction)
      before += weight
      if place + 1 < range.upperBound { before += weights[Int(junction)] }
    }
    let link = Piece.Link(
      tail: tail, head: head, capacity: UInt16(min(best.states, 30_000)), before: best.before,
      after: total - best.before - best.states * Reduction.stateWeight)
    return Chain(tail: tail, head: head, roads: range, cut: best.place, link: link)
  }
}
