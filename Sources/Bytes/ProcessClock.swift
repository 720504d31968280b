#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The processors of the machine, the CPU time of the process, and the time of day.
public enum ProcessClock {
  /// The number of online processors, at least 1.
  public static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The CPU time of all threads since the process began, in seconds.
  public static var cpuSeconds: Double {
    var time = timespec()
    // SAFETY: the call fills a local struct.
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The time in seconds since 1970-01-01 UTC.
  public static var now: Int64 { Int64(realTime.tv_sec) }

  /// The time in microseconds since 1970-01-01 UTC.
  public static var microseconds: Int64 {
    let time = realTime
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  /// The time since 1970-01-01 UTC; 0 if the system has no clock.
  private static var realTime: timespec {
    var time = timespec()
    // SAFETY: the call fills a local struct.
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return timespec() }
    return time
  }
}
