/// Words that tell only the kind of a street, such as `Rua` and `Avenida`, which people leave out.
enum StreetKinds {
  /// The most letters for which such a word counts in a name if it is not typed: `Avenida dos Aliados` is hardly less
  /// like `aliados` than `Rua dos Aliados`.
  static let letters = 4

  /// The words, folded.
  static let words = Set(
    [
      // English
      "street", "road", "avenue", "boulevard", "drive", "lane", "court", "square", "terrace",
      "crescent", "parkway",
      // German, Dutch, Danish
      "strasse", "platz", "weg", "allee", "gasse", "straat", "plein", "laan", "vej", "gade",
      "plads",
      // Portuguese, Spanish, Catalan
      "rua", "avenida", "travessa", "praca", "largo", "alameda", "estrada", "calcada", "viela",
      "calle", "plaza", "paseo", "carretera", "camino", "carrer", "avinguda", "placa", "passeig",
      "cami",
      // French
      "rue", "place", "chemin", "impasse", "route", "quai", "cours", "passage", "ruelle",
      // Italian, Maltese
      "via", "viale", "piazza", "corso", "strada", "vicolo", "triq", "sqaq", "misrah",
      // Polish, Czech, Russian, Greek
      "ulica", "aleja", "plac", "ulice", "namesti", "ulitsa", "улица", "проспект", "площадь",
      "οδοσ", "λεωφοροσ", "πλατεια",
    ].map { Array($0.utf8) })
}
