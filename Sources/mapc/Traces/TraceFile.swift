import Bytes
import MapMatching

/// Traces from a file in any of the formats, known by its first bytes, never by its name.
enum TraceFile {
  /// All traces of a file, `-` being standard input.
  static func read(_ path: String) throws -> [Trace] {
    var reader = try LineReader(path: path)
    let bytes = try reader.rest()
    let name = path == "-" ? "standard input" : path
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[start...].first { $0 != 32 && $0 != 9 && $0 != 10 && $0 != 13 }
    do {
      switch first {
      case UInt8(ascii: "<"):
        let traces = try TraceGPX.traces(bytes)
        if traces.isEmpty { throw TraceFlaw(reason: "has no track or route with points") }
        return traces
      case UInt8(ascii: "{"): return try json(bytes)
      case nil: throw TraceFlaw(reason: "is empty")
      default: return try TraceCSV.traces(bytes[start...])
      }
    } catch let flaw as TraceFlaw {
      throw Failure(status: .badData, message: "\(name): \(flaw.reason)")
    } catch let flaw as JSONReader.Flaw {
      throw Failure(
        status: .badData, message: "\(name): byte \(flaw.offset + 1): \(flaw.reason)")
    }
  }

  /// One JSON text, or one a line.
  private static func json(_ bytes: [UInt8]) throws -> [Trace] {
    do {
      return try TraceJSON.traces(try JSONReader.value(bytes))
    } catch let flaw as JSONReader.Flaw {
      var traces: [Trace] = []
      let lines = bytes.split(separator: 10).filter { !$0.allSatisfy { $0 <= 32 } }
      guard lines.count > 1, (try? JSONReader.value(Array(lines[0]))) != nil else { throw flaw }
      for line in lines { traces += try TraceJSON.traces(try JSONReader.value(Array(line))) }
      return traces
    }
  }
}
