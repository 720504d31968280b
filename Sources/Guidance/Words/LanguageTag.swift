/// The parts of a language tag that matter for words and units (BCP 47).
struct LanguageTag {
  /// The language in lower case, such as `en`; empty if the tag has none.
  let language: String
  /// The region in lower case, such as `gb` or `419`; nil if the tag has none.
  let region: String?

  /// Reads a tag such as `en-GB`, `en_gb` or `zh-Hant-TW`.
  init(_ tag: String) {
    let parts = tag.lowercased().split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "_" })
    language = String(parts.first ?? "")
    // What follows a single letter or digit is no part of the language, such as the units of en-u-rg-uszzzz.
    region = parts.dropFirst().prefix { $0.utf8.count > 1 }.first { Self.isRegion($0) }
      .map { String($0) }
  }

  /// Whether a part is a region: a country in two letters, or a part of the world in three digits.
  private static func isRegion(_ part: Substring) -> Bool {
    let bytes = part.utf8
    return bytes.count == 2 && bytes.allSatisfy { 0x61...0x7A ~= $0 }
      || bytes.count == 3 && bytes.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// The regions where English has American words: the United States, their islands and the Philippines.
  private static let american: Set<String> = [
    "us", "as", "gu", "mp", "ph", "pr", "um", "vi", "021",
  ]

  /// The tag of a built-in language of another region that is nearer than that without a region; nil for none.
  var neighbour: String? {
    switch (language, region) {
    case ("en", let region?): Self.american.contains(region) ? nil : "en-gb"
    case ("de", "li"): "de-ch"
    default: nil
    }
  }
}
