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

  /// The names in a folder, ascending; none if it can't be read.
  public static func names(in path: String) -> [String] {
    // SAFETY: a terminated string goes in; the handle is closed below, and an entry is read before the next is asked for.
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
