#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file or standard input that is read from beginning to end in pieces, in constant memory.
public final class InputFile {
  private let descriptor: Int32
  private let path: String

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: ``FileError`` if it can't be opened, or as ``checkIsNotOutput(_:)``.
  public init(path: String) throws(FileError) {
    self.path = path
    try Self.checkIsNotOutput(path)
    guard path != "-" else {
      descriptor = 0
      return
    }
    // SAFETY: the argument is a terminated string.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, call: "open", code: errno) }
  }

  /// Refuses a file that standard output or standard error is written to.
  ///
  /// Reading one's own output would never end.
  ///
  /// - Parameter path: The file; `-` is standard input.
  /// - Throws: ``FileError`` with ``FileError/Refusal/isOutput``.
  public static func checkIsNotOutput(_ path: String) throws(FileError) {
    let file = path == "-" ? FileIdentity(descriptor: 0) : FileIdentity(path: path)
    guard let file, FileIdentity.standardOutputs.contains(file) else { return }
    throw FileError(path: path == "-" ? "standard input" : path, refusal: .isOutput)
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// Reads the next bytes to the beginning of a buffer, which is not empty.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: ``FileError`` if the system can't read.
  public func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
    while true {
      let count = systemRead(descriptor, into: &buffer)
      if count >= 0 { return count }
      if errno != EINTR { throw FileError(path: path, call: "read", code: errno) }
    }
  }
}

extension InputFile {
  /// The bytes of a whole file.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - limit: The maximum length in bytes.
  /// - Returns: The bytes; nil if the file is longer than the limit.
  /// - Throws: ``FileError`` if it can't be opened or read.
  public static func bytes(path: String, atMost limit: Int) throws(FileError) -> [UInt8]? {
    let file = try InputFile(path: path)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = try file.read(into: &piece)
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    return nil
  }
}

/// The C library's `read` into an array.
private func systemRead(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
  // SAFETY: read writes at most the buffer's bytes, within the closure.
  unsafe buffer.withUnsafeMutableBytes {
    unsafe read(descriptor, $0.baseAddress, $0.count)
  }
}
