#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Files without a name, which do not outlive the process.
enum UnnamedFile {
  #if os(Linux)
    // O_TMPFILE of <asm-generic/fcntl.h>, which declares it for GNU programs only.
    private static let temporary = 0o20_000_000 | O_DIRECTORY
  #endif

  /// Opens a file in a folder for reading and writing.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - mode: The permissions; the process's mask may remove some.
  /// - Returns: The descriptor; nil if the system or the file system does not support such files.
  static func opened(in folder: String, mode: mode_t) -> Int32? {
    #if os(Linux)
      // SAFETY: the argument is a terminated string.
      let opened = unsafe open(folder, temporary | O_RDWR | O_CLOEXEC, mode)
      return opened >= 0 ? opened : nil
    #else
      return nil
    #endif
  }

  /// Opens and locks a file that can receive a name beside a destination.
  static func linkable(for destination: String) -> Int32? {
    let folder = PartFile.folder(of: destination)
    guard let opened = opened(in: folder, mode: 0o644) else { return nil }
    if PartFile.lock(opened) == .taken || !canLink(in: folder, for: destination) {
      close(opened)
      return nil
    }
    return opened
  }

  /// Whether such files can receive a name.
  ///
  /// It tries, since a failure after the work would be too late.
  private static func canLink(in folder: String, for destination: String) -> Bool {
    guard let opened = opened(in: folder, mode: 0o600) else { return false }
    defer { close(opened) }
    let name = PartFile.randomName(for: destination)
    TemporaryFiles.add(name)
    defer { TemporaryFiles.remove(name) }
    guard link(opened, to: name) else { return false }
    // SAFETY: the argument is a terminated string.
    return unsafe unlink(name) == 0
  }

  /// Gives an open unnamed file a name that no other file has.
  static func link(_ descriptor: Int32, to name: String) -> Bool {
    #if os(Linux)
      // SAFETY: both arguments are terminated strings.
      unsafe linkat(
        AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    #else
      false
    #endif
  }
}
