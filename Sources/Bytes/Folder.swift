#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Folders of the file system.
public enum Folder {
  /// Whether a path leads to a folder, links followed.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: a terminated string goes in, a local struct is filled.
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
