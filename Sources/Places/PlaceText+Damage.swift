internal import MapReader

extension PlaceSearch {
  /// The places for a text that was damaged on its way; nil for one that shows no damage.
  ///
  /// The repaired text shows none any more, so the search of it repairs nothing.
  func placesRepaired(_ text: String, _ query: PlaceQuery) throws(NavError) -> [FoundPlace]? {
    guard let repaired = PlaceText.repaired(text) else { return nil }
    var query = query
    query.text = repaired
    return try places(for: query)
  }
}

/// Texts that tables, links, keyboards and programs with another encoding damaged.
extension PlaceText {
  /// A text without such damage, as in `Stra%C3%9Fe`, `Stra&szlig;e`, `StraÃŸe`, `Ｒｕａ` and `Stra?e`; nil if it shows
  /// none.
  static func repaired(_ text: String) -> String? {
    var result = text
    // Programs damage texts more than once: `&amp;szlig;`.
    for _ in 0..<mostDamages {
      let next = repairedOnce(result)
      if next == result { return result == text ? nil : result }
      result = next
    }
    return nil
  }

  private static let mostDamages = 4

  private static func repairedOnce(_ text: String) -> String {
    var result = text
    if text.utf8.contains(UInt8(ascii: "%")) {
      result = String(validating: PlaceLink.decoded(Array(text.utf8)), as: UTF8.self) ?? text
    }
    if result.utf8.contains(UInt8(ascii: "&")) { result = withoutEntities(result) }
    if !result.utf8.allSatisfy({ $0 < 0x80 }) {
      result = withoutSecondEncoding(withoutWideLetters(result))
    }
    return withoutLostLetters(result)
  }

  // MARK: Entities of HTML

  private static let entities: [String: Unicode.Scalar] = [
    "szlig": "ß", "aelig": "æ", "AElig": "Æ", "oelig": "œ", "OElig": "Œ", "oslash": "ø",
    "Oslash": "Ø", "eth": "ð", "ETH": "Ð", "thorn": "þ", "THORN": "Þ", "ordm": "º", "ordf": "ª",
    "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—", "lsquo": "‘",
    "rsquo": "’",
  ]
  /// What follows a letter in the entity of the letter with a mark.
  private static let marks: [Substring: Unicode.Scalar] = [
    "uml": "\u{308}", "acute": "\u{301}", "grave": "\u{300}", "circ": "\u{302}",
    "tilde": "\u{303}", "ring": "\u{30A}", "cedil": "\u{327}", "caron": "\u{30C}",
  ]
  private static let longestEntity = 8

  private static func withoutEntities(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "&") {
      result += rest[..<sign]
      rest = rest[sign...].dropFirst()
      let name = rest.prefix(longestEntity).prefix { $0 != ";" }
      guard rest[name.endIndex...].first == ";", let letters = letters(ofEntity: name) else {
        result += "&"
        continue
      }
      result += letters
      rest = rest[name.endIndex...].dropFirst()
    }
    return result + rest
  }

  /// The letter of `szlig`, `uuml`, `#252` or `#xFC`; nil for other names.
  private static func letters(ofEntity name: Substring) -> String? {
    if let scalar = entities[String(name)] { return String(scalar) }
    if let letter = name.first, letter.isASCII, letter.isLetter, let mark = marks[name.dropFirst()]
    {
      return String(letter) + String(mark)
    }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
      .flatMap { Unicode.Scalar($0) }.map { String($0) }
  }

  // MARK: Encodings

  /// The characters of the bytes from 0x80 in Windows-1252; of those that it leaves out, the control characters.
  private static let windows: [Unicode.Scalar: UInt8] = Dictionary(
    uniqueKeysWithValues: zip(
      "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars, 0x80...0x9F))

  /// A text whose UTF-8 was read as Windows-1252 or Latin-1; unchanged if its bytes there are none of UTF-8, as are
  /// those of all usual words.
  private static func withoutSecondEncoding(_ text: String) -> String {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) ?? windows[scalar] else { return text }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }

  /// A text with ASCII for the wide letters of Asian keyboards, U+FF01 to U+FF5E and the wide space.
  private static func withoutWideLetters(_ text: String) -> String {
    let wide: ClosedRange<UInt32> = 0xFF01...0xFF5E
    guard text.unicodeScalars.contains(where: { wide.contains($0.value) || $0 == "\u{3000}" })
    else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let plain = wide.contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) : scalar
      result.append(scalar == "\u{3000}" ? " " : plain ?? scalar)
    }
    return String(result)
  }

  // MARK: Lost letters

  /// A text without the signs that stand between letters for one that an encoding lacks.
  ///
  /// The word without the letter has a typing error; what `stra?e` was is certain.
  private static func withoutLostLetters(_ text: String) -> String {
    let signs: [Unicode.Scalar] = ["?", "\u{FFFD}"]
    guard text.unicodeScalars.contains(where: { signs.contains($0) }) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      let lost = rest.prefix { signs.contains($0) }
      if lost.isEmpty {
        result.append(scalar)
        rest = rest.dropFirst()
        continue
      }
      rest = rest[lost.endIndex...]
      let (before, behind) = (result.last, rest.first)
      guard before?.properties.isAlphabetic == true, behind?.properties.isAlphabetic == true else {
        result.append(contentsOf: lost)
        continue
      }
      let isStreet = String(result.suffix(4)).lowercased() == "stra"
      if isStreet, behind == "e" || behind == "E" { result.append("ß") }
    }
    return String(result)
  }
}
