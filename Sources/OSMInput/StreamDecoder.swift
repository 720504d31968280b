/// A decompressor for one compressed stream at a time: the thin shims over zlib and bzip2.
protocol StreamDecoder: ~Copyable {
  /// The first byte of every stream of this kind, to tell the next stream from padding.
  static var firstByte: UInt8 { get }
  static var encoding: OSMEncoding { get }

  init()

  /// Gets ready for the next stream.
  mutating func restart()

  /// Decodes from the front of `input`, which may be empty, to the front of `output`.
  ///
  /// - Parameters:
  ///   - input: Compressed bytes, as many as are available.
  ///   - output: Receives what they decode to.
  ///   - limit: How much of `output` may be written, at most its count.
  /// - Returns: How far it came.
  /// - Throws: ``DecoderFlaw`` when the stream is damaged.
  mutating func decode(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>, limit: Int
  ) throws(DecoderFlaw) -> DecoderProgress
}

/// The result of one call of a decoder.
struct DecoderProgress: Equatable {
  /// Bytes of the input used up.
  var consumed: Int
  /// Bytes of the output written.
  var produced: Int
  /// Whether the stream ended here; its checksum was right.
  var isFinished: Bool
}

/// The reason why compressed data can't be decoded, in the words of the format.
struct DecoderFlaw: Error, Equatable {
  let reason: String
  /// Bytes of the input used up before the flaw was noticed.
  let consumed: Int
}
