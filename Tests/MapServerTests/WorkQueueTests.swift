import NIOPosix
import Testing

@testable import MapServer

/// The engine's threads are shared out in order; who does not fit is turned away.
@Suite struct WorkQueueTests {
  private func queue(_ change: (inout ServiceLimits) -> Void) -> WorkQueue {
    var limits = ServiceLimits()
    limits.workers = 1
    change(&limits)
    return WorkQueue(limits, timers: MultiThreadedEventLoopGroup.singleton)
  }

  @Test("work that takes too long is ended")
  func timeout() async throws {
    let queue = queue { $0.seconds = 0.05 }
    let error = await #expect(throws: ServiceError.self) {
      try await queue.run { () async throws(ServiceError) in
        while !Task.isCancelled {}
        throw ServiceError(.timeout, "ended")
      }
    }
    #expect(error?.code == .timeout && error?.status == 503)
    #expect(try await queue.run { [1] } == [1])
  }

  @Test("while all threads are busy, more requests than may wait are refused")
  func overload() async throws {
    let queue = queue { $0.waiting = 1 }
    let (signal, open) = AsyncStream<Void>.makeStream()
    let first = Task {
      try await queue.run { () async throws(ServiceError) in
        for await _ in signal {}
        return [1]
      }
    }
    while queue.load.running == 0 { await Task.yield() }
    let second = Task { try await queue.run { [2] } }
    while queue.load.waiting == 0 { await Task.yield() }
    let error = await #expect(throws: ServiceError.self) { try await queue.run { [3] } }
    #expect(error?.code == .overloaded && error?.status == 503)
    open.finish()
    #expect(try await first.value == [1])
    #expect(try await second.value == [2])
    #expect(queue.load == (0, 0))
  }
}
