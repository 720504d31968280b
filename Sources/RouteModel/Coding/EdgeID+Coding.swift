internal import Bytes
public import RoadModel

/// The map and the number as one word: `"5f7b1507bfbd53f2:4711"`.
extension EdgeID: Codable {
  /// Reads the word.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    guard let id = EdgeID(word) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no id of an edge: \(TerminalText.brief(word))")
    }
    self = id
  }

  /// Writes the word.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
