/// Writes the wire format of Protocol Buffers: fields as a number, a type and a value.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  /// The wire types that are used here.
  private enum Wire: UInt64 { case varint = 0, bits64 = 1, bytes = 2, bits32 = 5 }

  /// Removes all bytes; keeps the memory.
  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Writes a number in groups of seven bits, the lowest first.
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a field with an integer.
  mutating func field(_ number: UInt64, _ value: UInt64) {
    tag(number, .varint)
    varint(value)
  }

  /// Writes a field with bytes: a message, or a packed list.
  mutating func field(_ number: UInt64, _ value: [UInt8]) {
    tag(number, .bytes)
    varint(UInt64(value.count))
    bytes += value
  }

  /// Writes a field with text.
  mutating func field(_ number: UInt64, _ value: String) {
    tag(number, .bytes)
    varint(UInt64(value.utf8.count))
    bytes += value.utf8
  }

  /// Writes a field with a 32-bit floating-point number.
  mutating func field(_ number: UInt64, _ value: Float) {
    tag(number, .bits32)
    append(UInt64(value.bitPattern), count: 4)
  }

  /// Writes a field with a 64-bit floating-point number.
  mutating func field(_ number: UInt64, _ value: Double) {
    tag(number, .bits64)
    append(value.bitPattern, count: 8)
  }

  /// Maps negative numbers to odd ones, so that small ones stay short.
  static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value << 1 ^ value >> 63)
  }

  private mutating func tag(_ number: UInt64, _ wire: Wire) { varint(number << 3 | wire.rawValue) }

  private mutating func append(_ value: UInt64, count: UInt64) {
    for byte in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}
