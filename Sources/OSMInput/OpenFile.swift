#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file descriptor that is closed when its last owner releases it.
final class OpenFile: Sendable {
  private let descriptor: Int32
  private let closes: Bool

  private init(_ descriptor: Int32, closes: Bool) {
    self.descriptor = descriptor
    self.closes = closes
  }

  /// Opens the file at `path` for reading.
  convenience init(path: String) throws(OSMInputError) {
    // SAFETY: the path is passed as a terminated string that lives during the call.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.current("open").opening(path) }
    self.init(descriptor, closes: true)
  }

  /// Whether a path leads to a regular file, without opening it, which would affect a pipe.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: the argument is a terminated string, and `status` lives during the call, which writes
    // one `stat`.
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The standard input of the process; never closed.
  static let standardInput = OpenFile(STDIN_FILENO, closes: false)

  deinit {
    if closes { close(descriptor) }
  }

  /// The length of a regular file; nil for others, such as a pipe, and an error for folders.
  func length(name: String) throws(OSMInputError) -> Int? {
    var status = stat()
    // SAFETY: `status` lives during the call, which writes one `stat`.
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw SystemError.current("fstat").opening(name)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw SystemError(call: "open", number: EISDIR).opening(name)
    case S_IFREG: return Int(status.st_size)
    default: return nil
    }
  }

  /// Calls the system's `read` once for a range of `buffer`, again if a signal interrupts it.
  ///
  /// - Parameters:
  ///   - buffer: Receives the bytes.
  ///   - range: The range to fill, within the buffer.
  ///   - offset: The number of bytes of the file read so far, for errors.
  ///   - name: The name of the file in errors.
  /// - Returns: The number of bytes read; 0 at the end.
  /// - Throws: ``OSMInputError/readFailed(source:byteOffset:call:errno:message:)``.
  func read(
    into buffer: inout MutableSpan<UInt8>, _ range: Range<Int>, at offset: Int, name: String
  ) throws(OSMInputError) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count)
    while true {
      let length = systemRead(descriptor, &buffer, range)
      if length >= 0 { return length }
      let failure = SystemError.current("read")
      if failure.number != EINTR { throw failure.reading(name, at: offset) }
    }
  }
}

/// The system's `read`, outside of the type whose method has that name.
private func systemRead(
  _ descriptor: Int32, _ buffer: inout MutableSpan<UInt8>, _ range: Range<Int>
) -> Int {
  // SAFETY: the system writes at most the `count` bytes of the range, which is in the buffer.
  unsafe buffer.withUnsafeMutableBytes { bytes in
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])
    return unsafe read(descriptor, target.baseAddress, target.count)
  }
}

/// A failed system call.
struct SystemError {
  let call: String
  let number: Int32

  /// The failure in `errno`, to be read directly after the call.
  static func current(_ call: String) -> SystemError {
    SystemError(call: call, number: errno)
  }

  /// Whether an error number means that the path does not exist.
  static func isNotFound(_ number: Int32) -> Bool {
    number == ENOENT || number == ENOTDIR
  }

  /// Whether an error number means that the path is that of a folder.
  static func isFolder(_ number: Int32) -> Bool { number == EISDIR }

  /// Whether an error number means that the user lacks the permission.
  static func isNotPermitted(_ number: Int32) -> Bool {
    number == EACCES || number == EPERM
  }

  /// The system's text for the error, such as `No such file or directory`.
  var message: String {
    // SAFETY: `strerror` returns a terminated string, which is copied at once.
    unsafe String(cString: strerror(number))
  }

  /// The error of a source that could not be opened.
  func opening(_ source: String) -> OSMInputError {
    .cannotOpen(source: source, call: call, errno: number, message: message)
  }

  /// The error of a source that could not be read further.
  func reading(_ source: String, at byteOffset: Int) -> OSMInputError {
    .readFailed(
      source: source, byteOffset: byteOffset, call: call, errno: number, message: message)
  }
}
