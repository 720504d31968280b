/// A decompressor for one compressed stream at a time, with zlib or bzip2.
protocol StreamDecoder: ~Copyable {
  /// The first byte of all streams of this kind, to distinguish the next one from padding.
  static var firstByte: UInt8 { get }
  static var encoding: OSMEncoding { get }

  init()

  /// Prepares for the next stream.
  mutating func restart()

  /// Decodes from the beginning of `input`, which may be empty, to the beginning of `output`.
  ///
  /// - Parameters:
  ///   - input: All available compressed bytes.
  ///   - output: Receives the decoded bytes.
  ///   - limit: The maximum number of bytes to write, at most the count of `output`.
  /// - Returns: The progress.
  /// - Throws: ``DecoderFlaw`` if the stream is damaged.
  mutating func decode(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>, limit: Int
  ) throws(DecoderFlaw) -> DecoderProgress
}

/// The result of one call of a decoder.
struct DecoderProgress: Equatable {
  /// The number of input bytes consumed.
  var consumed: Int
  /// The number of output bytes written.
  var produced: Int
  /// Whether the stream ended here, with the right checksum.
  var isFinished: Bool
}

/// The reason why compressed data can't be decoded, in terms of the format.
struct DecoderFlaw: Error, Equatable {
  let reason: String
  /// The number of input bytes consumed before the flaw was found.
  let consumed: Int
}
