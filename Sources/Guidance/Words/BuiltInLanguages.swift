/// The built-in language files (Languages/*.txt).
enum BuiltInLanguages {
  /// The tags, the main languages first.
  static let tags = ["en", "en-GB", "en-CA", "de", "de-CH", "fr", "es", "it", "pt", "pt-BR"]

  /// The file of a tag, regardless of case; nil if there is none.
  static func file(of tag: String) -> [UInt8]? {
    switch tag.lowercased() {
    case "en": PackageResources.en_txt
    case "en-gb": PackageResources.en_GB_txt
    case "en-ca": PackageResources.en_CA_txt
    case "de": PackageResources.de_txt
    case "de-ch": PackageResources.de_CH_txt
    case "fr": PackageResources.fr_txt
    case "es": PackageResources.es_txt
    case "it": PackageResources.it_txt
    case "pt": PackageResources.pt_txt
    case "pt-br": PackageResources.pt_BR_txt
    default: nil
    }
  }

  /// The language of a tag in lower case, read on first use; nil if there is none.
  static func language(_ tag: String) -> Language? {
    switch tag {
    case "en": english
    case "en-gb": british
    case "en-ca": canadian
    case "de": german
    case "de-ch": swiss
    case "fr": french
    case "es": spanish
    case "it": italian
    case "pt": portuguese
    case "pt-br": brazilian
    default: nil
    }
  }

  private static let english = read("en")
  private static let british = read("en-gb")
  private static let canadian = read("en-ca")
  private static let german = read("de")
  private static let swiss = read("de-ch")
  private static let french = read("fr")
  private static let spanish = read("es")
  private static let italian = read("it")
  private static let portuguese = read("pt")
  private static let brazilian = read("pt-br")

  /// Reads a built-in file; tests ensure that none has a flaw.
  private static func read(_ tag: String) -> Language {
    guard let file = file(of: tag) else { preconditionFailure("no built-in language \(tag)") }
    do throws(LanguageError) {
      return try Language(file)
    } catch {
      preconditionFailure("built-in language \(tag): \(error)")
    }
  }
}
