import MapReader
import Routing

/// How a search went, in words and in JSON.
enum StatisticsText {
  /// One line for `--stats`.
  static func line(_ statistics: SearchStatistics, _ map: NavMap) -> String {
    let rung = statistics.rung.map { "answered by \(words($0)), " } ?? ""
    let searches = statistics.searches == 1 ? "1 search" : "\(statistics.searches) searches"
    return rung + "\(Text.count(statistics.settledEdges)) edges settled, "
      + "\(statistics.touchedTiles) of \(map.tileCount) tiles, \(searches); "
      + "ms: snapping \(milliseconds(statistics.snapping)), "
      + "searching \(milliseconds(statistics.searching)), "
      + "building \(milliseconds(statistics.building))"
  }

  /// What is the same whenever the same is asked.
  static func counts(_ statistics: SearchStatistics) -> [(String, JSON)] {
    [
      ("settled_edges", .int(statistics.settledEdges)),
      ("touched_tiles", .int(statistics.touchedTiles)), ("searches", .int(statistics.searches)),
      ("rung", statistics.rung.map { .string($0.rawValue) } ?? .null),
    ]
  }

  /// The same and the times.
  static func members(_ statistics: SearchStatistics) -> [(String, JSON)] {
    counts(statistics) + [
      ("snapping_ms", .number(statistics.snapping.milliseconds, decimals: 4)),
      ("searching_ms", .number(statistics.searching.milliseconds, decimals: 4)),
      ("building_ms", .number(statistics.building.milliseconds, decimals: 4)),
    ]
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

  private static func milliseconds(_ time: Duration) -> String { Text.fixed(time.milliseconds, 3) }
}

extension Duration {
  /// In thousandths of a second.
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15
  }
}
