/// A tag that could not be read, or could be read only in part: counted by the build and shown with
/// examples, so that nothing is dropped in silence.
public struct TagProblem: Sendable, Hashable {
  /// What kept the tag from being applied as it stands.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The value does not follow the grammar of its key.
    case unparsable
    /// A number with a unit that the key does not know; units are never guessed.
    case unknownUnit
    /// A number that no road has, such as a height of 38 m; limits are applied as they stand.
    case outOfRange
    /// A word that the key does not know.
    case unknownValue
    /// `below_default`: there is a limit, lower than the law's, and nobody wrote it down.
    case belowDefault
    /// `~4`: the number is applied, though the mapper was not sure of it.
    case approximate
    /// Understood, but for vehicles or directions that this version does not tell apart.
    case notApplied
    /// Has exceptions that this version does not know, and was read without them.
    case readStricter

    /// The reason in words, for the summary of a build.
    public var text: String {
      switch self {
      case .unparsable: "cannot be read"
      case .unknownUnit: "unknown unit"
      case .outOfRange: "outside what roads have"
      case .unknownValue: "unknown value"
      case .belowDefault: "a limit without a number"
      case .approximate: "approximate, applied as it stands"
      case .notApplied: "not applied by this version"
      case .readStricter: "exceptions not applied, read as the stricter meaning"
      }
    }
  }

  /// The key, as tagged.
  public var key: String
  /// The value, as tagged; of one longer than OpenStreetMap allows, the beginning.
  public var value: String
  /// What is wrong.
  public var reason: Reason

  /// A problem of one tag.
  public init(key: String, value: String, reason: Reason) {
    self.key = Self.shortened(key)
    self.value = Self.shortened(value)
    self.reason = reason
  }

  /// A text as it is kept: of one longer than the 255 characters that OpenStreetMap allows the beginning, in which
  /// no letter loses its accents.
  public static func shortened(_ text: String) -> String {
    if text.utf8.count <= 255 || text.unicodeScalars.count <= 255 { return text }
    var end = text.startIndex
    var scalars = 0
    while end < text.endIndex {
      // OpenStreetMap counts code points; a character may have several.
      scalars += text[end].unicodeScalars.count
      if scalars > 255 { break }
      end = text.index(after: end)
    }
    return String(text[..<end])
  }
}

/// Collects the problems of one element.
struct ProblemLog {
  private(set) var problems: [TagProblem] = []
  /// Clauses of conditional tags read so far.
  var clauseCount = 0

  mutating func note(_ key: String, _ value: String, _ reason: TagProblem.Reason) {
    problems.append(TagProblem(key: key, value: value, reason: reason))
  }
}
