package import Hierarchy
package import MapReader
package import RoadModel
package import RouteModel

/// The metrics as a map's file has them: that of a vehicle without properties, at no time in particular, that
/// avoids nothing, or one thing.
package enum StandardMetric {
  /// Makes the metric.
  ///
  /// - Parameters:
  ///   - profile: Whose costs they are.
  ///   - map: The map, whose file has the hierarchy.
  ///   - orders: For each tile the places of the segments in its cells in the order in which they are best
  ///     eliminated; empty for that of the file, which gives the same metric in twice the time.
  /// - Returns: The costs of the arcs.
  /// - Throws: ``RoutingError/map(_:)``.
  package static func metric(
    of profile: MetricProfile, _ map: NavMap, orders: [[UInt16]]
  ) throws(RoutingError) -> TopMetric {
    var rules = rules(profile, map.place)
    rules.tables = RoadTables(tileCount: map.tileCount)
    return try metric(rules, map, orders: orders)
  }

  /// The costs of all arcs by some rules.
  package static func metric(
    _ rules: QueryRules, _ map: NavMap, orders: [[UInt16]] = []
  ) throws(RoutingError) -> TopMetric {
    let columns = try map.columns()
    var costs = TileCosts(map, rules: rules, orders: orders)
    var customizer = TopCustomizer()
    let metric = try customizer.metric(TopView(columns), &costs)
    if Task.isCancelled { throw .cancelled }
    return metric
  }

  /// The rules of the metric.
  package static func rules(_ profile: MetricProfile, _ place: MapPlace) -> QueryRules {
    QueryRules(
      Vehicle(profile.mode), options: RouteRequest.Options(avoid: Avoidance(profile.avoided)),
      place: place)
  }
}
