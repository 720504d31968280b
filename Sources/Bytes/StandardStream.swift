#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Standard output or standard error of the process, written without a buffer.
public enum StandardStream: Int32, Sendable {
  /// Results.
  case output = 1
  /// Notes and errors.
  case error = 2

  /// Whether a person is looking.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes a text; what a closed pipe does not take is lost.
  public func write(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let written = systemWrite(rawValue, bytes, from: done)
      if written < 0 {
        if errno == EINTR { continue }
        return
      }
      done += written
    }
  }
}

/// Writes what an array has from a place on; the C library's `write`.
func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Int {
  // SAFETY: the pointer is used within the closure, for the bytes the array has from `start` on.
  unsafe bytes.withUnsafeBytes { buffer in
    unsafe write(descriptor, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start)
  }
}

/// Writes what an array has from a place on to a place of a file; the C library's `pwrite`.
func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], from start: Int, at offset: Int) -> Int {
  // SAFETY: the pointer is used within the closure, for the bytes the array has from `start` on.
  unsafe bytes.withUnsafeBytes { buffer in
    unsafe pwrite(
      descriptor, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start, off_t(offset))
  }
}
