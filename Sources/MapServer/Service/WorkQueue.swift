import NIOCore
import NIOPosix
import Synchronization

/// Lets so many requests into the engine at once, and so many wait; the others are turned away.
final class WorkQueue: Sendable {
  /// How waiting ends.
  private enum Turn { case now, full, gone }

  private struct Waiting {
    var number: UInt64
    var continuation: CheckedContinuation<Turn, Never>
  }

  private struct State {
    var running = 0
    var waiting: [Waiting] = []
    /// How many have come.
    var numbers: UInt64 = 0
    /// What is under way, and until when it may be.
    var tasks: [UInt64: (task: Task<Result<[UInt8], ServiceError>, Never>, deadline: NIODeadline)] =
      [:]
    /// Whether a timer is set for one of them.
    var isWatched = false
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

  /// Does work on one of the threads; ends it when it takes too long, or its client has gone.
  func run(
    for client: ClientConnection? = nil,
    _ work: @escaping @Sendable () async throws(ServiceError) -> [UInt8]
  ) async throws(ServiceError) -> [UInt8] {
    switch await enter(client) {
    case .now: break
    case .full: throw ServiceError(.overloaded, "Too many requests wait: try again later.")
    case .gone: throw .clientGone
    }
    let task = Task(executorPreference: threads) {
      () async -> Result<[UInt8], ServiceError> in
      do throws(ServiceError) { return .success(try await work()) } catch {
        return .failure(error)
      }
    }
    let number = begin(task)
    client?.whenGone { task.cancel() }
    let result = await task.value
    client?.forget()
    leave(number)
    if let client, client.isGone { throw .clientGone }
    return try result.get()
  }

  /// Waits for a thread, unless too many wait already.
  private func enter(_ client: ClientConnection?) async -> Turn {
    await withCheckedContinuation { continuation in
      var number: UInt64?
      let turn: Turn? = state.withLock { state in
        if state.running < workers {
          state.running += 1
          return .now
        }
        guard state.waiting.count < places else { return .full }
        state.numbers += 1
        number = state.numbers
        state.waiting.append(Waiting(number: state.numbers, continuation: continuation))
        return nil
      }
      if let turn { return continuation.resume(returning: turn) }
      if let client, let number { client.whenGone { [self] in giveUp(number) } }
    }
  }

  /// Ends the waiting of a request whose client has gone.
  private func giveUp(_ number: UInt64) {
    let found = state.withLock { state -> Waiting? in
      guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return state.waiting.remove(at: place)
    }
    found?.continuation.resume(returning: .gone)
  }

  /// Notes what is under way; one timer watches over all, since most end long before.
  private func begin(_ task: Task<Result<[UInt8], ServiceError>, Never>) -> UInt64 {
    let deadline = NIODeadline.now() + limit
    let (number, isFirst) = state.withLock { state in
      state.numbers += 1
      state.tasks[state.numbers] = (task, deadline)
      defer { state.isWatched = true }
      return (state.numbers, !state.isWatched)
    }
    if isFirst { watch(until: deadline) }
    return number
  }

  private func watch(until deadline: NIODeadline) {
    timers.next().scheduleTask(deadline: deadline) { [weak self] in self?.endOverdue() }
  }

  private func endOverdue() {
    let now = NIODeadline.now()
    let (overdue, next) = state.withLock { state in
      let overdue = state.tasks.filter { $0.value.deadline <= now }
      for number in overdue.keys { state.tasks[number] = nil }
      let next = state.tasks.values.map(\.deadline).min()
      state.isWatched = next != nil
      return (overdue, next)
    }
    for (task, _) in overdue.values { task.cancel() }
    if let next { watch(until: next) }
  }

  /// Gives the place to the request that has waited longest.
  private func leave(_ number: UInt64) {
    let next = state.withLock { state -> Waiting? in
      state.tasks[number] = nil
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.continuation.resume(returning: .now)
  }
}
