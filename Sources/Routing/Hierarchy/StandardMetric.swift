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
  /// - Returns: The costs of the arcs.
  /// - Throws: ``RoutingError/map(_:)``.
  package static func metric(
    of mode: Mode, _ map: NavMap
  ) throws(RoutingError) -> TopMetric {
    var rules = rules(mode, map.place)
    rules.tables = RoadTables(tileCount: map.tileCount)
    return try OverlayBuilder(map, base: rules, rules: rules).wholeMetric()
  }

  /// The rules of the metric.
  static func rules(_ mode: Mode, _ place: MapPlace) -> QueryRules {
    QueryRules(Vehicle(mode), options: RouteRequest.Options(), place: place)
  }
}
