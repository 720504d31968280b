public import Bytes
public import MapReader
public import NavFormat

/// An error of a map has `file`, or `path` with `format`, and `text` for people; one that this version does not know
/// has `code` and `text`.
extension NavError: Codable {
  private enum CodingKeys: String, CodingKey { case file, path, format, code, text }
  private enum FormatKeys: String, CodingKey { case code }

  /// Reads an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let file = try container.decodeIfPresent(FileError.self, forKey: .file) {
      self = .file(file)
      return
    }
    var code = try container.decode(.code, default: "")
    if container.contains(.format) {
      if let error = try ifKnown({ try container.decode(FormatError.self, forKey: .format) }) {
        self = .format(path: try container.decode(String.self, forKey: .path), error)
        return
      }
      let format = try container.nestedContainer(keyedBy: FormatKeys.self, forKey: .format)
      code = try format.decode(String.self, forKey: .code)
    }
    self = .unknown(code: code, text: try container.decode(.text, default: ""))
  }

  /// Writes an error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .file(let error): try container.encode(error, forKey: .file)
    case .format(let path, let error):
      try container.encode(path, forKey: .path)
      try container.encode(error, forKey: .format)
    case .unknown(let code, let text):
      try container.encode(code, forKey: .code)
      return try container.encode(text, forKey: .text)
    }
    try container.encode(description, forKey: .text)
  }
}

/// A failed call on a file: `path`, `call` and the system's `number`.
extension FileError: Codable {
  private enum CodingKeys: String, CodingKey { case path, call, number }

  /// Reads an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      path: try container.decode(String.self, forKey: .path),
      call: try container.decode(String.self, forKey: .call),
      code: try container.decode(Int32.self, forKey: .number))
  }

  /// Writes an error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(call, forKey: .call)
    try container.encode(code, forKey: .number)
  }
}

/// What is wrong with the bytes of a map: a `code` and the facts of its kind; one that this version does not know is an
/// error, since it is part of a ``NavError``.
extension FormatError: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, major, minor, bit, part, needs, has, offset, expected, found, rule
  }

  private enum Code: String {
    case notNav, newerVersion, unknownFeature, truncated, damaged, invalid
  }

  /// Reads an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys) throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    let word = try container.decode(String.self, forKey: .code)
    switch Code(rawValue: word) {
    case .notNav: self = .notNav
    case .newerVersion: self = .newerVersion(major: try read(.major), minor: try read(.minor))
    case .unknownFeature: self = .unknownFeature(bit: try read(.bit))
    case .truncated:
      self = .truncated(part: try read(.part), needs: try read(.needs), has: try read(.has))
    case .damaged:
      self = .damaged(
        part: try read(.part), offset: try read(.offset), expected: try read(.expected),
        found: try read(.found))
    case .invalid:
      self = .invalid(part: try read(.part), offset: try read(.offset), rule: try read(.rule))
    case nil: throw DecodingError.unknownWord(word, at: decoder.codingPath)
    }
  }

  /// Writes an error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ code: Code, _ members: [(CodingKeys, any Encodable)] = []) throws {
      try container.encode(code.rawValue, forKey: .code)
      for (key, value) in members { try container.encode(value, forKey: key) }
    }
    switch self {
    case .notNav: try write(.notNav)
    case .newerVersion(let major, let minor):
      try write(.newerVersion, [(.major, major), (.minor, minor)])
    case .unknownFeature(let bit): try write(.unknownFeature, [(.bit, bit)])
    case .truncated(let part, let needs, let has):
      try write(.truncated, [(.part, part), (.needs, needs), (.has, has)])
    case .damaged(let part, let offset, let expected, let found):
      try write(
        .damaged,
        [(.part, part), (.offset, offset), (.expected, expected), (.found, found)])
    case .invalid(let part, let offset, let rule):
      try write(.invalid, [(.part, part), (.offset, offset), (.rule, rule)])
    }
  }
}
