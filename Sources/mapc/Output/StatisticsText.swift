import JSON
import MapReader
import RouteModel

/// Search statistics as text and as JSON.
enum StatisticsText {
  /// The line for `--stats`.
  static func line(_ statistics: SearchStatistics, _ map: NavMap) -> String {
    let rung = statistics.rung.map { "answered by \(words($0)), " } ?? ""
    let searches = statistics.searches == 1 ? "1 search" : "\(statistics.searches) searches"
    return rung + "\(Text.count(statistics.settledEdges)) edges settled, "
      + "\(statistics.touchedTiles) of \(map.tileCount) tiles, \(searches); "
      + "ms: snapping \(milliseconds(statistics.snappingSeconds)), "
      + "searching \(milliseconds(statistics.searchingSeconds)), "
      + "building \(milliseconds(statistics.buildingSeconds))"
  }

  /// Writes the counts, which depend only on the query.
  static func write(_ statistics: SearchStatistics, to json: inout JSONWriter) {
    json.int("settled_edges", statistics.settledEdges)
    json.int("touched_tiles", statistics.touchedTiles)
    json.int("searches", statistics.searches)
    json.string("rung", statistics.rung?.rawValue)
  }

  /// Writes the times.
  static func writeTimes(_ statistics: SearchStatistics, to json: inout JSONWriter) {
    json.number("snapping_ms", statistics.snappingSeconds * 1e3, decimals: 4)
    json.number("searching_ms", statistics.searchingSeconds * 1e3, decimals: 4)
    json.number("building_ms", statistics.buildingSeconds * 1e3, decimals: 4)
  }

  private static func words(_ rung: SearchRung) -> String {
    switch rung {
    case .metric: "a metric of the map"
    case .overlay: "a metric made for the vehicle"
    case .guided: "a search guided by a metric"
    case .plain: "a plain search"
    case .unknown(let word): word
    }
  }

  private static func milliseconds(_ seconds: Double) -> String { Text.fixed(seconds * 1e3, 3) }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15
  }
}
