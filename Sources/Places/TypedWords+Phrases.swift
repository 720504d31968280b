internal import NavFormat

/// Abbreviations that are several words, or stand for several.
extension TypedWords {
  /// An abbreviation and what it stands for, as folded words.
  private struct ShortForm {
    let short: [[UInt8]]
    let long: [[UInt8]]
    /// Whether only a number behind it makes it an abbreviation.
    let isBeforeNumber: Bool

    init(_ short: String, _ long: String, isBeforeNumber: Bool = false) {
      self.short = PlaceFolding.words(short)
      self.long = PlaceFolding.words(long)
      self.isBeforeNumber = isBeforeNumber
    }
  }

  /// Spanish abbreviations of the first and last letters, which a full stop separates.
  private static let spelled = [
    ShortForm("p.º", "paseo"), ShortForm("n.ª", "nuestra"), ShortForm("nª", "nuestra"),
    ShortForm("s.ª", "señora"), ShortForm("sª", "señora"), ShortForm("m.ª", "maría"),
    ShortForm("mª", "maría"),
    ShortForm("f.co", "francisco"), ShortForm("g.ral", "general"),
  ]

  /// Abbreviations of the names that roads have by their numbers, in the USA and Canada.
  private static let roads = [
    ShortForm("CR", "County Road", isBeforeNumber: true),
    ShortForm("Co Rd", "County Road", isBeforeNumber: true),
    ShortForm("SR", "State Road", isBeforeNumber: true),
    ShortForm("SR", "State Route", isBeforeNumber: true),
    ShortForm("SH", "State Highway", isBeforeNumber: true),
    ShortForm("FM", "Farm to Market Road", isBeforeNumber: true),
    ShortForm("Twp Rd", "Township Road", isBeforeNumber: true),
  ]

  /// The variants with such abbreviations written out; unchanged without them.
  var phrasesWrittenOut: [[[UInt8]]] {
    [writtenOut(Self.spelled)] + Self.roads.map { writtenOut([$0]) }
  }

  private func writtenOut(_ phrases: [ShortForm]) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var at = 0
    while at < sequence.count {
      let rest = sequence[at...]
      let phrase = phrases.first { phrase in
        guard rest.starts(with: phrase.short) else { return false }
        let next = rest.dropFirst(phrase.short.count).first
        return !phrase.isBeforeNumber || next.map { Self.isNumber($0) } ?? false
      }
      result += phrase?.long ?? [sequence[at]]
      at += phrase?.short.count ?? 1
    }
    return result
  }
}
