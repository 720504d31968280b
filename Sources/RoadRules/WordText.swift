import RoadModel

/// The canonical forms of the texts of tags; see ``RoadWordKind/isCanonical(_:)``.
enum WordText {
  /// The separators of values and of lanes.
  private static let semicolon = UInt8(ascii: ";"), bar = UInt8(ascii: "|")

  /// The values of a list without outer spaces, empty ones, `none` and repetitions.
  ///
  /// It is split at bytes, since a character may consist of the separator and an accent.
  static func list(_ value: Substring) -> String? {
    var values: [Substring] = []
    for part in value.utf8.split(separator: semicolon) {
      let text = Substring(part).trimmed()
      if !text.isEmpty && text != "none" && !values.contains(text) { values.append(text) }
    }
    return values.isEmpty ? nil : values.joined(separator: ";")
  }

  /// The numbers of exits, each without the word for an exit that some write before it: every sentence about it, and
  /// every banner, has that word already.
  private static func exitNumbers(_ value: String) -> String? {
    let parts = value.utf8.split(separator: semicolon).map {
      withoutExitWord(Substring($0).trimmed())
    }
    return list(parts.joined(separator: ";")[...])
  }

  /// A text without the word for an exit at its beginning, if a number or letter follows.
  private static func withoutExitWord(_ text: Substring) -> Substring {
    let word = text.prefix { $0.isLetter }
    guard exitWords.contains(word.lowercased()) else { return text }
    let number = text[word.endIndex...].drop { $0 == " " || $0 == "." || $0 == ":" || $0 == "-" }
    let isLetter = number.count == 1 && number.startIndex > word.endIndex
    return isLetter || number.first?.isNumber == true ? number : text
  }

  /// The words for exits and junctions that are seen on signs, in lower case.
  private static let exitWords: Set<String> = [
    "exit", "junction", "jct", "ausfahrt", "anschlussstelle", "sortie", "salida", "sortida",
    "saída", "saida", "uscita", "afrit", "afslag", "avfart", "afkørsel", "frakørsel", "avkjørsel",
    "zjazd", "výjezd", "ieșire",
  ]

  /// The lanes of a value, separated by `|`.
  static func lanes(_ value: String) -> [Substring] {
    value.utf8.split(separator: bar, omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// A list for each lane; nil if all are empty.
  static func laneLists(_ lanes: [Substring]) -> String? {
    let lists = lanes.map { list($0) ?? "" }
    return lists.allSatisfy(\.isEmpty) ? nil : lists.joined(separator: "|")
  }

  /// The value of a kind that is a text or a list; nil if it is empty.
  static func text(_ kind: RoadWordKind, _ value: String) -> String? {
    if kind == .exitNumber { return exitNumbers(value) }
    if kind.form == .list { return list(value[...]) }
    let text = value.trimmed()
    return text.isEmpty ? nil : String(text)
  }
}
