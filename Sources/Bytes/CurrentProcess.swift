#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The process of the program.
public enum CurrentProcess {
  /// The bytes of its arguments, without its name.
  ///
  /// Swift's own list has U+FFFD for bytes that are not UTF-8, so that names of files can become
  /// equal.
  public static var arguments: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      // SAFETY: `argv` has `argc` terminated strings, which do not change, and CChar and UInt8 have
      // the same layout.
      guard let text = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe (0..<strlen(text)).map { unsafe UInt8(bitPattern: text[$0]) }
    }
  }

  /// Ends the process.
  ///
  /// - Parameter status: The exit status, 0 to 255.
  public static func end(_ status: Int32) -> Never { exit(status) }

  /// The value of an environment variable; nil if it is not set.
  public static func variable(_ name: String) -> String? {
    // SAFETY: the argument and the result are terminated strings; the result is copied at once, and
    // nothing changes the environment.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Makes writing to a pipe without a reader an error, instead of the end of the process.
  public static func outlivesClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}
