/// Why a map can't be read.
public struct MapFailure: Error, Sendable, Hashable {
  /// What is to be done about it.
  public enum Kind: OpenWord {
    /// The system can't read the file: see its permissions and the disk.
    case unreadable
    /// The bytes are not what a map has: copy or build the file again.
    case damaged
    /// The file needs a newer version of this library.
    case newer
    /// Something that this version does not know.
    case unknown(String)

    /// Those that this version knows.
    public static let allCases: [Kind] = [.unreadable, .damaged, .newer]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .unreadable: "unreadable"
      case .damaged: "damaged"
      case .newer: "newer"
      case .unknown(let word): word
      }
    }
  }

  /// What is to be done about it.
  public var kind: Kind
  /// The file.
  public var path: String
  /// What is wrong and where, on one line.
  public var text: String

  /// A failure.
  public init(_ kind: Kind, path: String, text: String) {
    self.kind = kind
    self.path = path
    self.text = text
  }
}

extension MapFailure: CustomStringConvertible {
  /// One line: the file, what is wrong, where.
  public var description: String { path.isEmpty ? text : "\(path): \(text)" }
}

extension MapFailure: Codable {
  /// Reads a failure; what is missing is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(.kind, default: .unknown("")),
      path: try container.decode(.path, default: ""),
      text: try container.decode(.text, default: ""))
  }
}
