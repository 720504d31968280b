/// Reads OSM data from a file or from standard input, in any of the encodings of ``OSMEncoding``.
///
/// The encoding is detected from the content, never from the name. Memory does not grow with the input: XML takes less
/// than a megabyte, gzip two more, bzip2 twenty more for each thread, and PBF a few blocks of at most 32 MiB for each
/// thread.
///
///     var counter = Counter()                                  // an OSMVisitor
///     let reader = OSMReader(.file("region.osm.pbf"))
///     let summary = try reader.read(into: &counter) { read, total in true }
///     print(summary.nodes)
public struct OSMReader: Sendable {
  private enum Origin: Sendable {
    case source(OSMSource)
    case memory([UInt8], name: String)
  }
  private let origin: Origin
  private let threads: Int

  /// A reader of a file or of standard input; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - threads: The number of decoding threads, including the calling one; it does not affect the
  ///     order of elements.
  public init(_ source: OSMSource, threads: Int = 1) {
    origin = .source(source)
    self.threads = threads
  }

  /// A reader of data in memory; error messages use `name`.
  public init(bytes: [UInt8], name: String, threads: Int = 1) {
    origin = .memory(bytes, name: name)
    self.threads = threads
  }

  /// Reads everything and delivers each element to `visitor`, in the order of the file.
  ///
  /// If an error is thrown, the visitor has received the elements before the flaw.
  ///
  /// - Parameters:
  ///   - visitor: Receives the elements. It is moved during reading, never copied.
  ///   - progress: Called about once per megabyte of input and at the end, with the bytes of the
  ///     source used so far and their total, which is `nil` for standard input and pipes. When it
  ///     returns `false`, reading ends with ``OSMInputError/cancelled(source:)``.
  /// - Returns: The counts of delivered and other elements, and the metadata of the file.
  /// - Throws: ``OSMInputError`` if the source can't be opened or read, or is not well-formed.
  public func read<Visitor: OSMVisitor>(
    into visitor: inout Visitor, progress: (_ read: Int, _ total: Int?) -> Bool
  ) throws(OSMInputError) -> OSMSummary {
    var file =
      switch origin {
      case .source(let source): try FileSource(source)
      case .memory(let bytes, let name): FileSource(bytes: bytes, name: name)
      }
    let meter = ProgressMeter(source: file.name, total: file.sourceLength)
    let summary: OSMSummary
    switch try recognise(&file) {
    case .xml:
      summary = try readXML(file, .xml, readers: threads, into: &visitor, meter, progress)
    case .xmlGzip:
      let text = GzipStream(file, threads: threads)
      summary = try readXML(
        text, .xmlGzip, readers: threads - 1, into: &visitor, meter, progress)
    case .xmlBzip2:
      let text = BZip2Stream(file, threads: threads)
      // The other threads are busy with decoding.
      summary = try readXML(text, .xmlBzip2, readers: 1, into: &visitor, meter, progress)
    case .pbf:
      summary = try readPBF(file, into: &visitor, meter, progress)
    }
    try meter.finish(at: summary.bytesRead, report: progress)
    return summary
  }

  /// Detects the encoding of the data without consuming any.
  private func recognise(_ file: inout FileSource) throws(OSMInputError) -> OSMEncoding {
    let start = try file.peek(OSMEncoding.detectionLength)
    guard !start.isEmpty else { throw .empty(source: file.name) }
    switch OSMEncoding.detect(start) {
    case .encoding(let encoding): return encoding
    case .refused(let feature, let advice):
      throw .unsupported(source: file.name, feature: feature, byteOffset: 0, advice: advice)
    case .unknown: throw .unknownFormat(source: file.name, firstBytes: Array(start.prefix(8)))
    }
  }

  private func readXML<Stream: ByteStream & ~Copyable, Visitor: OSMVisitor>(
    _ text: consuming Stream, _ encoding: OSMEncoding, readers: Int, into visitor: inout Visitor,
    _ meter: ProgressMeter, _ report: (Int, Int?) -> Bool
  ) throws(OSMInputError) -> OSMSummary {
    // The handler is the only owner of the visitor, whose first change would otherwise be a deep
    // copy.
    let handler = OSMXMLHandler(visitor: consume visitor, encoding: encoding)
    var reading = XMLReading(
      text, encoding: encoding, handler: handler, threads: readers, meter: meter)
    let bytesRead: Int
    do {
      bytesRead = try reading.run(report)
    } catch {
      visitor = handler.visitor
      throw error
    }
    visitor = handler.visitor
    var summary = handler.summary
    summary.bytesRead = bytesRead
    return summary
  }

  private func readPBF<Visitor: OSMVisitor>(
    _ file: consuming FileSource, into visitor: inout Visitor, _ meter: ProgressMeter,
    _ report: (Int, Int?) -> Bool
  ) throws(OSMInputError) -> OSMSummary {
    var reading = PBFReading(file, threads: threads, meter: meter)
    return try reading.run(into: &visitor, report)
  }
}
