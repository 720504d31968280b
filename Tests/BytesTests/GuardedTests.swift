import Testing

@testable import Bytes

@Suite struct GuardedTests {
  final class Shared: Sendable {
    let counts = Guarded<[Int: Int]>([:])
  }

  struct Refusal: Error, Equatable {}

  // Under the thread sanitizer this is also the test that it sees the order of the turns.
  @Test("threads that wait for one another lose nothing")
  func contended() async {
    let shared = Shared()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<50_000 {
            shared.counts.withLock { $0[(round * 7 + thread) % 1_000, default: 0] += 1 }
          }
        }
      }
    }
    #expect(shared.counts.withLock { $0.values.reduce(0, +) } == 200_000)
  }

  @Test("an error passes through, and the next gets its turn")
  func error() {
    let shared = Shared()
    #expect(throws: Refusal.self) {
      try shared.counts.withLock { counts throws(Refusal) in
        counts[1] = 1
        throw Refusal()
      }
    }
    #expect(shared.counts.withLock { $0 } == [1: 1])
  }
}
