import Bytes
import Geo
import TestSupport
import Testing

@testable import MapCompiler

@Suite struct NodeStoreTests {
  private func store(_ nodes: [(Int64, Int32)], memory: Int = .max) -> NodeStore {
    var store = NodeStore(memory: memory, folder: "/tmp")
    for (id, place) in nodes {
      store.append(id, Coordinate(latitudeUnits: place, longitudeUnits: -place))
    }
    store.seal()
    return store
  }

  private func place(of id: Int64, in store: NodeStore) -> Coordinate? {
    var near = NodeStore.Hint()
    return store.index(of: id, near: &near).map { store.position($0) }
  }

  @Test(
    "nodes are found by id, in whatever order they came",
    arguments: [[1, 2, 3], [3, 2, 1], [2, .min, .max], [.min, .max], [-5, 5_000_000_000, 0]]
      as [[Int64]])
  func find(_ ids: [Int64]) {
    let store = store(ids.enumerated().map { ($1, Int32($0)) })
    #expect(store.count == ids.count)
    #expect(store.duplicates == 0)
    for (index, id) in ids.enumerated() {
      let place = place(of: id, in: store)
      #expect(place?.latitudeUnits == Int32(index))
      #expect(place?.longitudeUnits == -Int32(index))
    }
    #expect(place(of: 7, in: store) == nil)
    #expect(place(of: .max - 1, in: store) == nil)
  }

  @Test("of several nodes with one id the last counts, and the others are counted")
  func duplicates() {
    let store = store([(4, 1), (4, 2), (1, 3), (4, 4), (1, 5), (9, 6)])
    #expect(store.duplicates == 3)
    #expect(place(of: 4, in: store)?.latitudeUnits == 4)
    #expect(place(of: 1, in: store)?.latitudeUnits == 5)
    #expect(place(of: 9, in: store)?.latitudeUnits == 6)
  }

  @Test("an empty store finds nothing")
  func empty() { #expect(place(of: 1, in: store([])) == nil) }

  /// Nodes with gaps of all sizes, some again, some out of order, and where each is in the end.
  private func many(_ count: Int, seed: UInt64) -> (nodes: [(Int64, Int32)], places: [Int64: Int32])
  {
    var random = SeededGenerator(seed: seed)
    var nodes: [(Int64, Int32)] = []
    var places: [Int64: Int32] = [:]
    var id = Int64.random(in: -1_000...1_000, using: &random)
    for place in 0..<Int32(count) {
      let gap = Int64(1) << Int64.random(in: 0...20, using: &random)
      id += Int64.random(in: 1...gap, using: &random)
      let isOdd = Int.random(in: 0..<50, using: &random) == 0
      let old = isOdd ? nodes.randomElement(using: &random)?.0 : nil
      let node = old.map { $0 + Int64.random(in: -1...0, using: &random) } ?? id
      nodes.append((node, place))
      places[node] = place
    }
    return (nodes, places)
  }

  @Test(
    "as many nodes as there may be are found, in memory and in a file",
    arguments: [.max, 1] as [Int])
  func large(_ memory: Int) {
    // Two chunks and more of 4 MiB, at nine bytes a node.
    let (nodes, places) = many(1_100_000, seed: 3)
    let store = store(nodes, memory: memory)
    #expect(store.failure == nil)
    #expect(store.duplicates == nodes.count - places.count)
    var near = NodeStore.Hint()
    var wrong = 0
    for (id, place) in places {
      let index = store.index(of: id, near: &near)
      if index.map({ store.position($0).latitudeUnits }) != place { wrong += 1 }
      if places[id + 1] == nil, store.index(of: id + 1, near: &near) != nil { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(
    "nodes are found after runs of small steps, and of larger ones",
    arguments: 0..<8 as Range<UInt64>)
  func runs(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ids: [Int64] = []
    var id: Int64 = -40
    while ids.count < 3_000 {
      // Steps of up to 1, 127 (one byte), 128, 255 and 70,000.
      let most: Int64 = [1, 127, 128, 255, 70_000].randomElement(using: &random) ?? 1
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        id += Bool.random(using: &random) ? most : Int64.random(in: 1...most, using: &random)
        ids.append(id)
      }
    }
    let store = store(ids.enumerated().map { ($1, Int32($0)) })
    for (index, id) in ids.enumerated().shuffled(using: &random) {
      var near = NodeStore.Hint()
      // From the beginning of a block, and from a node before.
      let before = ids[Int.random(in: 0...index, using: &random)]
      #expect(store.index(of: id, near: &near) == index)
      #expect(store.index(of: before, near: &near).map { ids[$0] } == before)
      #expect(store.index(of: id, near: &near) == index)
      let isGap = index + 1 == ids.count || ids[index + 1] != id + 1
      if isGap { #expect(store.index(of: id + 1, near: &near) == nil) }
    }
  }

  @Test("roads get their nodes by ascending id, whatever else there is")
  func roadNodes() {
    let (nodes, places) = many(20_000, seed: 9)
    let store = store(nodes)
    var random = SeededGenerator(seed: 4)
    let wanted = (0..<500).compactMap { _ in nodes.randomElement(using: &random)?.0 }
    var near = NodeStore.Hint()
    var indices = wanted.compactMap { store.index(of: $0, near: &near).map { UInt32($0) } }
    let roads = RoadNodes(store, renumbering: &indices)
    #expect(roads.ids == Set(wanted).sorted())
    #expect(indices.map { roads.ids[Int($0)] } == wanted)
    #expect(roads.positions.map(\.latitudeUnits) == roads.ids.map { places[$0] })
    #expect(wanted.allSatisfy { id in roads.index(of: id).map { roads.ids[$0] } == id })
    #expect(nodes.allSatisfy { (roads.index(of: $0.0) != nil) == wanted.contains($0.0) })
  }

  @Test(
    "many nodes are found together, with and without nodes out of order",
    arguments: [true, false])
  func together(_ isOrdered: Bool) {
    var (nodes, places) = many(20_000, seed: 5)
    if isOrdered {
      nodes = places.keys.sorted().map { ($0, places[$0] ?? 0) }
    }
    let store = store(nodes)
    #expect(store.hasLooseNodes == !isOrdered)
    var random = SeededGenerator(seed: 6)
    // Some are unknown, some occur again.
    var ids: [Int64] = [.min, .max, nodes[0].0 - 1, nodes[0].0, nodes[0].0]
    for _ in 0..<5_000 {
      ids.append(
        (nodes.randomElement(using: &random)?.0 ?? 0) + Int64.random(in: 0...1, using: &random))
    }
    var found = [Int32?](repeating: nil, count: ids.count)
    let uses = ids.enumerated().map { NodeUse(id: $1, user: $0) }.sorted { $0.id < $1.id }
    store.forEach(uses) { user, position in
      #expect(found[user] == nil)
      #expect(position.longitudeUnits == -position.latitudeUnits)
      found[user] = position.latitudeUnits
    }
    #expect(found == ids.map { places[$0] })
    self.store([]).forEach(uses) { _, _ in Issue.record("an empty store has no nodes") }
  }

  @Test(
    "uses of nodes are sorted by id, and those of one node stay in order",
    arguments: [0...3, -70_000...70_000, Int64.min...Int64.max] as [ClosedRange<Int64>],
    [1, 256, 257, 4_000])
  func sortedUses(_ range: ClosedRange<Int64>, _ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let uses = (0..<count).map { NodeUse(id: Int64.random(in: range, using: &random), user: $0) }
    let sorted = uses.sortedByID()
    #expect(Set(sorted.map(\.user)).count == count)
    #expect(sorted.allSatisfy { uses[$0.user] == $0 })
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { ($0.id, $0.user) < ($1.id, $1.user) })
  }

  @Test("a folder that can't be written is an error, and nothing is found or lost in silence")
  func noFolder() {
    var store = NodeStore(memory: 1, folder: "/nowhere/at/all")
    for id in 0..<1_200_000 as Range<Int64> {
      store.append(id, Coordinate(latitudeUnits: 0, longitudeUnits: 0))
    }
    store.seal()
    #expect(store.failure?.isNotFound == true)
  }
}
