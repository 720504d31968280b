/// A place in a protocol-buffer message, and the message's end.
///
/// The bytes are passed to each call, so that the cursor is a plain value. Reading beyond its
/// bounds is a ``PBFFlaw``.
struct ProtobufCursor {
  private(set) var position: Int
  let end: Int

  /// A cursor at the beginning of `range`, which must be within the bytes of its calls.
  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// Whether the end of the message has been reached.
  var isAtEnd: Bool { position >= end }

  /// A number of up to 64 bits in base 128, least significant group first.
  @inline(__always)
  mutating func varint(_ bytes: Span<UInt8>) throws(PBFFlaw) -> UInt64 {
    // One byte is by far the most frequent length, as of differences of ids, and of tags.
    if position < end {
      let byte = bytes[position]
      if byte < 0x80 {
        position &+= 1
        return UInt64(byte)
      }
    }
    return try longVarint(bytes)
  }

  private mutating func longVarint(_ bytes: Span<UInt8>) throws(PBFFlaw) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end {
      let byte = bytes[position]
      position &+= 1
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 {
        // The tenth byte has only one bit.
        if shift == 63, byte > 1 { throw flaw("a number is longer than 64 bits") }
        return value
      }
      shift &+= 7
      if shift > 63 { throw flaw("a number is longer than 64 bits") }
    }
    throw flaw("a number is cut off")
  }

  /// A flaw directly before this place.
  func flaw(_ reason: String) -> PBFFlaw {
    .corrupt("\(reason), before byte \(position) of the unpacked data")
  }

  /// A signed number in zigzag coding.
  @inline(__always)
  mutating func signedVarint(_ bytes: Span<UInt8>) throws(PBFFlaw) -> Int64 {
    let raw = try varint(bytes)
    return Int64(bitPattern: raw &>> 1) ^ (0 &- Int64(bitPattern: raw & 1))
  }

  /// The number and wire type of the next field; `nil` at the end of the message.
  @inline(__always)
  mutating func field(_ bytes: Span<UInt8>) throws(PBFFlaw) -> ProtobufField? {
    if position >= end { return nil }
    let key = try varint(bytes)
    guard key >> 3 > 0, key >> 32 == 0 else { throw flaw("field number \(key >> 3)") }
    return ProtobufField(key: UInt32(truncatingIfNeeded: key))
  }

  /// The range of a length-delimited field's contents, behind which the cursor moves.
  @inline(__always)
  mutating func contents(_ bytes: Span<UInt8>) throws(PBFFlaw) -> Range<Int> {
    let length = try varint(bytes)
    guard length <= UInt64(end &- position) else {
      throw flaw("a field of \(length) bytes passes the end of its message")
    }
    let start = position
    position &+= Int(length)
    return start..<position
  }

  /// Same as ``contents(_:)``, for a field that may occur only once in its message.
  mutating func soleContents(
    _ bytes: Span<UInt8>, into place: inout Range<Int>?, _ name: StaticString
  ) throws(PBFFlaw) {
    guard place == nil else { throw flaw("two lists of \(name)") }
    place = try contents(bytes)
  }

  /// Skips the value of an unneeded field.
  ///
  /// A field of `known` can only be here with the wrong wire type. It is refused, since skipping it
  /// would lose data.
  mutating func skip(
    _ field: ProtobufField, known: FieldSet, _ bytes: Span<UInt8>
  ) throws(PBFFlaw) {
    if known.contains(field) {
      throw flaw("field \(field.number) has wire type \(field.wireType)")
    }
    switch field.wireType {
    case 0: _ = try varint(bytes)
    case 1: try advance(by: 8)
    case 2: _ = try contents(bytes)
    case 5: try advance(by: 4)
    default: throw flaw("wire type \(field.wireType)")
    }
  }

  private mutating func advance(by count: Int) throws(PBFFlaw) {
    guard count <= end - position else { throw flaw("a field is cut off") }
    position += count
  }
}

/// The number and wire type of a field, as the format packs them.
struct ProtobufField: Equatable {
  let key: UInt32

  init(key: UInt32) {
    self.key = key
  }

  var number: UInt32 { key >> 3 }
  var wireType: UInt32 { key & 7 }

  /// A field of numbers.
  static func number(_ field: UInt32) -> ProtobufField { ProtobufField(key: field << 3) }
  /// A field of bytes: text, packed numbers, or another message.
  static func bytes(_ field: UInt32) -> ProtobufField { ProtobufField(key: field << 3 | 2) }

  static func ~= (pattern: ProtobufField, value: ProtobufField) -> Bool {
    pattern.key == value.key
  }
}

/// Some field numbers below 64.
struct FieldSet: ExpressibleByArrayLiteral {
  private let bits: UInt64

  init(arrayLiteral numbers: UInt32...) {
    bits = numbers.reduce(0) { $0 | 1 << UInt64($1) }
  }

  func contains(_ field: ProtobufField) -> Bool {
    // Shifting by 64 or more gives 0.
    bits & (1 << UInt64(field.number)) != 0
  }
}
