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
  /// The number of words to read sequentially before searching the dictionary again.
  private static let patience = 24

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
    var previous: [UInt8] = []
    var result: [WordMatch] = []
    while result.count < maximumWrongWords {
      let shared = zip(previous, cursor.word).prefix { $0 == $1 }.count
      let end = table.extend(cursor.word, from: shared, errors: errors)
      previous = cursor.word
      let distance = end.isDead ? Int.max : table.distance(at: cursor.word.count)
      if distance <= errors || isUnfinished && table.least(upTo: end.depth) <= errors {
        if cursor.word != word {
          result.append(WordMatch(words: cursor.index..<cursor.index + 1, isExact: false))
        }
      }
      // Skips all words whose beginning can't match, unless a beginning of the word suffices.
      let skip = end.isDead && !(isUnfinished && table.least(upTo: end.depth) <= errors)
      guard places.advance(&cursor) else { break }
      if skip {
        var read = 0
        let dead = previous.prefix(end.depth)
        while cursor.word.starts(with: dead) {
          read += 1
          if read > patience {
            guard let next = PlacesView.successor(dead),
              let later = places.firstWord(notBelow: next)
            else {
              return result
            }
            cursor = later
            break
          }
          guard places.advance(&cursor) else { return result }
        }
      }
    }
    return result
  }
}

/// The distances between the prefixes of a word and those of the typed word, one row per letter.
struct DistanceTable {
  private let typed: [UInt8]
  private var rows: [UInt8]
  private var letters: [UInt8] = []
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
  /// - Returns: The number of letters read, and whether no longer word can match.
  mutating func extend(
    _ word: [UInt8], from shared: Int, errors: Int
  ) -> (depth: Int, isDead: Bool) {
    letters = word
    // The rows of an abandoned earlier word are incomplete, so they are computed again.
    var depth = min(shared, complete)
    complete = depth
    while depth < word.count {
      let letter = word[depth]
      let above = depth * width
      let row = above + width
      rows[row] = UInt8(depth + 1)
      var low = rows[row]
      for column in 1..<width {
        let cost: UInt8 = typed[column - 1] == letter ? 0 : 1
        var value = min(
          rows[above + column - 1] + cost,
          min(rows[above + column], rows[row + column - 1]) + 1)
        if depth > 0, column > 1, typed[column - 2] == letter, typed[column - 1] == word[depth - 1]
        {
          value = min(value, rows[above - width + column - 2] + 1)
        }
        rows[row + column] = value
        low = min(low, value)
      }
      depth += 1
      complete = depth
      least[depth] = min(least[depth - 1], rows[row + width - 1])
      if Int(low) > errors { return (depth, true) }
    }
    return (depth, false)
  }

  /// The number of rows that belong to the last word.
  private var complete = 0

  /// The distance of the whole typed word to a prefix of the last word.
  func distance(at depth: Int) -> Int { Int(rows[depth * width + width - 1]) }

  /// The minimum of these up to a depth.
  func least(upTo depth: Int) -> Int { Int(least[depth]) }

  /// The distance of two words.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var table = DistanceTable(a)
    _ = table.extend(Array(b.prefix(PlaceFolding.maximumWordBytes)), from: 0, errors: .max)
    return table.distance(at: min(b.count, PlaceFolding.maximumWordBytes))
  }
}
