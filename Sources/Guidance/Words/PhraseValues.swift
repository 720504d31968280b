/// The values of placeholders in one phrase.
struct PhraseValues {
  /// Those that have a value.
  private(set) var present: SlotSet = []
  /// Few at a time: a list is faster than a table of all.
  private var texts: [(slot: Slot, text: String)] = []
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
  /// The second place of ``Slot/towards``.
  var secondPlace: String?
  /// How the name of ``Slot/road`` is pronounced, in the International Phonetic Alphabet.
  var pronunciation: String?
  /// Whether ``Slot/road`` is the number of a road.
  var roadIsNumber = false

  init() { texts.reserveCapacity(6) }

  /// The value of a slot; an empty text is none.
  subscript(slot: Slot) -> String? {
    get {
      guard present.contains(slot) else { return nil }
      for entry in texts where entry.slot == slot { return entry.text }
      return nil
    }
    set {
      if present.contains(slot) { texts.removeAll { $0.slot == slot } }
      if let newValue, !newValue.isEmpty {
        texts.append((slot, newValue))
        present.insert(SlotSet(slot))
      } else {
        present.remove(SlotSet(slot))
      }
    }
  }
}

extension String {
  /// The text without control characters, and with single spaces between its words; nil if nothing is left.
  var tidied: String? {
    var before: UInt8 = 0x20
    var isTidy = true
    for byte in utf8 {
      if byte < 0x20 || byte == 0x7F || byte == 0x20 && before == 0x20 { isTidy = false }
      before = byte
    }
    if isTidy, before != 0x20 { return self }
    let words = split { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
    let joined = words.joined(separator: " ").unicodeScalars.filter {
      $0.value >= 0x20 && $0.value != 0x7F
    }
    return joined.isEmpty ? nil : String(String.UnicodeScalarView(joined))
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
    if first < 0x80 {
      guard 0x61...0x7A ~= first else { return self }
      // Before another letter of ASCII, the first is a character of its own.
      let rest = utf8.index(after: startIndex)
      if rest == endIndex || utf8[rest] < 0x80 {
        var text = ""
        text.reserveCapacity(utf8.count)
        text.unicodeScalars.append(Unicode.Scalar(first & 0xDF))
        text += self[rest...]
        return text
      }
    }
    return self[startIndex].uppercased() + dropFirst()
  }
}
