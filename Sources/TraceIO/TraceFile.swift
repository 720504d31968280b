import Bytes
import Geo

/// Traces from a file in any of the formats, known by its first bytes, never by its name.
package enum TraceFile {
  /// Gives all traces of a file to a sink as they are read, `-` being standard input.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - scratch: The folder for what memory does not hold.
  ///   - sink: Gets the traces.
  /// - Returns: The first time that can't be read, nil where all can.
  /// - Throws: ``TraceError``, or what the sink does.
  package static func read(
    _ path: String, scratch: String, into sink: inout some TraceSink
  ) throws -> TraceFlaw? {
    let name = TraceError.name(ofSource: path)
    var counter = CountingSink(sink: sink)
    let oddTime: TraceFlaw?
    do {
      var source = try ByteSource(path: path)
      try source.skipMark()
      try source.skipSpace()
      let kind: String
      switch try source.peek() {
      case UInt8(ascii: "<"):
        kind = "track or route with points"
        var reader = TraceGPX(source)
        try reader.read(into: &counter)
        oddTime = reader.firstOddTime
      case UInt8(ascii: "{"):
        kind = "line"
        var reader = TraceJSON(source, folder: scratch)
        try reader.read(into: &counter)
        oddTime = reader.firstOddTime
      case nil: throw TraceError.empty(source: name)
      default:
        kind = "fix below its header"
        var reader = TraceCSV(source)
        try reader.read(into: &counter)
        oddTime = reader.firstOddTime
      }
      if !counter.hasAny {
        throw TraceError.noTrace(source: name, wanted: kind)
      }
    } catch let flaw as TraceFlaw {
      throw TraceError.malformed(source: name, flaw)
    }
    sink = counter.sink
    return oddTime
  }
}

/// Notes whether a trace came by.
private struct CountingSink<Sink: TraceSink>: TraceSink {
  var sink: Sink
  var hasAny = false

  mutating func begin(name: String?) throws {
    hasAny = true
    try sink.begin(name: name)
  }

  mutating func add(_ location: Location, hasOddTime: Bool) throws {
    try sink.add(location, hasOddTime: hasOddTime)
  }

  mutating func end() throws { try sink.end() }
}
