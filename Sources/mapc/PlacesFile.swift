import Bytes
import Geo
import JSON
import RouteModel
import TraceIO

/// Reads coordinates from CSV: a header with the names of columns, then a row per line.
///
/// The columns may be in any order and among others. All rows are kept in memory, so the size of
/// the file is limited.
enum PlacesFile {
  /// The maximum bytes of a file (256 MB): 2,600 for each place at the maximum number of ``Table``.
  private static let maximumBytes = 1 << 28

  /// The coordinates of a line.
  struct Row {
    /// Its number in the file, from 1.
    let line: Int
    let places: [Waypoint]
    /// The values of the columns `id` and `name`; nil if the column is missing.
    let id: String?, name: String?
  }

  /// The indices of a place's latitude and longitude among the fields.
  private struct Columns {
    var latitude: Int, longitude: Int
  }

  /// Reads a file that begins with a header.
  ///
  /// Empty lines are skipped; an empty file has no rows.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - prefixes: The prefixes of `lat` and `lon` in the column names, one for each coordinate of a line.
  ///   - maximum: The maximum number of rows; a file with more is refused at the first extra one.
  /// - Returns: The rows in the order of the file.
  /// - Throws: ``TextError`` with the file, line and reason.
  static func rows(
    _ path: String, prefixes: [String] = [""], maximum: Int = .max
  ) throws -> [Row] {
    var source = try ByteSource(path: path)
    source.limit = (
      maximumBytes,
      "the file exceeds \(Text.count(maximumBytes)) bytes, the maximum for a file of places"
    )
    do { return try rows(&source, prefixes, maximum) } catch let flaw as TextFlaw {
      throw source.error(flaw)
    }
  }

  /// Reads the rows.
  private static func rows(
    _ source: inout ByteSource, _ prefixes: [String], _ maximum: Int
  ) throws -> [Row] {
    var rows: [Row] = []
    _ = try CSVRows.read(&source) { header, number in
      let names = (0..<header.count).map { header.string($0).lowercased() }
      return (columns: try prefixes.map { try columns(names, $0, number) }, names: names)
    } row: { fields, header, number in
      guard rows.count < maximum else {
        throw TextFlaw(
          line: number, reason: "more places than the maximum of \(Text.count(maximum))")
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
    return rows
  }

  /// The columns of a coordinate.
  private static func columns(
    _ names: [String], _ prefix: String, _ line: Int
  ) throws -> Columns {
    func column(_ known: [String]) throws -> Int {
      let wanted = known.map { prefix + $0 }
      let found = names.indices.filter { wanted.contains(names[$0]) }
      guard let first = found.first else {
        throw TextFlaw(
          line: line,
          reason: "names no column '\(prefix)\(known[0])': begin with a header such as "
            + "\(prefix.isEmpty ? "lat,lon" : "from_lat,from_lon,to_lat,to_lon")")
      }
      guard found.count == 1 else {
        throw TextFlaw(
          line: line,
          reason: "has two columns for '\(prefix)\(known[0])': "
            + found.map { "'\(names[$0])'" }.joined(separator: ", "))
      }
      return first
    }
    return Columns(
      latitude: try column(CSVLine.latitudes), longitude: try column(CSVLine.longitudes))
  }

  /// A latitude or longitude.
  private static func degrees(
    _ column: Int, _ name: String, _ fields: CSVLine, _ line: Int
  ) throws -> Double {
    if let value = fields.number(column) { return value }
    let text = fields.string(column)
    throw TextFlaw(line: line, reason: "'\(TerminalText.brief(text))' is not a \(name)")
  }
}
