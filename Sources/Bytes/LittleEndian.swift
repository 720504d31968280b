/// Bounds-checked little-endian loads from bytes in memory or in a mapped file.
///
/// Every load traps if its range is not within the span. Ranges from a file are validated first,
/// by ``Swift/RawSpan/checkedRange(_:count:stride:)``. No alignment is necessary.
extension RawSpan {
  /// The byte at an offset.
  @inlinable
  public func u8(_ offset: Int) -> UInt8 {
    // SAFETY: the load checks its bounds; any byte is a valid UInt8.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// The 16-bit unsigned integer at an offset.
  @inlinable
  public func u16(_ offset: Int) -> UInt16 {
    // SAFETY: the load checks its bounds; any two bytes are a valid UInt16.
    UInt16(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// The 32-bit unsigned integer at an offset.
  @inlinable
  public func u32(_ offset: Int) -> UInt32 {
    // SAFETY: the load checks its bounds; any four bytes are a valid UInt32.
    UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The 64-bit unsigned integer at an offset.
  @inlinable
  public func u64(_ offset: Int) -> UInt64 {
    // SAFETY: the load checks its bounds; any eight bytes are a valid UInt64.
    UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The 32-bit signed integer at an offset.
  @inlinable
  public func i32(_ offset: Int) -> Int32 { Int32(bitPattern: u32(offset)) }

  /// The 64-bit signed integer at an offset.
  @inlinable
  public func i64(_ offset: Int) -> Int64 { Int64(bitPattern: u64(offset)) }

  /// The range of `count` records of `stride` bytes from `offset`, if it is within the span.
  ///
  /// Counts and offsets from a file may have any value: nothing overflows or traps.
  ///
  /// - Returns: The range; nil if a value is too large or the range ends beyond the span.
  public func checkedRange(_ offset: UInt64, count: UInt64, stride: UInt64 = 1) -> Range<Int>? {
    let (length, overflow) = count.multipliedReportingOverflow(by: stride)
    let size = UInt64(byteCount)
    guard !overflow, offset <= size, length <= size - offset else { return nil }
    return Int(offset)..<Int(offset + length)
  }
}

extension RawSpan {
  /// The UTF-8 text in a range, made in one copy; invalid bytes become U+FFFD.
  ///
  /// It traps if the range is not within the span.
  public func text(_ range: Range<Int>) -> String {
    // SAFETY: extracting checks the range, and the buffer is used only within the closure.
    unsafe extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension Array where Element == UInt8 {
  /// The bytes of the array, valid while it is borrowed.
  public var rawBytes: RawSpan {
    @_lifetime(borrow self)
    get {
      // SAFETY: bytes have no padding, and each is initialised.
      unsafe span.bytes
    }
  }
}
