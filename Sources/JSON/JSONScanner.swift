import Notation

/// Reads a JSON text (RFC 8259) from beginning to end in constant memory; no input makes it trap.
package struct JSONScanner {
  /// A value without parts; `other` is null, or an object or array, which is skipped.
  package enum Scalar {
    case number(Double)
    case string(String)
    case truth(Bool)
    case other
  }

  /// The maximum depth of values.
  private static let deepest = 64
  /// The maximum length of a string or a number in bytes.
  private static let longest = 1 << 20

  /// The bytes, read up to the next value.
  package var source: ByteSource
  /// Whether strings that are not UTF-8 are refused; otherwise their bytes become replacement characters.
  package var requiresUTF8 = false
  private var depth = 0
  private var text: [UInt8] = []

  /// A scanner at the beginning of a text.
  package init(_ source: ByteSource) { self.source = source }

  /// A flaw at the current position.
  package func flaw(_ reason: String) -> TextFlaw {
    TextFlaw(line: source.line, column: source.column, reason: reason)
  }

  /// The error for a flaw at the current position.
  package func error(_ reason: String) -> TextError { source.error(flaw(reason)) }

  /// Starts a new value at any place, after a value that was not read to its end.
  package mutating func restart() { depth = 0 }

  /// The first byte of the next value or punctuation mark; nil at the end.
  package mutating func peek() throws(TextError) -> UInt8? {
    try source.skipSpace()
    return try source.peek()
  }

  /// Takes a punctuation mark.
  ///
  /// - Throws: ``TextError`` if the next byte is another.
  package mutating func take(_ mark: Unicode.Scalar) throws(TextError) {
    guard let next = try peek() else {
      throw error("the text ends where '\(mark)' is expected")
    }
    guard next == UInt8(ascii: mark) else { throw error("expected '\(mark)'") }
    source.advance()
  }

  // MARK: Objects and arrays

  /// Reads the beginning of an object or an array.
  package mutating func open(_ bracket: Unicode.Scalar) throws(TextError) {
    try take(bracket)
    depth += 1
    if depth > Self.deepest { throw error("nested deeper than \(Self.deepest)") }
  }

  /// Moves to the next element of an open array.
  ///
  /// - Parameters:
  ///   - isFirst: True before the first element; set to false.
  ///   - close: The closing bracket.
  /// - Returns: Whether there is an element; if not, the array is closed.
  /// - Throws: ``TextError``.
  package mutating func nextElement(_ isFirst: inout Bool, close: Unicode.Scalar = "]")
    throws(TextError)
    -> Bool
  {
    let next = try peek()
    if next == UInt8(ascii: close) {
      source.advance()
      depth -= 1
      return false
    }
    guard next != nil else { throw error("the text ends before '\(close)'") }
    if !isFirst {
      guard next == UInt8(ascii: ",") else { throw error("expected ',' or '\(close)'") }
      source.advance()
      if try peek() == UInt8(ascii: close) { throw error("a comma with nothing behind it") }
    }
    isFirst = false
    return true
  }

  /// Moves to the value of the next member of an open object.
  ///
  /// - Returns: The key; nil if the object is closed.
  package mutating func nextKey(_ isFirst: inout Bool) throws(TextError) -> String? {
    guard try nextElement(&isFirst, close: "}") else { return nil }
    guard try peek() == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
    let key = try string()
    try take(":")
    return key
  }

  // MARK: Values

  /// The next value if it has no parts; otherwise it is skipped.
  package mutating func scalar() throws(TextError) -> Scalar {
    switch try peek() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"):
      try open("{")
      var isFirst = true
      while try nextKey(&isFirst) != nil { _ = try scalar() }
      return .other
    case UInt8(ascii: "["):
      try open("[")
      var isFirst = true
      while try nextElement(&isFirst) { _ = try scalar() }
      return .other
    case UInt8(ascii: "t"): return try word("true", .truth(true))
    case UInt8(ascii: "f"): return try word("false", .truth(false))
    case UInt8(ascii: "n"): return try word("null", .other)
    case nil: throw error("the text ends where a value is expected")
    default: return .number(try number())
    }
  }

  /// The next value as a number; nil if it is anything else.
  package mutating func anyNumber() throws(TextError) -> Double? {
    if case .number(let value) = try scalar() { value } else { nil }
  }

  private mutating func word(
    _ word: String, _ value: Scalar
  ) throws(TextError) -> Scalar {
    for byte in word.utf8 {
      guard try source.peek() == byte else { throw error("not a value") }
      source.advance()
    }
    return value
  }

  private mutating func number() throws(TextError) -> Double {
    text.removeAll(keepingCapacity: true)
    while let byte = try source.peek(), byte &- 48 <= 9 || Self.isOfNumber(byte) {
      text.append(byte)
      source.advance()
      if text.count > Self.longest { throw error("a number of too many digits") }
    }
    guard let value = Decimals.value(text[...]), value.isFinite else { throw error("not a value") }
    return value
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte == 43 || byte == 45 || byte == 46 || byte == 69 || byte == 101
  }

  private mutating func string() throws(TextError) -> String {
    try take("\"")
    text.removeAll(keepingCapacity: true)
    while let byte = try source.next() {
      switch byte {
      case UInt8(ascii: "\""):
        if requiresUTF8, String(validating: text, as: UTF8.self) == nil {
          throw error("a string is not UTF-8")
        }
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape()
      case 0..<32: throw error("a control character in a string")
      default: text.append(byte)
      }
      if text.count > Self.longest { throw error("a string longer than \(Self.longest) bytes") }
    }
    throw error("a string is not closed")
  }

  private mutating func escape() throws(TextError) {
    switch try source.next() {
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case let byte? where "\"\\/".utf8.contains(byte): text.append(byte)
    case UInt8(ascii: "u"): try appendScalar(try hex())
    default: throw error("an unknown escape")
    }
  }

  /// Appends the character of a code, which may be the first half of a surrogate pair.
  private mutating func appendScalar(_ first: UInt32) throws(TextError) {
    var code = first
    // Halves without a second one may follow each other; `string` refuses too many of them.
    while (0xD800..<0xDC00).contains(code), text.count <= Self.longest {
      guard try source.peek() == 92 else { break }
      source.advance()
      guard try source.peek() == UInt8(ascii: "u") else {
        append(code)
        return try escape()
      }
      source.advance()
      let low = try hex()
      if (0xDC00..<0xE000).contains(low) {
        return append(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00))
      }
      append(code)
      code = low
    }
    append(code)
  }

  private mutating func append(_ code: UInt32) {
    text += Array(String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
  }

  private mutating func hex() throws(TextError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try source.next(),
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw error("an unknown escape") }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
