/// Threads for tasks that compute for long, so that they do not hold up the tasks of Swift's own pool, which has no
/// more threads than the machine has processors.
///
/// There are at most as many threads as processors. One is started when a job finds none idle, and stays.
package final class TaskThreads: TaskExecutor {
  /// The threads that all engines of the process share.
  package static let shared = TaskThreads(limit: ProcessClock.processorCount)

  private struct State {
    var jobs: [UnownedJob] = []
    /// The first of the jobs that no thread has taken.
    var first = 0
    var threads = 0
    /// Threads without a job, and jobs that wait are theirs to take.
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

  /// Runs work on one of the threads as a part of the task that asks, so that cancelling the task is seen by the work.
  ///
  /// - Parameter work: What to compute.
  /// - Returns: What it returns.
  /// - Throws: What it throws.
  package static func run<Result: Sendable, Failure: Error>(
    _ work: @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(shared) { () async throws(Failure) -> Result in
      try work()
    }
  }

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
      // The system has no thread to give: better late on this one than never.
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
