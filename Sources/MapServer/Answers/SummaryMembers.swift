package import JSON
import RoadModel
package import RouteModel

/// Writes parts of summaries of routes, for the service and the command line (Formats/cli-json.md).
package enum SummaryMembers {
  /// The member `limits`: the strictest limits on the route.
  package static func write(_ limits: [RouteSummary.Limit], to json: inout JSONWriter) {
    json.array("limits") { list in
      for limit in limits {
        list.object {
          $0.string("tag", limit.limit.tag)
          $0.string("road", limit.road)
          $0.int("way_id", Int(limit.wayID))
        }
      }
    }
  }
}
