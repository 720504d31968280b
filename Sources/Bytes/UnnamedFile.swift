#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Files without a name, which vanish with the process in any case.
enum UnnamedFile {
  #if os(Linux)
    // O_TMPFILE of <asm-generic/fcntl.h>, which gives it to GNU programs only.
    private static let temporary = 0o20_000_000 | O_DIRECTORY
  #endif

  /// Opens one in a folder for reading and writing.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - mode: The permissions; the process may take some away.
  /// - Returns: Nil where the system or the file system has none.
  static func opened(in folder: String, mode: mode_t) -> Int32? {
    #if os(Linux)
      // SAFETY: a terminated string goes in.
      let opened = unsafe open(folder, temporary | O_RDWR | O_CLOEXEC, mode)
      return opened >= 0 ? opened : nil
    #else
      return nil
    #endif
  }

  /// Opens one that can be given a name beside a destination, and locks it.
  static func linkable(for destination: String) -> Int32? {
    let folder = PartFile.folder(of: destination)
    guard let opened = opened(in: folder, mode: 0o644) else { return nil }
    if PartFile.lock(opened) == .taken || !canLink(in: folder, for: destination) {
      close(opened)
      return nil
    }
    return opened
  }

  /// Whether files without a name can be given one, which is tried: after the work it would be too late.
  private static func canLink(in folder: String, for destination: String) -> Bool {
    guard let opened = opened(in: folder, mode: 0o600) else { return false }
    defer { close(opened) }
    let name = PartFile.randomName(for: destination)
    TemporaryFiles.add(name)
    defer { TemporaryFiles.remove(name) }
    guard link(opened, to: name) else { return false }
    // SAFETY: a terminated string goes in.
    return unsafe unlink(name) == 0
  }

  /// Gives an open file without a name one that nothing else has.
  static func link(_ descriptor: Int32, to name: String) -> Bool {
    #if os(Linux)
      // SAFETY: two terminated strings go in.
      unsafe linkat(
        AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    #else
      false
    #endif
  }
}
