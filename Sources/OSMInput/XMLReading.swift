/// Reads OSM XML from a stream of bytes into a handler, in constant memory.
struct XMLReading<Stream: ByteStream & ~Copyable>: ~Copyable {
  private var stream: Stream
  private let encoding: OSMEncoding
  private var parser: ExpatParser
  private var meter: ProgressMeter
  private var prologue = XMLPrologue()

  /// Reads `stream`, the text after any decompression; `encoding` is how it was compressed.
  init(
    _ stream: consuming Stream, encoding: OSMEncoding, handler: XMLHandler, meter: ProgressMeter
  ) {
    self.stream = stream
    self.encoding = encoding
    self.meter = meter
    parser = ExpatParser(handler)
  }

  /// Reads to the end, and returns how many bytes of the source that took.
  mutating func run(_ report: (Int, Int?) -> Bool) throws(OSMInputError) -> Int {
    try parse(readPrologue())
    while true {
      let isMore = try check(
        parser.parse(capacity: BufferSize.chunk) { (buffer) throws(OSMInputError) in
          try stream.read(into: &buffer)
        })
      guard isMore else { return stream.sourceOffset }
      try meter.advance(to: stream.sourceOffset, report: report)
    }
  }

  /// Skips what may stand before the document, and returns the first bytes of the document.
  private mutating func readPrologue() throws(OSMInputError) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      var span = bytes.mutableSpan
      let count = try stream.read(into: &span)
      if count == 0 { return [] }
      let rest = prologue.skip(bytes[..<count])
      if !rest.isEmpty { return rest }
    }
  }

  /// Parses text that is at hand, if any.
  private mutating func parse(_ text: ArraySlice<UInt8>) throws(OSMInputError) {
    guard !text.isEmpty else { return }
    _ = try check(
      parser.parse(capacity: text.count) { (buffer) throws(OSMInputError) in
        for (offset, byte) in text.enumerated() {
          buffer[offset] = byte
        }
        return text.count
      })
  }

  private func check(_ result: Result<Bool, ExpatParser.Flaw>) throws(OSMInputError) -> Bool {
    switch result {
    case .success(let isMore): return isMore
    case .failure(let flaw):
      let offset = flaw.byteOffset + prologue.bytes
      let line = flaw.line + prologue.lines
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
}
