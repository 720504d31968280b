import RouteModel
import Testing

@testable import MapServer

/// Lines cut at the edges of a tile, and lines joined to longer ones.
@Suite struct LineTests {
  private func clipped(_ line: [(Double, Double)]) -> [[[Int]]] {
    LineClip().pieces(line.map { TileProjection.Place(x: $0.0, y: $0.1) })
      .map { $0.map { [Int($0.x), Int($0.y)] } }
  }

  @Test("the pieces of a line inside a tile and its edge are kept")
  func clip() {
    #expect(clipped([(0, 0), (10.4, 9.6)]) == [[[0, 0], [10, 10]]])
    #expect(clipped([(-1_128, 100), (5_000, 100)]) == [[[-128, 100], [4_224, 100]]])
    #expect(clipped([(-500, 0), (-200, 4_000)]) == [])
    #expect(clipped([(-1_000, 500), (500, -1_000)]) == [])
    // Out over the east, and in again.
    #expect(
      clipped([(4_000, 0), (4_400, 0), (4_400, 200), (4_000, 200)])
        == [[[4_000, 0], [4_224, 0]], [[4_224, 200], [4_000, 200]]])
    // From outside to outside across a corner.
    #expect(
      clipped([(4_124, 4_324), (4_324, 4_124)]) == [],
      "a corner that is only touched is no line")
    #expect(clipped([(4_024, 4_324), (4_324, 4_024)]) == [[[4_124, 4_224], [4_224, 4_124]]])
  }

  @Test("what is shorter than a step is no line")
  func short() {
    #expect(clipped([(5, 5), (5.2, 5.1)]) == [])
    #expect(clipped([(5, 5), (5.2, 5.1), (9, 9)]) == [[[5, 5], [9, 9]]])
    #expect(clipped([(5, 5)]) == [] && clipped([]) == [])
  }

  private func joined(_ lines: [[Int32]], isDirected: Bool = false) -> [[Int32]] {
    LineJoin(isDirected: isDirected).joined(lines.map { $0.map { TilePoint(x: $0, y: 0) } })
      .map { $0.map(\.x) }
  }

  @Test("lines that meet end to end become one, whichever way they run")
  func join() {
    #expect(joined([[1, 2], [2, 3], [3, 4]]) == [[1, 2, 3, 4]])
    #expect(joined([[2, 3], [1, 2], [4, 3]]) == [[1, 2, 3, 4]])
    #expect(joined([[2, 1], [2, 3]]) == [[3, 2, 1]])
    #expect(joined([[1, 2], [5, 6]]) == [[1, 2], [5, 6]])
  }

  @Test("where three meet they stay apart, and a ring ends where it began")
  func forks() {
    #expect(joined([[1, 2], [2, 3], [2, 4]]) == [[1, 2], [2, 3], [2, 4]])
    #expect(joined([[1, 2], [2, 3], [3, 1]]) == [[1, 2, 3, 1]])
    #expect(joined([[1, 2, 1], [1, 5]]).count == 2)
  }

  @Test("one-way streets are joined as one drives")
  func directed() {
    #expect(joined([[1, 2], [2, 3]], isDirected: true) == [[1, 2, 3]])
    #expect(joined([[2, 3], [1, 2]], isDirected: true) == [[1, 2, 3]])
    #expect(joined([[1, 2], [3, 2]], isDirected: true) == [[1, 2], [3, 2]])
  }

  @Test("points that deviate by less than asked are left out")
  func reduced() {
    let line = [(0, 0), (10, 1), (20, 0), (30, 9), (40, 0)].map {
      TilePoint(x: $0.0, y: $0.1)
    }
    #expect(Simplification.reduced(line, steps: 4).map(\.x) == [0, 20, 30, 40])
    #expect(Simplification.reduced(line, steps: 0.5).count == 5)
  }
}
