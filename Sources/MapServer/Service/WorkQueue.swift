import NIOCore
import NIOPosix
import Synchronization

/// Lets so many requests into the engine at once, and so many wait; the others are turned away.
final class WorkQueue: Sendable {
  private struct State {
    var running = 0
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }

  private let state = Mutex(State())
  private let workers: Int
  private let places: Int
  private let limit: TimeAmount
  private let threads: WorkerThreads
  private let timers: any EventLoopGroup

  /// A queue.
  ///
  /// - Parameters:
  ///   - limits: Threads, waiting places, and seconds in the engine.
  ///   - timers: Its loops watch over the seconds.
  init(_ limits: ServiceLimits, timers: any EventLoopGroup) {
    workers = max(limits.workers, 1)
    places = max(limits.waiting, 0)
    limit = .nanoseconds(Int64(min(max(limits.seconds, 0.001), 1e6) * 1e9))
    threads = WorkerThreads(count: workers)
    self.timers = timers
  }

  /// Requests in the engine, and those that wait for it.
  var load: (running: Int, waiting: Int) {
    state.withLock { ($0.running, $0.waiting.count) }
  }

  /// Does work on one of the threads; ends it when it takes too long.
  func run(
    _ work: @escaping @Sendable () async throws(ServiceError) -> [UInt8]
  ) async throws(ServiceError) -> [UInt8] {
    guard await enter() else {
      throw ServiceError(.overloaded, "Too many requests wait: try again later.")
    }
    let task = Task(executorPreference: threads) {
      () async -> Result<[UInt8], ServiceError> in
      do throws(ServiceError) { return .success(try await work()) } catch {
        return .failure(error)
      }
    }
    let timer = timers.next().scheduleTask(in: limit) { task.cancel() }
    let result = await task.value
    timer.cancel()
    leave()
    return try result.get()
  }

  /// Waits for a thread; false when too many wait already.
  private func enter() async -> Bool {
    await withCheckedContinuation { continuation in
      let isIn: Bool? = state.withLock { state in
        if state.running < workers {
          state.running += 1
          return true
        }
        guard state.waiting.count < places else { return false }
        state.waiting.append(continuation)
        return nil
      }
      if let isIn { continuation.resume(returning: isIn) }
    }
  }

  /// Gives the place to the request that has waited longest.
  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume(returning: true)
  }
}
