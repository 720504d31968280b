#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A failed system call on a file: the call, the path and the system's error.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason why a file may not be replaced or read, although the system would allow it.
  public enum Refusal: Sendable, Equatable {
    /// It is an input of the output.
    case isInput
    /// It is not a map, but the output is one.
    case isOtherFile
    /// It is a map, but the output is not.
    case isMap
    /// It was not written by this program.
    case isUnrecognised
    /// It is a symbolic link that leads to no file.
    case isBrokenLink
    /// Its path is that of an open file, or standard output or standard error is written to it.
    case isStream
    /// It is an input, but standard output or standard error is written to it.
    case isOutput
  }

  /// The path as it was given.
  public let path: String
  /// The call that failed, such as `open`.
  public let call: String
  /// The system's error number.
  public let code: Int32
  /// The reason for a refusal; nil if a call failed.
  public let refusal: Refusal?

  /// The error of a call on a path.
  public init(path: String, call: String, code: Int32) {
    self.path = path
    self.call = call
    self.code = code
    refusal = nil
  }

  /// The error of an output that must not replace a file, or of an input that must not be read.
  public init(path: String, refusal: Refusal) {
    self.path = path
    self.refusal = refusal
    call = "replace"
    code = EEXIST
  }

  /// Whether the file does not exist.
  public var isNotFound: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the path is that of a folder.
  public var isFolder: Bool { code == EISDIR }

  /// Whether an output can't be created because its path is that of a device, a pipe or a socket.
  package var isNoRegularFile: Bool { call == "create" && code == ENOTSUP }

  /// Whether the file can't be mapped because it is a folder, a pipe or a device.
  public var isUnmappable: Bool { call == "map" && (code == EISDIR || code == ENODEV) }

  /// Whether the user lacks the permission.
  public var isNotPermitted: Bool { Self.isNotPermitted(code) }

  /// Whether an error number means that the user lacks the permission.
  public static func isNotPermitted(_ code: Int32) -> Bool { code == EACCES || code == EPERM }

  /// Whether a pipe has no reader any more.
  public var isBrokenPipe: Bool { code == EPIPE }

  /// Whether another program listens at the address.
  public var isAddressInUse: Bool { code == EADDRINUSE }

  /// The system's text for the error number, such as `No such file or directory`.
  public var reason: String {
    // SAFETY: strerror returns a terminated string, which is copied at once.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// One line, such as `region.nav: cannot open: No such file or directory`.
  public var description: String {
    // A shell replaces a variable that is not set by nothing.
    let path = path.isEmpty ? "''" : path
    return switch refusal {
    case nil: "\(path): cannot \(call): \(reason)"
    case .isInput: "\(path): is an input, and the output would replace it"
    case .isOtherFile: "\(path): exists and is not a map, and the output would replace it"
    case .isMap: "\(path): is a map, and the output would replace it"
    case .isUnrecognised:
      "\(path): exists and was not written by mapc, and the output would replace it"
    case .isBrokenLink:
      "\(path): is a symbolic link that leads to no file, and the output would replace it"
    case .isStream:
      "\(path): is an open stream, and the output would replace the file behind it"
    case .isOutput:
      "\(path): is an input, and standard output or standard error is written to it"
    }
  }
}
