/// Reads the blobs of a PBF file in turn: header first, then blocks of elements.
///
/// Holds one blob as stored and one as decompressed, at most 32 MiB each. Specification:
/// https://wiki.openstreetmap.org/wiki/PBF_Format
///
///     ┌────────────┬────────────┬──────────┬────────────┬─── ⋯
///     │ length, 4  │ BlobHeader │ Blob     │ length, 4  │
///     │ big-endian │ type, size │ raw|zlib │            │
///     └────────────┴────────────┴──────────┴────────────┴─── ⋯
struct PBFReading: ~Copyable {
  private var source: FileSource
  private var meter: ProgressMeter
  private var inflater = ZlibDecoder.zlib()
  private var decoder = PBFBlockDecoder()
  private var hasHeader = false
  /// Blob headers and blobs as stored; longer than what is in it.
  private var stored: [UInt8] = []
  /// Blobs after decompression; longer than what is in it.
  private var block: [UInt8] = []

  /// Reads `source` from its beginning.
  init(_ source: consuming FileSource, meter: ProgressMeter) {
    self.source = source
    self.meter = meter
  }

  /// Reads to the end.
  mutating func run<Visitor: OSMVisitor>(
    into visitor: inout Visitor, _ report: (Int, Int?) -> Bool
  ) throws(OSMInputError) -> OSMSummary {
    while let header = try readBlobHeader() {
      let start = source.sourceOffset
      try readStored(header.size, "a blob")
      do {
        try decodeBlob(header, into: &visitor)
      } catch {
        throw located(error, at: start)
      }
      try meter.advance(to: source.sourceOffset, report: report)
    }
    decoder.summary.bytesRead = source.sourceOffset
    return decoder.summary
  }

  /// Reads what says how long and of what kind the next blob is; `nil` at the end of the file.
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
    try readStored(length, "a blob header")
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

  /// Fills ``stored`` with the next `count` bytes.
  private mutating func readStored(_ count: Int, _ what: String) throws(OSMInputError) {
    guard try source.readFully(&stored, count: count) == count else {
      throw truncated("\(what) of \(count) bytes")
    }
  }

  /// Decodes the blob in ``stored``.
  private mutating func decodeBlob<Visitor: OSMVisitor>(
    _ header: PBFBlobHeader, into visitor: inout Visitor
  ) throws(PBFFlaw) {
    guard header.kind != .other else { return }
    let length = try PBFBlob(stored.span, length: header.size)
      .unpack(from: stored, with: &inflater, into: &block)
    if header.kind == .header {
      try PBFHeader(block.span, length: length).note(in: &decoder.summary)
      hasHeader = true
    } else {
      try decoder.decode(block, length: length, into: &visitor)
    }
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
