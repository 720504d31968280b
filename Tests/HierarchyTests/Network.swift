import Hierarchy
import TestSupport

/// A small network with turns and what they cost, and the answers of plain Dijkstra on it.
struct Network: Sendable {
  var road: GeometricGraph
  var lines: LineGraph
  var weights: [UInt32]

  var edgeCount: Int { road.edgeCount }

  /// The directed edges of roads, the turns at junctions: all but U-turns, some banned.
  init(
    places: [(Int32, Int32)], edges: [(Int, Int)], seed: UInt64, bans: Int = 0, copies: Int = 0,
    closed: Int = 0, costs: ClosedRange<UInt32> = 1...100
  ) {
    var generator = SeededGenerator(seed: seed)
    road = GeometricGraph(
      tails: edges.map { UInt32($0.0) }, heads: edges.map { UInt32($0.1) },
      eastings: places.map(\.0), northings: places.map(\.1))
    for _ in 0..<(edges.isEmpty ? 0 : copies) {
      let edge = Int.random(in: 0..<edges.count, using: &generator)
      road.tails.append(road.tails[edge])
      road.heads.append(road.heads[edge])
    }
    let own = road.tails.map { _ in UInt32.random(in: costs, using: &generator) }
    var first: [UInt32] = [0]
    var heads: [UInt32] = []
    weights = []
    var leaving = [[UInt32]](repeating: [], count: places.count)
    for (edge, tail) in road.tails.enumerated() { leaving[Int(tail)].append(UInt32(edge)) }
    for edge in road.tails.indices {
      for next in leaving[Int(road.heads[edge])] {
        if UInt64.random(in: 0..<100, using: &generator) < bans { continue }
        if road.heads[Int(next)] == road.tails[edge], next != edge, !next.isMultiple(of: 5) {
          continue
        }
        heads.append(next)
        let shut = UInt64.random(in: 0..<100, using: &generator) < closed
        weights.append(
          shut
            ? Cost.unreachable
            : own[Int(next)] + UInt32.random(in: 0...3, using: &generator) * costs.upperBound / 9)
      }
      first.append(UInt32(heads.count))
    }
    lines = LineGraph(first: first, heads: heads)
  }

  /// The cost from each of some edges to all edges; 0 to itself.
  func dijkstra(from sources: [Int: UInt32], weights: [UInt32]? = nil) -> [UInt32] {
    let weights = weights ?? self.weights
    var costs = [UInt32](repeating: Cost.unreachable, count: edgeCount)
    var queue = CostQueue()
    for (edge, cost) in sources where cost < costs[edge] {
      costs[edge] = cost
      queue.push(UInt32(edge), cost: cost)
    }
    while let (edge, cost) = queue.pop() {
      if cost > costs[Int(edge)] { continue }
      for turn in Int(lines.first[Int(edge)])..<Int(lines.first[Int(edge) + 1]) {
        let head = Int(lines.heads[turn])
        let offer = min(cost &+ weights[turn], Cost.unreachable)
        if offer < costs[head] {
          costs[head] = offer
          queue.push(UInt32(head), cost: offer)
        }
      }
    }
    return costs
  }

  /// The least cost of a turn from one edge into another.
  func turnCost(_ from: Int, _ to: Int, _ weights: [UInt32]? = nil) -> UInt32 {
    let weights = weights ?? self.weights
    return (Int(lines.first[from])..<Int(lines.first[from + 1])).filter { lines.heads[$0] == to }
      .map { weights[$0] }.min() ?? Cost.unreachable
  }
}

extension Network {
  /// Junctions at random places, roads between near ones, some of them one-way.
  static func random(seed: UInt64) -> Network {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...40, using: &generator)
    let places = (0..<count).map { _ in
      (
        Int32.random(in: -500...500, using: &generator),
        Int32.random(in: -500...500, using: &generator)
      )
    }
    var edges: [(Int, Int)] = []
    for _ in 0..<Int.random(in: 0...count * 2, using: &generator) {
      let one = Int.random(in: 0..<count, using: &generator)
      let near = (0..<count).sorted { left, right in
        func distance(_ other: Int) -> Int {
          abs(Int(places[other].0 - places[one].0)) + abs(Int(places[other].1 - places[one].1))
        }
        return distance(left) < distance(right)
      }
      let other = near[Int.random(in: 0..<min(count, 6), using: &generator)]
      edges.append((one, other))
      if Bool.random(using: &generator) { edges.append((other, one)) }
    }
    // No edge costs nothing: see Cost.least.
    let costs: ClosedRange<UInt32> = [1...100, 1...3, 1...1, 1_000_000...40_000_000][Int(seed % 4)]
    return Network(
      places: places, edges: edges, seed: seed, bans: Int(seed / 4 % 3) * 15,
      copies: Int(seed / 2 % 4), closed: seed % 5 == 0 ? 20 : 0, costs: costs)
  }

  /// Streets in squares, shifted a little, some missing.
  static func grid(_ side: Int, seed: UInt64, missing: Int = 10) -> Network {
    var generator = SeededGenerator(seed: seed)
    let places = (0..<side * side).map { number in
      (
        Int32(number % side * 100) + Int32.random(in: 0...60, using: &generator),
        Int32(number / side * 100) + Int32.random(in: 0...60, using: &generator)
      )
    }
    var edges: [(Int, Int)] = []
    for number in 0..<side * side {
      var others: [Int] = []
      if number % side + 1 < side { others.append(number + 1) }
      if number + side < side * side { others.append(number + side) }
      for other in others where Int.random(in: 0..<100, using: &generator) >= missing {
        edges.append((number, other))
        if Int.random(in: 0..<100, using: &generator) >= 10 { edges.append((other, number)) }
      }
    }
    return Network(places: places, edges: edges, seed: seed, bans: 5)
  }

  /// Networks that no one would build.
  static let odd: [Network] = [
    Network(places: [], edges: [], seed: 1),
    Network(places: [(0, 0)], edges: [], seed: 1),
    Network(places: [(0, 0)], edges: [(0, 0)], seed: 1),
    Network(places: [(0, 0)], edges: [(0, 0), (0, 0), (0, 0)], seed: 1, copies: 3),
    Network(places: [(0, 0), (1, 1)], edges: [(0, 1), (1, 0)], seed: 1),
    Network(places: [(0, 0), (1, 1)], edges: pairs((0, 1), 12), seed: 1),
    star, allAtOnePlace, ring, longRoad, tree, islands, limits,
  ]

  private static let star = built(40, seed: 2) { both(0, $0) }
  private static let allAtOnePlace = Network(
    places: .init(repeating: (7, 7), count: 30), edges: scattered, seed: 3)
  private static let ring = built(50, seed: 4) { [($0, ($0 + 1) % 50)] }
  private static let longRoad = built(80, seed: 5) { both($0, ($0 + 1) % 80) }
  private static let tree = built(90, seed: 6) { both($0, ($0 - 1) / 3) }
  private static let islands = built(300, seed: 7) { $0 % 3 == 0 ? both($0, $0 + 1) : [] }
  private static let scattered: [(Int, Int)] = (0..<60).map { number in
    let end: Int = (number * 7 + 3) % 30
    return (number % 30, end)
  }

  /// A network of junctions in a line, and the edges that each but the first one adds.
  private static func built(_ count: Int, seed: UInt64, _ edges: (Int) -> [(Int, Int)]) -> Network {
    Network(places: line(count), edges: (1..<count).flatMap(edges), seed: seed)
  }

  private static let limits = Network(
    places: [(.min, .min), (.max, .max), (.min, .max), (.max, .min), (0, 0)], edges: corners,
    seed: 8)

  private static func line(_ count: Int) -> [(Int32, Int32)] {
    (0..<count).map { (number: Int) -> (Int32, Int32) in (Int32(number % 7), Int32(number)) }
  }

  private static func both(_ one: Int, _ other: Int) -> [(Int, Int)] {
    [(one, other), (other, one)]
  }

  private static let corners: [(Int, Int)] = {
    var edges: [(Int, Int)] = []
    for one in 0..<5 {
      for other in 0..<5 where one != other { edges.append((one, other)) }
    }
    return edges
  }()

  private static func pairs(_ pair: (Int, Int), _ count: Int) -> [(Int, Int)] {
    (0..<count).map { $0 % 2 == 0 ? pair : (pair.1, pair.0) }
  }

  /// Everything small: odd networks and random ones.
  static let all: [Network] = odd + (0..<160).map { Network.random(seed: $0) }
}
