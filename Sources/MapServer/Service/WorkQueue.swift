import Bytes
import NIOCore

/// Limits the requests in the engine and the waiting requests; the others are refused.
///
/// A thread that has ended a request begins the one that has waited longest, without a word to the event loops.
final class WorkQueue: Sendable {
  /// The work for a request.
  typealias Work = @Sendable () async throws(ServiceError) -> [UInt8]
  /// Gets what came of it, once, on any thread.
  typealias Ending = @Sendable (Result<[UInt8], ServiceError>) -> Void

  private struct Job {
    var number: UInt64
    var client: ClientConnection?
    var work: Work
    var ending: Ending
  }

  private struct Running {
    var task: Task<Void, Never>
    var deadline: NIODeadline
  }

  private struct State {
    var running: [UInt64: Running] = [:]
    var waiting = CircularBuffer<Job>()
    /// How many have come.
    var numbers: UInt64 = 0
    /// Whether a timer is set for what runs.
    var isWatched = false
  }

  private let state = Guarded(State())
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
    state.withLock { ($0.running.count, $0.waiting.count) }
  }

  /// Does work on one of the threads; ends it when it takes too long, or its client has gone.
  func run(
    for client: ClientConnection? = nil, _ work: @escaping Work, ending: @escaping Ending
  ) {
    let deadline = NIODeadline.now() + limit
    let (number, isFirst) = state.withLock { state -> (UInt64?, Bool) in
      state.numbers += 1
      let job = Job(number: state.numbers, client: client, work: work, ending: ending)
      if state.running.count < workers {
        return (job.number, begin(job, until: deadline, &state))
      }
      guard state.waiting.count < places else { return (nil, false) }
      state.waiting.append(job)
      return (job.number, false)
    }
    guard let number else {
      return ending(
        .failure(ServiceError(.overloaded, "Too many requests wait: try again later.")))
    }
    if isFirst { watch(until: deadline) }
    client?.whenGone { [weak self] in self?.giveUp(number) }
  }

  /// Begins with a request; tells whether a timer must be set.
  ///
  /// One timer watches over all, since most end long before.
  private func begin(_ job: Job, until deadline: NIODeadline, _ state: inout State) -> Bool {
    let task = Task(executorPreference: threads) { [self] in
      var result: Result<[UInt8], ServiceError>
      do throws(ServiceError) { result = .success(try await job.work()) } catch {
        result = .failure(error)
      }
      job.client?.forget()
      if let client = job.client, client.isGone { result = .failure(.clientGone) }
      leave(job.number)
      job.ending(result)
    }
    state.running[job.number] = Running(task: task, deadline: deadline)
    defer { state.isWatched = true }
    return !state.isWatched
  }

  /// Gives the place to the request that has waited longest.
  private func leave(_ number: UInt64) {
    let deadline = NIODeadline.now() + limit
    let isFirst = state.withLock { state in
      state.running[number] = nil
      guard let next = state.waiting.popFirst() else { return false }
      return begin(next, until: deadline, &state)
    }
    if isFirst { watch(until: deadline) }
  }

  /// Ends what is done for a client that has gone, or its waiting.
  private func giveUp(_ number: UInt64) {
    let (task, job) = state.withLock { state -> (Task<Void, Never>?, Job?) in
      if let running = state.running[number] { return (running.task, nil) }
      guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
        return (nil, nil)
      }
      return (nil, state.waiting.remove(at: place))
    }
    task?.cancel()
    job?.ending(.failure(.clientGone))
  }

  private func watch(until deadline: NIODeadline) {
    timers.next().scheduleTask(deadline: deadline) { [weak self] in self?.endOverdue() }
  }

  private func endOverdue() {
    let now = NIODeadline.now()
    let (overdue, next) = state.withLock { state in
      let overdue = state.running.values.filter { $0.deadline <= now }
      let next = state.running.values.map(\.deadline).filter { $0 > now }.min()
      state.isWatched = next != nil
      return (overdue, next)
    }
    for running in overdue { running.task.cancel() }
    if let next { watch(until: next) }
  }
}
