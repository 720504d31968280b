import Bytes
import JSON
import RoadModel
import RouteModel

extension LegPath {
  /// The incidents on the leg; neighbouring spans of an incident are joined.
  private var incidents: [TrafficSpan] {
    var found: [TrafficSpan] = []
    for span in traffic where span.incident != nil {
      if let last = found.last, last.incident == span.incident,
        span.metres.lowerBound - last.metres.upperBound < 1
      {
        found[found.count - 1].metres = last.metres.lowerBound...span.metres.upperBound
      } else {
        found.append(span)
      }
    }
    return found
  }

  /// The id of an incident that begins at a distance on the leg.
  ///
  /// It is the same in all answers on the map, also of other legs, because clients tell incidents apart by it.
  private func id(of incident: TrafficIncident, at metres: Double) -> String {
    var end = 0.0
    let edge = edges.first { edge in
      end += edge.lengthMetres
      return end > metres + 0.01
    }
    let parts = [
      incident.kind, incident.text, incident.begin.map { "\($0)" } ?? "",
      incident.end.map { "\($0)" } ?? "", edge.map { "\($0.wayID)" } ?? "",
    ]
    return String(FNV1a.hash(parts.joined(separator: "\n").utf8), radix: 16)
  }

  /// Mapbox's types of incidents; clients fail at other words.
  private static let types: Set<String> = [
    "accident", "congestion", "construction", "disabled_vehicle", "lane_restriction",
    "mass_transit", "miscellaneous", "other_news", "planned_event", "road_closure", "road_hazard",
    "weather",
  ]

  /// Mapbox's type for a kind of incident, which sources name as they like, such as DATEX II by its records.
  private static func mapboxType(of kind: String, isClosed: Bool) -> String {
    if types.contains(kind) { return kind }
    switch kind {
    case "roadworks": return "construction"
    case "management": return isClosed ? "road_closure" : "lane_restriction"
    case "vehicleObstruction": return "disabled_vehicle"
    case "generalObstruction", "animalPresenceObstruction", "environmentalObstruction",
      "infrastructureDamageObstruction", "nonWeatherRelatedRoadConditions":
      return "road_hazard"
    case "poorEnvironmentConditions", "weatherRelatedRoadConditions": return "weather"
    case "publicEvent": return "planned_event"
    default: return "miscellaneous"
    }
  }

  /// A time in UTC as in RFC 3339, always with seconds: clients do not read it without.
  private static func time(_ seconds: Int64) -> String {
    LocalTime(seconds: seconds).description + (seconds.isMultiple(of: 60) ? ":00Z" : "Z")
  }

  /// The pieces of the line from the point at which a span begins to that at which it ends.
  private func pieces(of span: TrafficSpan, _ ends: [Double]) -> Range<Int> {
    func point(_ metres: Double) -> Int { ends.count { $0 <= metres + 0.01 } }
    let first = min(point(max(span.metres.lowerBound, 0)), max(line.count - 2, 0))
    let last = min(max(point(span.metres.upperBound - 0.02) + 1, first + 1), line.count - 1)
    return first..<max(last, first)
  }

  /// Writes the member `incidents` like Mapbox; nothing if there are none.
  ///
  /// - Parameters:
  ///   - driven: The number of points that are behind the client. Incidents that end there are left out, and the others
  ///     count points from there, as clients do that add it to the numbers.
  ///   - json: The object of the leg.
  func writeIncidents(from driven: Int = 0, to json: inout JSONWriter) {
    let found = incidents
    if found.isEmpty { return }
    let ends = Annotation(self, nodes: nil).ends
    let ahead = found.map { (span: $0, pieces: pieces(of: $0, ends)) }
      .filter { driven == 0 || $0.pieces.upperBound > driven }
    if ahead.isEmpty { return }
    json.array("incidents") { list in
      for (span, pieces) in ahead {
        guard let incident = span.incident else { continue }
        list.object {
          $0.string("id", id(of: incident, at: span.metres.lowerBound))
          $0.string("type", Self.mapboxType(of: incident.kind, isClosed: span.severity == .blocked))
          if !incident.kind.isEmpty { $0.string("sub_type", incident.kind) }
          $0.string("description", incident.text)
          if let begin = incident.begin {
            $0.string("start_time", Self.time(begin))
          }
          if let end = incident.end {
            $0.string("end_time", Self.time(end))
          }
          $0.int("geometry_index_start", max(pieces.lowerBound - driven, 0))
          $0.int("geometry_index_end", pieces.upperBound - driven)
        }
      }
    }
  }
}
