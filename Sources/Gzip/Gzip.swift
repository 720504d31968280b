import CZlib

/// Compresses bytes to gzip members (RFC 1952): a thin shim over the system's zlib.
public enum Gzip {
  /// How much time is spent to make the result small.
  public enum Effort: Int32, Sendable {
    /// For what is sent once: some 100 MB/s.
    case quick = 1
    /// For what is kept and sent again.
    case thorough = 6
  }

  /// Bytes as one gzip member, without a name and a time, so that the same bytes give the same result.
  ///
  /// - Parameters:
  ///   - bytes: What is compressed.
  ///   - effort: How small it is made.
  /// - Returns: The member; nil where there is no memory for it, or there are more than 2 GB.
  /// - Complexity: O(n); takes some 260 KB beside the result.
  public static func compressed(_ bytes: [UInt8], _ effort: Effort) -> [UInt8]? {
    guard bytes.count < Int(Int32.max) else { return nil }
    // zlib keeps the address of its state, which therefore must not move.
    // SAFETY: initialised before anything reads it, and freed on every way out.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    // SAFETY: `stream` is a zeroed `z_stream`, as this function wants it. 16 more bits mean gzip; 8 is the default
    // for the memory.
    let status = unsafe deflateInit2_(
      stream, effort.rawValue, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
    defer { unsafe deflateEnd(stream) }
    // SAFETY: the state was initialised above.
    let bound = unsafe Int(deflateBound(stream, UInt(bytes.count)))
    var isWhole = false
    // SAFETY: zlib reads and writes no more than the lengths given beside the pointers, which are those of the
    // buffers, and the pointers are not used after the closures. What it says to have written is initialised.
    let result = unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(source.count)
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = UInt32(clamping: bound)
        isWhole = unsafe deflate(stream, Z_FINISH) == Z_STREAM_END
      }
      count = unsafe Int(stream.pointee.total_out)
    }
    return isWhole ? result : nil
  }
}
