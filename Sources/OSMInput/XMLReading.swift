import Expat

/// Reads OSM XML from a stream of bytes into a handler, in constant memory.
///
/// Expat reads the document except pieces of whole plain elements, which a faster reader processes,
/// several at a time. A piece may be withheld from expat if expat is between two elements, since
/// its meaning then does not depend on its place.
struct XMLReading<Stream: ByteStream & ~Copyable>: ~Copyable {
  private var text: XMLText<Stream>
  private let encoding: OSMEncoding
  private let handler: XMLHandler
  private var parser: ExpatParser
  private var meter: ProgressMeter
  private var work: OrderedWork<PlainElements.Reader>
  private var isRead = false
  /// The error that ended the text, which is thrown after the text before it.
  private var failure: OSMInputError?
  /// The number of bytes and lines that were withheld from expat.
  private var leftOut = (bytes: 0, lines: 0)

  /// Reads the text after any decompression.
  ///
  /// - Parameters:
  ///   - stream: The text.
  ///   - encoding: The encoding of the source.
  ///   - handler: Receives the elements.
  ///   - threads: The number of reading threads, including the calling one.
  ///   - meter: Decides when progress is reported.
  ///   - pieceSize: The number of bytes that are read at a time.
  init(
    _ stream: consuming Stream, encoding: OSMEncoding, handler: XMLHandler, threads: Int,
    meter: ProgressMeter, pieceSize: Int = BufferSize.chunk
  ) {
    text = XMLText(stream, pieceSize: pieceSize)
    self.encoding = encoding
    self.handler = handler
    self.meter = meter
    work = OrderedWork(threads: threads)
    parser = ExpatParser(handler, ExpatOptions(format: "OSM data"))
  }

  /// Reads to the end and returns the number of bytes of the source.
  mutating func run(_ report: (Int, Int?) -> Bool) throws(OSMInputError) -> Int {
    while let piece = try nextPiece() {
      if piece.isPlain, handler.isBetweenElements, parser.isBetweenTokens {
        handler.deliver(piece)
        leftOut = (leftOut.bytes + piece.length, leftOut.lines + piece.lines)
      } else {
        try parse(piece.text[..<piece.length])
      }
      try meter.advance(to: text.sourceOffset, report: report)
    }
    try parse([])
    return text.sourceOffset
  }

  /// The next piece, while other threads read those that follow.
  private mutating func nextPiece() throws(OSMInputError) -> PlainElements? {
    while !isRead, !work.isFull {
      do throws(OSMInputError) {
        let piece = try text.next()
        if piece.isEmpty { isRead = true } else { work.add(piece) }
      } catch {
        failure = error
        isRead = true
      }
    }
    if !work.isEmpty { return work.take() }
    if let failure { throw failure }
    return nil
  }

  /// Gives text to expat; an empty piece ends the document.
  private mutating func parse(_ piece: ArraySlice<UInt8>) throws(OSMInputError) {
    guard case .failure(let flaw) = parser.parse(piece) else { return }
    let skipped = text.skipped
    let offset = flaw.byteOffset + skipped.bytes + leftOut.bytes
    let line = flaw.line + skipped.lines + leftOut.lines
    if let feature = handler.refusedFeature {
      throw .unsupported(
        source: meter.source, feature: feature.name, byteOffset: offset, advice: feature.advice)
    }
    if flaw.isTruncation {
      throw .truncated(
        source: meter.source, encoding: encoding, byteOffset: offset, line: line,
        reason: "the document ends before its root element is closed")
    }
    throw .corrupt(
      source: meter.source, encoding: encoding, byteOffset: offset, line: line,
      reason: flaw.reason)
  }
}
