import Expat
import JSON
import Traffic

/// DATEX II, versions 2 and 3, in XML.
extension TrafficFeed {
  /// Reads a document.
  mutating func readDatex(_ source: inout ByteSource) throws {
    let linesBefore = source.line - 1
    let isWide = try source.peek() != UInt8(ascii: "<")
    let document = DatexDocument(tables: tables, zone: zone)
    var parser = ExpatParser(
      document, ExpatOptions(format: "DATEX II", readsText: true, takesAnyEncoding: true))
    var isAtEnd = false
    while !isAtEnd {
      let piece = try source.nextPiece()
      isAtEnd = piece.isEmpty
      let parsed = parser.parse(piece)
      // It precedes any flaw that the parser found.
      if let flaw = document.flaw {
        throw TextFlaw(line: flaw.line + linesBefore, reason: flaw.reason)
      }
      if case .failure(let flaw) = parsed {
        if isWide, !document.isDatex {
          throw TextFlaw(
            line: 1 + linesBefore, reason: "is UTF-16, but not DATEX II: convert it to UTF-8")
        }
        throw TextFlaw(
          line: flaw.line + linesBefore,
          reason: flaw.isTruncation ? "the document ends inside an element" : flaw.reason)
      }
    }
    guard document.isDatex else {
      throw TextFlaw(line: 1 + linesBefore, reason: "is XML, but not DATEX II")
    }
    document.end()
    tables = document.tables
    localTimeCount = document.localTimeCount
    for (record, line) in document.records { try append(record, line: line + linesBefore) }
  }
}
