/// Spaces where the map has them.
extension TypedWords {
  /// The lengths in bytes of words to take apart.
  private static let divisible = 5...24
  /// The maximum number of variants of a text with words taken apart.
  private static let maximumTakenApart = 4

  /// The different variants with the spaces where the map has them: `a 28` as `a28`, `1012 ab` as `1012ab`, `11455` as
  /// `114 55`, `santanna` as `sant anna`.
  ///
  /// - Parameter isKnown: Whether the map has a word.
  /// - Returns: The variants.
  func withKnownWords(isKnown: ([UInt8]) -> Bool) -> [TypedWords] {
    // In `solskift evej, københavn s`, only the first two words are one, even if the map has `københavns`, too.
    let mended = joinedAsKnown(isKnown) { parts in !parts.allSatisfy(isKnown) }
    let joined = joinedAsKnown(isKnown) { _ in true }
    return ([mended] + (joined == mended ? [] : [joined]) + takenApartAsKnown(isKnown))
      .filter { $0 != sequence }.map { TypedWords(folded: $0) }
  }

  /// The maximum number of letters of a part of a word that begins no other word.
  private static let longestEnd = 3

  /// Whether the last word is a short end of another text's last word, from which it was taken apart.
  func endsInPart(of other: TypedWords) -> Bool {
    guard let part = sequence.last, let word = other.sequence.last else { return false }
    return part.count <= Self.longestEnd && part.count < word.count
      && word.suffix(part.count).elementsEqual(part)
  }

  /// The text with words joined where the map has them as one, and they may be.
  private func joinedAsKnown(
    _ isKnown: ([UInt8]) -> Bool, where mayJoin: ([[UInt8]]) -> Bool
  ) -> [[UInt8]] {
    var result: [[UInt8]] = []
    for word in sequence {
      let lastTwo = result.suffix(2).flatMap { $0 }
      if let last = result.last, Self.areTwoNumbers(last, word) {
        result.append(word)
      } else if result.count > 1, isKnown(lastTwo + word), mayJoin(result.suffix(2) + [word]) {
        // `adalbert stein weg`
        result.removeLast(2)
        result.append(lastTwo + word)
      } else if let last = result.last, isKnown(last + word), mayJoin([last, word]) {
        result[result.count - 1] = last + word
      } else if let last = result.last, word.count > Self.leastStem, word.last == UInt8(ascii: "s"),
        isKnown(last + word.dropLast())
      {
        // The s of a genitive may be a word: `mc donalds` as `mcdonald s`.
        result[result.count - 1] = last + word.dropLast()
        result.append([UInt8(ascii: "s")])
      } else {
        result.append(word)
      }
    }
    return result
  }

  /// The minimum number of digits of a postcode with a space in it, such as `114 55`.
  private static let leastSpaced = 5

  /// Whether the digits at the end of a word and at the beginning of the next are those of two numbers: the house
  /// `12/3` is none of 123.
  private static func areTwoNumbers(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.last.map(isDigit) == true, second.first.map(isDigit) == true else { return false }
    let both = first + second
    return both.count < leastSpaced || !both.allSatisfy(isDigit)
  }

  private func takenApartAsKnown(_ isKnown: ([UInt8]) -> Bool) -> [[[UInt8]]] {
    var result: [[[UInt8]]] = []
    for (index, word) in sequence.enumerated() where !isKnown(word) {
      // `cap dail`
      let hasArticle =
        index > 0 && word.count > Self.leastStem && Self.beginsWithArticle(word[...])
      guard word.count <= Self.divisible.upperBound,
        hasArticle || word.count >= Self.divisible.lowerBound
      else { continue }
      var variants = Self.parts(of: word[...], count: 2, least: 2, isInside: hasArticle, isKnown)
      // `willybrandtplatz`, even if there is an `Eichenweg` for `dreieichenweg`
      variants += Self.parts(of: word[...], count: 3, least: 3, isKnown)
      for parts in variants where result.count < Self.maximumTakenApart {
        result.append(Array(sequence[..<index]) + parts + Array(sequence[(index + 1)...]))
      }
    }
    return result
  }

  /// Whether letters begin with an article of one letter, which a vowel or h follows: `capdail` is Cap d'Ail.
  private static func beginsWithArticle(_ word: ArraySlice<UInt8>) -> Bool {
    guard let second = word.dropFirst().first else { return false }
    return "dl".utf8.contains(word[word.startIndex]) && "aeiouyh".utf8.contains(second)
  }

  /// The divisions of a word into some words that the map has, of at least some letters.
  private static func parts(
    of word: ArraySlice<UInt8>, count: Int, least: Int, isInside: Bool = false,
    _ isKnown: ([UInt8]) -> Bool
  ) -> [[[UInt8]]] {
    if count == 1 { return isKnown(Array(word)) ? [[Array(word)]] : [] }
    // Only the s of a genitive is a word of one letter: `mcdonalds`.
    let end = word.last == UInt8(ascii: "s") ? 1 : least
    let cuts =
      (isInside && beginsWithArticle(word) ? [1] : [])
      + stride(from: least, through: word.count - end, by: 1)
    var result: [[[UInt8]]] = []
    for cut in cuts {
      let first = Array(word.prefix(cut))
      if result.count >= maximumTakenApart || !isKnown(first) { continue }
      let rest = parts(
        of: word.dropFirst(cut), count: count - 1, least: least, isInside: true, isKnown)
      result += rest.map { [first] + $0 }
    }
    return result
  }
}
