import CCRC32C

/// The Castagnoli cyclic redundancy check, which `.nav` files have.
///
/// Its polynomial is 0x1EDC6F41, reflected, as in iSCSI (RFC 3720, appendix B.4). It uses the
/// processor's instruction if there is one, otherwise eight tables for eight bytes at a time
/// ("slicing by 8").
public enum CRC32C {
  /// Eight tables of 256 entries, one after the other.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 != 0 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      tables[byte] = value
    }
    for byte in 0..<256 {
      for slice in 1..<8 {
        let previous = tables[(slice - 1) * 256 + byte]
        tables[slice * 256 + byte] = previous >> 8 ^ tables[Int(previous & 0xFF)]
      }
    }
    return tables
  }()

  private static let hasInstruction = crc32c_has_instruction()

  /// The check value of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - previous: The value of the bytes before these; 0 if they are the first.
  /// - Returns: The check value; 0xE3069283 for the ASCII digits 1 to 9.
  /// - Complexity: O(n); a nanosecond is enough for about eight bytes with the instruction, and for
  ///   one or two without.
  public static func value(of bytes: RawSpan, continuing previous: UInt32 = 0) -> UInt32 {
    guard hasInstruction else { return byTables(bytes, continuing: previous) }
    // SAFETY: the buffer is that of the span, and its count the buffer's.
    return unsafe bytes.withUnsafeBytes {
      unsafe ~crc32c_by_instruction(~previous, $0.baseAddress, $0.count)
    }
  }

  /// The check value of some bytes, on any processor.
  static func byTables(_ bytes: RawSpan, continuing previous: UInt32) -> UInt32 {
    var crc = ~previous
    let table = tables.span
    var offset = 0
    let end8 = bytes.byteCount & ~7
    while offset < end8 {
      let word = bytes.u64(offset) ^ UInt64(crc)
      let low = UInt32(truncatingIfNeeded: word)
      let high = UInt32(truncatingIfNeeded: word &>> 32)
      crc = table[1792 &+ Int(low & 0xFF)] ^ table[1536 &+ Int(low &>> 8 & 0xFF)]
      crc ^= table[1280 &+ Int(low &>> 16 & 0xFF)] ^ table[1024 &+ Int(low &>> 24)]
      crc ^= table[768 &+ Int(high & 0xFF)] ^ table[512 &+ Int(high &>> 8 & 0xFF)]
      crc ^= table[256 &+ Int(high &>> 16 & 0xFF)] ^ table[Int(high &>> 24)]
      offset &+= 8
    }
    while offset < bytes.byteCount {
      crc = crc &>> 8 ^ table[Int((crc ^ UInt32(bytes.u8(offset))) & 0xFF)]
      offset &+= 1
    }
    return ~crc
  }
}
