/// Vectors of neighbouring numbers, from any place on; they trap if these are not all within the span.
extension Span where Element: BitwiseCopyable & FixedWidthInteger & SIMDScalar {
  /// Sixteen numbers.
  @inlinable
  public func sixteen(from first: Int) -> SIMD16<Element>
  where SIMD16<Element>: BitwiseCopyable {
    precondition(hasSixteen(from: first), "beyond the span")
    // SAFETY: checked above.
    return unsafe uncheckedSixteen(from: first)
  }

  /// Sixteen numbers, those a step before each, and those a step behind; checked once, since a check takes as long as
  /// a load.
  @inlinable
  public func sixteen(from first: Int, by step: Int) -> (
    before: SIMD16<Element>, here: SIMD16<Element>, behind: SIMD16<Element>
  ) where SIMD16<Element>: BitwiseCopyable {
    precondition(step >= 0 && first >= step && hasSixteen(from: first &+ step), "beyond the span")
    // SAFETY: the first and the last were checked above, and the others lie between them.
    return unsafe (
      uncheckedSixteen(from: first &- step), uncheckedSixteen(from: first),
      uncheckedSixteen(from: first &+ step)
    )
  }

  @inlinable @inline(__always)
  func hasSixteen(from first: Int) -> Bool {
    // A negative number is a large one here.
    UInt(bitPattern: first) < UInt(bitPattern: max(count &- 15, 0))
  }

  @unsafe @inlinable @inline(__always)
  func uncheckedSixteen(from first: Int) -> SIMD16<Element>
  where SIMD16<Element>: BitwiseCopyable {
    // SAFETY: the caller has checked the bounds; all bits are valid integers.
    unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: first &* MemoryLayout<Element>.size, as: SIMD16<Element>.self)
  }
}

extension MutableSpan where Element: BitwiseCopyable & FixedWidthInteger & SIMDScalar {
  /// Replaces sixteen numbers.
  @inlinable
  public mutating func set(_ vector: SIMD16<Element>, from first: Int)
  where SIMD16<Element>: BitwiseCopyable { update(from: first) { _ in vector } }

  /// Replaces sixteen numbers by what a function makes of them.
  @inlinable
  public mutating func update(from first: Int, _ change: (SIMD16<Element>) -> SIMD16<Element>)
  where SIMD16<Element>: BitwiseCopyable {
    precondition(span.hasSixteen(from: first), "beyond the span")
    // SAFETY: checked above; the bytes are only those of integers.
    let vector = unsafe change(span.uncheckedSixteen(from: first))
    var raw = unsafe mutableBytes
    unsafe raw.storeBytes(
      of: vector, toUncheckedByteOffset: first &* MemoryLayout<Element>.size,
      as: SIMD16<Element>.self)
  }
}
