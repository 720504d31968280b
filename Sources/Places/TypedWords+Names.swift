internal import NavFormat

/// The words of names beside the typed ones.
extension TypedWords {
  /// Whether the name of a place has all words.
  func areAll(in place: FoundPlace) -> Bool {
    let name = PlaceFolding.words(place.name).map(Digits.plain)
    return words.allSatisfy(name.contains)
  }

  /// Whether the name of a place has only words of the text, perhaps written out.
  func areWhole(_ place: FoundPlace) -> Bool {
    PlaceFolding.words(place.name).map(Digits.plain).allSatisfy { word in
      words.contains(word) || words.contains { Abbreviations.forms(of: $0).contains(word) }
    }
  }
}
