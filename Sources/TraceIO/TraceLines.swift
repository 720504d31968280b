public import JSON

/// Reads traces from JSON lines: one value per line; a bad line does not affect the others.
///
///     var lines = try TraceLines(path: "traces.jsonl")
///     while let number = try lines.nextLine() {
///       do { while let event = try lines.next() { … } } catch { print("line \(number): \(error)") }
///     }
///
/// A line is an object with `locations`, or GeoJSON, which may have several traces.
public struct TraceLines {
  private var reader: TraceJSON

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - scratch: The folder for temporary data that exceeds the memory.
  /// - Throws: ``TextError/file(_:)`` if the file cannot be opened or read.
  public init(path: String, scratch: String = "/tmp") throws(TextError) {
    try self.init(try ByteSource(path: path), scratch: scratch)
  }

  /// Reads lines in memory.
  ///
  /// - Parameters:
  ///   - bytes: The lines.
  ///   - name: The name in messages.
  ///   - scratch: The folder for temporary data that exceeds the memory.
  /// - Throws: Nothing at present.
  public init(bytes: [UInt8], name: String, scratch: String = "/tmp") throws(TextError) {
    try self.init(ByteSource(bytes: bytes, name: name), scratch: scratch)
  }

  private init(_ bytes: consuming ByteSource, scratch: String) throws(TextError) {
    try bytes.skipMark()
    reader = TraceJSON(bytes, folder: scratch)
  }

  /// The first time so far that cannot be read; nil if all can.
  public var firstOddTime: TextFlaw? { reader.firstOddTime }

  /// Moves to the next line that is not blank, skipping the unread rest of the current one.
  ///
  /// - Returns: The line number, from 1; nil after the last.
  /// - Throws: ``TextError/file(_:)`` if the file cannot be read.
  public mutating func nextLine() throws(TextError) -> Int? { try reader.nextLine() }

  /// The next event of the line; nil at its end.
  ///
  /// - Throws: ``TextError``; after ``TextError/malformed(source:_:)``, other lines can still be read.
  public mutating func next() throws(TextError) -> TraceEvent? { try reader.next() }
}
