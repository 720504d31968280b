import Bytes
import MapReader
import RoadModel
import RouteModel
import TraceIO

/// Reads measured speeds from CSV: a header that names the columns, in any order and among others, then one line for
/// each way, or each direction of one.
///
/// A file with a line that can't be read is refused as a whole; ways that the map does not have are counted.
enum TrafficFile {
  /// The maximum number of lines: more than any region has ways with traffic.
  private static let maximumLines = 20_000_000
  /// The maximum speed in km/h.
  private static let maximumSpeed = 500.0

  /// What a line says of a way.
  private struct Line {
    var way: Int64
    var directions: DirectionSet
    /// In tenths of km/h; 0 for closed.
    var speed: UInt16
  }

  private struct Columns {
    var way: Int, speed: Int
    var direction: Int?
  }

  /// The adjustments that a file says; prints how many ways are not on the map.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - map: The map.
  /// - Returns: An adjustment for each directed edge of the ways.
  /// - Throws: ``TraceError`` with the file, the line and what is wrong there; what reading the map throws.
  static func adjustments(_ path: String, _ map: NavMap) throws -> [RoadAdjustment] {
    var source = try ByteSource(path: path)
    let lines: [Line]
    do { lines = try read(&source) } catch let flaw as TraceFlaw { throw source.error(flaw) }
    let edges = try map.edges(ofWays: Set(lines.map(\.way)))
    var found: [RoadAdjustment] = []
    var unknown: Set<Int64> = []
    for line in lines {
      guard let known = edges[line.way] else {
        unknown.insert(line.way)
        continue
      }
      for edge in known where line.directions.contains(edge.direction) {
        found.append(
          RoadAdjustment(
            edge: edge.edge, line.speed == 0 ? .closed : .speed(tenthsOfKmh: line.speed)))
      }
    }
    if let first = unknown.min() {
      Console.error(
        "\(Text.count(unknown.count)) of \(Text.count(edges.count + unknown.count)) ways with traffic "
          + "are no roads of this map, such as way \(first): ignored")
    }
    return found
  }

  private static func read(_ source: inout ByteSource) throws -> [Line] {
    var lines: [Line] = []
    let hasHeader = try CSVRows.read(&source, header: columns) { fields, columns, number, _ in
      guard lines.count < maximumLines else {
        throw TraceFlaw(
          line: number, reason: "more lines than the maximum of \(Text.count(maximumLines))")
      }
      lines.append(try line(fields, columns, number))
    }
    // A file that is just being written is not one that tells of no traffic.
    guard hasHeader else { throw TraceFlaw(line: source.line, reason: "the file has no header") }
    return lines
  }

  private static func columns(_ fields: CSVLine, _ line: Int) throws -> Columns {
    let names = (0..<fields.count).map { fields.string($0).lowercased() }
    func column(_ name: String) throws -> Int? {
      let found = names.indices.filter { names[$0] == name }
      if found.count > 1 {
        throw TraceFlaw(line: line, reason: "has two columns '\(name)'")
      }
      return found.first
    }
    guard let way = try column("way_id"), let speed = try column("speed_kmh") else {
      throw TraceFlaw(
        line: line,
        reason: "names no columns way_id and speed_kmh: begin with a header such as "
          + "way_id,direction,speed_kmh")
    }
    return Columns(way: way, speed: speed, direction: try column("direction"))
  }

  private static func line(_ fields: CSVLine, _ columns: Columns, _ number: Int) throws -> Line {
    func flaw(_ column: Int, _ wanted: String) -> TraceFlaw {
      TraceFlaw(
        line: number, reason: "'\(TerminalText.brief(fields.string(column)))' is not \(wanted)")
    }
    guard let way = Int64(fields.string(columns.way)) else { throw flaw(columns.way, "a way id") }
    guard let speed = Double(fields.string(columns.speed)), (0...maximumSpeed).contains(speed)
    else {
      throw flaw(columns.speed, "a speed from 0 to \(Int(maximumSpeed)) km/h")
    }
    let directions: DirectionSet
    switch columns.direction.map({ fields.string($0) }) ?? "both" {
    case "forward": directions = .forward
    case "backward": directions = .backward
    case "both", "": directions = .both
    default: throw flaw(columns.direction ?? 0, "a direction: forward, backward or both")
    }
    // A road with hardly a speed is open all the same.
    let tenths = speed == 0 ? 0 : max((speed * 10).rounded(), 1)
    return Line(way: way, directions: directions, speed: UInt16(tenths))
  }
}
