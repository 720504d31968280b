import JSON

/// A JSON value with its parts, for small requests.
enum JSONTree: Sendable, Equatable {
  case number(Double)
  case text(String)
  case truth(Bool)
  case list([JSONTree])
  case object([String: JSONTree])
  case null

  /// Reads a whole text.
  ///
  /// - Parameter bytes: The text; of a member that repeats, the last value counts.
  /// - Throws: ``ServiceError`` for text that is not JSON.
  init(_ bytes: [UInt8]) throws(ServiceError) {
    var scanner = JSONScanner(ByteSource(bytes: bytes, name: "the JSON"))
    do throws(TextError) {
      self = try Self.value(&scanner)
      if try scanner.peek() != nil { throw scanner.error("something follows the value") }
    } catch {
      // The request has no name to begin the message with.
      let reason = if case .malformed(_, let flaw) = error { "\(flaw)" } else { "\(error)" }
      throw ServiceError(.invalidQuery, "The request is not JSON: \(reason).")
    }
  }

  /// The scanner limits the depth.
  private static func value(_ scanner: inout JSONScanner) throws(TextError) -> JSONTree {
    switch try scanner.peek() {
    case UInt8(ascii: "{"):
      var members: [String: JSONTree] = [:]
      try scanner.open("{")
      var isFirst = true
      while let key = try scanner.nextKey(&isFirst) { members[key] = try value(&scanner) }
      return .object(members)
    case UInt8(ascii: "["):
      var items: [JSONTree] = []
      try scanner.open("[")
      var isFirst = true
      while try scanner.nextElement(&isFirst) { items.append(try value(&scanner)) }
      return .list(items)
    default:
      return switch try scanner.scalar() {
      case .number(let value): .number(value)
      case .string(let value): .text(value)
      case .truth(let value): .truth(value)
      case .other: .null
      }
    }
  }
}
