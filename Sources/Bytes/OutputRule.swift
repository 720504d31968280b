#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Which files an output may replace: never one that is read for it, and of others those of one kind.
///
/// Inputs are recognised by device and inode, so that links of both kinds lead to the same answer. A symbolic link is
/// followed; one that leads to no file is refused, and so is a file that standard output or standard error is written
/// to.
///
///     let rule = OutputRule(.beginning(with: magic), inputs: ["region.osm"])
///     var file = try AtomicFile(path: "region.nav", rule: rule)
///
/// The rule is checked when an ``AtomicFile`` is created, and again when it is committed.
public struct OutputRule: Sendable {
  /// Which files may be replaced.
  public enum Kind: Sendable, Equatable {
    /// All.
    case anything
    /// Those that begin with these bytes, and empty ones.
    case beginning(with: [UInt8])
    /// Those that do not begin with these bytes.
    case notBeginning(with: [UInt8])
  }

  private let kind: Kind
  private let paths: [String]
  /// The inputs as they were when the rule was made.
  private let inputs: Set<FileIdentity>

  /// A rule.
  ///
  /// - Parameters:
  ///   - kind: Which files may be replaced.
  ///   - paths: The files that are read for the output, `-` for standard input; those that do not exist are left out.
  public init(_ kind: Kind = .anything, inputs paths: [String] = []) {
    self.kind = kind
    self.paths = paths
    self.inputs = Self.identities(paths)
  }

  private static func identities(_ paths: [String]) -> Set<FileIdentity> {
    Set(paths.compactMap { $0 == "-" ? FileIdentity(descriptor: 0) : FileIdentity(path: $0) })
  }

  /// Whether a file is one of the inputs; one that was replaced meanwhile by renaming is one still.
  func isInput(_ file: FileIdentity) -> Bool {
    inputs.contains(file) || Self.identities(paths).contains(file)
  }

  /// Makes sure that a path may be written.
  ///
  /// - Throws: ``FileError`` with its ``FileError/refusal``, or when what is there can't be read.
  public func check(_ path: String) throws(FileError) {
    guard let found = FileIdentity(path: path) else {
      // Writing where the link points would make a file in an unexpected place; renaming over it would lose the link.
      if FileIdentity(path: path, followsLinks: false) != nil {
        throw FileError(path: path, refusal: .isBrokenLink)
      }
      return
    }
    if isInput(found) { throw FileError(path: path, refusal: .isInput) }
    if FileIdentity.standardOutputs.contains(found) {
      throw FileError(path: path, refusal: .isStream)
    }
    switch kind {
    case .anything: return
    case .beginning(let mark):
      let start = try Self.start(of: path, mark.count)
      if !start.isEmpty && start != mark { throw FileError(path: path, refusal: .isOtherFile) }
    case .notBeginning(let mark):
      if try Self.start(of: path, mark.count) == mark {
        throw FileError(path: path, refusal: .isMap)
      }
    }
  }

  /// The first bytes of a regular file; none of anything else, which can't be replaced anyway.
  private static func start(of path: String, _ count: Int) throws(FileError) -> [UInt8] {
    // SAFETY: a terminated string goes in.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(path: path, call: "read", code: errno) }
    defer { close(descriptor) }
    var status = stat()
    // SAFETY: a local struct is filled.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: count)
    // SAFETY: pread fills at most the buffer's own bytes within the closure.
    let read = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    guard read >= 0 else { throw FileError(path: path, call: "read", code: errno) }
    return Array(bytes[..<read])
  }
}

/// Identifies a file, under any of its names.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let inode: UInt64

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The file that a path leads to; nil when there is none.
  init?(path: String, followsLinks: Bool = true) {
    var status = stat()
    // SAFETY: a terminated string goes in, a local struct is filled.
    let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else { return nil }
    self.init(status)
  }

  /// The regular files, if any, that standard output and standard error are written to.
  static var standardOutputs: [FileIdentity] {
    ([1, 2] as [Int32]).compactMap { descriptor in
      var status = stat()
      // SAFETY: a local struct is filled.
      guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      return FileIdentity(status)
    }
  }

  /// An open file.
  init?(descriptor: Int32) {
    var status = stat()
    // SAFETY: a local struct is filled.
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
