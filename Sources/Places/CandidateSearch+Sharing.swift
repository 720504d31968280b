internal import MapReader
internal import NavFormat
internal import RoadModel

/// Typed words that the same word of a name may be, such as `St` for `street` and for `saint`.
extension CandidateSearch {
  /// The typed words of a place, as bits, without those that have no word of its names for themselves.
  ///
  /// In `St. Paul's Street`, the restaurant `St. Paul's` has no word for `Street`.
  func servedWords(of place: Int, _ places: borrowing PlacesView) -> UInt16 {
    let words = own[place]
    // The letter of a house `12 R` is a number, whatever it may abbreviate.
    let alike = comparison.alikeWords & words & ~typed.numberWords
    // One word alone is no pair.
    guard alike & (alike &- 1) != 0 else { return words }
    return words & ~comparison.unserved(alike, by: texts(of: place, places))
  }

  /// The abbreviations that the text has twice, but only one settlement around a place once, as bits.
  ///
  /// In `mill st st albans`, the town has a word for one `st`, and what it surrounds must have one for the other. In
  /// `mill st albans st albans`, the name of the town is typed twice.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - own: The typed words in its own names, as bits.
  ///   - places: The places.
  /// - Returns: The words.
  func wordsLeftOver(
    of place: Int, with own: UInt16, _ places: borrowing PlacesView
  ) -> UInt16 {
    if typed.repeated & ~own == 0 { return 0 }
    let repeated = typed.repeated & comparison.abbreviations & ~typed.numberWords & ~own
    if repeated == 0 { return 0 }
    var (once, twice): (UInt16, UInt16) = (0, 0)
    var depth = 0
    var next = places.parent(place)
    while let settlement = next, depth < 10 {
      let words = self.own[settlement]
      twice |= words & ~typed.repeated == 0 ? words : once & words
      once |= words
      next = places.parent(settlement)
      depth += 1
    }
    return repeated & once & ~twice
  }

  /// Whether a street or a point of interest has only one word for one that the text has twice, as in `St Paul St`.
  func lacksRepeatedWord(_ candidate: Candidate, _ places: borrowing PlacesView) -> Bool {
    let repeated = typed.repeated & ~typed.numberWords & candidate.own
    if repeated == 0 || places.category(candidate.place).isSettlement { return false }
    let open = repeated & ~settlementWords(of: candidate.place, places)
    return open != 0 && comparison.hasOneWord(for: open, in: texts(of: candidate.place, places))
  }

  /// The texts by whose words a place is found.
  private func texts(of place: Int, _ places: borrowing PlacesView) -> [String] {
    var texts = map.name(places.nameOffset(place)).map { [$0] } ?? []
    let category = places.category(place)
    for row in places.details(of: place) {
      let kind = places.detailKind(row)
      guard kind.isName || kind == .type && category.isPointOfInterest,
        let text = map.name(places.detailText(row))
      else { continue }
      texts.append(text)
    }
    return category.isPointOfInterest ? texts + [category.word] : texts
  }
}

extension NameComparison {
  /// The typed words that abbreviate others or are abbreviated, as bits.
  var abbreviations: UInt16 {
    forms.indices.reduce(0) { $0 | (forms[$1].isEmpty ? 0 : 1 << UInt16($1)) }
  }

  /// The typed words that have a form in common with others, as bits.
  static func alikeWords(_ typed: TypedWords, _ forms: [[[UInt8]]]) -> UInt16 {
    var result: UInt16 = 0
    for index in typed.words.indices where !forms[index].isEmpty {
      for other in typed.words.indices where other != index {
        let isAlike = forms[index].contains { form in
          form == typed.words[other] || forms[other].contains(form)
        }
        if isAlike { result |= 1 << UInt16(index) | 1 << UInt16(other) }
      }
    }
    return result
  }

  /// Those of some typed words that are left over if each word of the names is only one of them, as bits.
  ///
  /// A word that is in none of the names as typed or abbreviated, such as one with a typing error, is not left over.
  ///
  /// - Parameters:
  ///   - wanted: The typed words as bits.
  ///   - names: The names.
  /// - Returns: The words.
  func unserved(_ wanted: UInt16, by names: [String]) -> UInt16 {
    let words = Self.words(of: names)
    var owners = [Int?](repeating: nil, count: words.count)
    var result: UInt16 = 0
    let indices = indices(of: wanted)
    // Those that are in a name as typed have it for certain.
    let isTyped = { words.contains(typed.words[$0]) }
    for index in indices.filter(isTyped) + indices.filter({ !isTyped($0) }) {
      var visited: Set<Int> = []
      let hasWord = words.contains { mayBe($0, typedAt: index) }
      if hasWord, !takeWord(for: index, words, &owners, &visited) { result |= 1 << UInt16(index) }
    }
    return result
  }

  /// Whether one of some typed words is at most one word of some names.
  func hasOneWord(for wanted: UInt16, in names: [String]) -> Bool {
    let words = Self.words(of: names)
    return indices(of: wanted).contains { index in
      words.filter { mayBe($0, typedAt: index) }.count < 2
    }
  }

  private func indices(of bits: UInt16) -> [Int] {
    typed.words.indices.filter { bits >> UInt16($0) & 1 != 0 }
  }

  /// The words of some names; one that stands twice in one name twice, but one that stands in two names once.
  private static func words(of names: [String]) -> [[UInt8]] {
    var words: [[UInt8]] = []
    for name in names {
      var known = words
      for word in PlaceFolding.words(name) + PlaceFolding.otherWords(name) {
        if let index = known.firstIndex(of: word) {
          known.remove(at: index)
        } else {
          words.append(word)
        }
      }
    }
    return words
  }

  /// Gives a word of the names to a typed one; one that has it already takes another (the method of augmenting paths).
  private func takeWord(
    for index: Int, _ words: [[UInt8]], _ owners: inout [Int?], _ visited: inout Set<Int>
  ) -> Bool {
    for at in words.indices where mayBe(words[at], typedAt: index) && visited.insert(at).inserted {
      if let owner = owners[at], !takeWord(for: owner, words, &owners, &visited) { continue }
      owners[at] = index
      return true
    }
    return false
  }

  /// Whether a word of a name may be the typed one: as typed, abbreviated or unfinished.
  private func mayBe(_ word: [UInt8], typedAt index: Int) -> Bool {
    word == typed.words[index] || forms[index].contains(word)
      || isUnfinished && typed.isLast[index] && word.starts(with: typed.words[index])
  }
}
