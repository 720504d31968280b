import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Says why JSON can't be read.
enum JSONReason {
  /// The reason in a few words.
  ///
  /// - Parameters:
  ///   - error: The error of a `JSONDecoder`.
  ///   - bytes: The JSON.
  ///   - kind: What the whole text must be.
  /// - Returns: The reason, with the place if it is known.
  static func text(
    _ error: any Error, in bytes: [UInt8], _ kind: String = "an object"
  ) -> String {
    guard let error = error as? DecodingError else { return "it is not JSON" }
    switch error {
    case .dataCorrupted(let context):
      let path = context.codingPath
      if path.isEmpty, let flaw = flaw(bytes) { return "it is not JSON: \(flaw)" }
      // Foundation says no more about a number that is not whole where only whole ones are possible.
      if path.isEmpty { return "it is not JSON, or a number in it is not possible" }
      // The text names a member, but not where it is.
      let parents = path.last?.intValue == nil ? path.dropLast() : path[...]
      return (parents.isEmpty ? "" : place(parents) + ": ") + context.debugDescription
    case .keyNotFound(let key, let context):
      return "'\(place((context.codingPath + [key])[...]))' is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      if context.codingPath.isEmpty { return "it is not \(kind)" }
      return place(context.codingPath[...])
        + (name(of: type).map { " must be \($0)" } ?? " is of another type")
    @unknown default: return "it is not JSON"
    }
  }

  /// The first flaw of a text, with line and byte; nil if it is JSON.
  private static func flaw(_ bytes: [UInt8]) -> TextFlaw? {
    var scanner = JSONScanner(ByteSource(bytes: bytes, name: ""))
    do throws(TextError) {
      _ = try scanner.scalar()
      return try scanner.peek() == nil ? nil : scanner.flaw("more behind the value")
    } catch {
      guard case .malformed(_, let flaw) = error else { return nil }
      return flaw
    }
  }

  /// What a value must be, by the type in the program; nil for a type without a word.
  private static func name(of type: Any.Type) -> String? {
    switch type {
    case is any FixedWidthInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is String.Type: "a text in quotes"
    case is Bool.Type: "true or false"
    case is [Any].Type: "an array"
    case is [String: Any].Type: "an object"
    default: nil
    }
  }

  /// A place in JSON, such as `stations[2].latitude`.
  private static func place(_ path: ArraySlice<any CodingKey>) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}
