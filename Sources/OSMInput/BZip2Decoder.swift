import CBZip2

/// Decompresses bzip2 streams: a thin shim over the system's libbz2.
@safe
struct BZip2Decoder: ~Copyable, StreamDecoder {
  static let firstByte = UInt8(ascii: "B")
  static let encoding = OSMEncoding.xmlBzip2

  /// The state of libbz2, which keeps its address, so it must not move.
  private let stream: UnsafeMutablePointer<bz_stream>

  init() {
    // SAFETY: freed in `deinit` and initialised before its first use.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: bz_stream())
    start()
  }

  deinit {
    // SAFETY: started in `init` or `restart`; there is no other reference to it.
    unsafe BZ2_bzDecompressEnd(stream)
    unsafe stream.deallocate()
  }

  mutating func restart() {
    // SAFETY: the state was started; ending it frees its buffers, and it is zeroed and started
    // again.
    unsafe BZ2_bzDecompressEnd(stream)
    unsafe stream.pointee = bz_stream()
    start()
  }

  private func start() {
    // SAFETY: `stream` is a zeroed `bz_stream`, as this function requires.
    let status = unsafe BZ2_bzDecompressInit(stream, 0, 0)
    // It fails only without memory.
    precondition(status == BZ_OK, "BZ2_bzDecompressInit failed with status \(status)")
  }

  mutating func decode(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>, limit: Int
  ) throws(DecoderFlaw) -> DecoderProgress {
    precondition(limit <= output.count)
    let inputLength = UInt32(clamping: input.count)
    let outputLength = UInt32(clamping: limit)
    // SAFETY: libbz2 reads and writes at most the lengths given with the pointers, which do not
    // exceed those of the buffers, and the pointers are not used after the closures. It only reads
    // through `next_in`, although the C declaration does not state that.
    let status = unsafe input.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(
          mutating: source.baseAddress?.assumingMemoryBound(to: CChar.self))
        unsafe stream.pointee.avail_in = inputLength
        unsafe stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: CChar.self)
        unsafe stream.pointee.avail_out = outputLength
        return unsafe BZ2_bzDecompress(stream)
      }
    }
    // SAFETY: the state was initialised in `init`.
    let consumed = unsafe Int(inputLength - stream.pointee.avail_in)
    let produced = unsafe Int(outputLength - stream.pointee.avail_out)
    switch status {
    case BZ_OK:
      return DecoderProgress(consumed: consumed, produced: produced, isFinished: false)
    case BZ_STREAM_END:
      return DecoderProgress(consumed: consumed, produced: produced, isFinished: true)
    default:
      throw DecoderFlaw(reason: Self.reason(status), consumed: consumed)
    }
  }

  private static func reason(_ status: Int32) -> String {
    switch status {
    case BZ_DATA_ERROR: "a checksum or a code is wrong"
    case BZ_DATA_ERROR_MAGIC: "a stream does not begin with 'BZh'"
    case BZ_MEM_ERROR: "not enough memory to decompress"
    default: "bzip2 status \(status)"
    }
  }
}
