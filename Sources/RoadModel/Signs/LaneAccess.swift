/// The modes that may not use each lane of a direction, as stored in the file.
///
///     LaneAccess.text(closed: [[], [ModeSet(.car), ModeSet(.truck)]])   // "|ct"
public enum LaneAccess {
  /// The letters of the modes, in the order of the text; lanes do not state access for pedestrians.
  public static let letters: [(mode: Mode, letter: Character)] = [
    (.car, "c"), (.truck, "t"), (.bicycle, "b"), (.scooter, "s"), (.bus, "u"), (.taxi, "x"),
    (.motorcycle, "m"),
  ]

  /// The modes that may not use each lane, from left to right; unknown letters have no effect.
  public static func lanes(_ text: String) -> [ModeSet] {
    text.split(separator: "|", omittingEmptySubsequences: false).map { lane in
      lane.reduce(into: ModeSet.none) { closed, letter in
        if let known = letters.first(where: { $0.letter == letter }) {
          closed.insert(ModeSet(known.mode))
        }
      }
    }
  }

  /// The text of lanes: the letters of the modes that may not use them; lanes are separated by `|`.
  public static func text(closed: [ModeSet]) -> String {
    closed.map { lane in
      String(letters.filter { lane.contains($0.mode) }.map(\.letter))
    }.joined(separator: "|")
  }
}
