/// The JSON of notices, errors and failures: `code`, the facts of the kind, and `text` for people.
///
/// The text is read only if this version does not know the kind.
extension KeyedDecodingContainer {
  /// Reads a value of the kind that its code names.
  ///
  /// - Parameters:
  ///   - code: The member with the code.
  ///   - text: The member with the text.
  ///   - known: Reads the facts; throws an unknown word for a code that it does not know.
  ///   - unknown: Makes a value of an unknown kind.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the code or a fact is missing or of another type.
  func kind<Value>(
    _ code: Key, _ text: Key, _ known: (String, Self) throws -> Value,
    unknown: (_ code: String, _ text: String) -> Value
  ) throws -> Value {
    let word = try decode(String.self, forKey: code)
    return try ifSaid { try known(word, self) } ?? unknown(word, try decode(text, default: ""))
  }

  /// A fact, of the requested type.
  func fact<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }
}

extension KeyedEncodingContainer {
  /// Writes the code of a kind, and its facts.
  mutating func encodeKind(
    _ word: String, _ code: Key, _ facts: [(Key, any Encodable)]
  ) throws {
    try encode(word, forKey: code)
    for (key, value) in facts { try encode(value, forKey: key) }
  }
}
