#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that appears whole or not at all: written without a name where the file system has such files, else under
/// a random one beside its destination, flushed to the disk, then put in the destination's place.
///
/// Dropped before ``commit()``, it leaves nothing behind and the destination as it was. What a process that was
/// killed has left behind goes away when the next file for the same destination is created, unless it is an input of
/// that.
public struct AtomicFile: ~Copyable {
  private let path: String
  private let rule: OutputRule
  private var part: PartFile
  private var isOpen: Bool
  /// Bytes written so far.
  public private(set) var count: Int

  /// Creates the file, empty.
  ///
  /// - Parameters:
  ///   - path: The destination.
  ///   - rule: What the file may replace; checked here and before the commit.
  /// - Throws: ``FileError`` when the folder is not there or can't be written, or the rule forbids it.
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

  /// The folder in which the temporary file of a destination is.
  public static func folder(of path: String) -> String {
    PartFile.folder(of: (try? destination(path)) ?? path)
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
      let written = systemWrite(part.descriptor, bytes, from: done)
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
      let written = systemWrite(part.descriptor, bytes, from: done, at: offset + done)
      if written < 0 {
        if errno == EINTR { continue }
        throw FileError(path: path, call: "write", code: errno)
      }
      done += written
    }
  }

  /// Maps what was written so far, for as long as the result lives; at least one byte must have been.
  ///
  /// - Returns: The mapping, under the path of the destination.
  /// - Throws: ``FileError`` when the system refuses.
  public borrowing func mapped() throws(FileError) -> MappedFile {
    try MappedFile(descriptor: part.descriptor, path: path)
  }

  /// Flushes to the disk and replaces the destination.
  ///
  /// - Throws: ``FileError``, also when the rule no longer lets it; the destination is then as it was.
  public consuming func commit() throws(FileError) {
    guard fsync(part.descriptor) == 0 else {
      throw FileError(path: path, call: "flush", code: errno)
    }
    try rule.check(path)
    try part.move(to: path)
    isOpen = false
  }
}
