#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The files to delete if the process receives a signal to end.
public enum TemporaryFiles {
  private static let paths = Guarded<Set<String>>([])
  /// The pipe to the thread that waits for a signal; -1 before there is one.
  nonisolated(unsafe) private static var announcement: Int32 = -1

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }
  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes the files if the process is interrupted, terminated or hung up, and ends it.
  ///
  /// The exit status is that of shells: 128 plus the number of the signal. A program calls this
  /// once, before it has files. It has no effect if the system gives no pipe or thread.
  public static func removeWhenTerminated() {
    var ends: [Int32] = [-1, -1]
    // SAFETY: the array has room for two descriptors.
    guard unsafe pipe(&ends) == 0 else { return }
    let (reading, writing) = (ends[0], ends[1])
    guard
      WorkerThread.start({
        var number: UInt8 = 0
        // SAFETY: one byte is read into a local variable.
        while unsafe read(reading, &number, 1) != 1 {}
        for path in paths.withLock({ $0 }) {
          // SAFETY: the argument is a terminated string.
          _ = unsafe unlink(path)
        }
        _exit(128 + Int32(number))
      })
    else { return }
    // SAFETY: set once, before any handler can read it.
    unsafe announcement = writing
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // A process that was started to ignore a signal, such as by nohup, continues to ignore it.
      // The handler only calls `write`, which is allowed in handlers.
      let before = signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(TemporaryFiles.announcement, &byte, 1)
      }
      if isIgnored(before) { _ = signal(number, SIG_IGN) }
    }
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    // SAFETY: the address is compared and never called.
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
