#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A system call that failed on a file: what was tried, on what, and what the system said.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why an output may not replace a file, or an input not be read, although the system would let it.
  public enum Refusal: Sendable, Equatable {
    /// It is read for the output.
    case isInput
    /// It is no map, and the output is one.
    case isOtherFile
    /// It is a map, and the output is none.
    case isMap
    /// It is a symbolic link that leads to no file.
    case isBrokenLink
    /// It is an open file of the process by its path, or standard output or standard error is written to it.
    case isStream
    /// It is read, and standard output or standard error is written to it.
    case isOutput
  }

  /// The path as it was given.
  public let path: String
  /// The call that failed, such as `open`.
  public let call: String
  /// The system's error number.
  public let code: Int32
  /// The reason for a refusal; nil if the system failed.
  public let refusal: Refusal?

  /// An error of a call on a path.
  public init(path: String, call: String, code: Int32) {
    self.path = path
    self.call = call
    self.code = code
    refusal = nil
  }

  /// An error of an output that must not replace what is there, or of an input that must not be read.
  public init(path: String, refusal: Refusal) {
    self.path = path
    self.refusal = refusal
    call = "replace"
    code = EEXIST
  }

  /// Whether there is no such file.
  public var isNotFound: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether a folder is where a file was wanted.
  public var isFolder: Bool { code == EISDIR }

  /// Whether there was no room left, on the disk or in the quota.
  public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether the user may not do this.
  public var isNotPermitted: Bool { Self.isNotPermitted(code) }

  /// Whether an error number says that the user may not do this.
  public static func isNotPermitted(_ code: Int32) -> Bool { code == EACCES || code == EPERM }

  /// Whether the reader of a pipe is gone.
  public var isBrokenPipe: Bool { code == EPIPE }

  /// Whether another program listens at the address.
  public var isAddressInUse: Bool { code == EADDRINUSE }

  /// The system's text for the error number, such as `No such file or directory`.
  public var reason: String {
    // SAFETY: strerror returns a terminated string that is copied at once.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// One line: `region.nav: cannot open: No such file or directory`.
  public var description: String {
    switch refusal {
    case nil: "\(path): cannot \(call): \(reason)"
    case .isInput: "\(path): is an input, and the output would replace it"
    case .isOtherFile: "\(path): exists and is not a map, and the output would replace it"
    case .isMap: "\(path): is a map, and the output would replace it"
    case .isBrokenLink:
      "\(path): is a symbolic link that leads to no file, and the output would replace it"
    case .isStream:
      "\(path): is an open stream, and the output would replace the file behind it"
    case .isOutput:
      "\(path): is an input, and standard output or standard error is written to it"
    }
  }
}
