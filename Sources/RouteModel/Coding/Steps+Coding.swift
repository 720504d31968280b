public import RoadModel

let sideWords = WordTable<DrivingSide>([
  "unknown": .unknown, "right": .right, "left": .left,
])

/// OSRM's words for arrows on lanes.
let indicationWords = WordTable<LaneIndications>([
  "uturn": .uTurn, "sharp left": .sharpLeft, "left": .left, "slight left": .slightLeft,
  "straight": .straight, "slight right": .slightRight, "right": .right,
  "sharp right": .sharpRight, "merge to left": .mergeToLeft, "merge to right": .mergeToRight,
])

extension DrivingSide: Codable {
  /// Reads the side's word; one that this version does not know is `unknown`.
  ///
  /// Steps keep it, and write it back.
  public init(from decoder: any Decoder) throws {
    self = try ifKnown { try sideWords.read(decoder) } ?? .unknown
  }
  /// Writes the side's word.
  public func encode(to encoder: any Encoder) throws { try sideWords.write(self, encoder) }
}

extension LaneIndications: Codable {
  /// Reads a list of words; those that this version does not know are left out.
  ///
  /// Lanes keep them, and write them back.
  public init(from decoder: any Decoder) throws { self = try indicationWords.readSet(decoder) }
  /// Writes a list of words.
  public func encode(to encoder: any Encoder) throws { try indicationWords.writeSet(self, encoder) }

  /// OSRM's words for the arrows, from left to right; empty for a lane without arrows.
  public var osrmWords: [String] { indicationWords.words(of: self) }
}
