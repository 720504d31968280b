import Bytes
import Geo
import Routing

/// Places in CSV: a header that names the columns, then latitudes and longitudes in pairs in every line.
enum PlacesFile {
  /// The places of a line.
  struct Row {
    /// Its number in the file, from 1.
    let line: Int
    let places: [Waypoint]
  }

  /// Reads a file, `-` for standard input, that begins with a header.
  ///
  /// Empty lines are left out; an empty file has none.
  static func rows(_ path: String, header: String) throws -> [Row] {
    let lines: [String]
    do { lines = try TextFile.lines(path) } catch { throw Failure(error) }
    guard let first = lines.first else { return [] }
    // Spreadsheets put a byte order mark before the header.
    let found = first.hasPrefix("\u{FEFF}") ? first.dropFirst() : first[...]
    guard found == header else {
      throw Failure(status: .badData, message: "\(path): line 1 is not the header \(header)")
    }
    let columns = header.split(separator: ",").count
    return try lines.enumerated().dropFirst().filter { !$0.element.isEmpty }.map { index, line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = fields.compactMap(number)
      guard fields.count == columns, numbers.count == columns else {
        throw Failure(
          status: .badData,
          message: "\(path): line \(index + 1) is not \(count(columns)) numbers: '\(line)'")
      }
      let places = stride(from: 0, to: columns, by: 2).map {
        Waypoint(numbers[$0], numbers[$0 + 1])
      }
      return Row(line: index + 1, places: places)
    }
  }

  /// A number, perhaps with spaces around it.
  private static func number(_ field: Substring) -> Double? {
    var text = field.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return Double(text)
  }

  private static func count(_ columns: Int) -> String { columns == 2 ? "two" : "four" }
}
