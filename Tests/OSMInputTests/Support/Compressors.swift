import CBZip2
import CZlib

/// Makes compressed streams with the libraries that the decoders use.
enum Compressors {
  /// One gzip member.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    deflate(bytes, windowBits: MAX_WBITS + 16)
  }

  /// One zlib stream.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    deflate(bytes, windowBits: MAX_WBITS)
  }

  private static func deflate(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
    // zlib keeps the address of its state, which therefore must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    unsafe deflateInit2_(
      stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { unsafe deflateEnd(stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1000)
    let capacity = output.count
    unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = source.baseAddress
        unsafe stream.pointee.avail_in = UInt32(source.count)
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = UInt32(target.count)
        let status = unsafe CZlib.deflate(stream, Z_FINISH)
        precondition(status == Z_STREAM_END)
      }
    }
    return unsafe Array(output[..<(capacity - Int(stream.pointee.avail_out))])
  }

  /// One bzip2 stream, of blocks of 100,000 bytes a level.
  static func bzip2(_ bytes: [UInt8], level: Int32 = 1) -> [UInt8] {
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: bytes.count + bytes.count / 100 + 1000)
    var length = UInt32(output.count)
    let status = unsafe BZ2_bzBuffToBuffCompress(
      &output, &length, &input, UInt32(input.count), level, 0, 0)
    precondition(status == BZ_OK)
    return output[..<Int(length)].map { UInt8(bitPattern: $0) }
  }
}
