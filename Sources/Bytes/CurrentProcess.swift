#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The process that the program runs in.
public enum CurrentProcess {
  /// Its arguments, without its name, as the bytes that they are.
  ///
  /// The library's own list has U+FFFD in the place of bytes that are not UTF-8, so that two names of files become one.
  public static var arguments: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      // SAFETY: `argv` has `argc` terminated strings, which nobody changes, and CChar and UInt8 have the same layout.
      guard let text = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe (0..<strlen(text)).map { unsafe UInt8(bitPattern: text[$0]) }
    }
  }

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
