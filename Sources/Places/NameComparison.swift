internal import NavFormat

/// Compares names with the typed text.
struct NameComparison {
  private let typed: TypedWords
  private let isUnfinished: Bool
  /// The abbreviations and expansions of each typed word.
  private let forms: [[[UInt8]]]
  /// Whether words may differ by typing errors.
  var allowsErrors = false

  init(_ typed: TypedWords, isUnfinished: Bool) {
    self.typed = typed
    self.isUnfinished = isUnfinished
    forms = typed.words.map { Abbreviations.forms(of: $0) }
  }

  /// The similarity of a name, or of the most similar one of a list, to some of the typed words, 0 to 1.
  ///
  /// - Parameters:
  ///   - name: The name, or a list such as `Hauptstraße;Markt`.
  ///   - wanted: The indices of the typed words.
  /// - Returns: 1 for a name of just these words.
  func score(_ name: String, _ wanted: [Int]) -> Double {
    let names = NameList.names(name)
    // Someone who types the whole list means this name, too.
    let whole = scoreOne(name, wanted)
    return names.count == 1 ? whole : names.reduce(whole) { max($0, scoreOne($1, wanted)) }
  }

  private func scoreOne(_ name: String, _ wanted: [Int]) -> Double {
    let words = PlaceFolding.words(name)
    guard !words.isEmpty, !wanted.isEmpty else { return 0 }
    let all = words + PlaceFolding.otherWords(name)
    var matched = 0.0
    var quality = 0.0
    for index in wanted {
      var best = (quality: 0.0, length: 0)
      for candidate in all {
        let similarity = similarity(
          typed.words[index], forms[index], candidate,
          isUnfinished: isUnfinished && typed.isLast[index])
        if similarity > best.quality { best = (similarity, candidate.count) }
      }
      quality += best.quality
      matched += best.quality * Double(best.length)
    }
    let length = words.reduce(0) { $0 + $1.count }
    let coverage = min(matched / Double(max(length, 1)), 1)
    return 0.6 * quality / Double(wanted.count) + 0.4 * coverage
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
