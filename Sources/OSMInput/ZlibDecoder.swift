import CZlib

/// Inflates gzip, zlib and deflate streams with the system's zlib.
@safe
struct ZlibDecoder: ~Copyable, StreamDecoder {
  static let firstByte: UInt8 = 0x1F
  static let encoding = OSMEncoding.xmlGzip

  /// The state of zlib, which keeps its address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// A decoder of gzip streams.
  init() {
    self.init(windowBits: MAX_WBITS + 16)
  }

  /// A decoder of zlib streams, as in PBF.
  static func zlib() -> ZlibDecoder {
    ZlibDecoder(windowBits: MAX_WBITS)
  }

  /// A decoder of deflate streams without header and checksum, as in zip archives.
  static func deflate() -> ZlibDecoder {
    ZlibDecoder(windowBits: -MAX_WBITS)
  }

  /// The CRC-32 of up to 4 GB, as in gzip files and zip archives.
  static func check(_ bytes: Span<UInt8>) -> UInt32 {
    // SAFETY: zlib reads at most as many bytes as the buffer has, and keeps no pointer.
    unsafe bytes.withUnsafeBufferPointer {
      unsafe UInt32(truncatingIfNeeded: crc32(0, $0.baseAddress, UInt32(clamping: $0.count)))
    }
  }

  private init(windowBits: Int32) {
    // SAFETY: freed in `deinit` and initialised before its first use.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // SAFETY: `stream` is a zeroed `z_stream`, as this function requires.
    let status = unsafe inflateInit2_(
      stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    // It fails only without memory, or with a library that does not match its header.
    precondition(status == Z_OK, "inflateInit2 failed with status \(status)")
  }

  deinit {
    // SAFETY: initialised in `init`; there is no other reference to it.
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
    // SAFETY: zlib reads and writes at most the lengths given with the pointers, which do not
    // exceed those of the buffers, and the pointers are not used after the closures. It only reads
    // through `next_in`, although the C declaration does not state that.
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
