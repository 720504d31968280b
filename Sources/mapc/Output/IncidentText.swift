import Geo
import JSON
import RoadModel
import RouteModel

/// Incidents on a route, for people and for maps.
enum IncidentText {
  /// The maximum number of listed incidents, unless all are requested.
  private static let most = 10

  /// A line for each incident on a route, nearest first.
  static func lines(_ route: RouteModel.Route, tellsAll: Bool) -> [String] {
    let incidents = route.incidents()
    let told = tellsAll ? incidents[...] : incidents.prefix(most)
    var lines = told.map { "  incident: \(title($0)), \(place($0))" }
    if told.count < incidents.count {
      lines.append(
        "  incident: \(Text.count(incidents.count - told.count)) more: --all-roads lists all")
    }
    return lines
  }

  /// The kind and the text of an incident.
  static func title(_ ahead: IncidentAhead) -> String {
    let words = [ahead.incident.kind, ahead.incident.text].filter { !$0.isEmpty }
    return words.isEmpty ? "unknown" : words.joined(separator: ": ")
  }

  /// The position of an incident, and its delay.
  static func place(_ ahead: IncidentAhead) -> String {
    let (begin, end) = (ahead.metres.lowerBound, ahead.metres.upperBound)
    var parts = ["after \(Text.distance(begin))", "for \(Text.distance(end - begin))"]
    if ahead.delaySeconds >= 1 { parts.append("\(Text.duration(ahead.delaySeconds)) lost") }
    return parts.joined(separator: ", ")
  }

  /// The time lost in traffic on a route; nil if no traffic was considered.
  static func delay(_ summary: RouteSummary) -> String? {
    summary.trafficDelaySeconds.map { "\(Text.duration(max($0, 0))) lost in traffic" }
  }

  /// A feature of GeoJSON for each incident: its stretch of the route.
  static func writeFeatures(_ answer: Answer, to json: inout JSONWriter) {
    for ahead in answer.route.incidents() {
      json.object { feature in
        feature.string("type", "Feature")
        feature.object("properties") {
          $0.string("label", answer.label)
          $0.string("incident", ahead.incident.kind)
          $0.string("text", ahead.incident.text)
          $0.number("from_m", ahead.metres.lowerBound, decimals: 2)
          $0.number("to_m", ahead.metres.upperBound, decimals: 2)
          $0.number("delay_s", ahead.delaySeconds, decimals: 2)
          if let begin = ahead.incident.begin { $0.string("begin", utc(begin)) }
          if let end = ahead.incident.end { $0.string("end", utc(end)) }
        }
        feature.geometry(answer.route.line(ahead.metres))
      }
    }
  }

  /// A time in seconds since 1970 as text.
  static func utc(_ seconds: Int64) -> String {
    LocalTime(seconds: seconds).description + "Z"
  }
}

extension RouteModel.Route {
  /// The line of a stretch, given in metres from the beginning of the route; at least two points.
  func line(_ metres: ClosedRange<Double>) -> [Coordinate] {
    var line: [Coordinate] = []
    var begin = 0.0
    for section in sections {
      let points = section.polyline
      let lengths = zip(points, points.dropFirst()).map { Distance.metres($0, $1) }
      // Lengths on the map and those between the points of a line differ a little.
      let scale = section.lengthMetres / max(lengths.reduce(0, +), 1e-9)
      for (index, length) in lengths.enumerated() {
        let end = begin + length * scale
        defer { begin = end }
        guard end >= metres.lowerBound, begin <= metres.upperBound, end > begin else { continue }
        func place(_ at: Double) -> Coordinate {
          let share = min(max((at - begin) / (end - begin), 0), 1)
          return points[index].interpolated(to: points[index + 1], share: share)
        }
        if line.isEmpty { line.append(place(metres.lowerBound)) }
        line.append(place(metres.upperBound))
      }
    }
    if line.count == 1 { line.append(line[0]) }
    return line
  }
}
