/// A JSON value as it is read (RFC 8259).
enum JSONValue {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }
  var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var string: String? { if case .string(let value) = self { value } else { nil } }
}

/// Reads one JSON text; nothing in it makes this trap.
struct JSONReader {
  struct Flaw: Error {
    var reason: String
    /// Bytes before it.
    var offset: Int
  }

  /// Values inside values, at most.
  private static let deepest = 64

  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value of a whole text.
  static func value(_ bytes: [UInt8]) throws(Flaw) -> JSONValue {
    var reader = JSONReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.at = 3 }
    let value = try reader.value()
    reader.skipSpace()
    guard reader.at == bytes.count else { throw reader.flaw("something follows the value") }
    return value
  }

  private func flaw(_ reason: String) -> Flaw { Flaw(reason: reason, offset: at) }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { at += 1 }
  }

  private mutating func take(_ byte: Character) throws(Flaw) {
    guard next == byte.asciiValue else { throw flaw("expected '\(byte)'") }
    at += 1
  }

  private mutating func value() throws(Flaw) -> JSONValue {
    skipSpace()
    guard let byte = next else { throw flaw("the text ends where a value is expected") }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Flaw) -> JSONValue {
    guard bytes[at...].starts(with: word.utf8) else { throw flaw("not a value") }
    at += word.utf8.count
    return value
  }

  private mutating func deeper() throws(Flaw) {
    depth += 1
    if depth > Self.deepest { throw flaw("nested deeper than \(Self.deepest)") }
  }

  private mutating func object() throws(Flaw) -> JSONValue {
    try deeper()
    defer { depth -= 1 }
    try take("{")
    var members: [String: JSONValue] = [:]
    skipSpace()
    if next == UInt8(ascii: "}") {
      at += 1
      return .object(members)
    }
    while true {
      skipSpace()
      let key = try string()
      skipSpace()
      try take(":")
      members[key] = try value()
      skipSpace()
      guard next == UInt8(ascii: ",") else { break }
      at += 1
    }
    try take("}")
    return .object(members)
  }

  private mutating func list() throws(Flaw) -> JSONValue {
    try deeper()
    defer { depth -= 1 }
    try take("[")
    var values: [JSONValue] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      at += 1
      return .array(values)
    }
    while true {
      values.append(try value())
      skipSpace()
      guard next == UInt8(ascii: ",") else { break }
      at += 1
    }
    try take("]")
    return .array(values)
  }

  private mutating func number() throws(Flaw) -> Double {
    let start = at
    while let byte = next, (byte &- 48) <= 9 || "+-.eE".utf8.contains(byte) { at += 1 }
    guard at > start, let value = Double(String(decoding: bytes[start..<at], as: UTF8.self)),
      value.isFinite
    else {
      at = start
      throw flaw("not a value")
    }
    return value
  }

  private mutating func string() throws(Flaw) -> String {
    try take("\"")
    var text: [UInt8] = []
    while let byte = next {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<32: throw flaw("a control character in a string")
      default: text.append(byte)
      }
    }
    throw flaw("a string is not closed")
  }

  private mutating func escape(into text: inout [UInt8]) throws(Flaw) {
    guard let byte = next else { throw flaw("a string is not closed") }
    at += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "u"):
      var code = try hex()
      if (0xD800..<0xDC00).contains(code), bytes[at...].starts(with: [92, 117]) {
        at += 2
        let low = try hex()
        if (0xDC00..<0xE000).contains(low) {
          code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        }
      }
      text += Array(String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
    default: throw flaw("an unknown escape")
    }
  }

  private mutating func hex() throws(Flaw) -> UInt32 {
    guard at + 4 <= bytes.count,
      let code = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
    else { throw flaw("an unknown escape") }
    at += 4
    return code
  }
}
