/// The form in which the file stores the arrows of lanes.
extension LaneIndications {
  /// The indications of a word of OpenStreetMap; nil for a word without a meaning, `none` included.
  public init?(word: Substring) {
    self.init(word.utf8)
  }

  private init?(_ word: some Collection<UInt8>) {
    let found = Self.words.first {
      $0.word.utf8.count == word.count && $0.word.utf8.elementsEqual(word)
    }
    guard let found else { return nil }
    self = found.indication
  }

  /// The lanes of a text, from left to right; a word without a meaning reads as no arrow.
  ///
  /// Guidance reads them at every junction, so bytes are compared instead of characters.
  public static func lanes(_ text: String) -> [LaneIndications] {
    var lanes: [LaneIndications] = []
    // Few roads have more.
    lanes.reserveCapacity(6)
    var lane: LaneIndications = []
    let bytes = Array(text.utf8)
    var begin = 0
    for (index, byte) in bytes.enumerated() {
      let isEnd = byte == UInt8(ascii: "|")
      guard isEnd || byte == UInt8(ascii: ";") else { continue }
      lane.formUnion(LaneIndications(bytes[begin..<index]) ?? [])
      begin = index + 1
      if isEnd {
        lanes.append(lane)
        lane = []
      }
    }
    lane.formUnion(LaneIndications(bytes[begin...]) ?? [])
    lanes.append(lane)
    return lanes
  }

  /// The number of lanes of a text.
  public static func laneCount(_ text: String) -> Int {
    1 + text.utf8.count { $0 == UInt8(ascii: "|") }
  }

  /// The text of lanes: their words from left to right separated by `;`, lanes separated by `|`.
  public static func text(ofLanes lanes: [LaneIndications]) -> String {
    lanes.map { lane in
      words.filter { lane.contains($0.indication) }.map(\.word).joined(separator: ";")
    }.joined(separator: "|")
  }
}
