/// Vectors of neighbouring numbers, from any place on; they trap if these are not all within the span.
extension Span where Element: BitwiseCopyable & FixedWidthInteger & SIMDScalar {
  /// Sixteen numbers.
  @inlinable
  public func sixteen(from first: Int) -> SIMD16<Element>
  where SIMD16<Element>: BitwiseCopyable {
    // SAFETY: the load checks its bounds; all bits are valid integers.
    unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: first &* MemoryLayout<Element>.size, as: SIMD16<Element>.self)
  }
}

extension MutableSpan where Element: BitwiseCopyable & FixedWidthInteger & SIMDScalar {
  /// Sixteen numbers.
  @inlinable
  public func sixteen(from first: Int) -> SIMD16<Element>
  where SIMD16<Element>: BitwiseCopyable { span.sixteen(from: first) }

  /// Replaces sixteen numbers.
  @inlinable
  public mutating func set(_ vector: SIMD16<Element>, from first: Int)
  where SIMD16<Element>: BitwiseCopyable {
    // SAFETY: the bytes are only those of integers.
    var raw = unsafe mutableBytes
    raw.storeBytes(
      of: vector, toByteOffset: first &* MemoryLayout<Element>.size, as: SIMD16<Element>.self)
  }
}
