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
  /// How long the vehicle stays at each waypoint, by index; none at those beyond.
  var stays: [Centiseconds] = []
}
