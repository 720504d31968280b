internal import NavFormat

/// What people write between a place and its surroundings, and around what they want to have near.
extension TypedWords {
  /// A phrase of folded words.
  private struct Phrase {
    var words: [[UInt8]]
    /// Whether it asks for what is nearest, and may stand anywhere; others stand between two parts of the text.
    var isAnywhere: Bool
  }

  /// Between what is searched and where, as in `pharmacy in aachen`.
  private static let between = [
    // English
    "in", "at", "near", "near to", "close to", "next to", "around",
    // German
    "im", "bei", "nahe", "nahe bei", "um", "rund um", "neben", "in der Nähe von",
    "in der Naehe von", "Nähe", "Naehe", "beim", "unweit", "unweit von", "gegenüber",
    // French
    "en", "à", "au", "aux", "dans", "près", "près de", "près du", "près des", "près d", "proche de",
    "autour de", "à côté de", "à proximité de",
    // Spanish
    "a", "cerca de", "cerca del", "junto a", "alrededor de",
    // Portuguese
    "em", "no", "na", "perto de", "perto do", "perto da", "junto ao", "junto de",
    "próximo de", "próximo a", "ao pé de", "à volta de",
    // Others
    "nel", "ved", "w", "v",
  ]

  /// Around what is wanted near, as in `nearest pharmacy` and `pharmacy near me`.
  private static let anywhere = [
    // English
    "near me", "nearby", "close to me", "around me", "nearest", "the nearest", "closest",
    "the closest",
    // German
    "nächste", "nächster", "nächstes", "nächsten", "nächstgelegene", "naechste", "in meiner Nähe",
    "in meiner Naehe", "in der Nähe von mir", "in der Nähe", "in der Naehe",
    // French
    "près de moi", "autour de moi", "près d'ici", "à proximité", "la plus proche",
    "le plus proche", "les plus proches",
    // Spanish
    "cerca de mí", "cerca de aquí", "cerca", "más cercano", "más cercana", "más cercanos",
    "más cercanas",
    // Portuguese
    "perto de mim", "perto daqui", "perto", "mais próximo", "mais próxima", "mais próximos",
    "mais próximas",
  ]

  /// Folded articles before the name of a place, as in `hotel near the station`.
  private static let articles = Set(
    ["the", "der", "dem", "den", "la", "le", "les", "l", "el", "o", "os", "as"].map {
      Array($0.utf8)
    })

  /// Folded articles and prepositions that make such a word a name, as in `Rua da Cerca`.
  private static let beforeNames = Set(["da", "de", "do", "la"].map { Array($0.utf8) })

  /// The phrases by their first words, the longest first.
  private static let phrases: [[UInt8]: [Phrase]] = {
    var result: [[UInt8]: [Phrase]] = [:]
    for (texts, isAnywhere) in [(between, false), (anywhere, true)] {
      for text in texts {
        let words = PlaceFolding.words(text)
        guard let first = words.first else { continue }
        result[first, default: []].append(Phrase(words: words, isAnywhere: isAnywhere))
      }
    }
    return result.mapValues { $0.sorted { $0.words.count > $1.words.count } }
  }()

  /// `pharmacy in aachen` and `nearest pharmacy aachen` as `pharmacy aachen`.
  var unconnected: [[UInt8]] {
    var result: [[UInt8]] = []
    var start = 0
    while start < sequence.count {
      if let phrase = phrase(at: start, behind: result.last) {
        start += phrase.words.count
      } else {
        result.append(sequence[start])
        start += 1
      }
    }
    return result.isEmpty ? sequence : result
  }

  /// The phrase at a word; nil if there is none.
  ///
  /// - Parameters:
  ///   - start: The index of the word.
  ///   - last: The word before it that belongs to no phrase; nil for none.
  /// - Returns: The longest phrase.
  private func phrase(at start: Int, behind last: [UInt8]?) -> Phrase? {
    Self.phrases[sequence[start]]?.first { phrase in
      let end = start + phrase.words.count
      guard end <= sequence.count, sequence[start..<end].elementsEqual(phrase.words) else {
        return false
      }
      if phrase.isAnywhere {
        return phrase.words.count > 1 || last.map { !Self.beforeNames.contains($0) } ?? true
      }
      guard let last, end < sequence.count else { return false }
      // In `main street 12 a` and in `a 28`, the letter belongs to the number.
      return phrase.words != [[UInt8(ascii: "a")]]
        || !Self.isNumber(last) && !Self.isNumber(sequence[end])
    }
  }

  /// The text without such phrases; nil if it has none.
  var withoutConnections: TypedWords? {
    let words = unconnected
    return words.count == sequence.count ? nil : TypedWords(folded: words)
  }

  /// The words behind a phrase between a place and its surroundings, without an article; nil if none begins at a word.
  func words(behindPhraseAt start: Int) -> TypedWords? {
    guard start > 0, start < sequence.count,
      let phrase = phrase(at: start, behind: sequence[start - 1]), !phrase.isAnywhere
    else { return nil }
    let rest = sequence[(start + phrase.words.count)...]
    let name = rest.count > 1 ? rest.drop { Self.articles.contains($0) } : rest
    return name.isEmpty ? nil : TypedWords(folded: Array(name))
  }
}
