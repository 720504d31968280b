import Expat
import Geo
import JSON

/// Reads traces from GPX 1.0 and 1.1: one per track segment, and one per route (`rte`).
///
/// Expat parses the document piece by piece; the events of a piece are returned before the next one is read.
final class TraceGPX: FormatReader {
  private var source: ByteSource
  private let document = GPXDocument()
  private var parser: ExpatParser
  /// The number of lines before the document.
  private let linesBefore: Int
  /// The error to throw after all events before it.
  private var failure: TextError?
  private var events: [TraceEvent] = []
  private var given = 0
  private var isAtEnd = false

  init(_ source: ByteSource) {
    self.source = source
    linesBefore = source.line - 1
    parser = ExpatParser(
      document, ExpatOptions(format: "GPX", readsText: true, takesAnyEncoding: true))
  }

  var firstOddTime: TextFlaw? {
    document.firstOddTime.map { TextFlaw(line: $0.line + linesBefore, reason: $0.reason) }
  }

  func next() throws(TextError) -> TraceEvent? {
    while given == events.count {
      if let failure { throw failure }
      if isAtEnd { return nil }
      try readPiece()
    }
    defer { given += 1 }
    return events[given]
  }

  private func readPiece() throws(TextError) {
    given = 0
    // The document receives the emptied list, so that its memory is reused.
    events.removeAll(keepingCapacity: true)
    swap(&events, &document.events)
    let piece = try source.nextPiece()
    isAtEnd = piece.isEmpty
    if case .failure(let flaw) = parser.parse(piece) {
      failure = source.error(
        TextFlaw(line: flaw.line + linesBefore, reason: reason(of: flaw)))
    }
    swap(&events, &document.events)
  }

  private func reason(of flaw: ExpatParser.Flaw) -> String {
    switch flaw.kind {
    case .cutMark: return "the document ends inside a tag"
    case .cutElement:
      return document.innermost.map { "the document ends inside '\($0)'" } ?? flaw.reason
    case .mismatchedTag(let name):
      return document.innermost.map { "'\(name)' is closed inside '\($0)'" }
        ?? "'\(name)' was not opened"
    case .junkAtEnd: return "something follows the document"
    case .other: return flaw.reason
    }
  }
}
