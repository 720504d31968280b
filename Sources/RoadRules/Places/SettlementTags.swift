/// What only settlements have.
extension PlaceTags {
  /// What the seat of a government adds to the importance, by the level of its area; `yes` is that of a country.
  private static let capitals: [String: Int] = [
    "yes": 24, "2": 24, "3": 12, "4": 12, "5": 6, "6": 6, "7": 3, "8": 3, "9": 3, "10": 3, "11": 3,
    "no": 0,
  ]

  /// What its people and its rank add to the importance of a settlement.
  static func settlementImportance(_ tags: RoadTags, _ log: inout ProblemLog) -> Int {
    var value = 0
    if let text = tags["population"] {
      if let population = Population(text) {
        // Four for each doubling beyond 250 people.
        let doublings = Int.bitWidth - max(population.count, 1).leadingZeroBitCount - 8
        value += min(4 * max(doublings, 0), 60)
        if population.isApproximate { log.note("population", text, .approximate) }
      } else {
        log.note("population", text, .unparsable)
      }
    }
    if let text = tags["capital"] {
      if let rank = capitals[text] {
        value += rank
      } else {
        log.note("capital", text, .unknownValue)
      }
    }
    return value
  }

  /// The names in any language, `name:de` and `name:sr-Latn`, but not `name:etymology`.
  static func translations(_ tags: RoadTags) -> [String] {
    tags.pairs.compactMap { key, value in
      guard key.hasPrefix("name:") else { return nil }
      let language = key.dropFirst(5).prefix { $0 != "-" && $0 != "_" }
      let isCode = 2...3 ~= language.utf8.count && language.allSatisfy { "a"..."z" ~= $0 }
      return isCode ? text(value) : nil
    }
  }
}
