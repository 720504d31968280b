import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of `Golden`, and values as JSON.
enum GoldenFile {
  static func bytes(_ name: String) throws -> Data {
    try Data(
      contentsOf: URL(filePath: "\(TestData.package)/Tests/OnlineRoutingTests/Golden/\(name)"))
  }

  static func read<Value: Decodable>(_ name: String, as: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(Value.self, from: try bytes(name))
  }

  static func decoded<Value: Decodable>(_ tree: Tree, as: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(tree))
  }

  static func tree(_ value: some Encodable) throws -> Tree {
    try JSONDecoder().decode(Tree.self, from: try JSONEncoder().encode(value))
  }
}

/// Any JSON.
enum Tree: Codable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([Tree])
  case object([String: Tree])

  init(from decoder: any Decoder) throws {
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

  func encode(to encoder: any Encoder) throws {
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
  var grown: Tree {
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
  func difference(from other: Tree, at path: String = "") -> String? {
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
