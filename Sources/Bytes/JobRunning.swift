extension UnownedJob {
  /// Runs the job of a task on this thread, as work of an executor.
  ///
  /// - Parameter executor: The executor that received the job; the caller keeps it until then.
  package func run(on executor: some TaskExecutor) {
    // SAFETY: the reference does not outlive this call, during which the parameter keeps the
    // executor.
    unsafe runSynchronously(on: executor.asUnownedTaskExecutor())
  }
}
