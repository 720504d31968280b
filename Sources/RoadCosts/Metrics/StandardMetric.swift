package import Hierarchy
package import MapReader
package import RoadModel
package import RouteModel

/// The metrics stored in a map.
///
/// They are for a vehicle without given properties that avoids nothing or one road type, without a
/// departure time.
package enum StandardMetric {
  /// Computes a metric.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - map: The map, with a hierarchy.
  ///   - orders: For each tile, the places of the segments in its cells in the best order of elimination; empty for the
  ///     order of the file, which gives the same metric in twice the time.
  /// - Returns: The costs of the arcs.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  package static func metric(
    of profile: MetricProfile, _ map: NavMap, orders: [[UInt16]]
  ) throws(RoutingError) -> TopMetric {
    var rules = rules(profile, map.place)
    rules.tables = RoadTables(tileCount: map.tileCount)
    return try metric(rules, map, orders: orders)
  }

  /// The costs of all arcs by given rules.
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

  /// The rules of a profile.
  package static func rules(_ profile: MetricProfile, _ place: MapPlace) -> QueryRules {
    QueryRules(
      Vehicle(profile.mode), options: RouteRequest.Options(avoid: Avoidance(profile.avoided)),
      place: place)
  }
}
