extension CandidateSearch {
  /// The bonus of a name with the accents as typed: less than any other difference of names makes.
  private static let accentScore = 0.01

  /// The words of a text with letters beyond ASCII, in lower case.
  static func accentedWords(_ text: String) -> [String] {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return [] }
    return words(text).prefix(TypedWords.maximum).filter { $0.utf8.contains { $0 >= 0x80 } }
  }

  /// The words of a text in lower case, with ss for ß, whose capital letters are SS.
  private static func words(_ text: String) -> [String] {
    let letters = text.lowercased().flatMap { $0 == "ß" ? "ss" : String($0) }
    return letters.split { !$0.isLetter && !$0.isNumber }.map { String($0) }
  }

  /// The bonus of a name that has all typed words with accents; the last word may be unfinished.
  ///
  /// `Bödastraße` and `Bodastraße` are the same without accents, but someone who types the accent means the first.
  func accentBonus(_ name: String) -> Double {
    guard !accented.isEmpty, name.utf8.contains(where: { $0 >= 0x80 }) else { return 0 }
    let words = Self.words(name)
    let hasAll = accented.allSatisfy { typed in words.contains { $0.hasPrefix(typed) } }
    return hasAll ? Self.accentScore : 0
  }
}
