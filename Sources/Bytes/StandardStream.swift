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

  private var name: String { self == .output ? "standard output" : "standard error" }

  /// Whether a person is looking.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes a text whole.
  ///
  /// - Throws: ``FileError`` if the stream is closed, its disk is full, or its reader has gone.
  public func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

  /// Writes bytes, all of them.
  ///
  /// - Throws: As ``write(_:)-(String)``.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let written = systemWrite(rawValue, bytes, from: done)
      if written >= 0 {
        done += written
        continue
      }
      let code = errno
      if code == EAGAIN || code == EWOULDBLOCK {
        wait()
      } else if code != EINTR {
        throw FileError(path: name, call: "write", code: code)
      }
    }
  }

  /// Waits until a stream that another process has made one that does not wait takes more.
  private func wait() {
    var entry = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    // SAFETY: one entry, a local struct.
    _ = unsafe poll(&entry, 1, -1)
  }

  /// Closes the stream: some file systems tell only then that they did not keep what was written.
  ///
  /// - Throws: ``FileError`` when the system did not.
  public func finish() throws(FileError) {
    guard close(rawValue) != 0, errno != EINTR, errno != EBADF else { return }
    throw FileError(path: name, call: "write", code: errno)
  }

  /// Replaces closed standard streams, so that no file opened later becomes one of them; call it first.
  ///
  /// Writing to a replacement (or, for standard input, reading from it) gives an error.
  public static func reserveClosed() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      // SAFETY: a terminated string goes in. The lowest free number is given, which is this one.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
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
