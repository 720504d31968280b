import Bytes
import NIOCore

/// Runs tasks on event loops: the one at hand where a loop asks for it.
///
/// What tasks do for a request, apart from the engine's work, is little, and the loops have the connections: a
/// change of threads for each step would cost more.
final class LoopExecutor: TaskExecutor {
  private let loops: any EventLoopGroup

  init(_ loops: any EventLoopGroup) { self.loops = loops }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loops.any().execute { job.run(on: self) }
  }
}
