import Geo
import Testing

@testable import MapCompiler

@Suite struct NodeStoreTests {
  private func store(_ nodes: [(Int64, Int32)]) -> NodeStore {
    var store = NodeStore()
    for (id, place) in nodes {
      store.append(id, Coordinate(latitudeUnits: place, longitudeUnits: -place))
    }
    store.sortIfNeeded()
    return store
  }

  @Test(
    "nodes are found by id, in whatever order they came",
    arguments: [[1, 2, 3], [3, 2, 1], [2, .min, .max], [-5, 5_000_000_000, 0]] as [[Int64]])
  func find(_ ids: [Int64]) {
    let store = store(ids.enumerated().map { ($1, Int32($0)) })
    #expect(store.count == ids.count)
    #expect(store.duplicates == 0)
    for (place, id) in ids.enumerated() {
      let index = store.index(of: id)
      #expect(index.map { store.id($0) } == id)
      #expect(index.map { store.position($0).latitudeUnits } == Int32(place))
      #expect(index.map { store.position($0).longitudeUnits } == -Int32(place))
    }
    #expect(store.index(of: 7) == nil)
    #expect(store.index(of: .max - 1) == nil)
  }

  @Test("of several nodes with one id the last counts, and the others are counted")
  func duplicates() {
    let store = store([(4, 1), (4, 2), (1, 3), (4, 4), (1, 5), (9, 6)])
    #expect(store.count == 3)
    #expect(store.duplicates == 3)
    #expect(store.index(of: 4).map { store.position($0).latitudeUnits } == 4)
    #expect(store.index(of: 1).map { store.position($0).latitudeUnits } == 5)
  }

  @Test("an empty store finds nothing")
  func empty() { #expect(store([]).index(of: 1) == nil) }
}
