import Bytes

/// The bytes of a file or of standard input one by one, in constant memory, with the line they are on.
package struct ByteSource {
  /// Bytes of a line that is read whole, at most (1 MB); no fix and no place needs a hundredth of it.
  package static let longestLine = 1 << 20

  /// What messages call it.
  package let name: String
  /// nil where all is in the buffer.
  private let file: InputFile?
  private var buffer: [UInt8]
  private var at = 0
  private var end = 0
  /// Bytes before the buffer.
  private var passed = 0
  /// Bytes before the line at hand.
  private var lineStart = 0
  /// The line at hand, from 1.
  package private(set) var line = 1
  /// Whether the end of a line is given as the end of the text, until ``skipLine()``.
  package var stopsAtLines = false

  /// Opens a file; `-` is standard input.
  package init(path: String) throws(TraceError) {
    name = TraceError.name(ofSource: path)
    do throws(FileError) { file = try InputFile(path: path) } catch { throw .file(error) }
    buffer = [UInt8](repeating: 0, count: 1 << 16)
  }

  /// A text that is in memory.
  package init(bytes: [UInt8], name: String) {
    self.name = name
    file = nil
    buffer = bytes
    end = bytes.count
  }

  /// Bytes that were read.
  package var count: Int { passed + at }

  /// The place at hand in its line, from 1.
  package var column: Int { passed + at - lineStart + 1 }

  private mutating func fill() throws(TraceError) -> Bool {
    passed += end
    (at, end) = (0, 0)
    guard let file else { return false }
    do throws(FileError) { end = try file.read(into: &buffer) } catch { throw .file(error) }
    return end > 0
  }

  /// The byte at hand; nil at the end.
  @inline(__always)
  package mutating func peek() throws(TraceError) -> UInt8? {
    if at == end { guard try fill() else { return nil } }
    let byte = buffer[at]
    return byte == 10 && stopsAtLines ? nil : byte
  }

  /// Goes past the byte at hand.
  @inline(__always)
  package mutating func advance() {
    if buffer[at] == 10 {
      line += 1
      lineStart = passed + at + 1
    }
    at += 1
  }

  /// The byte at hand, and goes past it; nil at the end.
  @inline(__always)
  package mutating func next() throws(TraceError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    advance()
    return byte
  }

  /// An error at a place of the text.
  package func error(_ flaw: TraceFlaw) -> TraceError { .malformed(source: name, flaw) }

  /// The bytes that were read already, or the next from the file; none at the end.
  ///
  /// The line is that of the first of them, and stays.
  mutating func nextPiece() throws(TraceError) -> ArraySlice<UInt8> {
    if at == end { guard try fill() else { return [] } }
    defer { at = end }
    return buffer[at..<end]
  }

  /// Goes past the mark that may stand before a text in UTF-8.
  package mutating func skipMark() throws(TraceError) {
    guard try peek() == 0xEF, end - at >= 3, buffer[at + 1] == 0xBB, buffer[at + 2] == 0xBF else {
      return
    }
    at += 3
  }

  /// Goes past spaces, tabs and ends of lines.
  package mutating func skipSpace() throws(TraceError) {
    while let byte = try peek(), byte == 32 || byte == 10 || byte == 13 || byte == 9 { advance() }
  }

  /// Goes to the beginning of the next line.
  ///
  /// - Returns: Whether there was an end of this one.
  package mutating func skipLine() throws(TraceError) -> Bool {
    while true {
      if at == end { guard try fill() else { return false } }
      let isEnd = buffer[at] == 10
      advance()
      if isEnd { return true }
    }
  }

  /// The next line without its end (LF, CR LF or CR).
  ///
  /// - Returns: False after the last.
  /// - Throws: ``TraceError``, also for a line longer than ``longestLine``.
  package mutating func readLine(into line: inout [UInt8]) throws(TraceError) -> Bool {
    line.removeAll(keepingCapacity: true)
    let number = self.line
    guard try peek() != nil else { return false }
    while let byte = try next() {
      if byte == 10 { return true }
      if byte == 13 {
        if try peek() == 10 { advance() } else { self.line += 1 }
        return true
      }
      line.append(byte)
      if line.count > Self.longestLine {
        throw error(
          TraceFlaw(line: number, reason: "a line longer than \(Self.longestLine) bytes"))
      }
    }
    return true
  }
}
