import MapReader
import NavFormat
import TestSupport
import Testing

@testable import Places

/// The words that a typed word with errors may mean are those that a walk through the whole dictionary finds.
@Suite struct WordMatcherTests {
  private static let extract = "liechtenstein-2025.osm.pbf"

  /// The distances of a word to all prefixes of another, by the definition of the optimal string alignment.
  private static func distances(_ a: [UInt8], _ b: [UInt8]) -> [Int] {
    var rows = [Array(0...a.count)]
    for (row, letter) in b.enumerated() {
      var next = [row + 1]
      for column in a.indices {
        var value = min(rows[row][column + 1], next[column]) + 1
        value = min(value, rows[row][column] + (a[column] == letter ? 0 : 1))
        if row > 0, column > 0, a[column - 1] == letter, a[column] == b[row - 1] {
          value = min(value, rows[row - 1][column - 1] + 1)
        }
        next.append(value)
      }
      rows.append(next)
    }
    return rows.map { $0[a.count] }
  }

  @Test(
    "similar words", .enabled(if: TestData.has(extract)), arguments: [1, 2], [false, true])
  func similar(errors: Int, isUnfinished: Bool) async throws {
    let built = try await BuiltMap(extract: Self.extract)
    let places = try built.map.places()
    var words: [[UInt8]] = []
    guard var cursor = places.firstWord(notBelow: [0]) else {
      Issue.record("the map has no words")
      return
    }
    words.append(cursor.word)
    while places.advance(&cursor) { words.append(cursor.word) }
    let count = places.layout.wordCount
    #expect(words.count == count)
    var generator = SeededGenerator(seed: 5)
    var found = 0
    for _ in 0..<120 {
      var typed = words[Int.random(in: words.indices, using: &generator)]
      for _ in 0..<Int.random(in: 0...errors, using: &generator) where typed.count > 3 {
        let at = Int.random(in: 1..<typed.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: typed.remove(at: at)
        case 1: typed.insert(UInt8(ascii: "e"), at: at)
        case 2: typed[at] = UInt8(ascii: "n")
        default: typed.swapAt(at - 1, at)
        }
      }
      let similar = WordMatcher.similar(
        typed, errors: errors, isUnfinished: isUnfinished, places)
      let expected = words.indices.filter { index in
        guard words[index] != typed else { return false }
        let distances = Self.distances(typed, words[index])
        return distances[words[index].count] <= errors
          || isUnfinished && distances.contains { $0 <= errors }
      }
      // Very short words have too many.
      if expected.count >= 400 { continue }
      #expect(similar.flatMap { Array($0.words) } == expected, "\(typed)")
      for index in expected.prefix(20) {
        let distance = Self.distances(typed, words[index])[words[index].count]
        let limited = DistanceTable.distance(typed, words[index], errors: errors)
        #expect(distance <= errors ? limited == distance : limited > errors)
      }
      found += expected.count
    }
    #expect(found > 60)
  }
}
