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
  /// Where the bytes are until ``commit()``, for those who must read what was written so far.
  public let temporaryPath: String
  private let descriptor: Int32
  private var isOpen: Bool
  /// Bytes written so far.
  public private(set) var count: Int

  /// Creates the temporary file beside `path`.
  ///
  /// - Throws: ``FileError`` when the folder is not there or can't be written.
  public init(path: String) throws(FileError) {
    let destination = try Self.destination(path)
    let temporary = "\(destination).\(getpid()).part"
    // SAFETY: a terminated string goes in.
    let opened = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard opened >= 0 else { throw FileError(path: path, call: "create", code: errno) }
    TemporaryFiles.add(temporary)
    self.path = destination
    self.temporaryPath = temporary
    self.descriptor = opened
    self.isOpen = true
    self.count = 0
  }

  deinit {
    if isOpen {
      close(descriptor)
      // SAFETY: a terminated string goes in.
      unsafe unlink(temporaryPath)
      TemporaryFiles.remove(temporaryPath)
    }
  }

  /// The folder in which the temporary file of a destination is.
  public static func folder(of path: String) -> String {
    let destination = (try? destination(path)) ?? path
    guard let slash = destination.lastIndex(of: "/") else { return "." }
    return slash == destination.startIndex ? "/" : String(destination[..<slash])
  }

  /// Bytes that a folder's disk has left for files; nil when the system does not say.
  public static func freeBytes(inFolder folder: String) -> Int? {
    var status = statvfs()
    // SAFETY: a terminated string goes in, a local struct is filled.
    guard unsafe statvfs(folder, &status) == 0 else { return nil }
    return Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        .partialValue)
  }

  /// The regular file that a path leads to, links followed; it need not exist yet.
  ///
  /// Renaming over a device or a pipe would take it away from everyone else.
  private static func destination(_ path: String) throws(FileError) -> String {
    var status = stat()
    // SAFETY: a terminated string goes in, a local struct is filled.
    guard unsafe stat(path, &status) == 0 else { return path }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw FileError(path: path, call: "create", code: isFolder ? EISDIR : ENOTSUP)
    }
    // SAFETY: realpath gives a terminated string of its own, freed after the copy.
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
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

  /// Writes bytes over some that were written before.
  ///
  /// - Parameters:
  ///   - bytes: The new bytes.
  ///   - offset: Where the first goes; all of them must lie in what was written.
  /// - Throws: ``FileError`` when the disk fails.
  public mutating func overwrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    precondition(offset >= 0 && bytes.count <= count - offset, "over bytes never written")
    var done = 0
    while done < bytes.count {
      let written = systemWrite(descriptor, bytes, from: done, at: offset + done)
      if written < 0 {
        if errno == EINTR { continue }
        throw FileError(path: path, call: "write", code: errno)
      }
      done += written
    }
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
    TemporaryFiles.remove(temporaryPath)
    close(descriptor)
    isOpen = false
  }
}
