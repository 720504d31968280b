import Bytes
import NIOPosix

/// Threads for the engine, so that neither event loops nor tasks for small requests wait for it.
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
