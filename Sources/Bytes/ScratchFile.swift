#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An unnamed file for data that does not fit into memory.
///
/// It exists as long as this object, or until the process ends.
public final class ScratchFile {
  private let folder: String
  private let descriptor: Int32
  /// The number of bytes written so far.
  public private(set) var count = 0

  /// Creates a file in a folder.
  ///
  /// - Throws: ``FileError`` if the folder is missing or can't be written.
  public init(in folder: String) throws(FileError) {
    self.folder = folder
    if let opened = UnnamedFile.opened(in: folder, mode: 0o600) {
      descriptor = opened
      return
    }
    var path = Array("\(folder)/mapc-XXXXXX".utf8CString)
    // SAFETY: the name ends with the six letters to replace and a terminator. The file is unlinked
    // at once and exists while it is open.
    let opened = unsafe path.withUnsafeMutableBufferPointer { name in
      guard let start = name.baseAddress else { return Int32(-1) }
      let opened = unsafe mkstemp(start)
      if opened >= 0 { _ = unsafe unlink(start) }
      return opened
    }
    guard opened >= 0 else {
      throw FileError(path: folder, call: "create a file for what memory can't hold", code: errno)
    }
    _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: ``FileError`` if the disk is full or fails.
  public func append(_ bytes: [UInt8]) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let written = systemWrite(descriptor, bytes, from: done)
      if written < 0 {
        if errno == EINTR { continue }
        throw FileError(path: folder, call: "write what memory can't hold", code: errno)
      }
      done += written
    }
    count += bytes.count
  }

  /// Maps the written bytes; there must be at least one.
  ///
  /// - Parameter path: The name of the mapping; by default the folder.
  /// - Returns: The mapping.
  /// - Throws: ``FileError`` if the system refuses.
  public func mapped(as path: String? = nil) throws(FileError) -> MappedFile {
    try MappedFile(descriptor: descriptor, path: path ?? folder)
  }
}
