/// Threads for tasks that compute for a long time.
///
/// They would block other tasks in Swift's own pool, which has only as many threads as there are
/// processors. This pool has the same maximum; a thread is started if a job finds none idle, and
/// it is kept.
package final class TaskThreads: TaskExecutor {
  /// The threads of all engines of the process.
  package static let shared = TaskThreads(limit: ProcessClock.processorCount)

  private struct State {
    var jobs: [UnownedJob] = []
    /// The index of the first job that no thread has taken.
    var first = 0
    var threads = 0
    /// The number of threads without a job; they take the waiting jobs.
    var idle = 0

    var waiting: Int { jobs.count - first }

    mutating func take() -> UnownedJob? {
      guard first < jobs.count else { return nil }
      defer {
        first += 1
        if first == jobs.count { (jobs, first) = ([], 0) }
      }
      return jobs[first]
    }
  }

  private let limit: Int
  private let state = Guarded(State())
  private let pending = CountingSemaphore()

  private init(limit: Int) { self.limit = limit }

  /// Runs work on one of the threads, as a part of the calling task.
  ///
  /// The work sees if the task is cancelled.
  ///
  /// - Parameter work: The computation.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work.
  package static func run<Result: Sendable, Failure: Error>(
    _ work: @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(shared) { () async throws(Failure) -> Result in
      try work()
    }
  }

  /// Appends a job, and starts a thread if all are busy and one more is allowed.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.waiting > state.idle, state.threads < limit else { return false }
      state.threads += 1
      state.idle += 1
      return true
    }
    if needsThread, !WorkerThread.start({ self.runJobs() }) {
      let isAlone = state.withLock { state in
        state.threads -= 1
        state.idle -= 1
        return state.threads == 0
      }
      // The system gave no thread, so the job runs on this one.
      if isAlone {
        while let job = state.withLock({ $0.take() }) { job.run(on: self) }
        return
      }
    }
    pending.signal()
  }

  private func runJobs() {
    while true {
      pending.wait()
      let job = state.withLock { state in
        state.idle -= 1
        return state.take()
      }
      job?.run(on: self)
      state.withLock { $0.idle += 1 }
    }
  }
}
