#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A system thread for work that must wait for other work.
///
/// Swift's tasks should not block, since their pool has only as many threads as there are
/// processors.
public enum WorkerThread {
  /// Runs `work` on a new thread, which ends with it.
  ///
  /// - Returns: Whether the system gave a thread; otherwise the work does not run.
  public static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // SAFETY: the thread receives one reference to the box and releases it.
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        // The type is optional on some systems.
        let box: UnsafeMutableRawPointer? = unsafe argument
        if let box = unsafe box {
          unsafe Unmanaged<Work>.fromOpaque(box).takeRetainedValue().body()
        }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      // SAFETY: no thread received the reference.
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
