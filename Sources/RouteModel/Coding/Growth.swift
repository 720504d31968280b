// How readers treat words and members of later versions: they skip them in answers, and reject a
// request that has one (Formats/route-json.md, "Growth").

internal import Bytes

/// Marks a `DecodingError` for an unknown word: the JSON is newer than this version, not broken.
private struct UnknownWord: Error {}

extension DecodingError {
  /// The error of a word that this version does not know.
  static func unknownWord(_ word: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path, debugDescription: "no such word: \(TerminalText.brief(word))",
        underlyingError: UnknownWord())
    )
  }
}

/// Reads a value; nil if it contains a word that this version does not know.
func ifKnown<Value>(_ read: () throws -> Value) throws -> Value? {
  do { return try read() } catch DecodingError.dataCorrupted(let context)
    where context.underlyingError is UnknownWord
  {
    return nil
  }
}

extension KeyedDecodingContainer {
  /// Reads a notice or an error; nil if its kind is unknown, or if one of its facts is missing.
  func ifSaid<Value>(_ read: () throws -> Value) throws -> Value? {
    do { return try ifKnown(read) } catch DecodingError.keyNotFound(_, let context)
      where context.codingPath.count == codingPath.count
    {
      return nil
    }
  }

  /// A member, or the default value if it is missing.
  func decode<Value: Decodable>(_ key: Key, default value: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? value
  }
}

extension Decoder {
  /// The members of a part of a request.
  ///
  /// - Throws: `DecodingError` for an unknown member: requests are read completely or rejected.
  func requestMembers<Key: CodingKey>(_ keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let all = try container(keyedBy: MemberKey.self)
    for key in all.allKeys where Key(stringValue: key.stringValue) == nil {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: all,
        debugDescription: "no such member: \(TerminalText.brief(key.stringValue))")
    }
    return try container(keyedBy: Key.self)
  }
}
