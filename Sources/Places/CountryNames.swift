internal import NavFormat

/// Names of countries that people write behind a town, although the map of a region need not have the country.
enum CountryNames {
  /// The names by codes: in English, in the languages of the country, and frequent ones in other languages.
  ///
  /// Behind the code of the country are those of what people may mean by its name, too, such as the Faroe Islands.
  private static let texts: [String: [String]] = [
    "DE": ["Germany", "Deutschland", "Allemagne", "Alemania", "Alemanha"],
    "AT": ["Austria", "Österreich"], "CH": ["Switzerland", "Schweiz", "Suisse", "Svizzera"],
    "LI": ["Liechtenstein"], "FR": ["France", "Frankreich"], "MC": ["Monaco"],
    "BE": ["Belgium", "Belgique", "België"],
    "NL AW CW SX": ["Netherlands", "The Netherlands", "Nederland"],
    "LU": ["Luxembourg", "Lëtzebuerg", "Luxemburg"], "ES": ["Spain", "España", "Espagne"],
    "AD": ["Andorra"], "PT": ["Portugal"], "IT": ["Italy", "Italia", "Italien", "Italie"],
    "MT": ["Malta"], "GR": ["Greece", "Ελλάδα", "Ελλάς"], "CY": ["Cyprus", "Κύπρος"],
    "TR": ["Turkey", "Türkiye"], "PL": ["Poland", "Polska"],
    "CZ": ["Czechia", "Czech Republic", "Česko", "Česká republika"],
    "SK": ["Slovakia", "Slovensko"], "HU": ["Hungary", "Magyarország"],
    "SI": ["Slovenia", "Slovenija"], "HR": ["Croatia", "Hrvatska"],
    "RS XK": ["Serbia", "Srbija", "Србија"], "ME": ["Montenegro", "Crna Gora"],
    "BA": ["Bosnia and Herzegovina", "Bosna i Hercegovina"],
    "MK": ["North Macedonia", "Северна Македонија"], "AL": ["Albania", "Shqipëria"],
    "XK": ["Kosovo", "Kosovë"], "RO": ["Romania", "România"], "BG": ["Bulgaria", "България"],
    "MD": ["Moldova"], "UA": ["Ukraine", "Україна"], "BY": ["Belarus", "Беларусь"],
    "LT": ["Lithuania", "Lietuva"], "LV": ["Latvia", "Latvija"], "EE": ["Estonia", "Eesti"],
    "FI AX": ["Finland", "Suomi"], "SE": ["Sweden", "Sverige"], "NO SJ": ["Norway", "Norge"],
    "DK FO GL": ["Denmark", "Danmark"], "IS": ["Iceland", "Ísland"], "IE": ["Ireland", "Éire"],
    "GB GG GI IM JE": ["United Kingdom", "UK", "Great Britain", "England", "Scotland", "Wales"],
    "RU": ["Russia", "Россия"],
    "US AS GU MP PR VI": ["United States", "United States of America", "USA"],
    "CA": ["Canada"], "MX": ["Mexico", "México"], "BR": ["Brazil", "Brasil"], "AR": ["Argentina"],
    "AU": ["Australia"], "NZ": ["New Zealand"], "JP": ["Japan", "日本"], "IN": ["India"],
    "CN HK MO": ["China", "中国"], "ZA": ["South Africa"], "EG": ["Egypt", "مصر"],
    "MA": ["Morocco", "المغرب"],
  ]

  /// The codes by folded names.
  private static let codes = Dictionary(
    texts.flatMap { codes, names in
      let codes = Set(codes.split(separator: " ").map(String.init))
      return names.map { (PlaceFolding.words($0), codes) }
    }, uniquingKeysWith: { first, _ in first })
  private static let mostWords = 4

  /// Whether folded words are the name of a country.
  static func contains(_ words: [[UInt8]]) -> Bool { codes[words] != nil }

  /// Words without the name of a country behind or before them, and its codes, ISO 3166-1 alpha-2; nil if there is no
  /// name, or nothing else.
  static func removed(from words: [[UInt8]]) -> (rest: [[UInt8]], codes: Set<String>)? {
    for count in stride(from: min(mostWords, words.count - 1), to: 0, by: -1) {
      if let codes = codes[Array(words.suffix(count))] {
        return (Array(words.dropLast(count)), codes)
      }
      if let codes = codes[Array(words.prefix(count))] {
        return (Array(words.dropFirst(count)), codes)
      }
    }
    return nil
  }
}
