import Hierarchy
import TestSupport
import Testing

/// The costs of turns of an ``Indexed`` network, as an engine gives them.
struct Tariff: TopCosts {
  let indexed: Indexed
  var weights: [UInt32]
  private var turns: Range<Int> = 0..<0

  init(_ indexed: Indexed, _ weights: [UInt32]) {
    self.indexed = indexed
    self.weights = weights
  }

  mutating func fill(_ graph: inout CellGraph, cell node: TopNode) {
    guard let cell = indexed.index.view.cell(node) else { return }
    indexed.fill(&graph, cell: Int(cell.number), weights)
  }

  mutating func startTurns(from node: TopNode) {
    let edge = Int(indexed.dissection.order[Int(indexed.index.contents[node.index])])
    turns = Int(indexed.network.lines.first[edge])..<Int(indexed.network.lines.first[edge + 1])
  }

  mutating func nextTurn() -> Seed? {
    while let turn = turns.popFirst() {
      let node = indexed.node(Int(indexed.network.lines.heads[turn]))
      if !node.isNone { return Seed(node, cost: weights[turn]) }
    }
    return nil
  }

  /// What differs from other costs: the cells and the turns of the top that hold such turns.
  func changes(_ other: [UInt32]) -> (cells: [TopNode], turns: [TopCustomizer.Turn]) {
    var cells: Set<TopNode> = []
    var turns: [TopCustomizer.Turn] = []
    let lines = indexed.network.lines
    for edge in 0..<indexed.network.edgeCount {
      for turn in Int(lines.first[edge])..<Int(lines.first[edge + 1])
      where weights[turn] != other[turn] {
        let head = Int(lines.heads[turn])
        if let cell = indexed.cell(edge) ?? indexed.cell(head) {
          cells.insert(indexed.cellNodes[cell])
        } else {
          turns.append(TopCustomizer.Turn(from: indexed.node(edge), to: indexed.node(head)))
        }
      }
    }
    return (cells.sorted(), turns)
  }
}

@Suite struct TopCustomizerTests {
  private static let limits: [Int?] = [nil, 3, 8, 30]

  @Test("one thread, several, and another source of costs make the same metric", arguments: limits)
  func full(limit: Int?) async {
    for (number, network) in (Network.all + [Network.grid(20, seed: 3)]).enumerated() {
      let indexed = await Indexed(network, cellLimit: limit)
      var tariff = Tariff(indexed, network.weights)
      var customizer = TopCustomizer()
      let metric = customizer.metric(indexed.index.view, &tariff)
      #expect(metric == indexed.top, "network \(number)")
      #expect(await indexed.index.metric(tariff, threads: 3) == metric)
    }
  }

  /// Costs that are wanted until some nodes have been asked for.
  private struct Patience: TopCosts {
    var tariff: Tariff
    var nodes: Int
    var isCancelled: Bool { nodes <= 0 }

    mutating func fill(_ graph: inout CellGraph, cell node: TopNode) {
      nodes -= 1
      tariff.fill(&graph, cell: node)
    }
    mutating func startTurns(from node: TopNode) {
      nodes -= 1
      tariff.startTurns(from: node)
    }
    mutating func nextTurn() -> Seed? { tariff.nextTurn() }
  }

  @Test("a metric that is no longer wanted is given up, in both of its parts")
  func cancelled() async {
    let network = Network.grid(12, seed: 5)
    let indexed = await Indexed(network, cellLimit: 8)
    let count = indexed.index.count
    for (nodes, isWanted) in [(1, false), (count / 2, false), (count, false), (count + 1, true)] {
      var costs = Patience(tariff: Tariff(indexed, network.weights), nodes: nodes)
      var customizer = TopCustomizer()
      let metric = customizer.metric(indexed.index.view, &costs)
      #expect(metric == (isWanted ? indexed.top : TopMetric(up: [], down: [])), "\(nodes) nodes")
    }
  }

  /// Costs that can't be read behind some node.
  private struct Damaged: TopCosts {
    struct Flaw: Error, Equatable { var node: TopNode }
    typealias Failure = Flaw

    var tariff: Tariff
    var flaw: TopNode

    mutating func fill(_ graph: inout CellGraph, cell node: TopNode) throws(Flaw) {
      if node == flaw { throw Flaw(node: node) }
      tariff.fill(&graph, cell: node)
    }
    mutating func startTurns(from node: TopNode) throws(Flaw) {
      if node == flaw { throw Flaw(node: node) }
      tariff.startTurns(from: node)
    }
    mutating func nextTurn() -> Seed? { tariff.nextTurn() }
  }

  @Test("costs that can't be read end the making of a metric, whole or in part, with their error")
  func damaged() async {
    let network = Network.grid(12, seed: 5)
    let indexed = await Indexed(network, cellLimit: 8)
    let view = indexed.index.view
    let next = network.weights.map { Cost.add($0, 7) }
    var customizer = TopCustomizer()
    for flaw in stride(from: 0, to: indexed.index.count, by: 3).map({ TopNode($0) }) {
      var costs = Damaged(tariff: Tariff(indexed, network.weights), flaw: flaw)
      #expect(throws: Damaged.Flaw(node: flaw)) { _ = try customizer.metric(view, &costs) }
      // Of what an overlay was before and what it is to be, either may be unreadable.
      for isOld in [true, false] {
        let changes = Tariff(indexed, next).changes(network.weights)
        var overlay = MetricOverlay(over: indexed.top.view)
        var old = Damaged(tariff: Tariff(indexed, network.weights), flaw: isOld ? flaw : .none)
        var new = Damaged(tariff: Tariff(indexed, next), flaw: isOld ? .none : flaw)
        // Turns of the top are not asked for what they were.
        guard view.cell(flaw) != nil || !isOld else { continue }
        do throws(Damaged.Flaw) {
          _ = try customizer.update(
            &overlay, over: indexed.top.view, view, cells: changes.cells, turns: changes.turns,
            from: &old, to: &new)
          #expect(overlay.metric(over: indexed.top) == (try? full(&customizer, view, &new)))
        } catch { #expect(error == Damaged.Flaw(node: flaw)) }
      }
    }
  }

  private func full(
    _ customizer: inout TopCustomizer, _ view: TopView, _ costs: inout Damaged
  ) throws(Damaged.Flaw) -> TopMetric {
    costs.flaw = .none
    return try customizer.metric(view, &costs)
  }

  /// Some turns of a network cost more, or less, or are closed or opened.
  private static func changed(_ weights: [UInt32], seed: UInt64, share: Int) -> [UInt32] {
    var generator = SeededGenerator(seed: seed)
    return weights.map { weight in
      if Int.random(in: 0..<1_000, using: &generator) >= share { return weight }
      switch UInt8.random(in: 0..<4, using: &generator) {
      case 0: return Cost.unreachable
      case 1: return weight / 2
      case 2: return Cost.add(weight, 13)
      default: return UInt32.random(in: 0...200, using: &generator)
      }
    }
  }

  @Test("a partial customization is a full one, arc by arc, up and down", arguments: limits)
  func partial(limit: Int?) async {
    for (number, network) in (Network.all + [Network.grid(20, seed: 8)]).enumerated() {
      let indexed = await Indexed(network, cellLimit: limit)
      var customizer = TopCustomizer()
      let view = indexed.index.view
      var overlay = MetricOverlay(over: indexed.top.view)
      var weights = network.weights
      for (round, share) in [5, 100, 30, 1_000].enumerated() {
        let next = Self.changed(weights, seed: UInt64(number * 10 + round), share: share)
        var (old, new) = (Tariff(indexed, weights), Tariff(indexed, next))
        let changes = new.changes(weights)
        customizer.update(
          &overlay, over: indexed.top.view, view, cells: changes.cells, turns: changes.turns,
          from: &old, to: &new)
        let full = customizer.metric(view, &new)
        #expect(overlay.metric(over: indexed.top) == full, "network \(number) round \(round)")
        weights = next
      }
    }
  }

  @Test("ways of equal cost stand in for one another when one becomes dearer by one")
  func ties() async {
    for seed in 0..<8 as Range<UInt64> {
      var network = Network.grid(14, seed: seed)
      network.weights = network.weights.map { 1 + $0 % 2 }
      let indexed = await Indexed(network, cellLimit: 10 + Int(seed))
      let view = indexed.index.view
      var customizer = TopCustomizer()
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<12 {
        let next = network.weights.map { weight in
          weight + (Int.random(in: 0..<60, using: &generator) == 0 ? 1 : 0)
        }
        var (old, new) = (Tariff(indexed, network.weights), Tariff(indexed, next))
        let changes = new.changes(network.weights)
        var overlay = MetricOverlay(over: indexed.top.view)
        customizer.update(
          &overlay, over: indexed.top.view, view, cells: changes.cells, turns: changes.turns,
          from: &old, to: &new)
        #expect(overlay.metric(over: indexed.top) == customizer.metric(view, &new))
      }
    }
  }

  @Test("searches on an overlay are Dijkstra's on its costs")
  func search() async {
    for seed in 0..<60 as Range<UInt64> {
      let network = Network.random(seed: seed)
      if network.edgeCount == 0 { continue }
      let indexed = await Indexed(network, cellLimit: seed % 2 == 0 ? nil : 8)
      let next = Self.changed(network.weights, seed: seed, share: 200)
      var (old, new) = (Tariff(indexed, network.weights), Tariff(indexed, next))
      var overlay = MetricOverlay(over: indexed.top.view)
      let changes = new.changes(network.weights)
      var customizer = TopCustomizer()
      let view = indexed.index.view
      let count = customizer.update(
        &overlay, over: indexed.top.view, view, cells: changes.cells, turns: changes.turns,
        from: &old, to: &new)
      #expect(count > 0 || overlay.metric(over: indexed.top) == indexed.top)
      #expect(overlay.byteCount > 0)
      var search = TreeSearch(count: indexed.index.count)
      let metric = MetricView(indexed.top.view, overlay)
      for from in 0..<min(network.edgeCount, 6) {
        let known = network.dijkstra(from: [from: 0], weights: next)
        let begins = indexed.seeds(from, offset: 0, .forward, next)
        for to in 0..<network.edgeCount {
          let ends = indexed.seeds(to, offset: 0, .backward, next).seeds
          let cost = search.run(view, metric, from: begins.seeds, to: ends)
          #expect(min(cost, begins.inside[to] ?? Cost.unreachable) == known[to])
        }
      }
    }
  }
}
