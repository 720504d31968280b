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

  /// What people call roads that the map has by letters and number.
  private static let designations = [
    // German
    ShortForm("Autobahn", "A"), ShortForm("Bundesautobahn", "A"), ShortForm("BAB", "A"),
    ShortForm("Bundesstraße", "B"), ShortForm("Landesstraße", "L"), ShortForm("Kreisstraße", "K"),
    ShortForm("Staatsstraße", "St"), ShortForm("Schnellstraße", "S"),
    ShortForm("Europastraße", "E"),
    // English
    ShortForm("Interstate Highway", "I"), ShortForm("Interstate", "I"),
    ShortForm("US Highway", "US"), ShortForm("U.S. Highway", "US"), ShortForm("US Hwy", "US"),
    ShortForm("US Route", "US"), ShortForm("U.S. Route", "US"), ShortForm("Motorway", "M"),
    ShortForm("European Route", "E"),
    // French
    ShortForm("Autoroute", "A"), ShortForm("Route Nationale", "N"), ShortForm("Nationale", "N"),
    ShortForm("Route Départementale", "D"), ShortForm("Départementale", "D"),
    ShortForm("Route Européenne", "E"),
    // Spanish and Portuguese
    ShortForm("Autopista", "AP"), ShortForm("Autovía", "A"), ShortForm("Carretera Nacional", "N"),
    ShortForm("Nacional", "N"), ShortForm("Autoestrada", "A"), ShortForm("Auto-estrada", "A"),
    ShortForm("Estrada Nacional", "EN"), ShortForm("Estrada Municipal", "EM"),
    ShortForm("Itinerário Complementar", "IC"), ShortForm("Itinerário Principal", "IP"),
    // Italian and Dutch
    ShortForm("Autostrada", "A"), ShortForm("Strada Statale", "SS"), ShortForm("Statale", "SS"),
    ShortForm("Strada Provinciale", "SP"), ShortForm("Rijksweg", "A"),
    ShortForm("Autosnelweg", "A"), ShortForm("Provincialeweg", "N"),
  ]
  /// Other letters for the same.
  private static let otherDesignations = [
    ShortForm("Autopista", "A"), ShortForm("Estrada Nacional", "N"),
    ShortForm("Estrada Municipal", "M"),
  ]

  /// The variants with such abbreviations written out; unchanged without them.
  var phrasesWrittenOut: [[[UInt8]]] {
    [writtenOut(Self.spelled)] + Self.roads.map { writtenOut([$0]) }
  }

  /// The variants with the letters of roads; none without their names.
  ///
  /// `Bundesstraße 5` may be a house in a street of this name as well.
  var withDesignations: [TypedWords] {
    [Self.designations, Self.otherDesignations]
      .flatMap { [designated($0, inOne: false), designated($0, inOne: true)] }
      .filter { $0 != sequence }.map { TypedWords(folded: $0) }
  }

  /// `autobahn 5`, `autobahn a5` and `autobahn a 5` as `a 5`, or in one word as `a5`.
  private func designated(_ names: [ShortForm], inOne: Bool) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var at = 0
    while at < sequence.count {
      let rest = sequence[at...]
      let name = names.first { rest.starts(with: $0.short) }
      at += 1
      guard let name, let letters = name.long.first else {
        result += rest.prefix(1)
        continue
      }
      var behind = rest.dropFirst(name.short.count)
      if behind.first == letters { behind = behind.dropFirst() }
      let word = behind.first ?? []
      let number = word.starts(with: letters) ? Array(word.dropFirst(letters.count)) : word
      guard Self.isNumber(number) else {
        result += rest.prefix(1)
        continue
      }
      result += inOne ? [letters + number] : [letters, number]
      at = behind.startIndex + 1
    }
    return result
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
