/// A tag that could not be read, or only partly.
///
/// The build counts such tags and lists examples, so that none is dropped silently.
public struct TagProblem: Sendable, Hashable {
  /// The reason why the tag could not be applied as written.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The value does not follow the grammar of its key.
    case unparsable
    /// A number with a unit that the key does not allow; units are never guessed.
    case unknownUnit
    /// A number that no road has, such as a height of 38 m; limits are applied as written.
    case outOfRange
    /// A word that is not a value of the key.
    case unknownValue
    /// A limit below the law's without a tagged value (`below_default`).
    case belowDefault
    /// An approximate number (`~4`), which is applied.
    case approximate
    /// A value for vehicles or directions that this version does not distinguish.
    case notApplied
    /// A value with unknown exceptions, which was read without them.
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
  /// The value, as tagged; cut if it is longer than OpenStreetMap allows.
  public var value: String
  /// The reason.
  public var reason: Reason

  /// A problem of one tag.
  public init(key: String, value: String, reason: Reason) {
    self.key = Self.shortened(key)
    self.value = Self.shortened(value)
    self.reason = reason
  }

  /// A text shortened to OpenStreetMap's 255 characters, without separating letters and accents.
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
  /// The number of clauses of conditional tags read so far.
  var clauseCount = 0

  mutating func note(_ key: String, _ value: String, _ reason: TagProblem.Reason) {
    problems.append(TagProblem(key: key, value: value, reason: reason))
  }
}
