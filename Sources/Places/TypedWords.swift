internal import NavFormat

/// The words of a typed text.
struct TypedWords {
  /// The maximum number of words to search.
  static let maximum = 12

  /// The folded words, each once; digits are 0 to 9.
  private(set) var words: [[UInt8]] = []
  /// Whether more letters may follow each word.
  private(set) var isLast: [Bool] = []
  /// The words that may be (part of) house numbers that begin with a digit, as bits.
  private(set) var numberWords: UInt16 = 0
  /// The words that occur more than once, as bits.
  private(set) var repeated: UInt16 = 0
  /// The words of three letters or more with a full stop behind them, as bits.
  private var stopped: UInt16 = 0

  /// All words, as typed.
  let sequence: [[UInt8]]

  init(_ text: String) {
    self.init(folded: PlaceFolding.words(text).map(Digits.plain))
    guard text.utf8.contains(UInt8(ascii: ".")) else { return }
    for part in text.split(separator: ".", omittingEmptySubsequences: false).dropLast() {
      guard let word = PlaceFolding.words(String(part)).last, word.count >= Self.leastStem,
        !Self.isNumber(word)
      else { continue }
      stopped |= bit(of: word) ?? 0
    }
  }

  init(folded all: [[UInt8]]) {
    sequence = all
    for (index, word) in all.enumerated() {
      if let known = words.firstIndex(of: word) {
        repeated |= 1 << UInt16(known)
        continue
      }
      guard words.count < Self.maximum else { continue }
      words.append(word)
      isLast.append(index == all.count - 1)
      if Self.isNumber(word) || word.count == 1 && index > 0 && Self.isNumber(all[index - 1]) {
        numberWords |= 1 << UInt16(words.count - 1)
      }
    }
  }

  static func isNumber(_ word: [UInt8]) -> Bool {
    word.count <= 10 && (word.first.map(isDigit) ?? false)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// All words as bits.
  var all: UInt16 { UInt16(truncatingIfNeeded: (1 << words.count) - 1) }

  /// The bit of a word; nil if it is not one of the words.
  private func bit(of word: [UInt8]) -> UInt16? {
    words.firstIndex(of: word).map { 1 << UInt16($0) }
  }

  /// Possible road numbers such as `B 57`: their letters, and the bit of their digits.
  var roadNumbers: [(letters: [UInt8], number: UInt16)] {
    zip(sequence, sequence.dropFirst()).compactMap { first, second in
      guard Self.isDesignation(first[...]), Self.isRoadNumber(second[...]) else { return nil }
      return bit(of: second).map { (first, $0) }
    }
  }

  /// The text with shortened words such as `Friedr.` as unfinished ones; nil if it has none.
  ///
  /// - Parameter isUnfinished: Whether the last word may be unfinished.
  /// - Returns: The words.
  func withBeginnings(isUnfinished: Bool) -> TypedWords? {
    if stopped == 0 { return nil }
    var result = self
    for index in words.indices {
      result.isLast[index] =
        isLast[index] && isUnfinished || stopped >> UInt16(index) & 1 != 0
    }
    return result
  }

  // MARK: House numbers

  /// Words that form a house number.
  struct Span {
    /// The words as bits.
    var words: UInt16
    /// Those of the words that the text repeats, as in `Rue du 12 Août 12`: a name may have them, too.
    var repeated: UInt16 = 0
    /// The words of the range that it may be an end of, such as `12-14`, as bits; 0 for none.
    var range: UInt16 = 0
    /// Whether it is the whole typed number, not the `12` of `12 a`.
    var isExact: Bool

    /// The words of the number or its range, and whether it is the whole typed number; nil if one of its words is not
    /// open.
    ///
    /// In `Quai Antoine 1er 6`, the first number is part of the name, so that the second is no end of a range.
    func taken(from open: UInt16) -> (words: UInt16, isExact: Bool)? {
      if range != 0, range & ~open == 0 { return (range, false) }
      return words & ~(open | repeated) == 0 ? (words, isExact) : nil
    }
  }

  /// The maximum number of words of a house number, which may be a name, and of numbers in a range.
  private static let (longestSpan, widestRange) = (6, 100)

  /// The key of a house number: `12a` equals `12 a` and a Cyrillic `12а`, but `1 2` does not equal `12`.
  static func numberKey(_ words: some Sequence<[UInt8]>) -> [UInt8] {
    var key: [UInt8] = []
    for word in words.map({ PlaceFolding.transliterated($0) }) {
      if let last = key.last, let first = word.first, isDigit(last), isDigit(first) {
        key.append(UInt8(ascii: "-"))
      }
      key += word
    }
    return key
  }

  /// The possible house numbers in the text, by their keys.
  ///
  /// - Parameter hasLetters: Whether they may begin with a letter.
  /// - Returns: The words of each.
  func spans(hasLetters: Bool) -> [[UInt8]: Span] {
    var result: [[UInt8]: Span] = [:]
    for start in sequence.indices where hasLetters || Self.isNumber(sequence[start]) {
      var bits: UInt16 = 0
      for end in start..<min(start + Self.longestSpan, sequence.count) {
        guard let bit = bit(of: sequence[end]) else { break }
        bits |= bit
        let key = Self.numberKey(sequence[start...end])
        if result[key] == nil {
          result[key] = Span(words: bits, repeated: bits & repeated, isExact: true)
        }
      }
      guard Self.isNumber(sequence[start]) else { continue }
      if start + 1 < sequence.count, sequence[start + 1].count == 1,
        !Self.isNumber(sequence[start + 1])
      {
        result[Self.numberKey([sequence[start]])]?.isExact = false
      }
      guard let range = range(at: start) else { continue }
      for word in sequence[start...start + 1] {
        let bit = bit(of: word) ?? 0
        let own = Span(words: bit, repeated: bit & repeated, isExact: true)
        result[Self.numberKey([word]), default: own].range = range
      }
    }
    return result
  }

  /// The words of a range such as `12-14` that begins at a word, as bits; nil if there is none.
  private func range(at start: Int) -> UInt16? {
    guard start + 1 < sequence.count else { return nil }
    let ends = sequence[start...start + 1].map { word in
      word.count <= 5
        ? Int(String(decoding: word.prefix { Self.isDigit($0) }, as: UTF8.self)) : nil
    }
    guard let low = ends[0], let high = ends[1], low < high, high - low <= Self.widestRange,
      let first = bit(of: sequence[start]), let last = bit(of: sequence[start + 1])
    else { return nil }
    return first | last
  }

  // MARK: Compounds

  /// Folded endings of street names in languages that write them as one word or two.
  private static let endings: [[UInt8]] = [
    "strasse", "str", "platz", "allee", "gasse", "weg", "ring", "damm", "ufer", "markt", "steig",
    "straat", "plein", "laan", "vej", "gade", "vagen", "gatan", "veien",
  ].map { Array($0.utf8) }
  /// The minimum length of what stands before such an ending.
  static let leastStem = 3

  /// The different variants with such compounds, road numbers and house numbers split, with such words joined, without
  /// the words that only announce a house number, a postcode or a town, or that are those of a flat, in Latin letters,
  /// with abbreviations such as `P.º` and `CR` written out, and with the days of dates in digits or words.
  var respelled: [TypedWords] {
    let unannounced = self.unannounced
    let words =
      [
        roadNumbersTakenApart, unannounced, houseNumbersTakenApart, unconnected, withoutFlat,
        sequence.map { PlaceFolding.transliterated($0) },
        unannounced.map { PlaceFolding.transliterated($0) },
      ] + phrasesWrittenOut + datesRespelled
    var known: Set = [sequence]
    return compounds
      + words.filter { known.insert($0).inserted }.map { TypedWords(folded: $0) }
      + (withoutConnections?.compounds ?? [])
  }

  /// The different variants with compounds split and with their words joined.
  var compounds: [TypedWords] {
    [takenApart, joined].filter { $0 != sequence }.map { TypedWords(folded: $0) }
  }

  /// `bahnhof strasse 5` as `bahnhofstrasse 5`; nil without such words.
  var withJoinedCompounds: TypedWords? {
    let words = joined
    return words == sequence ? nil : TypedWords(folded: words)
  }

  /// Folded words before a house number, as in `Nr. 12`, `nº 12`, `n.º 12`, `núm. 12`, `br. 12` and `д. 12`.
  private static let announcements = Set(
    [
      "nr", "no", "n", "o", "nro", "nru", "num", "numero", "numer", "number", "nummer", "numru",
      "hausnummer", "hnr", "br", "d", "dom", "д", "дом",
    ].map { Array($0.utf8) })

  /// `nº 12` as `12`; unchanged unless only numbers follow.
  var withoutAnnouncement: [[UInt8]] {
    let words = Array(sequence.drop { Self.announcements.contains($0) })
    return words.allSatisfy { Self.isNumber($0) } ? words : sequence
  }

  /// `rua do almada no 12` as `rua do almada 12`, `d 69117 heidelberg` as `69117 heidelberg`.
  private var unannounced: [[UInt8]] {
    var result: [[UInt8]] = []
    for word in sequence {
      if Self.isNumber(word) {
        let isPostcode = Self.isPostcode(word)
        while let last = result.last,
          Self.announcements.contains(last) || isPostcode && Self.countries.contains(last)
        {
          result.removeLast()
        }
      }
      result.append(word)
    }
    // A house number alone is no address.
    return result.count > 1 || result.first.map(Self.isPostcode) ?? false ? result : sequence
  }

  /// `aachen germany` as `aachen`, with the codes of that country; nil without the name of a country.
  var withoutCountryName: (rest: TypedWords, codes: Set<String>)? {
    CountryNames.removed(from: sequence).map { (TypedWords(folded: $0.rest), $0.codes) }
  }

  static func isPostcode(_ word: [UInt8]) -> Bool {
    4...5 ~= word.count && word.allSatisfy(isDigit)
  }

  /// The maximum number of letters and of digits of a road number.
  private static let (mostLetters, mostDigits) = (3, 4)

  private static func isDesignation(_ word: ArraySlice<UInt8>) -> Bool {
    1...mostLetters ~= word.count && word.allSatisfy { $0 >= UInt8(ascii: "a") && $0 < 0x7B }
  }

  private static func isRoadNumber(_ word: ArraySlice<UInt8>) -> Bool {
    1...mostDigits ~= word.count && word.allSatisfy(isDigit)
  }

  /// The number of a road alone, `a28` as `a 28`; nil for another text.
  var roadNumber: TypedWords? {
    let apart = roadNumbersTakenApart
    return sequence.count == 1 && apart.count == 2 ? TypedWords(folded: apart) : nil
  }

  /// Folded words behind a house number in Chinese, Japanese and Korean.
  private static let numberSigns = Set(["号", "號", "番", "番地", "호"].map { Array($0.utf8) })

  /// `strasse10a` as `strasse 10a`, `中山路12号` as `中山路 12`.
  private var houseNumbersTakenApart: [[UInt8]] {
    sequence.flatMap { word -> [[UInt8]] in
      let street = word.prefix { !Self.isDigit($0) }
      let number = word.dropFirst(street.count)
      guard street.count >= Self.leastStem, !number.isEmpty else { return [word] }
      let digits = number.prefix(while: Self.isDigit)
      let isSigned = Self.numberSigns.contains(Array(number.dropFirst(digits.count)))
      return [Array(street), Array(isSigned ? digits : number)]
    }
  }

  /// `main street 12b` as `main street 12 b`; nil without such a number.
  var lettersTakenApart: TypedWords? {
    let apart = sequence.flatMap { word -> [[UInt8]] in
      let digits = word.prefix(while: Self.isDigit)
      guard 1...Self.mostDigits ~= digits.count, word.count == digits.count + 1 else {
        return [word]
      }
      return [Array(digits), Array(word.suffix(1))]
    }
    return apart.count == sequence.count || sequence.count == 1 ? nil : TypedWords(folded: apart)
  }

  /// `a28` as `a 28`.
  private var roadNumbersTakenApart: [[UInt8]] {
    sequence.flatMap { word -> [[UInt8]] in
      let letters = word.prefix { !Self.isDigit($0) }
      let digits = word.dropFirst(letters.count)
      guard Self.isDesignation(letters), Self.isRoadNumber(digits) else { return [word] }
      return [Array(letters), Array(digits)]
    }
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
