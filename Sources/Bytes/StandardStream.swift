#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Standard output or standard error of the process, written without a buffer.
public enum StandardStream: Int32, Sendable {
  /// Standard output, for results.
  case output = 1
  /// Standard error, for notes and errors.
  case error = 2

  private var name: String { self == .output ? "standard output" : "standard error" }

  /// Whether the stream is a terminal.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The size of a terminal in characters.
  package struct TerminalSize: Sendable, Hashable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The current size of the terminal; nil if the stream is none, or if that is not known.
  package var terminalSize: TerminalSize? {
    var size = winsize()
    // SAFETY: the request fills a local struct.
    guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Writes a whole text.
  ///
  /// - Throws: ``FileError`` if the stream is closed, its disk is full, or it has no reader any
  ///   more.
  public func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

  /// Writes all of some bytes.
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

  /// Waits until a stream accepts more, if another process has made it non-blocking.
  private func wait() {
    var entry = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    // SAFETY: one entry, a local struct.
    _ = unsafe poll(&entry, 1, -1)
  }

  /// Closes the stream, since some file systems report failed writes only then.
  ///
  /// - Throws: ``FileError`` if a write failed.
  public func finish() throws(FileError) {
    guard close(rawValue) != 0, errno != EINTR, errno != EBADF else { return }
    throw FileError(path: name, call: "write", code: errno)
  }

  /// Replaces closed standard streams, so that no file opened later becomes one of them.
  ///
  /// Call it first. Writing to a replacement (or reading from it, for standard input) is an error.
  public static func reserveClosed() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      // SAFETY: the argument is a terminated string. The result is the lowest free number: this
      // one.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Writes the bytes of an array from an index on, with the C library's `write`.
func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Int {
  // SAFETY: the pointer is used within the closure, for the array's bytes from `start` on.
  unsafe bytes.withUnsafeBytes { buffer in
    unsafe write(descriptor, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start)
  }
}

/// Writes the bytes of an array from an index on to an offset of a file, with `pwrite`.
func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], from start: Int, at offset: Int) -> Int {
  // SAFETY: the pointer is used within the closure, for the array's bytes from `start` on.
  unsafe bytes.withUnsafeBytes { buffer in
    unsafe pwrite(
      descriptor, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start, off_t(offset))
  }
}
