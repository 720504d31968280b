import MapReader
import RoadCosts
import RoadModel
import RouteModel

/// The values that all parts of the planning of one request share.
struct TripQuery {
  let map: NavMap
  let metrics: MetricCache
  let rules: QueryRules
  let request: RouteRequest
  /// The duration of the stop at each waypoint, by index; 0 for indices beyond the end.
  var stays: [Centiseconds] = []
}
