#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The files to delete when the process receives a signal to end.
public enum TemporaryFiles {
  private static let paths = Guarded<Set<String>>([])
  /// Where a signal is announced to the thread that waits for one.
  nonisolated(unsafe) private static var announcement: Int32 = -1

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }
  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes the files when the process is interrupted, terminated or hung up on, and ends it with the status
  /// that shells give for the signal: 128 and its number.
  ///
  /// For a program that does one thing; to be called once, before there are files. Nothing is done where the
  /// system has no pipe or thread to give.
  public static func removeWhenTerminated() {
    var ends: [Int32] = [-1, -1]
    // SAFETY: room for two descriptors.
    guard unsafe pipe(&ends) == 0 else { return }
    let (reading, writing) = (ends[0], ends[1])
    guard
      WorkerThread.start({
        var number: UInt8 = 0
        // SAFETY: one byte goes into a local variable.
        while unsafe read(reading, &number, 1) != 1 {}
        for path in paths.withLock({ $0 }) {
          // SAFETY: a terminated string goes in.
          _ = unsafe unlink(path)
        }
        _exit(128 + Int32(number))
      })
    else { return }
    // SAFETY: set before any handler can read it, and never again.
    unsafe announcement = writing
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // A process that was started to ignore a signal, as by nohup, goes on doing so.
      // The handler does no more than `write`, which may be called at any time.
      let before = signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(TemporaryFiles.announcement, &byte, 1)
      }
      if isIgnored(before) { _ = signal(number, SIG_IGN) }
    }
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    // SAFETY: compared as an address, never called.
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
