#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The process that the program runs in.
public enum CurrentProcess {
  /// Ends it.
  ///
  /// - Parameter status: 0 to 255.
  public static func end(_ status: Int32) -> Never { exit(status) }

  /// The value of an environment variable; nil where it is not set.
  public static func variable(_ name: String) -> String? {
    // SAFETY: a terminated string goes in, one comes out that is copied at once; nobody changes the environment.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Makes a write to a pipe whose reader is gone an error instead of the end of the process.
  public static func outlivesClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}
