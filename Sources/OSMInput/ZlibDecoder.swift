import CZlib

/// Inflates gzip and zlib streams: a thin shim over the system's zlib.
@safe
struct ZlibDecoder: ~Copyable, StreamDecoder {
  static let firstByte: UInt8 = 0x1F
  static let encoding = OSMEncoding.xmlGzip

  /// zlib keeps the address of its state, which therefore must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// A decoder of gzip streams.
  init() {
    self.init(windowBits: MAX_WBITS + 16)
  }

  /// A decoder of zlib streams, as PBF has them.
  static func zlib() -> ZlibDecoder {
    ZlibDecoder(windowBits: MAX_WBITS)
  }

  /// A decoder of deflate streams without head and check, as zip archives have them.
  static func deflate() -> ZlibDecoder {
    ZlibDecoder(windowBits: -MAX_WBITS)
  }

  private init(windowBits: Int32) {
    // SAFETY: freed in `deinit`, and initialised before anything reads it.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // SAFETY: `stream` is a zeroed `z_stream`, as this function wants it.
    let status = unsafe inflateInit2_(
      stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    // Fails only without memory, or with a library that does not match its header.
    precondition(status == Z_OK, "inflateInit2 failed with status \(status)")
  }

  deinit {
    // SAFETY: initialised in `init`; nobody else has the pointer.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  mutating func restart() {
    // SAFETY: the state was initialised in `init`.
    unsafe inflateReset(stream)
  }

  mutating func decode(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>, limit: Int
  ) throws(DecoderFlaw) -> DecoderProgress {
    precondition(limit <= output.count)
    let inputLength = UInt32(clamping: input.count)
    let outputLength = UInt32(clamping: limit)
    // SAFETY: zlib reads and writes no more than the lengths given beside the pointers, which are
    // those of the buffers or less, and the pointers are not used after the closures. It only reads through
    // `next_in`, though the C declaration does not say so.
    let status = unsafe input.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBytes { target in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = inputLength
        unsafe stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe stream.pointee.avail_out = outputLength
        return unsafe inflate(stream, Z_NO_FLUSH)
      }
    }
    // SAFETY: the state was initialised in `init`.
    let consumed = unsafe Int(inputLength - stream.pointee.avail_in)
    let produced = unsafe Int(outputLength - stream.pointee.avail_out)
    switch status {
    case Z_OK, Z_BUF_ERROR:
      return DecoderProgress(consumed: consumed, produced: produced, isFinished: false)
    case Z_STREAM_END:
      return DecoderProgress(consumed: consumed, produced: produced, isFinished: true)
    default:
      throw DecoderFlaw(reason: reason(status), consumed: consumed)
    }
  }

  private func reason(_ status: Int32) -> String {
    // SAFETY: `msg` is nil or a constant, terminated string of the library.
    if let message = unsafe stream.pointee.msg { return unsafe String(cString: message) }
    return switch status {
    case Z_NEED_DICT: "needs a preset dictionary"
    case Z_MEM_ERROR: "not enough memory to decompress"
    default: "zlib status \(status)"
    }
  }
}
