#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Paths of open files of a process, such as `/dev/stdout`, `/dev/fd/3` and `/proc/self/fd/1`.
///
/// The system shows them as links to the file of the stream. Renaming another file over that file
/// would lose all bytes that the stream has written and will write.
enum DescriptorPath {
  /// The maximum number of symbolic links that are followed; systems follow fewer.
  private static let longestChain = 64

  /// Whether a path, or a symbolic link that it leads to, is that of an open file.
  static func isOne(_ path: String) -> Bool {
    var path = path
    for _ in 0..<longestChain {
      let folder = PartFile.folder(of: path)
      if isFolderOfDescriptors(folder) { return true }
      guard let target = target(ofLink: path) else { return false }
      path = target.hasPrefix("/") ? target : folder + "/" + target
    }
    return false
  }

  /// Whether a folder is `/dev/fd`, or on Linux the folder of a process or thread that it links to.
  private static func isFolderOfDescriptors(_ folder: String) -> Bool {
    // SAFETY: the argument is a terminated string; the result is a new one, freed after the copy.
    guard let resolved = unsafe realpath(folder, nil) else { return false }
    defer { unsafe free(resolved) }
    let name = unsafe String(cString: resolved)
    return name == "/dev/fd" || name.hasPrefix("/proc/") && name.hasSuffix("/fd")
  }

  /// The target of a symbolic link; nil for other files.
  private static func target(ofLink path: String) -> String? {
    let size = Int(PATH_MAX)
    var buffer = [CChar](repeating: 0, count: size)
    // SAFETY: the argument is a terminated string; readlink writes at most the buffer's bytes,
    // without a terminator.
    let count = unsafe readlink(path, &buffer, size)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
