/// The words that values have in JSON; each value has one, and each word stands for one value.
struct WordTable<Value: Hashable & Sendable>: Sendable {
  let pairs: [(word: String, value: Value)]

  init(_ pairs: KeyValuePairs<String, Value>) { self.pairs = pairs.map { ($0.key, $0.value) } }

  func word(_ value: Value) -> String? { pairs.first { $0.value == value }?.word }

  func value(_ word: String) -> Value? { pairs.first { $0.word == word }?.value }

  /// Reads a word.
  func read(_ decoder: any Decoder) throws -> Value {
    let word = try decoder.singleValueContainer().decode(String.self)
    guard let value = value(word) else {
      throw DecodingError.unknownWord(word, at: decoder.codingPath)
    }
    return value
  }

  /// Writes the word of a value; a value without a word belongs to a newer version of its type.
  func write(_ value: Value, _ encoder: any Encoder) throws {
    guard let word = word(value) else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: encoder.codingPath, debugDescription: "a value without a word"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }
}

extension WordTable where Value: OptionSet {
  /// The set that the words denote, and the words that this version does not know.
  func set(of words: [String]) -> (known: Value, unknown: [String]) where Value.Element == Value {
    var (known, unknown): (Value, [String]) = ([], [])
    for word in words {
      if let value = value(word) { known.formUnion(value) } else { unknown.append(word) }
    }
    return (known, unknown)
  }

  /// Reads a list of words of an answer as a set; words that this version does not know are left out.
  func readSet(_ decoder: any Decoder) throws -> Value where Value.Element == Value {
    set(of: try [String](from: decoder)).known
  }

  /// Reads a list of words of a request as a set; all of them must be known.
  func readWholeSet(_ decoder: any Decoder) throws -> Value where Value.Element == Value {
    let (known, unknown) = set(of: try [String](from: decoder))
    if let word = unknown.first {
      throw DecodingError.unknownWord(word, at: decoder.codingPath)
    }
    return known
  }

  /// The words of a set; bits without a name are reserved and left out.
  func words(of set: Value) -> [String] where Value.Element == Value {
    pairs.filter { set.isSuperset(of: $0.value) }.map(\.word)
  }

  /// Writes a set as the list of its words.
  func writeSet(_ set: Value, _ encoder: any Encoder) throws where Value.Element == Value {
    try words(of: set).encode(to: encoder)
  }
}

extension KeyedDecodingContainer {
  /// Whether a list of words has one that this version does not know.
  func leavesOutWords<Value: OptionSet>(_ key: Key, _ words: WordTable<Value>) throws -> Bool
  where Value.Element == Value {
    let list = try decodeIfPresent([String].self, forKey: key) ?? []
    return !words.set(of: list).unknown.isEmpty
  }
}

/// A JSON key that is known only at run time.
struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ word: String) { stringValue = word }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A number of metres that may be infinite; JSON has no number for infinity.
struct MetresCoding: Codable {
  private static let unlimited = "unlimited"

  let value: Double

  init(_ value: Double) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let word = try? container.decode(String.self), word == Self.unlimited {
      value = .infinity
    } else {
      value = try container.decode(Double.self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if value == .infinity {
      try container.encode(Self.unlimited)
    } else {
      try container.encode(value)
    }
  }
}
