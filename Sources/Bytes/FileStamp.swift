#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The state of a file, which differs after the file was replaced or written.
public struct FileStamp: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let length: Int64
  private let seconds: Int64
  private let nanoseconds: Int64
  /// Whether it is a regular file, not a folder, a pipe or a device.
  public let isRegular: Bool

  /// The stamp of a file; nil if it does not exist.
  public init?(path: String) {
    var status = stat()
    // SAFETY: the argument is a terminated string, and the call fills a local struct.
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    length = Int64(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int64(time.tv_sec)
    nanoseconds = Int64(time.tv_nsec)
  }
}
