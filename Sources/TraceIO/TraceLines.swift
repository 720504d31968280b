/// Reads traces from JSON lines: one value a line, in which a bad line costs no other.
///
///     var lines = try TraceLines(path: "traces.jsonl")
///     while let number = try lines.nextLine() {
///       do { while let event = try lines.next() { … } } catch { print("line \(number): \(error)") }
///     }
///
/// A line is an object with `locations`, or GeoJSON, which may hold several traces.
public struct TraceLines {
  private var reader: TraceJSON

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - scratch: The folder for what memory does not hold.
  /// - Throws: ``TraceError/file(_:)`` when the file can't be opened or read.
  public init(path: String, scratch: String = "/tmp") throws(TraceError) {
    try self.init(try ByteSource(path: path), scratch: scratch)
  }

  /// Reads lines that are in memory.
  ///
  /// - Parameters:
  ///   - bytes: The lines.
  ///   - name: What messages call them.
  ///   - scratch: The folder for what memory does not hold.
  /// - Throws: Nothing yet.
  public init(bytes: [UInt8], name: String, scratch: String = "/tmp") throws(TraceError) {
    try self.init(ByteSource(bytes: bytes, name: name), scratch: scratch)
  }

  private init(_ bytes: consuming ByteSource, scratch: String) throws(TraceError) {
    try bytes.skipMark()
    reader = TraceJSON(bytes, folder: scratch)
  }

  /// The first time so far that can't be read; nil where all can.
  public var firstOddTime: TraceFlaw? { reader.firstOddTime }

  /// Goes to the next line that is not blank; what was not read of the line before is left out.
  ///
  /// - Returns: Its number, from 1; nil after the last.
  /// - Throws: ``TraceError/file(_:)`` when the file can't be read.
  public mutating func nextLine() throws(TraceError) -> Int? { try reader.nextLine() }

  /// The next event of the line; nil at its end.
  ///
  /// - Throws: ``TraceError``; where that is ``TraceError/malformed(source:_:)``, other lines can still be read.
  public mutating func next() throws(TraceError) -> TraceEvent? { try reader.next() }
}
