import Bytes
import Geo
import Notation
import RouteModel
import TraceIO

/// Places in CSV: a header that names the columns, in any order and among others, then places in every line.
///
/// All are kept in memory, so that what has no end is read to a bound only.
enum PlacesFile {
  /// Bytes of a file, at most (256 MB): at the maximum of places that ``Table`` takes, 2,600 for each.
  private static let maximumBytes = 1 << 28

  /// The places of a line.
  struct Row {
    /// Its number in the file, from 1.
    let line: Int
    let places: [Waypoint]
    /// What the columns `id` and `name` say; nil without the column.
    let id: String?, name: String?
  }

  /// Which fields are the latitude and the longitude of a place.
  private struct Columns {
    var latitude: Int, longitude: Int
  }

  /// Reads a file, `-` for standard input, that begins with a header.
  ///
  /// Empty lines are left out; an empty file has none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - prefixes: What stands before `lat` and `lon` in the names of the columns, for each place of a line.
  ///   - maximum: The number of places that are wanted; a file with more is refused at the first of them.
  /// - Returns: The lines with places, in their order.
  /// - Throws: ``TraceError`` with the file, the line and what is wrong there.
  static func rows(
    _ path: String, prefixes: [String] = [""], maximum: Int = .max
  ) throws -> [Row] {
    var source = try ByteSource(path: path)
    do { return try rows(&source, prefixes, maximum) } catch let flaw as TraceFlaw {
      throw source.error(flaw)
    }
  }

  /// Reads the lines with places.
  private static func rows(
    _ source: inout ByteSource, _ prefixes: [String], _ maximum: Int
  ) throws -> [Row] {
    var line: [UInt8] = []
    var fields = CSVLine()
    var rows: [Row] = []
    var header: (columns: [Columns], names: [String])?
    try source.skipMark()
    while true {
      let number = source.line
      guard try source.readLine(into: &line) else { return rows }
      if source.count > maximumBytes {
        throw TraceFlaw(
          line: number,
          reason: "goes beyond \(Text.count(maximumBytes)) bytes, the maximum of a file of places")
      }
      if line.allSatisfy({ $0 == 32 || $0 == 9 }) { continue }
      guard let header else {
        fields.splitHeader(line)
        let names = (0..<fields.count).map { fields.string($0).lowercased() }
        header = (try prefixes.map { try columns(names, $0, number) }, names)
        continue
      }
      guard rows.count < maximum else {
        throw TraceFlaw(
          line: number, reason: "more places than the maximum of \(Text.count(maximum))")
      }
      fields.split(line)
      if fields.isOpen { throw TraceFlaw(line: number, reason: "a quote is not closed") }
      guard fields.count == header.names.count else {
        throw TraceFlaw(
          line: number, reason: "has \(fields.count) fields, the header \(header.names.count)")
      }
      func text(_ name: String) -> String? {
        header.names.firstIndex(of: name).map { fields.string($0) }
      }
      let places = try header.columns.map { columns in
        Waypoint(
          latitude: try degrees(columns.latitude, "latitude", fields, number),
          longitude: try degrees(columns.longitude, "longitude", fields, number))
      }
      rows.append(Row(line: number, places: places, id: text("id"), name: text("name")))
    }
  }

  /// The columns of a place.
  private static func columns(
    _ names: [String], _ prefix: String, _ line: Int
  ) throws -> Columns {
    func column(_ known: [String]) throws -> Int {
      let wanted = known.map { prefix + $0 }
      let found = names.indices.filter { wanted.contains(names[$0]) }
      guard let first = found.first else {
        throw TraceFlaw(
          line: line,
          reason: "names no column '\(prefix)\(known[0])': begin with a header such as "
            + "\(prefix.isEmpty ? "lat,lon" : "from_lat,from_lon,to_lat,to_lon")")
      }
      guard found.count == 1 else {
        throw TraceFlaw(
          line: line,
          reason: "has two columns for '\(prefix)\(known[0])': "
            + found.map { "'\(names[$0])'" }.joined(separator: ", "))
      }
      return first
    }
    return Columns(
      latitude: try column(CSVLine.latitudes), longitude: try column(CSVLine.longitudes))
  }

  /// A coordinate; with other separators than commas it may have a decimal comma.
  private static func degrees(
    _ column: Int, _ name: String, _ fields: CSVLine, _ line: Int
  ) throws -> Double {
    var field = fields[column]
    if fields.separator != UInt8(ascii: ","), let comma = field.firstIndex(of: UInt8(ascii: ",")) {
      field[comma] = UInt8(ascii: ".")
    }
    if let value = Decimals.value(field) { return value }
    let text = fields.string(column)
    throw TraceFlaw(line: line, reason: "'\(TerminalText.brief(text))' is not a \(name)")
  }
}
