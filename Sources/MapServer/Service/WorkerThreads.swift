import Bytes
import NIOPosix

/// Threads for the work of the engine, so that neither the event loops nor the tasks that answer small
/// requests wait for a search.
final class WorkerThreads: TaskExecutor {
  private let pool: NIOThreadPool

  /// Starts a number of threads.
  init(count: Int) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
  }

  deinit { pool.shutdownGracefully { _ in } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { _ in job.run(on: self) }
  }
}
