import RoadModel

/// The values of placeholders in one phrase.
struct PhraseValues {
  /// The placeholders with a value.
  private(set) var present: SlotSet = []
  /// The values; there are few, so a list is faster than a table.
  private var texts: [(slot: Slot, text: String)] = []
  /// The room for texts that most sentences need.
  private static let usualTexts = 6
  /// The text of ``Slot/instruction`` or ``Slot/first``, and that of ``Slot/next`` or ``Slot/second``, both marked up
  /// already; no phrase has two of a kind.
  private(set) var ready: (first: [UInt8], second: [UInt8]) = ([], [])
  /// The value of ``Slot/distance``.
  var distance: DistanceAmount? {
    didSet {
      if distance == nil {
        present.remove(SlotSet(.distance))
      } else {
        present.insert(SlotSet(.distance))
      }
    }
  }
  /// The second place of ``Slot/towards``, or of a list of two places.
  var secondPlace: String?
  /// The pronunciation of ``Slot/road`` in the International Phonetic Alphabet; nil if unknown.
  var pronunciation: String?
  /// Whether ``Slot/road`` is the number of a road.
  var roadIsNumber = false

  /// The value of a slot; an empty text is none.
  ///
  /// What is marked up already is found in ``ready``.
  subscript(slot: Slot) -> String? {
    get {
      guard present.contains(slot) else { return nil }
      for entry in texts where entry.slot == slot { return entry.text }
      return nil
    }
    set {
      switch slot {
      case .instruction, .next, .first, .second:
        return setReady(slot, Array((newValue ?? "").utf8))
      default: break
      }
      if present.contains(slot) { texts.removeAll { $0.slot == slot } }
      if let newValue, !newValue.isEmpty {
        if texts.isEmpty { texts.reserveCapacity(Self.usualTexts) }
        texts.append((slot, newValue))
        present.insert(SlotSet(slot))
      } else {
        present.remove(SlotSet(slot))
      }
    }
  }

  /// Gives a text that is marked up already to one of the slots for such; an empty text is none.
  mutating func setReady(_ slot: Slot, _ text: [UInt8]) {
    if slot == .instruction || slot == .first { ready.first = text } else { ready.second = text }
    if text.isEmpty { present.remove(SlotSet(slot)) } else { present.insert(SlotSet(slot)) }
  }
}

/// What one look at the bytes of a text tells: names are asked for both wherever they are said.
struct TextGlance {
  /// Whether the text is as ``Swift/String/tidied`` leaves it, and not empty.
  let isTidy: Bool
  /// Whether it is a list, with semicolons between its parts.
  let isList: Bool

  // What a byte tells.
  private static let word: UInt8 = 1
  private static let separator: UInt8 = 2
  private static let odd: UInt8 = 4
  private static let space: UInt8 = 8

  /// What each byte tells: nearly all names have a letter or a digit of ASCII, and few have odd bytes: control
  /// characters, and those with which others begin that nobody sees.
  private static let marks: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case 0x20: space
    case UInt8(ascii: ";"): separator
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: word
    case ..<0x20, 0x7F, 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3: odd
    default: 0
    }
  }

  init(_ text: String) {
    // A span takes a third of the instructions of a string's own iterator.
    let utf8 = text.utf8
    let bytes = utf8.span
    let marks = Self.marks
    var (found, last) = (UInt8(0), Self.space)
    for index in bytes.indices {
      let mark = marks[Int(bytes[index])]
      found |= mark
      // Two spaces are odd.
      if mark & last == Self.space { found |= Self.odd }
      last = mark
    }
    isList = found & Self.separator != 0
    isTidy =
      last != Self.space && (found & Self.odd == 0 || Self.isTidy(bytes))
      && (found & Self.word != 0 || text.canName)
  }

  /// Whether a text with odd bytes has no control character or another that nobody sees, and single spaces.
  private static func isTidy(_ bytes: Span<UInt8>) -> Bool {
    // The last two bytes.
    var (earlier, before): (UInt8, UInt8) = (0, 0x20)
    for index in bytes.indices {
      let byte = bytes[index]
      switch (earlier, before, byte) {
      case (_, _, ..<0x20), (_, _, 0x7F), (_, 0x20, 0x20), (_, 0xC2, 0x80...0x9F), (_, 0xC2, 0xAD),
        (_, 0xD8, 0x9C), (0xE1, 0xA0, 0x8E), (0xE2, 0x80, 0x8B), (0xE2, 0x80, 0x8E...0x8F),
        (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA0...0xAF), (0xEF, 0xBB, 0xBF),
        (0xEF, 0xBF, 0xB9...0xBB), (0xEF, 0xBF, 0xBE...0xBF), (0xF3, 0xA0, 0x80...0x81):
        return false
      default: (earlier, before) = (before, byte)
      }
    }
    return true
  }
}

extension String {
  /// The text without control characters and others that nobody sees, and with single spaces between its words; nil if
  /// nothing is left that can be a name.
  var tidied: String? {
    if TextGlance(self).isTidy { return self }
    // A control character may stand for a space, such as a tabulator; the others stand within words.
    let words = split { $0.isWhitespace || $0.unicodeScalars.allSatisfy(\.isControl) }
    let seen = words.map { word in
      String(String.UnicodeScalarView(word.unicodeScalars.filter { !$0.isUnseen }))
    }
    let text = seen.filter { !$0.isEmpty }.joined(separator: " ")
    return text.canName ? text : nil
  }

  /// The text with the first occurrence of a part replaced.
  func replacing(_ part: String, by other: String) -> String {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(part) {
        return self[..<rest.startIndex] + other + rest.dropFirst(part.count)
      }
      rest.removeFirst()
    }
    return self
  }

  /// The text with a capital at its beginning.
  var capitalised: String {
    guard let first = utf8.first else { return self }
    if first < 0x80, !(0x61...0x7A ~= first) { return self }
    var bytes = Array(utf8)
    bytes.capitalise(from: 0)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// Whether it contains these words, but not as part of other words or of a hyphenated number.
  func hasWords(_ words: String) -> Bool {
    // Most names have no digit, as numbers of roads do at their end.
    guard let last = words.utf8.last, has(last) else { return false }
    let (text, part) = (Array(utf8), Array(words.utf8))
    guard part.count <= text.count else { return false }
    func isWord(_ index: Int) -> Bool {
      guard text.indices.contains(index) else { return false }
      switch text[index] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF, 0x2D: return true
      default: return false
      }
    }
    return (0...text.count - part.count).contains {
      text[$0..<$0 + part.count].elementsEqual(part) && !isWord($0 - 1) && !isWord($0 + part.count)
    }
  }

  /// Whether a byte is in it: by a span, which takes a third of the instructions of a string's own iterator.
  private func has(_ byte: UInt8) -> Bool {
    let utf8 = self.utf8
    let bytes = utf8.span
    for index in bytes.indices where bytes[index] == byte { return true }
    return false
  }

  /// The first parts of a list separated by semicolons; nil if it has none.
  func firstParts(_ count: Int, joined separator: String) -> String? {
    let glance = TextGlance(self)
    if !glance.isList { return glance.isTidy ? self : tidied }
    var parts: String?
    var (found, rest) = (0, utf8[...])
    while found < count, !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
      if let part = String(Substring(rest[..<end])).tidied {
        parts = parts.map { $0 + separator + part } ?? part
        found += 1
      }
      rest = rest[end...].dropFirst()
    }
    return parts
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character.
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether nobody sees it in a name: a control character, a mark of width 0, one that turns the direction of what
  /// follows, even behind the name, or one that XML does not allow.
  ///
  /// Joiners (U+200C, U+200D) remain, because they change how letters beside them are written.
  fileprivate var isUnseen: Bool {
    switch value {
    case ..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}

extension [UInt8] {
  /// Begins the text from a place to the end with a capital.
  mutating func capitalise(from start: Int) {
    let first = self[start]
    if first < 0x80 {
      guard 0x61...0x7A ~= first else { return }
      // Before another letter of ASCII, the first is a character of its own.
      if start + 1 == count || self[start + 1] < 0x80 {
        self[start] = first & 0xDF
        return
      }
    }
    let text = String(decoding: self[start...], as: UTF8.self)
    replaceSubrange(start..., with: (text[text.startIndex].uppercased() + text.dropFirst()).utf8)
  }
}
