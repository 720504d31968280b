/// The reason why a map can't be read.
public struct MapFailure: Error, Sendable, Hashable {
  /// The kind of failure, which determines the remedy.
  public enum Kind: OpenWord {
    /// The system can't read the file: check permissions and disk.
    case unreadable
    /// The file is not an intact map: copy or build it again.
    case damaged
    /// The file needs a newer version of this library.
    case newer
    /// A kind that this version does not know.
    case unknown(String)

    /// The kinds that this version knows.
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

  /// The kind of failure.
  public var kind: Kind
  /// The path of the file.
  public var path: String
  /// The flaw and its place, in one line.
  public var text: String

  /// A failure.
  public init(_ kind: Kind, path: String, text: String) {
    self.kind = kind
    self.path = path
    self.text = text
  }
}

extension MapFailure: CustomStringConvertible {
  /// One line: the file, the flaw and its place.
  public var description: String { path.isEmpty ? text : "\(path): \(text)" }
}

extension MapFailure: Codable {
  /// Decodes a failure; missing members are empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(.kind, default: .unknown("")),
      path: try container.decode(.path, default: ""),
      text: try container.decode(.text, default: ""))
  }
}
