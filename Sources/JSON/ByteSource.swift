import Bytes

/// The bytes of a file or of standard input, in constant memory, with line numbers.
package struct ByteSource {
  /// The maximum length of a line read as a whole: 1 MB, far more than a fix or a place needs.
  package static let longestLine = 1 << 20

  /// The name in messages.
  package let name: String
  /// Nil if the whole text is in the buffer.
  private let file: InputFile?
  private var buffer: [UInt8]
  private var at = 0
  private var end = 0
  /// The number of bytes before the buffer.
  private var passed = 0
  /// The number of bytes before the current line.
  private var lineStart = 0
  /// The current line, from 1.
  package private(set) var line = 1
  /// Whether the end of a line reads as the end of the text, until ``skipLine()``.
  package var stopsAtLines = false
  /// The maximum length of the text, and the reason in the error; nil for any length.
  package var limit: (bytes: Int, reason: String)?

  /// Opens a file; `-` is standard input.
  package init(path: String) throws(TextError) {
    name = TextError.name(ofSource: path)
    do throws(FileError) { file = try InputFile(path: path) } catch { throw .file(error) }
    buffer = [UInt8](repeating: 0, count: 1 << 16)
  }

  /// A text in memory.
  package init(bytes: [UInt8], name: String) {
    self.name = name
    file = nil
    buffer = bytes
    end = bytes.count
  }

  /// The number of bytes read.
  package var count: Int { passed + at }

  /// The position in the current line, from 1.
  package var column: Int { passed + at - lineStart + 1 }

  private mutating func fill() throws(TextError) -> Bool {
    passed += end
    (at, end) = (0, 0)
    guard let file else { return false }
    if let limit, passed > limit.bytes {
      throw error(TextFlaw(line: line, reason: limit.reason))
    }
    do throws(FileError) { end = try file.read(into: &buffer) } catch { throw .file(error) }
    return end > 0
  }

  /// The current byte; nil at the end.
  @inline(__always)
  package mutating func peek() throws(TextError) -> UInt8? {
    if at == end { guard try fill() else { return nil } }
    let byte = buffer[at]
    return byte == 10 && stopsAtLines ? nil : byte
  }

  /// Skips the current byte.
  @inline(__always)
  package mutating func advance() {
    if buffer[at] == 10 {
      line += 1
      lineStart = passed + at + 1
    }
    at += 1
  }

  /// The current byte, which is then skipped; nil at the end.
  @inline(__always)
  package mutating func next() throws(TextError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    advance()
    return byte
  }

  /// An error at a place in the text.
  package func error(_ flaw: TextFlaw) -> TextError { .malformed(source: name, flaw) }

  /// The bytes already read, or the next ones from the file; empty at the end.
  ///
  /// ``line`` stays that of the first of them.
  package mutating func nextPiece() throws(TextError) -> ArraySlice<UInt8> {
    if at == end { guard try fill() else { return [] } }
    defer { at = end }
    return buffer[at..<end]
  }

  /// Skips a byte order mark in UTF-8.
  package mutating func skipMark() throws(TextError) {
    guard try peek() == 0xEF, end - at >= 3, buffer[at + 1] == 0xBB, buffer[at + 2] == 0xBF else {
      return
    }
    at += 3
  }

  /// Skips spaces, tabs and ends of lines.
  package mutating func skipSpace() throws(TextError) {
    while let byte = try peek(), byte == 32 || byte == 10 || byte == 13 || byte == 9 { advance() }
  }

  /// Skips to the beginning of the next line.
  ///
  /// - Returns: Whether the current line had an end.
  package mutating func skipLine() throws(TextError) -> Bool {
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
  /// - Throws: ``TextError``, also for a line longer than ``longestLine``.
  package mutating func readLine(into line: inout [UInt8]) throws(TextError) -> Bool {
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
          TextFlaw(line: number, reason: "a line longer than \(Self.longestLine) bytes"))
      }
    }
    return true
  }
}
