/// Integers in as few bytes as they need.
///
/// Each byte has seven bits, the lowest first; the high bit is set in all but the last. Signed
/// integers are folded first (zigzag), so that small magnitudes need few bytes.
public enum Varint {
  /// The maximum number of bytes of a 64-bit integer.
  public static let maxLength = 10

  /// Folds a signed integer: 0, -1, 1, -2 become 0, 1, 2, 3.
  @inlinable
  public static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value &<< 1 ^ value &>> 63)
  }

  /// Undoes ``zigzag(_:)``.
  @inlinable
  public static func unzigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// Appends an unsigned integer.
  public static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Reads an unsigned integer and moves the offset past it.
  ///
  /// - Returns: The value; nil if the bytes end first or it has more than 64 bits, and then the
  ///   offset is not moved.
  @inlinable
  public static func read(_ bytes: RawSpan, at offset: inout Int, end: Int) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var position = offset
    let end = min(end, bytes.byteCount)
    while position < end && position >= 0 {
      let byte = bytes.u8(position)
      position &+= 1
      if shift == 63 && byte > 1 { return nil }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 {
        offset = position
        return value
      }
      shift &+= 7
      if shift > 63 { return nil }
    }
    return nil
  }
}
