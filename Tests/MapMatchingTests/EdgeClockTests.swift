import RouteModel
import TestSupport
import Testing

@testable import MapMatching

/// Times of edges between fixes.
@Suite struct EdgeClockTests {
  /// The times of all edges at once, as the definition says: in proportion between the fix before an
  /// edge's end and the first behind it.
  private func slow(_ marks: [(metres: Double, time: Double)], _ ends: [Double]) -> [Double] {
    var latest = marks[0].time
    return ends.map { end in
      let next = marks.dropFirst().firstIndex { $0.metres >= end } ?? marks.count - 1
      let (a, b) = (marks[next - 1], marks[next])
      let share = b.metres > a.metres ? (end - a.metres) / (b.metres - a.metres) : 0
      latest = max(latest, a.time + min(max(share, 0), 1) * (b.time - a.time))
      return latest
    }
  }

  @Test("times that come piece by piece are those of all fixes at once", arguments: 1...200)
  func oracle(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var clock = EdgeClock()
    var marks: [(metres: Double, time: Double)] = []
    var ends: [Double] = []
    var got: [ClosedRange<Double>] = []
    var at = 0.0
    var time = 100.0
    var farthest = 0.0
    for _ in 0..<Int.random(in: 2...60, using: &generator) {
      clock.mark(at: at, time: time)
      farthest = max(farthest, at)
      marks.append((farthest, time))
      while let times = clock.pop() { got.append(try #require(times.range)) }
      time += Double.random(in: 0...9, using: &generator).rounded()
      // Some stand still, some are thrown back, some pass many edges.
      at += Double.random(in: -3...20, using: &generator).rounded()
      while (ends.last ?? 0) + 4 < at, Bool.random(using: &generator) {
        ends.append((ends.last ?? 0) + Double.random(in: 0...4, using: &generator))
        clock.leave(at: ends[ends.count - 1])
      }
    }
    clock.finish()
    while let times = clock.pop() { got.append(try #require(times.range)) }
    let expected = slow(marks, ends)
    #expect(got.map(\.upperBound) == expected)
    #expect(got.map(\.lowerBound) == [100] + expected.dropLast() || expected.isEmpty)
  }

  @Test("what was driven before the first fix has no times")
  func before() {
    var clock = EdgeClock()
    clock.mark(at: 50, time: 5)
    clock.mark(at: 150, time: 15)
    for end in [30.0, 80, 110] { clock.leave(at: end) }
    clock.finish()
    var got: [ClosedRange<Double>?] = []
    while let times = clock.pop() { got.append(times.range) }
    #expect(got == [nil, nil, 8...11])
  }

  @Test("edges of fixes without times have none, and do not wait for any")
  func none() {
    var clock = EdgeClock()
    for end in 1...10_000 {
      clock.mark(at: Double(end), time: nil)
      clock.leave(at: Double(end))
      #expect(clock.pop().map { $0.range == nil } == true)
    }
  }

  @Test("where times end in the middle, edges wait only so long")
  func bounded() {
    var clock = EdgeClock()
    clock.mark(at: 0, time: 0)
    clock.mark(at: 5, time: 10)
    var given = 0
    for end in 1...20_000 {
      clock.leave(at: Double(end))
      while let times = clock.pop() {
        given += 1
        #expect(times.range?.upperBound == min(Double(given) * 2, 10))
      }
      #expect(end - given < 5_000)
    }
  }

  @Test("a clock that is set back gives no times that run backwards")
  func setBack() throws {
    var clock = EdgeClock()
    for (metres, time) in [(0.0, 0.0), (10, 1), (20, 9_000), (30, 3), (40, 4), (60, 6)] {
      clock.mark(at: metres, time: time)
    }
    for end in [15.0, 35, 50] { clock.leave(at: end) }
    var got: [Double] = []
    while let times = clock.pop() { got.append(try #require(times.range).upperBound) }
    #expect(got == [1.5, 3.5, 5])
  }
}
