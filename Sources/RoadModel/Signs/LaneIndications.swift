/// The arrows painted on a lane, as a set; the words are those of OpenStreetMap's `turn:lanes`.
public struct LaneIndications: OptionSet, Sendable, Hashable {
  /// The bits; those without a name here are zero.
  public let rawValue: UInt16

  /// Indications from their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A U-turn (`reverse`).
  public static var uTurn: LaneIndications { LaneIndications(rawValue: 1 << 0) }
  /// Sharp left.
  public static var sharpLeft: LaneIndications { LaneIndications(rawValue: 1 << 1) }
  /// Left.
  public static var left: LaneIndications { LaneIndications(rawValue: 1 << 2) }
  /// Slight left.
  public static var slightLeft: LaneIndications { LaneIndications(rawValue: 1 << 3) }
  /// Straight on (`through`).
  public static var straight: LaneIndications { LaneIndications(rawValue: 1 << 4) }
  /// Slight right.
  public static var slightRight: LaneIndications { LaneIndications(rawValue: 1 << 5) }
  /// Right.
  public static var right: LaneIndications { LaneIndications(rawValue: 1 << 6) }
  /// Sharp right.
  public static var sharpRight: LaneIndications { LaneIndications(rawValue: 1 << 7) }
  /// The lane ends and merges with its left neighbour.
  public static var mergeToLeft: LaneIndications { LaneIndications(rawValue: 1 << 8) }
  /// The lane ends and merges with its right neighbour.
  public static var mergeToRight: LaneIndications { LaneIndications(rawValue: 1 << 9) }

  /// The indications with their words in OpenStreetMap, from left to right.
  public static let words: [(indication: LaneIndications, word: String)] = [
    (.uTurn, "reverse"), (.sharpLeft, "sharp_left"), (.left, "left"),
    (.slightLeft, "slight_left"), (.mergeToLeft, "merge_to_left"), (.straight, "through"),
    (.mergeToRight, "merge_to_right"), (.slightRight, "slight_right"), (.right, "right"),
    (.sharpRight, "sharp_right"),
  ]
}
