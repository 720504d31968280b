import NIOPosix
import RouteModel
import Testing

@testable import MapServer

/// The engine's threads are shared out in order; who does not fit is turned away.
@Suite struct WorkQueueTests {
  /// A queue with one thread that ends nothing for its time, however slow the machine is.
  private func queue(_ change: (inout ServiceLimits) -> Void = { _ in }) -> WorkQueue {
    var limits = ServiceLimits()
    limits.workers = 1
    limits.seconds = .infinity
    change(&limits)
    return WorkQueue(limits, timers: MultiThreadedEventLoopGroup.singleton)
  }

  @Test("work that takes too long is ended")
  func timeout() async throws {
    let queue = queue { $0.seconds = 0.05 }
    let gate = Gate()
    let outcome = queue.begin { () async throws(ServiceError) in
      await gate.pass()
      throw ServiceError(.timeout, "ended")
    }
    let error = await #expect(throws: ServiceError.self) { try await outcome.value() }
    #expect(error?.code == .timeout && error?.status == 503)
    #expect(try await queue.begin { [1] }.value() == [1])
  }

  @Test("while all threads are busy, more requests than may wait are refused")
  func overload() async throws {
    let queue = queue { $0.waiting = 1 }
    let gate = Gate()
    let first = queue.begin(waitingAt: gate, [1])
    let second = queue.begin { [2] }
    #expect(queue.load == (1, 1))
    let third = queue.begin { [3] }
    let error = await #expect(throws: ServiceError.self) { try await third.value() }
    #expect(error?.code == .overloaded && error?.status == 503)
    gate.open()
    #expect(try await first.value() == [1])
    #expect(try await second.value() == [2])
    #expect(queue.load == (0, 0))
  }

  @Test("work for a client that hangs up is ended, and its place given to the next")
  func hangUp() async throws {
    let queue = queue()
    let client = ClientConnection()
    let first = queue.begin(for: client, waitingAt: Gate(), [1])
    let next = queue.begin { [2] }
    client.hangUp()
    let error = await #expect(throws: ServiceError.self) { try await first.value() }
    #expect(error?.code == .clientGone)
    #expect(try await next.value() == [2])
    #expect(queue.load == (0, 0))
  }

  @Test("a client that hangs up while it waits gives its place away")
  func hangUpWaiting() async throws {
    let queue = queue { $0.waiting = 1 }
    let gate = Gate()
    let first = queue.begin(waitingAt: gate, [1])
    let client = ClientConnection()
    let second = queue.begin(for: client) { [2] }
    #expect(queue.load == (1, 1))
    client.hangUp()
    let error = await #expect(throws: ServiceError.self) { try await second.value() }
    #expect(error?.code == .clientGone)
    #expect(queue.load == (1, 0))
    // One that is gone before it comes does not wait either.
    let third = queue.begin(for: client) { [3] }
    let late = await #expect(throws: ServiceError.self) { try await third.value() }
    #expect(late?.code == .clientGone)
    gate.open()
    #expect(try await first.value() == [1])
    #expect(queue.load == (0, 0))
  }

  @Test("a connection that goes on serves the next request")
  func staysOpen() async throws {
    let queue = queue()
    let client = ClientConnection()
    for number in UInt8(1)...5 {
      #expect(try await queue.begin(for: client) { [number] }.value() == [number])
    }
    #expect(!client.isGone)
  }
}

/// Work waits here until it is opened, or its task is cancelled.
private struct Gate {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func pass() async { for await _ in stream {} }

  func open() { continuation.finish() }
}

/// What comes of work that was begun.
private struct Outcome {
  let results: AsyncStream<Result<[UInt8], ServiceError>>

  /// Waits for it.
  func value() async throws -> [UInt8] {
    let result = try #require(await results.first { _ in true })
    return try result.get()
  }
}

extension WorkQueue {
  /// Begins with work: when this returns it runs, waits for its turn, or was refused.
  fileprivate func begin(for client: ClientConnection? = nil, _ work: @escaping Work) -> Outcome {
    let (results, continuation) = AsyncStream<Result<[UInt8], ServiceError>>.makeStream()
    run(for: client, work) {
      continuation.yield($0)
      continuation.finish()
    }
    return Outcome(results: results)
  }

  /// Begins with work that ends when a gate is opened.
  fileprivate func begin(
    for client: ClientConnection? = nil, waitingAt gate: Gate, _ bytes: [UInt8]
  ) -> Outcome {
    begin(for: client) {
      await gate.pass()
      return bytes
    }
  }
}
