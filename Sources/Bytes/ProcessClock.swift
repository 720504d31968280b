#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the machine has, and what the process has used of it.
public enum ProcessClock {
  /// Processors that are online, one at least.
  public static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// CPU time of all threads since the process began, in seconds.
  public static var cpuSeconds: Double {
    var time = timespec()
    // SAFETY: the call fills a local struct.
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
