#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The files that an output may replace: those of one kind, but never its inputs.
///
/// Inputs are recognised by device and inode, also through hard and symbolic links. Symbolic links
/// are followed. Refused are links that lead to no file, and files that standard output or standard
/// error is written to.
///
///     let rule = OutputRule(.beginning(with: magic), inputs: ["region.osm"])
///     var file = try AtomicFile(path: "region.nav", rule: rule)
///
/// The rule is checked when an ``AtomicFile`` is created, and again when it is committed.
public struct OutputRule: Sendable {
  /// A kind of files that may be replaced.
  public enum Kind: Sendable {
    /// All files.
    case anything
    /// Files that begin with these bytes, and empty ones.
    case beginning(with: [UInt8])
    /// Files that a function recognises by their first bytes (4096, or all of a shorter file), and
    /// empty ones; but none that begin with the bytes of a map.
    case recognised(by: @Sendable ([UInt8]) -> Bool, mapMark: [UInt8])
  }

  /// The number of bytes by which a file is recognised.
  private static let recognisedBytes = 4096

  private let kind: Kind
  private let paths: [String]
  /// The inputs as they were when the rule was made.
  private let inputs: Set<FileIdentity>

  /// A rule for an output.
  ///
  /// - Parameters:
  ///   - kind: The files that may be replaced.
  ///   - paths: The inputs of the output; `-` is standard input, and missing files are left out.
  public init(_ kind: Kind = .anything, inputs paths: [String] = []) {
    self.kind = kind
    self.paths = paths
    self.inputs = Self.identities(paths)
  }

  private static func identities(_ paths: [String]) -> Set<FileIdentity> {
    Set(paths.compactMap { $0 == "-" ? FileIdentity(descriptor: 0) : FileIdentity(path: $0) })
  }

  /// Whether a file is one of the inputs, even if another has been renamed over it since.
  func isInput(_ file: FileIdentity) -> Bool {
    inputs.contains(file) || Self.identities(paths).contains(file)
  }

  /// Checks that a path may be written.
  ///
  /// - Throws: ``FileError`` with its ``FileError/refusal``, or if the existing file can't be read.
  public func check(_ path: String) throws(FileError) {
    guard let found = FileIdentity(path: path) else {
      // Writing to the link's target would create an unexpected file; renaming would lose the link.
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
    case .recognised(let isRecognised, let mark):
      let start = try Self.start(of: path, Self.recognisedBytes)
      if start.starts(with: mark) { throw FileError(path: path, refusal: .isMap) }
      if !start.isEmpty && !isRecognised(start) {
        throw FileError(path: path, refusal: .isUnrecognised)
      }
    }
  }

  /// The first bytes of a regular file; none for others, which can't be replaced anyway.
  private static func start(of path: String, _ count: Int) throws(FileError) -> [UInt8] {
    // SAFETY: the argument is a terminated string.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(path: path, call: "read", code: errno) }
    defer { close(descriptor) }
    var status = stat()
    // SAFETY: the call fills a local struct.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: count)
    // SAFETY: pread writes at most the buffer's bytes, within the closure.
    let read = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    guard read >= 0 else { throw FileError(path: path, call: "read", code: errno) }
    return Array(bytes[..<read])
  }
}

/// Identifies a file under any of its names.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let inode: UInt64

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The file of a path; nil if there is none.
  init?(path: String, followsLinks: Bool = true) {
    var status = stat()
    // SAFETY: the argument is a terminated string, and the call fills a local struct.
    let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else { return nil }
    self.init(status)
  }

  /// The regular files that standard output and standard error are written to, if any.
  static var standardOutputs: [FileIdentity] {
    ([1, 2] as [Int32]).compactMap { descriptor in
      var status = stat()
      // SAFETY: the call fills a local struct.
      guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      return FileIdentity(status)
    }
  }

  /// The file of a descriptor; nil if it is not open.
  init?(descriptor: Int32) {
    var status = stat()
    // SAFETY: the call fills a local struct.
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
