// Byte operations for which the standard library has no safe form.

extension Span where Element == UInt8 {
  /// Whether the bytes from `start` up to `end` are those of `string`.
  func hasBytes(of string: StaticString, from start: Int, to end: Int) -> Bool {
    let count = string.utf8CodeUnitCount
    guard end - start == count else { return false }
    // SAFETY: a static string has `count` bytes that live as long as the program, and the index is
    // below that. One made from a Unicode scalar has no address, and traps above.
    let expected = unsafe UnsafeBufferPointer(start: string.utf8Start, count: count)
    for offset in 0..<count where unsafe self[start &+ offset] != expected[offset] {
      return false
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
