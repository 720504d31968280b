/// A large regular town for tests that need several tiles: streets every 100 m, all alike.
public enum GridMap {
  /// OSM XML of a grid; node `row * columns + column + 1` lies at that place, the first in the south-west.
  public static func xml(columns: Int, rows: Int) -> String {
    var lines = [#"<osm version="0.6">"#]
    for row in 0..<rows {
      for column in 0..<columns {
        let place = position(column: column, row: row)
        lines.append(
          #"<node id="\#(row * columns + column + 1)" lat="\#(place.latitude)" lon="\#(place.longitude)"/>"#
        )
      }
    }
    func way(_ id: Int, _ nodes: [Int]) {
      lines.append(#"<way id="\#(id)">"#)
      lines += nodes.map { #"<nd ref="\#($0)"/>"# }
      lines.append(#"<tag k="highway" v="residential"/></way>"#)
    }
    for row in 0..<rows { way(row + 1, (0..<columns).map { row * columns + $0 + 1 }) }
    for column in 0..<columns {
      way(rows + column + 1, (0..<rows).map { $0 * columns + column + 1 })
    }
    lines.append("</osm>")
    return lines.joined(separator: "\n")
  }

  /// Where a node lies, in degrees.
  public static func position(column: Int, row: Int) -> (latitude: Double, longitude: Double) {
    (10 + Double(row) * 0.0009, 20 + Double(column) * 0.0009)
  }
}
