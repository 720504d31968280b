/// Writes protocol-buffer messages, right ones and wrong ones.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: (value << 1) ^ (value >> 63))
  }

  /// A field with one unsigned or plain number.
  mutating func number(_ field: UInt64, _ value: Int64) {
    varint(field << 3)
    varint(UInt64(bitPattern: value))
  }

  /// A field with one number in zigzag coding.
  mutating func signed(_ field: UInt64, _ value: Int64) {
    varint(field << 3)
    varint(Self.zigzag(value))
  }

  /// A field with bytes.
  mutating func bytes(_ field: UInt64, _ contents: [UInt8]) {
    varint(field << 3 | 2)
    varint(UInt64(contents.count))
    bytes += contents
  }

  /// A field with text.
  mutating func text(_ field: UInt64, _ contents: String) {
    bytes(field, Array(contents.utf8))
  }

  /// A field with a message.
  mutating func message(_ field: UInt64, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    bytes(field, inner.bytes)
  }

  /// A field with a packed list of unsigned or plain numbers.
  mutating func packed(_ field: UInt64, _ values: [Int64]) {
    var inner = ProtobufWriter()
    for value in values { inner.varint(UInt64(bitPattern: value)) }
    bytes(field, inner.bytes)
  }

  /// A field with a packed list of differences in zigzag coding.
  mutating func deltas(_ field: UInt64, _ values: [Int64]) {
    var inner = ProtobufWriter()
    var last: Int64 = 0
    for value in values {
      inner.varint(Self.zigzag(value &- last))
      last = value
    }
    bytes(field, inner.bytes)
  }
}
