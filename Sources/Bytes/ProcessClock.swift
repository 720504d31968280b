#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The processors of the machine, the CPU time of the process, and the time of day.
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

  /// The time in seconds since 1970-01-01 UTC.
  public static var now: Int64 {
    var time = timespec()
    // SAFETY: the call fills a local struct.
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec)
  }
}
