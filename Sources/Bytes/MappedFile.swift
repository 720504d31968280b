#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file mapped into memory, read only, for as long as this object lives.
///
/// Opening reads nothing; pages are loaded as they are touched. The file must not be overwritten or shortened in place
/// while it is mapped (replace it by renaming another over it): the system would stop the process. With a ``lease``,
/// the object learns in time that a program is about to do so.
public final class MappedFile: Sendable {
  private let address: UInt
  /// The length in bytes.
  public let count: Int
  /// The path as it was given.
  public let path: String
  /// The lease that keeps writers waiting until the mapping is gone; nil if it was not requested or not available.
  public let lease: FileLease?

  /// The flags for opening a file: without waiting for a process at the other end of a pipe.
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

  /// Maps an open file, which may be closed afterwards.
  init(descriptor: Int32, path: String, lease: FileLease? = nil) throws(FileError) {
    self.path = path
    self.lease = lease
    var status = stat()
    // SAFETY: fstat gets a local struct.
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
    // SAFETY: a fresh private mapping of the whole file; unmapped in deinit only. It is kept as a
    // number; MAP_FAILED is the address with all bits set.
    let mapping = unsafe UInt(bitPattern: mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0))
    guard mapping != UInt.max else { throw FileError(path: path, call: "map", code: errno) }
    self.address = mapping
    // No reading ahead around a fault: opening costs its own pages, not megabytes beside them.
    // SAFETY: advice on the mapping just made; a refusal changes nothing but speed.
    _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: address), count, MADV_RANDOM)
  }

  deinit {
    // SAFETY: the address and length that mmap gave; no span outlives the object.
    if count > 0 { _ = unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), count) }
  }

  /// A mapping of a copy, which is in a file without a name that goes with it.
  ///
  /// - Parameter folder: Where that file is.
  /// - Returns: The same bytes, under the same path.
  /// - Throws: ``FileError`` when there is no room.
  public func copy(in folder: String) throws(FileError) -> MappedFile {
    if lease == nil { return try readAgain(into: folder) }
    let scratch = try ScratchFile(in: folder)
    var start = 0
    while start < count {
      let end = min(start + 1 << 20, count)
      prefetch(start..<end)
      let piece = bytes.extracting(start..<end)
      // SAFETY: bytes are copied, of any value.
      try scratch.append(unsafe piece.withUnsafeBytes { unsafe Array($0) })
      start = end
    }
    return try scratch.mapped(as: path)
  }

  /// A copy of a file that others may write into meanwhile, so that its pages are not safe to be touched.
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

  /// Ends the process with a line on standard error and status 74 when a mapped file turns out to be shorter than
  /// it was, which the system tells by a signal that would end it without a word.
  public static func explainShortenedFiles() {
    _ = signal(SIGBUS) { _ in
      let line: StaticString =
        "mapc: a file was shortened while it was read; replace files by renaming others over them\n"
      // SAFETY: the bytes of a literal; `write` may be called at any time.
      _ = unsafe write(2, line.utf8Start, line.utf8CodeUnitCount)
      _exit(74)
    }
  }

  /// Tells the system that a range will be read soon, so that it comes in as a whole.
  ///
  /// - Parameter range: Bytes of the file; what lies outside is left out.
  public func prefetch(_ range: Range<Int>) {
    let page = Int(getpagesize())
    let start = max(range.lowerBound, 0) / page * page
    let end = min(range.upperBound, count)
    guard start < end else { return }
    // SAFETY: start..<end lies inside the mapping and begins at a page; a refusal changes nothing.
    _ = unsafe madvise(
      UnsafeMutableRawPointer(bitPattern: address + UInt(start)), end - start, MADV_WILLNEED)
  }

  /// All bytes of the file, valid while the object is borrowed.
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
