internal import NavFormat

/// Codes of countries before postcodes.
extension TypedWords {
  /// Codes of countries before a postcode, as in `D-69117`, `DK-1313` and `FL-9490`.
  static let countries = Set(
    [
      "a", "ad", "at", "b", "be", "ch", "cz", "d", "de", "dk", "e", "es", "f", "fi", "fl", "fr",
      "i", "it", "l", "li", "lu", "lv", "mc", "n", "nl", "no", "p", "pl", "pt", "s", "se", "si",
      "sk", "sm",
    ].map { Array($0.utf8) })

  /// `d 52062 aachen` as `52062 aachen`; nil without a code of a country before a postcode.
  var withoutCountry: TypedWords? {
    let words = sequence.indices.filter { !isCountry(at: $0) }
    return words.count == sequence.count ? nil : TypedWords(folded: words.map { sequence[$0] })
  }

  private func isCountry(at index: Int) -> Bool {
    index + 1 < sequence.count && Self.countries.contains(sequence[index])
      && Self.isPostcode(sequence[index + 1])
  }

  /// Whether the name or the house number of a place has a code of a country that stands before a postcode, with the
  /// word before it: Avenue B in `Avenue B 10009`, a house 5a in `5 a 69117`.
  func hasCountry(in place: FoundPlace) -> Bool {
    let words = PlaceFolding.words(place.name) + PlaceFolding.words(place.houseNumber ?? "")
    return sequence.indices.dropFirst().contains { index in
      guard isCountry(at: index) else { return false }
      let (before, code) = (sequence[index - 1], sequence[index])
      return words.contains(before + code)
        || zip(words, words.dropFirst()).contains { $0 == before && $1 == code }
    }
  }

  /// Whether a text has a code with a hyphen, as in `A-1010`.
  static func hasCountryAndHyphen(_ text: String) -> Bool {
    text.split { $0 == "," || $0.isWhitespace }.contains { part in
      let letters = part.prefix { $0.isLetter }
      return 1...2 ~= letters.count && part.dropFirst(letters.count).first == "-"
    }
  }
}
