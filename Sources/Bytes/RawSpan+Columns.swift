#if _endian(big)
  #error("columns of a map are read in place, so this program needs a little-endian machine")
#endif

/// Columns of little-endian integers, viewed in place.
extension RawSpan {
  /// Whether integers of a width that begin at an offset can be viewed in place.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first.
  ///   - width: The number of bytes of an integer, a power of two.
  /// - Returns: Whether the address in memory is a multiple of the width.
  public func isAligned(_ offset: Int, to width: Int) -> Bool {
    // SAFETY: the address is used as a number, and nothing is read.
    unsafe withUnsafeBytes { bytes in
      (UInt(bitPattern: bytes.baseAddress) &+ UInt(bitPattern: offset)) & UInt(width &- 1)
    } == 0
  }

  /// A range as bytes.
  @_lifetime(copy self)
  public func u8s(_ range: Range<Int>) -> Span<UInt8> { Span(_bytes: extracting(range)) }

  /// A range as unsigned 16-bit integers; traps unless aligned and a multiple of 2 bytes long.
  @_lifetime(copy self)
  public func u16s(_ range: Range<Int>) -> Span<UInt16> {
    let column = extracting(range)
    precondition(column.byteCount & 1 == 0 && column.isAligned(0, to: 2), "not a column of u16")
    return Span(_bytes: column)
  }

  /// A range as unsigned 32-bit integers; traps unless aligned and a multiple of 4 bytes long.
  @_lifetime(copy self)
  public func u32s(_ range: Range<Int>) -> Span<UInt32> {
    let column = extracting(range)
    precondition(column.byteCount & 3 == 0 && column.isAligned(0, to: 4), "not a column of u32")
    return Span(_bytes: column)
  }

  /// A range as unsigned 64-bit integers; traps unless aligned and a multiple of 8 bytes long.
  @_lifetime(copy self)
  public func u64s(_ range: Range<Int>) -> Span<UInt64> {
    let column = extracting(range)
    precondition(column.byteCount & 7 == 0 && column.isAligned(0, to: 8), "not a column of u64")
    return Span(_bytes: column)
  }
}
