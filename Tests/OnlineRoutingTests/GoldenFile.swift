import TestSupport
import Testing

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

  /// Expects that members added anywhere in a file change nothing of its value.
  static func expectGrownSame<Value: Codable & Equatable>(
    _ name: String, _ type: Value.Type
  ) throws {
    let grown = try read(name, as: Tree.self).grown
    #expect(try decoded(grown, as: type) == read(name, as: type), "\(name)")
  }

  static func tree(_ value: some Encodable) throws -> Tree {
    try JSONDecoder().decode(Tree.self, from: try JSONEncoder().encode(value))
  }
}
