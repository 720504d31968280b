/// A word of an answer to which later versions may add others.
///
/// A word that this version does not know is kept as ``unknown(_:)`` and written unchanged.
/// In a request, an unknown word is an error.
public protocol OpenWord: Codable, CaseIterable, Hashable, Sendable {
  /// The word in JSON.
  var rawValue: String { get }

  /// A word that this version does not know.
  static func unknown(_ word: String) -> Self
}

extension OpenWord {
  /// The value of a word; ``unknown(_:)`` if this version does not know it.
  public init(rawValue word: String) {
    self = Self.allCases.first { $0.rawValue == word } ?? .unknown(word)
  }

  /// The value of a word of a request; nil if this version does not know it.
  package init?(known word: String) {
    guard let value = Self.allCases.first(where: { $0.rawValue == word }) else { return nil }
    self = value
  }

  /// Reads the word.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the word.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
