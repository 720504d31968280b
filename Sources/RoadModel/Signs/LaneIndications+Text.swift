/// The form in which the file stores the arrows of lanes.
extension LaneIndications {
  /// The indications of a word of OpenStreetMap; nil for a word without a meaning, `none` included.
  public init?(word: Substring) {
    guard let found = Self.words.first(where: { $0.word == word }) else { return nil }
    self = found.indication
  }

  /// The lanes of a text, from left to right; a word without a meaning reads as no arrow.
  public static func lanes(_ text: String) -> [LaneIndications] {
    text.split(separator: "|", omittingEmptySubsequences: false).map { lane in
      lane.split(separator: ";").reduce(into: []) { indications, word in
        indications.formUnion(LaneIndications(word: word) ?? [])
      }
    }
  }

  /// The text of lanes: their words from left to right separated by `;`, lanes separated by `|`.
  public static func text(ofLanes lanes: [LaneIndications]) -> String {
    lanes.map { lane in
      words.filter { lane.contains($0.indication) }.map(\.word).joined(separator: ";")
    }.joined(separator: "|")
  }
}
