import NavFormat
import TestSupport
import Testing

@testable import MapReader

@Suite struct NearestRoadsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let limit: Double
    /// Nil for ties within one metre.
    let count: Int?
    /// The roads by their numbers, as they come by; the distance of each.
    let distances: [Double]
    let wanted: [Int]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    .init(name: "two", limit: 9, count: 2, distances: [3, 1, 2, 4], wanted: [1, 2]),
    .init(name: "fewer than wanted", limit: 2, count: 9, distances: [3, 1, 2], wanted: [1, 2]),
    .init(name: "none", limit: 9, count: 0, distances: [1, 2], wanted: []),
    .init(
      name: "equal, the lower first", limit: 9, count: 2, distances: [5, 5, 5], wanted: [0, 1]),
    .init(name: "at the limit", limit: 5, count: 3, distances: [5, 5.5], wanted: [0]),
    .init(name: "ties", limit: 9, count: nil, distances: [4.1, 3, 4, 3.5], wanted: [1, 3, 2]),
    .init(
      name: "a tie past the limit", limit: 5, count: nil, distances: [5.5, 4.8], wanted: [1, 0]),
    .init(name: "all past the limit", limit: 5, count: nil, distances: [5.5, 5.2], wanted: []),
    .init(
      name: "no limit", limit: .infinity, count: nil, distances: [1e9, 1e9 + 0.5], wanted: [0, 1]),
  ]

  @Test("a list keeps what it is asked for, in whatever order roads come by", arguments: cases)
  func keeps(_ item: Case) {
    var random = SeededGenerator(seed: 40)
    for _ in 0..<24 {
      var list = NearestRoads(
        within: item.limit, item.count.map { .count($0) } ?? .ties(within: 1))
      for road in item.distances.indices.shuffled(using: &random) {
        list.add(item.distances[road], 7, SegmentIndex(road))
      }
      list.finish()
      #expect(list.found.map(\.segment.rawValue) == item.wanted)
      #expect(
        list.found.allSatisfy { $0.tile == 7 && $0.distance == item.distances[$0.segment.rawValue] }
      )
    }
  }

  @Test("of equally near roads the one in the lower tile comes first")
  func order() {
    var list = NearestRoads(within: 9, .count(2))
    for tile in [3, 1, 2] { list.add(5, TileNumber(tile), SegmentIndex(9 - tile)) }
    list.finish()
    #expect(list.found.map(\.tile) == [1, 2])
  }
}
