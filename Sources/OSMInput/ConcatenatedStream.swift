/// The decoded text of a file of one or more compressed streams, one after the other.
///
/// Files of pbzip2, planet dumps and bgzip have many streams; tapes and some download tools pad the
/// end with zeros. Other data after a stream is refused, since it would be lost.
struct ConcatenatedStream<Decoder: StreamDecoder & ~Copyable>: ~Copyable, ByteStream {
  private enum State {
    case decoding
    /// A stream has ended, and the next has not been read.
    case betweenStreams
    /// Zero bytes have begun, which must continue to the end.
    case padding
    case ended
  }

  private var source: FileSource
  private var decoder = Decoder()
  private var state = State.decoding
  private var input = [UInt8](repeating: 0, count: BufferSize.chunk)
  private var inputStart = 0
  private var inputEnd = 0
  private var sourceIsAtEnd = false

  /// Decodes the rest of `source`.
  init(_ source: consuming FileSource) {
    self.source = source
  }

  var sourceOffset: Int { source.sourceOffset - (inputEnd - inputStart) }
  var sourceLength: Int? { source.sourceLength }

  mutating func read(into buffer: inout MutableSpan<UInt8>) throws(OSMInputError) -> Int {
    while true {
      if inputStart == inputEnd, !sourceIsAtEnd { try refill() }
      switch state {
      case .decoding:
        let produced = try decode(into: &buffer)
        if produced > 0 { return produced }
      case .betweenStreams:
        try findNextStream()
      case .padding:
        try skipPadding()
      case .ended:
        return 0
      }
    }
  }

  /// One step of the decoder; 0 if it needs more input or the stream has ended.
  private mutating func decode(into buffer: inout MutableSpan<UInt8>) throws(OSMInputError) -> Int {
    let step: DecoderProgress
    do {
      step = try Self.decode(input, inputStart..<inputEnd, with: &decoder, into: &buffer)
    } catch {
      inputStart += error.consumed
      throw corrupt(error.reason)
    }
    inputStart += step.consumed
    if step.isFinished {
      state = .betweenStreams
    } else if step.produced == 0, step.consumed == 0, sourceIsAtEnd {
      throw .truncated(
        source: source.name, encoding: Decoder.encoding, byteOffset: sourceOffset, line: nil,
        reason: "the compressed stream does not end")
    } else if step.produced == 0, step.consumed == 0, inputStart < inputEnd {
      // It was never observed, but would otherwise be an endless loop.
      throw corrupt("the decoder makes no progress")
    }
    return step.produced
  }

  private mutating func findNextStream() throws(OSMInputError) {
    if inputStart == inputEnd {
      state = .ended
    } else if input[inputStart] == Decoder.firstByte {
      decoder.restart()
      state = .decoding
    } else if input[inputStart] == 0 {
      state = .padding
    } else {
      throw corrupt("something else follows the end of the compressed stream")
    }
  }

  private mutating func skipPadding() throws(OSMInputError) {
    while inputStart < inputEnd {
      guard input[inputStart] == 0 else {
        throw corrupt("data follows the zeros after the end of the compressed stream")
      }
      inputStart += 1
    }
    if sourceIsAtEnd { state = .ended }
  }

  private mutating func refill() throws(OSMInputError) {
    inputStart = 0
    inputEnd = 0
    inputEnd = try source.readSome(&input)
    sourceIsAtEnd = inputEnd == 0
  }

  /// Outside of `self`: a span would otherwise borrow all of it.
  private static func decode(
    _ input: [UInt8], _ range: Range<Int>, with decoder: inout Decoder,
    into buffer: inout MutableSpan<UInt8>
  ) throws(DecoderFlaw) -> DecoderProgress {
    try decoder.decode(input.span.extracting(range), into: &buffer, limit: buffer.count)
  }

  private func corrupt(_ reason: String) -> OSMInputError {
    .corrupt(
      source: source.name, encoding: Decoder.encoding, byteOffset: sourceOffset, line: nil,
      reason: reason)
  }
}
