import MapReader
import RoadCosts
import RouteModel

/// The values that all parts of the planning of one request share.
struct TripQuery {
  let map: NavMap
  let metrics: MetricCache
  let rules: QueryRules
  let request: RouteRequest
}
