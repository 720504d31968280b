import Geo
package import JSON
import RoadModel
package import RouteModel

/// Writes parts of matched traces, for the service and the command line (Formats/cli-json.md).
package enum MatchMembers {
  /// The member `violations`, if there are any.
  package static func write(_ violations: [MatchedViolation], to json: inout JSONWriter) {
    if violations.isEmpty { return }
    json.array("violations") { list in
      for violation in violations {
        list.object {
          $0.string("kind", violation.kind.rawValue)
          $0.value("rule", violation.rule)
        }
      }
    }
  }

  /// Writes a stop of the vehicle.
  package static func write(_ stop: MatchedStop, to json: inout JSONWriter) {
    write("at", stop.place, to: &json)
    json.number("from", stop.times.lowerBound, decimals: 3)
    json.number("until", stop.times.upperBound, decimals: 3)
    json.ints("points", [stop.points.lowerBound, stop.points.upperBound])
    guard let road = stop.road else { return json.null("road") }
    json.object("road") { write(road, to: &$0) }
  }

  /// Writes a stretch off the roads.
  package static func write(_ stretch: OffRoadStretch, to json: inout JSONWriter) {
    json.string("polyline6", Polyline.encode(stretch.polyline, .six))
    json.number("length_m", stretch.lengthMetres, decimals: 2)
    json.ints("points", stretch.points.map { [$0.lowerBound, $0.upperBound] } ?? [])
    json.int("after_matchings", stretch.piece)
  }

  /// Writes the position of a fix on a road.
  package static func write(_ position: RoadPosition, to json: inout JSONWriter) {
    write("at", position.position, to: &json)
    json.number("distance_m", position.distanceMetres, decimals: 2)
    json.int("way_id", Int(position.wayID))
    json.string("name", position.name)
    json.int("matching", position.piece)
    json.int("edge", position.edge)
    json.number("along_m", position.alongMetres, decimals: 2)
    json.number("confidence", position.confidence, decimals: 3)
    guard let other = position.alternative else { return }
    json.object("alternative") {
      $0.int("edge", Int(other.edge.number.rawValue))
      $0.int("way_id", Int(other.wayID))
    }
  }

  /// Writes latitude and longitude.
  private static func write(_ key: String, _ place: Coordinate, to json: inout JSONWriter) {
    json.array(key) {
      $0.number(place.latitude, decimals: 7)
      $0.number(place.longitude, decimals: 7)
    }
  }
}
