#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that appears whole or not at all: written beside its destination, flushed to the disk,
/// then renamed over it.
///
/// Dropped before ``commit()``, it leaves nothing behind and the destination as it was.
public struct AtomicFile: ~Copyable {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private var isOpen = true
  /// Bytes written so far.
  public private(set) var count = 0

  /// Creates the temporary file beside `path`.
  ///
  /// - Throws: ``FileError`` when the folder is not there or can't be written.
  public init(path: String) throws(FileError) {
    self.path = path
    self.temporaryPath = "\(path).\(getpid()).part"
    // SAFETY: a terminated string goes in.
    self.descriptor = unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let code = errno
      isOpen = false
      throw FileError(path: path, call: "create", code: code)
    }
  }

  deinit {
    if isOpen {
      close(descriptor)
      // SAFETY: a terminated string goes in.
      unsafe unlink(temporaryPath)
    }
  }

  /// Appends bytes.
  ///
  /// - Throws: ``FileError`` when the disk is full or fails.
  public mutating func write(_ bytes: [UInt8]) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let written = systemWrite(descriptor, bytes, from: done)
      if written < 0 {
        if errno == EINTR { continue }
        throw FileError(path: path, call: "write", code: errno)
      }
      done += written
    }
    count += bytes.count
  }

  /// Flushes to the disk and renames over the destination.
  ///
  /// - Throws: ``FileError``; the destination is then as it was.
  public consuming func commit() throws(FileError) {
    guard fsync(descriptor) == 0 else {
      throw FileError(path: path, call: "flush", code: errno)
    }
    // SAFETY: two terminated strings go in.
    guard unsafe rename(temporaryPath, path) == 0 else {
      throw FileError(path: path, call: "rename", code: errno)
    }
    close(descriptor)
    isOpen = false
  }
}
