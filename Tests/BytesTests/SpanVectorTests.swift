import Testing

@testable import Bytes

@Suite struct SpanVectorTests {
  private static let numbers = (0..<40).map { UInt16($0 * $0) }

  @Test("sixteen numbers come from any place, also with their neighbours")
  func loads() {
    let numbers = Self.numbers
    for first in 0...24 {
      let found = numbers.span.sixteen(from: first)
      #expect((0..<16).map { found[$0] } == Array(numbers[first..<first + 16]))
    }
    for (first, step) in [(0, 0), (1, 1), (12, 12), (8, 8), (23, 1), (16, 8)] {
      let (before, here, behind) = numbers.span.sixteen(from: first, by: step)
      for (vector, start) in [(before, first - step), (here, first), (behind, first + step)] {
        #expect((0..<16).map { vector[$0] } == Array(numbers[start..<start + 16]))
      }
    }
  }

  @Test("numbers are replaced where they are, and no others")
  func stores() {
    for first in [0, 5, 24] {
      var numbers = Self.numbers
      var span = numbers.mutableSpan
      span.update(from: first) { $0 &+ 3 }
      var expected = Self.numbers
      for index in first..<first + 16 { expected[index] += 3 }
      #expect(numbers == expected)
      span = numbers.mutableSpan
      span.set(SIMD16(repeating: 7), from: first)
      for index in first..<first + 16 { expected[index] = 7 }
      #expect(numbers == expected)
    }
  }

  @Test(
    "numbers beyond the ends trap",
    arguments: [
      (25, 0), (-1, 0), (.max, 0), (.min, 0), (3, 4), (24, 1), (10, -1), (.max, .max), (0, .min),
    ] as [(Int, Int)])
  func bounds(first: Int, step: Int) async {
    await #expect(processExitsWith: .failure) { [first = first as Int, step = step as Int] in
      let numbers = Self.numbers
      _ = numbers.span.sixteen(from: first, by: step)
    }
    guard step == 0 else { return }
    await #expect(processExitsWith: .failure) { [first = first as Int] in
      let numbers = Self.numbers
      _ = numbers.span.sixteen(from: first)
    }
    await #expect(processExitsWith: .failure) { [first = first as Int] in
      var numbers = Self.numbers
      var span = numbers.mutableSpan
      span.set(SIMD16(repeating: 1), from: first)
    }
  }

  @Test("a span of fewer numbers has no sixteen")
  func short() async {
    await #expect(processExitsWith: .failure) {
      let numbers = [UInt8](repeating: 1, count: 15)
      _ = numbers.span.sixteen(from: 0)
    }
  }
}
