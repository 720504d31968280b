/// The attributes that plain elements have.
enum PlainAttribute: UInt16 {
  case id, lat, lon, visible, version, timestamp, changeset, user, uid
  case ref, k, v, type, role

  /// The attribute whose name is in a range of the text.
  @inline(__always)
  init?(_ text: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty else { return nil }
    let (start, end) = (range.lowerBound, range.upperBound)
    func names(_ name: StaticString) -> Bool { text.hasBytes(of: name, from: start, to: end) }
    switch text[start] {
    case UInt8(ascii: "i") where names("id"): self = .id
    case UInt8(ascii: "l") where names("lat"): self = .lat
    case UInt8(ascii: "l") where names("lon"): self = .lon
    case UInt8(ascii: "r") where names("ref"): self = .ref
    case UInt8(ascii: "r") where names("role"): self = .role
    case UInt8(ascii: "k") where names("k"): self = .k
    case UInt8(ascii: "v") where names("v"): self = .v
    case UInt8(ascii: "v") where names("version"): self = .version
    case UInt8(ascii: "v") where names("visible"): self = .visible
    case UInt8(ascii: "t") where names("timestamp"): self = .timestamp
    case UInt8(ascii: "t") where names("type"): self = .type
    case UInt8(ascii: "c") where names("changeset"): self = .changeset
    case UInt8(ascii: "u") where names("user"): self = .user
    case UInt8(ascii: "u") where names("uid"): self = .uid
    default: return nil
    }
  }
}

extension PlainScanner {
  /// The range of a value in the text, between its quotes.
  struct Value {
    var range: Range<Int>
    var hasReferences: Bool
  }

  /// Skips white space.
  @inline(__always)
  mutating func skipSpace(_ text: Span<UInt8>) {
    while index < text.count {
      let byte = text[index]
      if byte == 0x0A { lines &+= 1 } else if byte != 0x20, byte != 0x09, byte != 0x0D { return }
      index &+= 1
    }
  }

  /// Skips a word if it is at this place.
  @inline(__always)
  mutating func skip(_ word: StaticString, _ text: Span<UInt8>) -> Bool {
    let end = index &+ word.utf8CodeUnitCount
    guard end <= text.count, text.hasBytes(of: word, from: index, to: end) else { return false }
    index = end
    return true
  }

  /// Reads all attributes of an element and the end of its tag.
  ///
  /// - Returns: Whether the tag ends with `/>`, so that the element is empty.
  @inline(__always)
  mutating func attributes(
    _ text: Span<UInt8>,
    _ take: (PlainAttribute, Value, inout PlainScanner) throws(NotPlain) -> Void
  ) throws(NotPlain) -> Bool {
    while true {
      let start = index
      skipSpace(text)
      guard index < text.count else { throw NotPlain() }
      switch text[index] {
      case UInt8(ascii: ">"):
        index &+= 1
        return false
      case UInt8(ascii: "/"):
        guard skip("/>", text) else { throw NotPlain() }
        return true
      default:
        guard index > start else { throw NotPlain() }
        let name = try name(text)
        let value = try value(text)
        try take(name, value, &self)
      }
    }
  }

  @inline(__always)
  private mutating func name(_ text: Span<UInt8>) throws(NotPlain) -> PlainAttribute {
    let start = index
    while index < text.count, text[index] &- UInt8(ascii: "a") < 26 { index &+= 1 }
    guard let name = PlainAttribute(text, start..<index) else { throw NotPlain() }
    return name
  }

  /// Reads `=` and a value in quotes.
  @inline(__always)
  private mutating func value(_ text: Span<UInt8>) throws(NotPlain) -> Value {
    guard text.count - index > 2, text[index] == UInt8(ascii: "=") else { throw NotPlain() }
    let quote = text[index &+ 1]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw NotPlain() }
    let start = index &+ 2
    var end = start
    var all: UInt8 = 0
    var hasReferences = false
    while end < text.count, text[end] != quote {
      let byte = text[end]
      if byte < 0x20 || byte == UInt8(ascii: "<") { throw NotPlain() }
      if byte == UInt8(ascii: "&") { hasReferences = true }
      all |= byte
      end &+= 1
    }
    guard end < text.count else { throw NotPlain() }
    index = end &+ 1
    let value = Value(range: start..<end, hasReferences: hasReferences)
    if all >= 0x80, !UTF8Text.isValid(text.extracting(value.range)) { throw NotPlain() }
    if hasReferences { _ = try references(in: value, text) }
    return value
  }

  /// The range of the value with its references replaced, in the text or behind it.
  mutating func meaning(of value: Value, _ text: Span<UInt8>) throws(NotPlain) -> Range<Int> {
    guard value.hasReferences else { return value.range }
    let start = text.count + spelledOut.count
    spelledOut.append(contentsOf: try references(in: value, text))
    return start..<text.count + spelledOut.count
  }

  /// The value with its references replaced.
  private func references(in value: Value, _ text: Span<UInt8>) throws(NotPlain) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = value.range.lowerBound
    while index < value.range.upperBound {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "&") else {
        bytes.append(byte)
        continue
      }
      var name: [UInt8] = []
      while index < value.range.upperBound, text[index] != UInt8(ascii: ";"), name.count < 10 {
        name.append(text[index])
        index += 1
      }
      guard index < value.range.upperBound, text[index] == UInt8(ascii: ";"),
        let character = Self.character(String(decoding: name, as: UTF8.self))
      else { throw NotPlain() }
      bytes.append(contentsOf: String(character).utf8)
      index += 1
    }
    return bytes
  }

  /// The character of a reference: one of the five names, or a number.
  private static func character(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    case "lt": return "<"
    case "gt": return ">"
    default: break
    }
    let isHexadecimal = name.hasPrefix("#x")
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard let first = digits.first, first != "+", first != "-",
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number), number & 0xFFFE != 0xFFFE
    else { return nil }
    return Unicode.Scalar(number)
  }
}
