internal import NavFormat

/// Words of the dictionary that match a typed word.
struct WordMatch {
  /// Their indices.
  var words: Range<Int>
  /// Whether they are the typed word or an abbreviation of it.
  var isExact: Bool
}

/// Finds the words of a dictionary that a typed word may mean.
///
/// Typing errors are counted as in the optimal string alignment distance: a letter too many, missing, wrong, or two
/// letters exchanged. The dictionary is walked in its order with one row of the distance table for each letter of the
/// common beginning, so that only words that can still match are looked at (as in a trie; compare Schulz and Mihov,
/// "Fast string correction with Levenshtein automata", 2002, doi:10.1007/s10032-002-0082-8).
struct WordMatcher {
  /// The maximum number of words of one beginning.
  private static let maximumWords = 20_000
  /// The maximum number of words with typing errors.
  private static let maximumWrongWords = 400

  /// The words that are, or begin with, a typed word.
  ///
  /// - Parameters:
  ///   - word: The typed word, folded.
  ///   - isUnfinished: Whether more letters may follow.
  ///   - places: The map's places.
  /// - Returns: The words.
  static func matches(
    _ word: [UInt8], isUnfinished: Bool, _ places: borrowing PlacesView
  ) -> [WordMatch] {
    var result: [WordMatch] = []
    for form in [word] + Abbreviations.forms(of: word) {
      guard let cursor = places.firstWord(notBelow: form) else { continue }
      if cursor.word == form {
        result.append(WordMatch(words: cursor.index..<cursor.index + 1, isExact: true))
      }
    }
    guard isUnfinished else { return result }
    var longer = places.words(beginningWith: word)
    if let first = result.first, first.words.lowerBound == longer.lowerBound {
      longer = longer.dropFirst()
    }
    result.append(WordMatch(words: longer.prefix(maximumWords), isExact: false))
    return result
  }

  /// The maximum number of typing errors in a word of this length.
  static func errors(_ word: [UInt8]) -> Int {
    if word.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) { return 0 }
    // Letters beyond ASCII have at least two bytes.
    if word.contains(where: { $0 >= 0x80 }) { return word.count < 6 ? 0 : 2 }
    return word.count < 4 ? 0 : word.count < 8 ? 1 : 2
  }

  /// The words that differ from a typed word by typing errors.
  ///
  /// - Parameters:
  ///   - word: The typed word, folded.
  ///   - errors: The maximum number of errors, 1 or 2.
  ///   - isUnfinished: Whether more letters may follow.
  ///   - places: The map's places.
  /// - Returns: The words, without the typed word itself.
  static func similar(
    _ word: [UInt8], errors: Int, isUnfinished: Bool, _ places: borrowing PlacesView
  ) -> [WordMatch] {
    guard errors > 0, var cursor = places.firstWord(notBelow: [0]) else { return [] }
    var table = DistanceTable(word)
    var shared = 0
    var result: [WordMatch] = []
    while result.count < maximumWrongWords {
      let end = table.extend(cursor.word, from: shared, errors: errors)
      let beginsSimilarly = isUnfinished && table.least(upTo: end.depth) <= errors
      let isSimilar = !end.isDead && table.distance(at: cursor.word.count) <= errors
      if isSimilar || beginsSimilarly, cursor.word != word {
        result.append(WordMatch(words: cursor.index..<cursor.index + 1, isExact: false))
      }
      // No word with a beginning that can't match is looked at, unless a part of this beginning suffices.
      let passed = end.isDead && !beginsSimilarly ? end.depth : .max
      guard let common = places.advance(&cursor, passing: passed) else { break }
      shared = common
    }
    return result
  }

  /// The words from which a typed word lacks a `ß`, which is folded to two letters: `Strae` for `Straße`.
  ///
  /// - Parameters:
  ///   - word: The typed word, folded.
  ///   - places: The map's places.
  /// - Returns: The words.
  static func withSharpS(_ word: [UInt8], _ places: borrowing PlacesView) -> [WordMatch] {
    // Where two errors are permitted, those of two letters are found anyway.
    guard errors(word) == 1 else { return [] }
    var result: [WordMatch] = []
    for place in 1...word.count {
      let whole = Array(word[..<place] + sharpS + word[place...])
      guard let cursor = places.firstWord(notBelow: whole), cursor.word == whole else { continue }
      result.append(WordMatch(words: cursor.index..<cursor.index + 1, isExact: false))
    }
    return result
  }

  /// Whether a typed word is another one without its `ß`.
  static func lacksSharpS(_ typed: [UInt8], _ word: [UInt8]) -> Bool {
    guard word.count == typed.count + sharpS.count, errors(typed) > 0 else { return false }
    let common = zip(typed, word).prefix { $0 == $1 }.count
    // A letter s before or behind it is alike.
    return (0...common).contains { place in
      place > 0 && word[place...].starts(with: sharpS)
        && word[(place + sharpS.count)...] == typed[place...]
    }
  }

  private static let sharpS = Array("ss".utf8)
}

/// The distances between the prefixes of a word and those of the typed word, one row per letter.
struct DistanceTable {
  private let typed: [UInt8]
  private var rows: [UInt8]
  private let width: Int
  /// The minimum distance of the whole typed word to a prefix, by the maximum length of the prefix.
  private var least: [UInt8]

  init(_ typed: [UInt8]) {
    self.typed = typed
    width = typed.count + 1
    rows = [UInt8](repeating: 0, count: width * (PlaceFolding.maximumWordBytes + 1))
    least = [UInt8](repeating: .max, count: PlaceFolding.maximumWordBytes + 1)
    for column in 0..<width { rows[column] = UInt8(min(column, 200)) }
    least[0] = rows[width - 1]
  }

  /// Adds the letters of a word behind those that it shares with the previous word.
  ///
  /// Only distances up to `errors` are right, as those of prefixes whose lengths differ by more are not calculated
  /// (Ukkonen, "Algorithms for approximate string matching", 1985, doi:10.1016/S0019-9958(85)80046-2).
  ///
  /// - Returns: The number of letters read, and whether no longer word can match.
  mutating func extend(
    _ word: [UInt8], from shared: Int, errors: Int
  ) -> (depth: Int, isDead: Bool) {
    // The rows of an abandoned earlier word are incomplete, so they are computed again.
    var depth = min(shared, complete)
    while depth < word.count {
      let lowest = Self.addRow(
        depth, word[depth], after: depth > 0 ? word[depth - 1] : 0, typed, &rows,
        errors: min(errors, width))
      depth += 1
      complete = depth
      least[depth] = min(least[depth - 1], rows[depth * width + width - 1])
      if Int(lowest) > errors { return (depth, true) }
    }
    complete = depth
    return (depth, false)
  }

  /// Calculates the distances of a prefix from those of the prefix without its last letter; returns the least.
  private static func addRow(
    _ depth: Int, _ letter: UInt8, after before: UInt8, _ typed: [UInt8], _ rows: inout [UInt8],
    errors: Int
  ) -> UInt8 {
    let width = typed.count + 1
    let (above, row) = (depth * width, (depth + 1) * width)
    let (low, high) = (max(depth + 1 - errors, 1), min(depth + 1 + errors, width - 1))
    var rows = rows.mutableSpan
    let typed = typed.span
    rows[row] = UInt8(depth + 1)
    var least = rows[row]
    // The neighbours of the columns that count are too far; the last one is asked for in any case.
    rows[row + width - 1] = far
    if high < width - 1 { rows[row + high + 1] = far }
    if low > 1 { rows[row + min(low, width) - 1] = far }
    var column = low
    while column <= high {
      let cost: UInt8 = typed[column - 1] == letter ? 0 : 1
      var value = min(
        rows[above + column - 1] + cost,
        min(rows[above + column], rows[row + column - 1]) + 1)
      if depth > 0, column > 1, typed[column - 2] == letter, typed[column - 1] == before {
        value = min(value, rows[above - width + column - 2] + 1)
      }
      rows[row + column] = value
      least = min(least, value)
      column += 1
    }
    return least
  }

  /// A distance that no word has.
  private static let far: UInt8 = 200

  /// The number of rows that belong to the last word.
  private var complete = 0

  /// The distance of the whole typed word to a prefix of the last word.
  func distance(at depth: Int) -> Int { Int(rows[depth * width + width - 1]) }

  /// The minimum of these up to a depth.
  func least(upTo depth: Int) -> Int { Int(least[depth]) }

  /// The distance of two words; if it exceeds `errors`, any number that does.
  static func distance(_ a: [UInt8], _ b: [UInt8], errors: Int) -> Int {
    var table = DistanceTable(a)
    let end = table.extend(
      Array(b.prefix(PlaceFolding.maximumWordBytes)), from: 0, errors: errors)
    return end.isDead ? .max : table.distance(at: end.depth)
  }
}
