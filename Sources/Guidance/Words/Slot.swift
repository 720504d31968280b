/// A placeholder of a phrase (Formats/language.md, section 3).
enum Slot: UInt8, CaseIterable, Sendable {
  case road, number, towards, exit, exitName, ordinal, rotary, direction, compass, waypoint
  case distance, count, instruction, next, time, n, h, hh, hour, mm, first, second

  /// The name in the file.
  var word: String { Self.words[Int(rawValue)] }

  // Without reflection, which takes longer than a route.
  private static let words = [
    "road", "number", "towards", "exit", "exit-name", "ordinal", "rotary", "direction", "compass",
    "waypoint", "distance", "count", "instruction", "next", "time", "n", "h", "hh", "hour", "mm",
    "first", "second",
  ]

  /// The placeholder of a name; nil if there is none.
  init?(word: some StringProtocol) {
    guard let index = Self.words.firstIndex(where: { $0 == word }) else { return nil }
    self = Self.allCases[index]
  }

  /// The group of classes that selects the form of its value; nil if it has no forms.
  var group: ClassGroup? {
    switch self {
    case .road, .rotary: .road
    case .towards, .exitName, .waypoint, .second: .place
    case .n, .ordinal, .count: .number
    default: nil
    }
  }
}

/// The groups of classes, by the values that they classify.
enum ClassGroup: Int, CaseIterable, Sendable {
  /// Names and numbers of roads.
  case road
  /// Names of places.
  case place
  /// Numbers in digits.
  case number

  /// The name in the file.
  var word: String {
    switch self {
    case .road: "road"
    case .place: "place"
    case .number: "number"
    }
  }
}

/// A set of slots.
struct SlotSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }
  init(_ slot: Slot) { rawValue = 1 << UInt32(slot.rawValue) }
  init(slots: [Slot]) { self = slots.reduce(into: []) { $0.insert(SlotSet($1)) } }

  func contains(_ slot: Slot) -> Bool { rawValue & 1 << UInt32(slot.rawValue) != 0 }
}
