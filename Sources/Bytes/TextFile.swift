#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Small text files, read whole.
public enum TextFile {
  /// The lines of a file without their ends (LF or CR LF); `-` is standard input.
  ///
  /// - Throws: ``FileError`` when it can't be opened or read.
  public static func lines(_ path: String) throws(FileError) -> [String] {
    var text = String(decoding: try bytes(path), as: UTF8.self)
    if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
    if text.isEmpty { return [] }
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
  }

  private static func bytes(_ path: String) throws(FileError) -> [UInt8] {
    var descriptor: Int32 = 0
    if path != "-" {
      // SAFETY: a terminated string goes in.
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileError(path: path, call: "open", code: errno) }
    }
    defer { if path != "-" { close(descriptor) } }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // SAFETY: read fills at most the buffer's own bytes within the closure.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return result }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError(path: path, call: "read", code: errno)
      }
      result += buffer[..<count]
    }
  }
}
