/// The names in a text of OpenStreetMap, where `;` separates the values of a list, as in `Hauptstraße; Markt`.
enum NameList {
  /// The names, without the spaces around them; those of `;;`, which stands for the character itself, stay together.
  ///
  /// - Parameter text: The value of a tag such as `name` or `alt_name`.
  /// - Returns: At least one name, the text itself if it has no separator.
  static func names(_ text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: ";")), !text.contains(";;") else { return [text] }
    let names = text.split(separator: ";").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    let present = names.filter { !$0.isEmpty }
    return present.isEmpty ? [text] : present
  }

  /// The first of the names.
  static func first(_ text: String) -> String { names(text)[0] }
}
