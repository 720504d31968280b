internal import NavFormat

/// Names of countries that people write behind a town, although the map of a region need not have the country.
enum CountryNames {
  private static let texts = [
    // English
    "Germany", "Austria", "Switzerland", "Liechtenstein", "France", "Monaco", "Belgium",
    "Netherlands", "The Netherlands", "Luxembourg", "Spain", "Andorra", "Portugal", "Italy",
    "Malta", "Greece", "Cyprus", "Turkey", "Poland", "Czechia", "Czech Republic", "Slovakia",
    "Hungary", "Slovenia", "Croatia", "Serbia", "Montenegro", "Bosnia and Herzegovina",
    "North Macedonia", "Albania", "Kosovo", "Romania", "Bulgaria", "Moldova", "Ukraine", "Belarus",
    "Lithuania", "Latvia", "Estonia", "Finland", "Sweden", "Norway", "Denmark", "Iceland",
    "Ireland", "United Kingdom", "UK", "Great Britain", "England", "Scotland", "Wales", "Russia",
    "United States", "United States of America", "USA", "Canada", "Mexico", "Brazil", "Argentina",
    "Australia", "New Zealand", "Japan", "India", "China", "South Africa", "Egypt", "Morocco",
    // Their own languages
    "Deutschland", "Österreich", "Schweiz", "Suisse", "Svizzera", "Belgique", "België", "Nederland",
    "Lëtzebuerg", "Luxemburg", "España", "Italia", "Ελλάδα", "Ελλάς", "Κύπρος", "Türkiye",
    "Polska", "Česko", "Česká republika", "Slovensko", "Magyarország", "Slovenija", "Hrvatska",
    "Srbija", "Србија", "Crna Gora", "Bosna i Hercegovina", "Северна Македонија", "Shqipëria",
    "Kosovë", "România", "България", "Україна", "Беларусь", "Lietuva", "Latvija", "Eesti",
    "Suomi", "Sverige", "Norge", "Danmark", "Ísland", "Éire", "Россия", "México", "Brasil",
    "日本", "中国", "مصر", "المغرب",
    // Frequent in other languages
    "Allemagne", "Alemania", "Alemanha", "Espagne", "Frankreich", "Italien", "Italie",
  ]

  private static let names = Set(texts.map { PlaceFolding.words($0) })
  private static let mostWords = 4

  /// Whether folded words are the name of a country.
  static func contains(_ words: [[UInt8]]) -> Bool { names.contains(words) }

  /// Words without the name of a country behind or before them; unchanged if there is none, or nothing else.
  static func removed(from words: [[UInt8]]) -> [[UInt8]] {
    for count in stride(from: min(mostWords, words.count - 1), to: 0, by: -1) {
      if names.contains(Array(words.suffix(count))) { return Array(words.dropLast(count)) }
      if names.contains(Array(words.prefix(count))) { return Array(words.dropFirst(count)) }
    }
    return words
  }
}
