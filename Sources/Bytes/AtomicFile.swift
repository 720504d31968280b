#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that appears complete or not at all.
///
/// It is written without a name if the file system supports that, otherwise under a random name
/// beside its destination. It is flushed to the disk and then replaces the destination.
///
/// A value dropped before ``commit()`` leaves no file, and the destination unchanged. Files left by
/// a killed process are removed when the next file for the same destination is created, unless
/// they are its inputs.
public struct AtomicFile: ~Copyable {
  private let path: String
  private let rule: OutputRule
  private var part: PartFile
  private var isOpen: Bool
  /// The number of bytes written so far.
  public private(set) var count: Int

  /// Creates an empty file.
  ///
  /// - Parameters:
  ///   - path: The destination.
  ///   - rule: The files that it may replace; checked here and before the commit.
  /// - Throws: ``FileError`` if the folder is missing or can't be written, or the rule forbids it.
  public init(path: String, rule: OutputRule = OutputRule()) throws(FileError) {
    try self.init(path: path, rule: rule, naming: .unnamed)
  }

  /// Creates the file in one of the two ways.
  init(path: String, rule: OutputRule = OutputRule(), naming: PartFile.Naming) throws(FileError) {
    if DescriptorPath.isOne(path) { throw FileError(path: path, refusal: .isStream) }
    let destination = try Self.destination(path)
    try rule.check(path)
    PartFile.removeLeftovers(of: destination, but: rule)
    do { part = try PartFile(for: destination, naming) } catch {
      throw FileError(path: path, call: error.call, code: error.code)
    }
    self.path = destination
    self.rule = rule
    self.isOpen = true
    self.count = 0
  }

  deinit { if isOpen { part.remove() } }

  /// The folder of the temporary file of a destination.
  public static func folder(of path: String) -> String {
    PartFile.folder(of: (try? destination(path)) ?? path)
  }

  /// The free bytes on a folder's disk; nil if the system does not tell.
  public static func freeBytes(inFolder folder: String) -> Int? {
    var status = statvfs()
    // SAFETY: the argument is a terminated string, and the call fills a local struct.
    guard unsafe statvfs(folder, &status) == 0 else { return nil }
    return Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        .partialValue)
  }

  /// The regular file of a path, with links followed; it need not exist yet.
  ///
  /// Renaming over a device or a pipe would remove it for all other programs.
  private static func destination(_ path: String) throws(FileError) -> String {
    var status = stat()
    // SAFETY: the argument is a terminated string, and the call fills a local struct.
    guard unsafe stat(path, &status) == 0 else { return path }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw FileError(path: path, call: "create", code: isFolder ? EISDIR : ENOTSUP)
    }
    // SAFETY: realpath returns a new terminated string, which is freed after the copy.
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Appends bytes.
  ///
  /// - Throws: ``FileError`` if the disk is full or fails.
  public mutating func write(_ bytes: [UInt8]) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let written = systemWrite(part.descriptor, bytes, from: done)
      if written < 0 {
        if errno == EINTR { continue }
        throw FileError(path: path, call: "write", code: errno)
      }
      done += written
    }
    count += bytes.count
  }

  /// Overwrites bytes that were written before.
  ///
  /// - Parameters:
  ///   - bytes: The new bytes.
  ///   - offset: The offset of the first; all must be within the written bytes.
  /// - Throws: ``FileError`` if the disk fails.
  public mutating func overwrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    precondition(offset >= 0 && bytes.count <= count - offset, "over bytes never written")
    var done = 0
    while done < bytes.count {
      let written = systemWrite(part.descriptor, bytes, from: done, at: offset + done)
      if written < 0 {
        if errno == EINTR { continue }
        throw FileError(path: path, call: "write", code: errno)
      }
      done += written
    }
  }

  /// Maps the bytes written so far; there must be at least one.
  ///
  /// - Returns: The mapping, with the path of the destination; it remains valid after this value.
  /// - Throws: ``FileError`` if the system refuses.
  public borrowing func mapped() throws(FileError) -> MappedFile {
    try MappedFile(descriptor: part.descriptor, path: path)
  }

  /// Flushes to the disk and replaces the destination.
  ///
  /// - Throws: ``FileError``, also if the rule forbids it now; the destination is then unchanged.
  public consuming func commit() throws(FileError) {
    guard fsync(part.descriptor) == 0 else {
      throw FileError(path: path, call: "flush", code: errno)
    }
    try rule.check(path)
    try part.move(to: path)
    isOpen = false
  }
}
