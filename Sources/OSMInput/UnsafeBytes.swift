// Byte operations for which the standard library has no safe form.

extension Span where Element == UInt8 {
  /// Whether the bytes from `start` up to `end` are those of `string`.
  func hasBytes(of string: StaticString, from start: Int, to end: Int) -> Bool {
    let count = string.utf8CodeUnitCount
    guard end - start == count else { return false }
    // SAFETY: a static string has `count` bytes that live as long as the program. One made from a
    // Unicode scalar has no address, and traps above.
    let expected = unsafe UnsafeBufferPointer(start: string.utf8Start, count: count)
    return unsafe hasBytes(of: expected.span, from: start, to: end)
  }

  /// Whether the bytes of a range are `expected`.
  func hasBytes(of expected: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    let count = expected.count
    guard end - start == count else { return false }
    // SAFETY: a byte has no padding.
    let (found, wanted) = unsafe (bytes, expected.bytes)
    // Eight at a time; the last eight may overlap those before.
    var offset = 0
    while offset &+ 8 <= count {
      // SAFETY: the loads check their bounds; any eight bytes are a valid UInt64.
      if unsafe found.unsafeLoadUnaligned(fromByteOffset: start &+ offset, as: UInt64.self)
        != wanted.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset = offset &+ 8 < count ? min(offset &+ 8, count &- 8) : count
    }
    while offset < count {
      if self[start &+ offset] != expected[offset] { return false }
      offset &+= 1
    }
    return true
  }

  /// Whether these bytes are those of `string`.
  func equals(_ string: StaticString) -> Bool {
    hasBytes(of: string, from: 0, to: count)
  }
}

extension [UInt8] {
  /// Appends all bytes of `span`, in one copy.
  mutating func append(contentsOf span: Span<UInt8>) {
    // SAFETY: the buffer is used only within the closure, and `append` copies from it.
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension MutableSpan where Element == UInt8 {
  /// Overwrites the bytes from `start` on with `source`, which must not exceed the end.
  mutating func replace(_ start: Int, with source: ArraySlice<UInt8>) {
    precondition(start >= 0 && start <= count && source.count <= count - start)
    // SAFETY: both ranges were checked to have `source.count` bytes.
    unsafe withUnsafeMutableBytes { target in
      unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyBytes(from: source)
    }
  }
}

extension String {
  /// The text of all bytes of `span`; invalid UTF-8 becomes U+FFFD.
  init(decoding span: Span<UInt8>) {
    // SAFETY: the buffer is used only within the closure, and the string copies from it.
    self = unsafe span.withUnsafeBufferPointer {
      unsafe String(decoding: $0, as: UTF8.self)
    }
  }
}
