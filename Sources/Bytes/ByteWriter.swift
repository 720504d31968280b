/// Appends little-endian integers to an array, as every layout of a file needs.
public struct ByteWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty writer.
  public init() {}

  /// The number of bytes written, which is the offset of the next.
  public var count: Int { bytes.count }

  /// Appends one byte.
  public mutating func u8(_ value: UInt8) { bytes.append(value) }
  /// Appends 16 bits.
  public mutating func u16(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }
  /// Appends 32 bits.
  public mutating func u32(_ value: UInt32) {
    u16(UInt16(truncatingIfNeeded: value))
    u16(UInt16(truncatingIfNeeded: value >> 16))
  }
  /// Appends 64 bits.
  public mutating func u64(_ value: UInt64) {
    u32(UInt32(truncatingIfNeeded: value))
    u32(UInt32(truncatingIfNeeded: value >> 32))
  }
  /// Appends 32 bits, signed.
  public mutating func i32(_ value: Int32) { u32(UInt32(bitPattern: value)) }
  /// Appends 64 bits, signed.
  public mutating func i64(_ value: Int64) { u64(UInt64(bitPattern: value)) }
  /// Appends bytes as they are.
  public mutating func raw(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }
  /// Appends a varint; see ``Varint``.
  public mutating func varint(_ value: UInt64) { Varint.append(value, to: &bytes) }
  /// Appends zeros until the count is a multiple of `alignment`.
  public mutating func align(_ alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }
}
