import NIOPosix
import RouteModel
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

  @Test("work for a client that hangs up is ended, and its place given to the next")
  func hangUp() async throws {
    let queue = queue { _ in }
    let client = ClientConnection()
    let first = Task {
      await #expect(throws: ServiceError.self) {
        try await queue.run(for: client) { () async throws(ServiceError) in
          while !Task.isCancelled {}
          return [1]
        }
      }
    }
    while queue.load.running == 0 { await Task.yield() }
    let next = Task { try await queue.run { [2] } }
    client.hangUp()
    #expect(await first.value?.code == .clientGone)
    #expect(try await next.value == [2])
    #expect(queue.load == (0, 0))
  }

  @Test("a client that hangs up while it waits gives its place away")
  func hangUpWaiting() async throws {
    let queue = queue { $0.waiting = 1 }
    let (signal, open) = AsyncStream<Void>.makeStream()
    let first = Task {
      try await queue.run { () async throws(ServiceError) in
        for await _ in signal {}
        return [1]
      }
    }
    while queue.load.running == 0 { await Task.yield() }
    let client = ClientConnection()
    let second = Task {
      await #expect(throws: ServiceError.self) { try await queue.run(for: client) { [2] } }
    }
    while queue.load.waiting == 0 { await Task.yield() }
    client.hangUp()
    #expect(await second.value?.code == .clientGone)
    #expect(queue.load == (1, 0))
    // One that is gone before it comes does not wait either.
    let third = await #expect(throws: ServiceError.self) {
      try await queue.run(for: client) { [3] }
    }
    #expect(third?.code == .clientGone)
    open.finish()
    #expect(try await first.value == [1])
    #expect(queue.load == (0, 0))
  }

  @Test("a connection that goes on serves the next request")
  func staysOpen() async throws {
    let queue = queue { _ in }
    let client = ClientConnection()
    for number in UInt8(1)...5 {
      #expect(try await queue.run(for: client) { [number] } == [number])
    }
    #expect(!client.isGone)
  }
}

extension WorkQueue {
  /// Does work and waits for what comes of it.
  fileprivate func run(
    for client: ClientConnection? = nil, _ work: @escaping Work
  ) async throws(ServiceError) -> [UInt8] {
    try await withCheckedContinuation { continuation in
      run(for: client, work) { continuation.resume(returning: $0) }
    }.get()
  }
}
