#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Folders of the file system.
public enum Folder {
  /// Whether a path leads to a folder, with links followed.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: the argument is a terminated string, and the call fills a local struct.
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder in ascending order; none if it can't be read.
  public static func names(in path: String) -> [String] {
    // SAFETY: the argument is a terminated string; the handle is closed below, and each entry is
    // read before the next is requested.
    guard let folder = unsafe opendir(path),
      let place = MemoryLayout<dirent>.offset(of: \dirent.d_name)
    else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe UnsafeRawPointer(entry) + place
      names.append(unsafe String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    return names.sorted()
  }
}
