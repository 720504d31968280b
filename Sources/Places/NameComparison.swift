internal import NavFormat

/// Compares names with the typed text.
struct NameComparison {
  let typed: TypedWords
  let isUnfinished: Bool
  /// The abbreviations and expansions of each typed word.
  let forms: [[[UInt8]]]
  /// The typed words that the same word of a name may be, as bits, such as `street` and `saint` for `St`.
  let alikeWords: UInt16
  /// Whether words may differ by typing errors.
  var allowsErrors = false

  init(_ typed: TypedWords, isUnfinished: Bool) {
    self.typed = typed
    self.isUnfinished = isUnfinished
    forms = typed.words.map { Abbreviations.forms(of: $0) }
    alikeWords = Self.alikeWords(typed, forms)
  }

  /// The similarity of a name, or of the most similar one of a list, to some of the typed words, 0 to 1.
  ///
  /// - Parameters:
  ///   - name: The name, or a list such as `Hauptstraße;Markt`.
  ///   - wanted: The indices of the typed words.
  ///   - towns: The words in the names of the towns around the place, which the text need not repeat.
  /// - Returns: 1 for a name of just these words.
  func score(_ name: String, _ wanted: [Int], in towns: [[UInt8]] = []) -> Double {
    let names = NameList.names(name)
    // Someone who types the whole list means this name, too.
    let whole = scoreOne(name, wanted, towns)
    return names.count == 1 ? whole : names.reduce(whole) { max($0, scoreOne($1, wanted, towns)) }
  }

  private func scoreOne(_ name: String, _ wanted: [Int], _ towns: [[UInt8]]) -> Double {
    let words = PlaceFolding.words(name)
    guard !words.isEmpty, !wanted.isEmpty else { return 0 }
    let all = words + PlaceFolding.otherWords(name)
    var matched = 0.0
    var quality = 0.0
    // The words of the name that are typed, as bits; a name has at most 24.
    var found: UInt32 = 0
    for index in wanted {
      var best = (quality: 0.0, at: 0)
      for (at, candidate) in all.enumerated() {
        let similarity = similarity(
          typed.words[index], forms[index], candidate,
          isUnfinished: isUnfinished && typed.isLast[index])
        if similarity > best.quality { best = (similarity, at) }
      }
      quality += best.quality
      matched += best.quality * Double(all[best.at].count)
      if best.quality > 0, best.at < words.count { found |= 1 << UInt32(best.at) }
    }
    var length = 0
    for (at, word) in words.enumerated()
    where found >> UInt32(at) & 1 != 0 || !Self.names(word, oneOf: towns) {
      let isTyped = found >> UInt32(at) & 1 != 0
      let isKind = !isTyped && StreetKinds.words.contains(word)
      length += isKind ? min(word.count, StreetKinds.letters) : word.count
    }
    let coverage = min(matched / Double(max(length, 1)), 1)
    return 0.6 * quality / Double(wanted.count) + 0.4 * coverage
  }

  /// Whether a word is that of a town, or one made from it, such as `Aachener`.
  private static func names(_ word: [UInt8], oneOf towns: [[UInt8]]) -> Bool {
    towns.contains { town in
      word == town
        || town.count >= 4 && word.count <= town.count + 2 && word.starts(with: town)
    }
  }

  /// The similarity of a typed word to a word of a name, 0 to 1.
  private func similarity(
    _ typed: [UInt8], _ forms: [[UInt8]], _ word: [UInt8], isUnfinished: Bool
  ) -> Double {
    if typed == word { return 1 }
    if forms.contains(word) { return 0.97 }
    if isUnfinished, word.starts(with: typed) {
      return 0.7 + 0.25 * Double(typed.count) / Double(word.count)
    }
    let errors = allowsErrors ? WordMatcher.errors(typed) : 0
    // One error, as someone lost one letter.
    if errors > 0, WordMatcher.lacksSharpS(typed, word) { return 0.65 }
    // Words with other lengths differ by more.
    guard errors > 0, typed.count <= word.count + errors,
      isUnfinished || word.count <= typed.count + errors
    else { return 0 }
    let distance = DistanceTable.distance(typed, word, errors: errors)
    if distance <= errors { return 0.85 - 0.2 * Double(distance) }
    guard isUnfinished, word.count > typed.count else { return 0 }
    let beginning = DistanceTable.distance(
      typed, Array(word.prefix(typed.count)), errors: errors)
    return beginning <= errors ? 0.6 - 0.15 * Double(beginning) : 0
  }
}
