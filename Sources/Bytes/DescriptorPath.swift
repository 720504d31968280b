#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Paths of open files of a process, such as `/dev/stdout`, `/dev/fd/3` and `/proc/self/fd/1`.
///
/// The system shows them as links to the file behind the stream. To replace that file by renaming another over it
/// would lose what the stream wrote before, and all that it writes later.
enum DescriptorPath {
  /// Symbolic links that are followed, at most; systems follow fewer.
  private static let longestChain = 64

  /// Whether a path, or a symbolic link on the way that it leads, is that of an open file.
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

  /// `/dev/fd`, on Linux a link to the folder that every process and every thread has.
  private static func isFolderOfDescriptors(_ folder: String) -> Bool {
    // SAFETY: a terminated string goes in; realpath gives one of its own, freed after the copy.
    guard let resolved = unsafe realpath(folder, nil) else { return false }
    defer { unsafe free(resolved) }
    let name = unsafe String(cString: resolved)
    return name == "/dev/fd" || name.hasPrefix("/proc/") && name.hasSuffix("/fd")
  }

  /// Where a symbolic link points; nil for anything else.
  private static func target(ofLink path: String) -> String? {
    let size = Int(PATH_MAX)
    var buffer = [CChar](repeating: 0, count: size)
    // SAFETY: a terminated string goes in; readlink fills at most the buffer's own bytes, and does not terminate them.
    let count = unsafe readlink(path, &buffer, size)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
