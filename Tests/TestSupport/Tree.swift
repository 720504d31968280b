/// Any JSON.
public enum Tree: Codable, Equatable, Sendable {
  /// The value `null`.
  case null
  /// True or false.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([Tree])
  /// Members by their names.
  case object([String: Tree])

  /// Reads a value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Tree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Tree].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The same with a further member in every object.
  public var grown: Tree {
    switch self {
    case .array(let values): .array(values.map(\.grown))
    case .object(let members):
      .object(
        members.mapValues(\.grown).merging(
          ["newMember": .object(["newWord": .array([.string("X-word"), .null])])]) { a, _ in a })
    default: self
    }
  }

  /// Where another value lacks something of this one or says something else, as a path; a `text` may be missing here.
  public func difference(from other: Tree, at path: String = "") -> String? {
    switch (self, other) {
    case (.array(let a), .array(let b)) where a.count == b.count:
      for (index, pair) in zip(a, b).enumerated() {
        if let found = pair.0.difference(from: pair.1, at: "\(path).\(index)") { return found }
      }
      return nil
    case (.object(let a), .object(let b)):
      for key in Set(a.keys).union(b.keys).sorted() where a[key] != nil || key != "text" {
        guard let mine = a[key], let theirs = b[key] else { return "\(path).\(key)" }
        if let found = mine.difference(from: theirs, at: "\(path).\(key)") { return found }
      }
      return nil
    default: return self == other ? nil : "\(path): \(self), \(other)"
    }
  }
}
