/// Codes of languages as they follow `name:` in OpenStreetMap: `de`, `nan`, `zh-Hant`, `sr-Latn-RS`.
public enum LanguageCode {
  /// The code in the usual case of its letters; nil if the text is not a code.
  ///
  /// A language has two or three letters; a script of four and a region of two letters or three digits may follow,
  /// each after a hyphen.
  public static func canonical(_ text: String) -> String? {
    var parts = text.split(separator: "-", omittingEmptySubsequences: false)[...]
    guard let language = parts.popFirst(), (2...3).contains(language.utf8.count),
      isLetters(language)
    else { return nil }
    var code = language.lowercased()
    if let script = parts.first, script.utf8.count == 4, isLetters(script) {
      parts.removeFirst()
      code += "-" + script.prefix(1).uppercased() + script.dropFirst().lowercased()
    }
    if let region = parts.first, region.utf8.count == 2 && isLetters(region) || isNumber(region) {
      parts.removeFirst()
      code += "-" + region.uppercased()
    }
    return parts.isEmpty ? code : nil
  }

  /// The index of the code that matches a tag: the same, else one with the same primary language; nil if none does.
  ///
  /// The case of a tag's letters does not matter, and it may have underscores: `pt_br` is `pt-BR`.
  public static func index(of tag: String, in codes: [String]) -> Int? {
    func primary(_ tag: String) -> Substring { tag.prefix { $0 != "-" } }
    let tag = String(tag.map { $0 == "_" ? "-" : $0 })
    return codes.firstIndex(of: canonical(tag) ?? tag)
      ?? codes.firstIndex { primary($0).lowercased() == primary(tag).lowercased() }
  }

  private static func isLetters(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
