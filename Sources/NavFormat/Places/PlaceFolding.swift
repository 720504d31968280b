/// Folds texts to words: without case, accents and punctuation (Formats/places.md, section 6).
///
/// The compiler folds the names for the dictionary with it, and a search folds its query. It works
/// on Unicode scalars with its own tables, so that all systems fold alike.
package enum PlaceFolding {
  /// The maximum number of bytes of a word; the rest is cut off.
  package static let maximumWordBytes = 48
  /// The maximum number of words of a text; the rest is ignored.
  package static let maximumWords = 24

  /// The replacements of lower-case letters.
  private static let folds: [Unicode.Scalar: [UInt8]] = {
    var table: [Unicode.Scalar: [UInt8]] = [:]
    for (to, from) in PlaceFoldingTables.folds {
      for scalar in from.unicodeScalars { table[scalar] = Array(to.utf8) }
    }
    return table
  }()

  private static let latin: [Unicode.Scalar: [UInt8]] = {
    var table: [Unicode.Scalar: [UInt8]] = [:]
    for (from, to) in PlaceFoldingTables.greek + PlaceFoldingTables.cyrillic {
      for scalar in from.unicodeScalars { table[scalar] = Array(to.utf8) }
    }
    return table
  }()

  private static let digraphs: [Unicode.Scalar: [UInt8]] = {
    var table: [Unicode.Scalar: [UInt8]] = [:]
    for (from, to) in PlaceFoldingTables.digraphs {
      for scalar in from.unicodeScalars { table[scalar] = Array(to.utf8) }
    }
    return table
  }()

  /// The folded words of a text, in its order.
  ///
  /// - Parameter text: Any text, also with control characters or of any length.
  /// - Returns: At most ``maximumWords`` words of at most ``maximumWordBytes`` bytes, none empty.
  /// - Complexity: O(text), but ends with the last word that counts.
  package static func words(_ text: String) -> [[UInt8]] {
    text.utf8.allSatisfy { $0 < 0x80 } ? asciiWords(text) : words(text, replacing: nil)
  }

  /// Other spellings of a text for searching: transliterated, or with two letters for ä, ö, ü, å,
  /// ø.
  ///
  /// Greek and Cyrillic letters are transliterated.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - words: Its words by ``words(_:)``, if they are known.
  /// - Returns: The words of both spellings that are not among these, each once, in order.
  package static func otherWords(_ text: String, besides words: [[UInt8]]? = nil) -> [[UInt8]] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return [] }
    let known = words ?? Self.words(text)
    var result: [[UInt8]] = []
    for word in Self.words(text, replacing: digraphs) + known.map(transliterated)
    where !word.isEmpty && !known.contains(word) && !result.contains(word) {
      result.append(word)
    }
    return result
  }

  /// A folded word in Latin letters.
  ///
  /// - Parameter word: A folded word.
  /// - Returns: The same word if it has neither Greek nor Cyrillic letters.
  package static func transliterated(_ word: [UInt8]) -> [UInt8] {
    if word.allSatisfy({ $0 < 0x80 }) { return word }
    var result: [UInt8] = []
    var previous: Unicode.Scalar?
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      if scalar == "υ", previous == "ο" {
        result.append(UInt8(ascii: "u"))
      } else if let letters = latin[scalar] {
        result += letters
      } else {
        result += Array(String(scalar).utf8)
      }
      previous = scalar
    }
    return Array(result.prefix(maximumWordBytes))
  }

  /// The words of an ASCII text, the most frequent case.
  private static func asciiWords(_ text: String) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var word: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        if word.count < maximumWordBytes { word.append(byte) }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if word.count < maximumWordBytes { word.append(byte | 0x20) }
      default:
        if !word.isEmpty { result.append(word) }
        word.removeAll()
        if result.count == maximumWords { return result }
      }
    }
    if !word.isEmpty { result.append(word) }
    return result
  }

  private static func words(
    _ text: String, replacing first: [Unicode.Scalar: [UInt8]]?
  ) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var word: [UInt8] = []
    func end() {
      if !word.isEmpty { result.append(word) }
      word = []
    }
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        let byte = UInt8(scalar.value)
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          if word.count < maximumWordBytes { word.append(byte) }
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
          if word.count < maximumWordBytes { word.append(byte | 0x20) }
        default: end()
        }
      } else if first == nil, let letters = latinLetters(scalar) {
        if word.count + letters.count <= maximumWordBytes { word += letters }
      } else {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter,
          .decimalNumber:
          append(scalar, to: &word, first)
        // A combining mark belongs to the letter before; format characters, such as those for the
        // direction of writing, are invisible.
        case .nonspacingMark, .enclosingMark, .format: break
        case .spacingMark: append(scalar, to: &word, first)
        default: end()
        }
      }
      if result.count == maximumWords { return result }
    }
    end()
    return result
  }

  /// The letters from U+00C0 to U+024F, folded; most letters beyond ASCII are among them.
  private static let latinTable: [[UInt8]] = (0xC0...0x24F).map { value in
    var letters: [UInt8] = []
    if let scalar = Unicode.Scalar(UInt32(value)) { append(scalar, to: &letters, nil) }
    return letters
  }

  /// A Latin letter, folded; nil for all other characters.
  private static func latinLetters(_ scalar: Unicode.Scalar) -> [UInt8]? {
    guard 0xC0...0x24F ~= scalar.value, scalar != "×", scalar != "÷" else { return nil }
    return latinTable[Int(scalar.value) - 0xC0]
  }

  private static func append(
    _ scalar: Unicode.Scalar, to word: inout [UInt8], _ first: [Unicode.Scalar: [UInt8]]?
  ) {
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      let letters = first?[lower] ?? folds[lower]
      if let letters {
        if word.count + letters.count <= maximumWordBytes { word += letters }
      } else if lower.properties.generalCategory != .nonspacingMark {
        let letters = Array(String(lower).utf8)
        if word.count + letters.count <= maximumWordBytes { word += letters }
      }
    }
  }
}
