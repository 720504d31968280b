package import Hierarchy
package import MapReader
package import RoadModel

/// The metric of a mode as a map's file has it: that of a vehicle without properties, at no time in
/// particular, that avoids nothing.
package enum StandardMetric {
  /// Makes the metric.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - map: The map, whose file has the hierarchy.
  ///   - orders: For each tile the places of the segments in its cells in the order in which they are best
  ///     eliminated; empty for that of the file, which gives the same metric in twice the time.
  /// - Returns: The costs of the arcs.
  /// - Throws: ``RoutingError/map(_:)``.
  package static func metric(
    of mode: Mode, _ map: NavMap, orders: [[UInt16]]
  ) throws(RoutingError) -> TopMetric {
    var rules = rules(mode, map.place)
    rules.tables = RoadTables(tileCount: map.tileCount)
    return try OverlayBuilder(map, base: rules, rules: rules).wholeMetric(orders: orders)
  }

  /// The rules of the metric.
  static func rules(_ mode: Mode, _ place: MapPlace) -> QueryRules {
    QueryRules(Vehicle(mode), options: RouteRequest.Options(), place: place)
  }
}
