#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that is mapped into memory, read-only, while this object exists.
///
/// Opening reads nothing; pages are loaded when they are accessed. The file must not be overwritten
/// or shortened while it is mapped, since the system would stop the process; rename another over
/// it instead. A ``lease`` tells in time that a program is about to write into it.
public final class MappedFile: Sendable {
  private let address: UInt
  /// The length in bytes.
  public let count: Int
  /// The path as it was given.
  public let path: String
  /// The lease that makes writers wait; nil if it was not requested or is not available.
  public let lease: FileLease?

  /// The flags for opening a file, without waiting for a writer of a pipe.
  private static let opening = O_RDONLY | O_CLOEXEC | O_NONBLOCK

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - path: A regular file.
  ///   - leased: Whether to take a ``lease``.
  /// - Throws: ``FileError`` with the call that failed, or as ``InputFile/checkIsNotOutput(_:)``.
  public convenience init(path: String, leased: Bool = false) throws(FileError) {
    try InputFile.checkIsNotOutput(path)
    // SAFETY: open gets a terminated string.
    let descriptor = unsafe open(path, Self.opening)
    guard descriptor >= 0 else { throw FileError(path: path, call: "open", code: errno) }
    let lease = leased ? FileLease(taking: descriptor) : nil
    defer { if lease == nil { close(descriptor) } }
    try self.init(descriptor: descriptor, path: path, lease: lease)
  }

  /// Maps an open file, which may then be closed.
  init(descriptor: Int32, path: String, lease: FileLease? = nil) throws(FileError) {
    self.path = path
    self.lease = lease
    var status = stat()
    // SAFETY: the call fills a local struct.
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw FileError(path: path, call: "stat", code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw FileError(path: path, call: "map", code: isFolder ? EISDIR : ENODEV)
    }
    self.count = Int(status.st_size)
    guard count > 0 else {
      self.address = 0
      return
    }
    // SAFETY: a new private mapping of the whole file, which only `deinit` unmaps. Its address is
    // stored as a number; MAP_FAILED has all bits set.
    let mapping = unsafe UInt(bitPattern: mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0))
    guard mapping != UInt.max else { throw FileError(path: path, call: "map", code: errno) }
    self.address = mapping
    // No reading ahead, so that opening reads only the pages that it needs, not megabytes around
    // them.
    // SAFETY: advice on the new mapping; a refusal affects only speed.
    _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: address), count, MADV_RANDOM)
  }

  deinit {
    // SAFETY: the address and length of the mapping; no span outlives the object.
    if count > 0 { _ = unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), count) }
  }

  /// A mapping of a copy, in an unnamed file that exists as long as the mapping.
  ///
  /// - Parameter folder: The folder of that file.
  /// - Returns: A mapping with the same bytes and path.
  /// - Throws: ``FileError`` if there is no space.
  public func copy(in folder: String) throws(FileError) -> MappedFile {
    if lease == nil { return try readAgain(into: folder) }
    let scratch = try ScratchFile(in: folder)
    var start = 0
    while start < count {
      let end = min(start + 1 << 20, count)
      prefetch(start..<end)
      let piece = bytes.extracting(start..<end)
      // SAFETY: bytes of any value are copied.
      try scratch.append(unsafe piece.withUnsafeBytes { unsafe Array($0) })
      start = end
    }
    return try scratch.mapped(as: path)
  }

  /// A copy of a file that others may write into, so that accessing its pages is not safe.
  private func readAgain(into folder: String) throws(FileError) -> MappedFile {
    let scratch = try ScratchFile(in: folder)
    let file = try InputFile(path: path)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let read = try file.read(into: &buffer)
      if read == 0 { break }
      try scratch.append(Array(buffer[..<read]))
    }
    guard scratch.count > 0 else { throw FileError(path: path, call: "map", code: EINVAL) }
    return try scratch.mapped(as: path)
  }

  /// Makes the process end with a message and status 74 if a mapped file was shortened.
  ///
  /// The system's signal would end it without a message.
  public static func explainShortenedFiles() {
    _ = signal(SIGBUS) { _ in
      let line: StaticString =
        "mapc: a file was shortened while it was read; replace files by renaming others over them\n"
      // SAFETY: the bytes of a literal; `write` may be called in a signal handler.
      _ = unsafe write(2, line.utf8Start, line.utf8CodeUnitCount)
      _exit(74)
    }
  }

  /// Tells the system that a range will be read soon, so that it loads it at once.
  ///
  /// - Parameter range: A range of the file; a part beyond its end has no effect.
  public func prefetch(_ range: Range<Int>) {
    let page = Int(getpagesize())
    let start = max(range.lowerBound, 0) / page * page
    let end = min(range.upperBound, count)
    guard start < end else { return }
    // SAFETY: start..<end is in the mapping and begins at a page; a refusal changes nothing.
    _ = unsafe madvise(
      UnsafeMutableRawPointer(bitPattern: address + UInt(start)), end - start, MADV_WILLNEED)
  }

  /// All bytes of the file, which are valid while the object is borrowed.
  public var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      // SAFETY: the mapping covers address..<address+count and lives as long as self.
      let start = unsafe UnsafeRawPointer(bitPattern: address)
      let buffer = unsafe UnsafeRawBufferPointer(start: start, count: count)
      let span = unsafe RawSpan(_unsafeBytes: buffer)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
