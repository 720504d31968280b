public import Geo
public import JSON

/// Reads the traces of a file in any of the formats, event by event, in constant memory.
///
///     var reader = try TraceReader(path: "trip.gpx")
///     while let event = try reader.next() {
///       if case .fix(let location, _) = event { print(location.latitude, location.longitude) }
///     }
///
/// The first bytes tell the format; the file name does not matter. JSON may keep related values far apart, such as the
/// times and coordinates of GeoJSON; if they exceed a megabyte, they wait in an unnamed file.
public struct TraceReader {
  /// The format of the input.
  public let format: TraceFormat
  private let name: String
  private var reader: any FormatReader
  private var hasTrace = false

  /// Opens a file and detects its format.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - scratch: The folder for temporary data that exceeds the memory.
  /// - Throws: ``TextError/file(_:)`` if the file cannot be opened or read, ``TextError/empty(source:)`` if it has
  ///   only white space.
  public init(path: String, scratch: String = "/tmp") throws(TextError) {
    try self.init(try ByteSource(path: path), scratch: scratch)
  }

  /// Reads a text in memory.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - name: The name in messages.
  ///   - scratch: The folder for temporary data that exceeds the memory.
  /// - Throws: ``TextError/empty(source:)`` if it has only white space.
  public init(bytes: [UInt8], name: String, scratch: String = "/tmp") throws(TextError) {
    try self.init(ByteSource(bytes: bytes, name: name), scratch: scratch)
  }

  private init(_ bytes: consuming ByteSource, scratch: String) throws(TextError) {
    name = bytes.name
    try bytes.skipMark()
    try bytes.skipSpace()
    switch try bytes.peek() {
    // Byte order marks of UTF-16 begin with 0xFE or 0xFF.
    case UInt8(ascii: "<"), 0xFE, 0xFF: (format, reader) = (.gpx, TraceGPX(bytes))
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      (format, reader) = (.json, TraceJSON(bytes, folder: scratch))
    case nil: throw .empty(source: name)
    default: (format, reader) = (.csv, TraceCSV(bytes))
    }
  }

  /// The first time so far that cannot be read; nil if all can.
  public var firstOddTime: TextFlaw? { reader.firstOddTime }

  /// The next event; nil at the end.
  ///
  /// - Throws: ``TextError``; after that, nothing more can be read.
  public mutating func next() throws(TextError) -> TraceEvent? {
    let event = try reader.next()
    if event == nil && !hasTrace { throw .nothing(source: name, wanted: format.wanted) }
    hasTrace = true
    return event
  }

  /// All traces of a file, in memory.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - scratch: The folder for temporary data that exceeds the memory.
  /// - Returns: The traces, at least one.
  /// - Throws: ``TextError``.
  public static func traces(path: String, scratch: String = "/tmp") throws(TextError) -> [Trace] {
    var reader = try TraceReader(path: path, scratch: scratch)
    return try reader.rest()
  }

  /// The remaining traces, in memory.
  ///
  /// - Throws: ``TextError``.
  public mutating func rest() throws(TextError) -> [Trace] {
    var traces: [Trace] = []
    while let event = try next() {
      switch event {
      case .began(let name): traces.append(Trace([], name: name))
      case .fix(let location, _): traces[traces.count - 1].locations.append(location)
      case .ended: break
      }
    }
    return traces
  }
}

/// The reader of one format.
protocol FormatReader {
  /// The first time so far that cannot be read.
  var firstOddTime: TextFlaw? { get }

  /// The next event; nil at the end.
  mutating func next() throws(TextError) -> TraceEvent?
}
