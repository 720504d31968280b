import CZlib

/// Compresses bytes to gzip members (RFC 1952) with the system's zlib.
public enum Gzip {
  /// The compression level, which trades speed for size.
  public enum Effort: Int32, Sendable {
    /// For data that is sent once; about 100 MB/s.
    case quick = 1
    /// For data that is kept and sent repeatedly.
    case thorough = 6
  }

  /// A gzip member of bytes, without name and time, so that the same bytes give the same result.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to compress.
  ///   - effort: The compression level.
  /// - Returns: The member; nil if there is not enough memory, or there are more than 2 GB.
  /// - Complexity: O(n), with about 260 KB in addition to the result.
  public static func compressed(_ bytes: [UInt8], _ effort: Effort) -> [UInt8]? {
    guard bytes.count < Int(Int32.max) else { return nil }
    // zlib keeps the address of its state, so it must not move.
    // SAFETY: initialised before its first use, and freed at every exit.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    // SAFETY: `stream` is a zeroed `z_stream`, as this function requires. Adding 16 to the bits
    // means gzip; 8 is the default for the memory.
    let status = unsafe deflateInit2_(
      stream, effort.rawValue, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
    defer { unsafe deflateEnd(stream) }
    // SAFETY: the state was initialised above.
    let bound = unsafe Int(deflateBound(stream, UInt(bytes.count)))
    var isWhole = false
    // SAFETY: zlib reads and writes at most the lengths given with the pointers, which are those of
    // the buffers, and the pointers are not used after the closures. The bytes that it has written
    // are initialised.
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
