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
    if kind.form == .list { return list(value[...]) }
    let text = value.trimmed()
    return text.isEmpty ? nil : String(text)
  }
}
