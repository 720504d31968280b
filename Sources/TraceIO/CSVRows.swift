package import JSON

/// Reads CSV with a header that names the columns; empty lines are skipped.
///
/// A field in quotes may have line breaks.
package enum CSVRows {
  /// The number of bytes in a row from which on a quote that is still open is a mistake.
  private static let longestRow = 100_000

  /// Reads all lines.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - readHeader: Receives the fields of the header and its line number; its result goes to
  ///     `readRow`.
  ///   - readRow: Receives the fields of a row (one for each column of the header), the result for
  ///     the header, and the line number.
  /// - Returns: Whether there was a header.
  /// - Throws: ``TextFlaw`` for an unclosed quote or another number of fields; rethrows the errors
  ///   of the closures.
  package static func read<Header>(
    _ source: inout ByteSource, header readHeader: (CSVLine, Int) throws -> Header,
    row readRow: (CSVLine, Header, Int) throws -> Void
  ) throws -> Bool {
    var line: [UInt8] = []
    var fields = CSVLine()
    var known: (header: Header, count: Int)?
    try source.skipMark()
    while true {
      let number = source.line
      guard try source.readLine(into: &line) else { return known != nil }
      if line.allSatisfy({ $0 == 32 || $0 == 9 }) { continue }
      guard let known else {
        fields.splitHeader(line)
        known = (try readHeader(fields, number), fields.count)
        continue
      }
      fields.split(line)
      while fields.isOpen, fields.byteCount < longestRow, try source.readLine(into: &line) {
        fields.goOn(line)
      }
      if fields.isOpen { throw TextFlaw(line: number, reason: "a quote is not closed") }
      guard fields.count == known.count else {
        throw TextFlaw(
          line: number, reason: "has \(fields.count) fields, the header \(known.count)")
      }
      try readRow(fields, known.header, number)
    }
  }
}
