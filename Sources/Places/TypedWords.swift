internal import NavFormat

/// The words of a text that was typed.
struct TypedWords {
  /// The maximum number of words that are searched.
  static let maximum = 12

  /// The folded words, each once.
  private(set) var words: [[UInt8]] = []
  /// By word, whether more letters may follow.
  private(set) var isLast: [Bool] = []
  /// By word, the house number that it may be, with the letter behind it; nil if it can be none.
  private(set) var numbers: [[UInt8]?] = []
  /// By word, whether the word before is a house number that it belongs to.
  private(set) var isSuffix: [Bool] = []

  /// All words, as typed.
  private let sequence: [[UInt8]]

  init(_ text: String) { self.init(folded: PlaceFolding.words(text)) }

  private init(folded all: [[UInt8]]) {
    sequence = all
    for (index, word) in all.enumerated() {
      guard words.count < Self.maximum, !words.contains(word) else { continue }
      words.append(word)
      isLast.append(index == all.count - 1)
      var number: [UInt8]?
      var suffix = false
      if let first = word.first, Self.isDigit(first), word.count <= 10 {
        number = word
        if index + 1 < all.count, all[index + 1].count == 1, !Self.isDigit(all[index + 1][0]) {
          number = word + all[index + 1]
        }
      } else if word.count == 1, index > 0, let first = all[index - 1].first, Self.isDigit(first) {
        suffix = true
      }
      numbers.append(number)
      isSuffix.append(suffix)
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// All words as bits.
  var all: UInt16 { UInt16(truncatingIfNeeded: (1 << words.count) - 1) }

  // MARK: Compounds

  /// What names of streets end with in languages that write them as one word or as two, folded.
  private static let endings: [[UInt8]] = [
    "strasse", "str", "platz", "allee", "gasse", "weg", "ring", "damm", "ufer", "markt", "steig",
    "straat", "plein", "laan", "vej", "gade", "vagen", "gatan", "veien",
  ].map { Array($0.utf8) }
  private static let leastStem = 3

  /// The words with such compounds taken apart, and with such words joined, where that differs.
  var respelled: [TypedWords] {
    [takenApart, joined].filter { $0 != sequence }.map { TypedWords(folded: $0) }
  }

  /// `vaalserstr` as `vaalser str`.
  private var takenApart: [[UInt8]] {
    sequence.flatMap { word -> [[UInt8]] in
      let ending = Self.endings.first {
        word.count >= $0.count + Self.leastStem && word.suffix($0.count).elementsEqual($0)
      }
      guard let ending else { return [word] }
      return [Array(word.dropLast(ending.count)), ending]
    }
  }

  /// `haupt strasse` as `hauptstrasse`.
  private var joined: [[UInt8]] {
    var result: [[UInt8]] = []
    for word in sequence {
      if Self.endings.contains(word), let stem = result.last, stem.count >= Self.leastStem,
        !Self.isDigit(stem[0])
      {
        result[result.count - 1] = stem + word
      } else {
        result.append(word)
      }
    }
    return result
  }
}
