#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A thread of the system beside those of Swift's tasks, for work that must wait for others: tasks that block
/// would hold a place in a pool that has no more places than processors.
public enum WorkerThread {
  /// Runs `work` on a thread of its own, which ends with it.
  ///
  /// - Returns: False when the system has no thread to give; then nothing runs.
  public static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // SAFETY: the thread gets one reference to the box, and takes it over.
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        // Optional on some systems, and not on others.
        let box: UnsafeMutableRawPointer? = unsafe argument
        if let box = unsafe box {
          unsafe Unmanaged<Work>.fromOpaque(box).takeRetainedValue().body()
        }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      // SAFETY: no thread took the reference over.
      unsafe box.release()
      return false
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
