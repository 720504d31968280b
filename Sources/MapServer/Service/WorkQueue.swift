import Bytes
import NIOCore

/// Limits the requests in the engine and the waiting requests; refuses all others.
///
/// A thread that has finished a request starts the one that has waited longest, without involving
/// the event loops.
final class WorkQueue: Sendable {
  /// The work for a request.
  typealias Work = @Sendable () async throws(ServiceError) -> [UInt8]
  /// Receives the result, once, on any thread.
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
    /// The number of jobs so far.
    var numbers: UInt64 = 0
    /// Whether a timer is set for the running requests.
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
  ///   - limits: The limits of threads, waiting requests, and seconds in the engine.
  ///   - timers: The event loops for timers.
  init(_ limits: ServiceLimits, timers: any EventLoopGroup) {
    workers = max(limits.workers, 1)
    places = max(limits.waiting, 0)
    limit = .nanoseconds(Int64(min(max(limits.seconds, 0.001), 1e6) * 1e9))
    threads = WorkerThreads(count: workers)
    self.timers = timers
  }

  /// The numbers of requests in the engine and of waiting requests.
  var load: (running: Int, waiting: Int) {
    state.withLock { ($0.running.count, $0.waiting.count) }
  }

  /// Does work on one of the threads; ends it if it takes too long, or if its client is gone.
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

  /// Starts a request; returns whether a timer must be set.
  ///
  /// One timer serves all requests, because most end long before.
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

  /// Starts the request that has waited longest.
  private func leave(_ number: UInt64) {
    let deadline = NIODeadline.now() + limit
    let isFirst = state.withLock { state in
      state.running[number] = nil
      guard let next = state.waiting.popFirst() else { return false }
      return begin(next, until: deadline, &state)
    }
    if isFirst { watch(until: deadline) }
  }

  /// Ends the work or the wait for a client that is gone.
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
