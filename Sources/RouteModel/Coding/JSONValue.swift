/// Any JSON: a part of an answer that only a later version understands, kept to be written back.
enum JSONValue: Codable, Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      // In the order of the names, so that the same value gives the same bytes.
      var container = encoder.container(keyedBy: MemberKey.self)
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try container.encode(value, forKey: MemberKey(name))
      }
    case .array(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    case .null: try Self.write(encoder) { try $0.encodeNil() }
    case .bool(let value): try Self.write(encoder) { try $0.encode(value) }
    case .integer(let value): try Self.write(encoder) { try $0.encode(value) }
    case .number(let value): try Self.write(encoder) { try $0.encode(value) }
    case .string(let value): try Self.write(encoder) { try $0.encode(value) }
    }
  }

  private static func write(
    _ encoder: any Encoder, _ write: (inout any SingleValueEncodingContainer) throws -> Void
  ) throws {
    var container = encoder.singleValueContainer()
    try write(&container)
  }

  /// The texts in it, and the names of members, in their order.
  var words: [String] {
    switch self {
    case .null, .bool, .integer, .number: []
    case .string(let word): [word]
    case .array(let values): values.flatMap(\.words)
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value.words }
    }
  }
}
