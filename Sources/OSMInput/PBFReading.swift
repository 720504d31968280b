/// Reads the blobs of a PBF file: the header, then blocks of elements.
///
/// Several threads decompress blobs, and the calling one decodes them in the order of the file. A
/// blob has at most 32 MiB, stored and decompressed. Specification:
/// https://wiki.openstreetmap.org/wiki/PBF_Format
///
///     ┌────────────┬────────────┬──────────┬────────────┬─── ⋯
///     │ length, 4  │ BlobHeader │ Blob     │ length, 4  │
///     │ big-endian │ type, size │ raw|zlib │            │
///     └────────────┴────────────┴──────────┴────────────┴─── ⋯
struct PBFReading: ~Copyable {
  private var source: FileSource
  private var meter: ProgressMeter
  private var work: OrderedWork<PBFInflater>
  private var decoder = PBFBlockDecoder()
  private var hasHeader = false
  /// The buffer for blob headers, which may be shorter.
  private var stored: [UInt8] = []
  private var isRead = false
  /// The error that ended reading, which is thrown after the blobs before it.
  private var failure: OSMInputError?

  /// Reads `source` from its beginning with a number of threads, including the calling one.
  init(_ source: consuming FileSource, threads: Int, meter: ProgressMeter) {
    self.source = source
    self.meter = meter
    work = OrderedWork(threads: threads)
  }

  /// Reads to the end.
  mutating func run<Visitor: OSMVisitor>(
    into visitor: inout Visitor, _ report: (Int, Int?) -> Bool
  ) throws(OSMInputError) -> OSMSummary {
    while let block = try nextBlock() {
      do throws(PBFFlaw) {
        try deliver(block, into: &visitor)
      } catch {
        throw located(error, at: block.offset)
      }
      try meter.advance(to: block.end, report: report)
    }
    decoder.summary.bytesRead = source.sourceOffset
    return decoder.summary
  }

  /// The next blob, decompressed, while other threads decompress those that follow.
  private mutating func nextBlock() throws(OSMInputError) -> PBFInflater.Block? {
    while !isRead, !work.isFull {
      do throws(OSMInputError) {
        if let blob = try readBlob() { work.add(blob) } else { isRead = true }
      } catch {
        failure = error
        isRead = true
      }
    }
    if !work.isEmpty { return work.take() }
    if let failure { throw failure }
    return nil
  }

  private mutating func deliver<Visitor: OSMVisitor>(
    _ block: PBFInflater.Block, into visitor: inout Visitor
  ) throws(PBFFlaw) {
    if let flaw = block.flaw { throw flaw }
    switch block.kind {
    case .header:
      try PBFHeader(block.bytes.span, length: block.length).note(in: &decoder.summary)
    case .data: try decoder.decode(block.bytes, length: block.length, into: &visitor)
    case .other: break
    }
  }

  /// Reads a stored blob; `nil` at the end of the file.
  private mutating func readBlob() throws(OSMInputError) -> PBFInflater.Stored? {
    guard let header = try readBlobHeader() else { return nil }
    if header.kind == .header { hasHeader = true }
    let offset = source.sourceOffset
    var bytes: [UInt8] = []
    guard try source.readFully(&bytes, count: header.size) == header.size else {
      throw truncated("a blob of \(header.size) bytes")
    }
    return PBFInflater.Stored(
      kind: header.kind, bytes: bytes, offset: offset, end: source.sourceOffset)
  }

  /// Reads the header of the next blob, with its length and kind; `nil` at the end of the file.
  private mutating func readBlobHeader() throws(OSMInputError) -> PBFBlobHeader? {
    let start = source.sourceOffset
    let lengthBytes = try source.readFully(&stored, count: 4)
    if lengthBytes == 0 { return nil }
    guard lengthBytes == 4 else { throw truncated("the length of a blob header") }
    let length = stored[0..<4].reduce(0) { $0 << 8 | Int($1) }
    guard (1...PBFLimits.blobHeader).contains(length) else {
      throw located(
        .corrupt("a blob header of \(length) bytes; at most \(PBFLimits.blobHeader) are allowed"),
        at: start)
    }
    guard try source.readFully(&stored, count: length) == length else {
      throw truncated("a blob header of \(length) bytes")
    }
    let header: PBFBlobHeader
    do {
      header = try PBFBlobHeader(stored.span, length: length)
    } catch {
      throw located(error, at: start)
    }
    if header.kind == .data, !hasHeader {
      throw located(.corrupt("the file does not begin with an OSMHeader blob"), at: start)
    }
    return header
  }

  private func truncated(_ what: String) -> OSMInputError {
    .truncated(
      source: source.name, encoding: .pbf, byteOffset: source.sourceOffset, line: nil,
      reason: "the file ends inside \(what)")
  }

  private func located(_ flaw: PBFFlaw, at byteOffset: Int) -> OSMInputError {
    switch flaw {
    case .corrupt(let reason):
      .corrupt(
        source: source.name, encoding: .pbf, byteOffset: byteOffset, line: nil, reason: reason)
    case .unsupported(let feature, let advice):
      .unsupported(
        source: source.name, feature: feature, byteOffset: byteOffset, advice: advice)
    }
  }
}
