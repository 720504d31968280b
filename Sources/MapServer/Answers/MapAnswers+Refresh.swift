import JSON
import RoadModel
import RouteModel
import Routing

extension MapAnswers {
  /// `/directions-refresh/v1`: the annotations of a route that was answered before, in the traffic of now.
  func refresh(_ url: RefreshURL) throws(ServiceError) -> [UInt8] {
    guard let entry = refreshes[url.uuid] else {
      throw ServiceError(
        .noRoute,
        "There is no route of this uuid any more: ask for directions with enable_refresh=true again."
      )
    }
    guard url.route < entry.routes.count else {
      throw ServiceError(.invalidValue, "The last route of this uuid is \(entry.routes.count - 1).")
    }
    let result: RouteRefresh
    do throws(RoutingError) {
      result = try engine.retrace(
        entry.routes[url.route], vehicle: entry.vehicle, options: entry.options)
    } catch { throw ServiceError(error) }
    let legs = legs(of: result.route, entry.query)
    guard url.leg < legs.count else {
      throw ServiceError(.invalidValue, "The last leg of the route is \(legs.count - 1).")
    }
    let points = legs.reduce(1) { $0 + $1.line.count - 1 }
    guard url.point < points else {
      throw ServiceError(.invalidValue, "The last point of the route is \(points - 1).")
    }
    var json = JSONWriter()
    json.object { object in
      object.string("code", "Ok")
      if let version = result.trafficVersion { object.string("traffic_version", "\(version)") }
      object.object("route") { write(result, legs, entry.query, url, to: &$0) }
    }
    return json.bytes
  }

  private func write(
    _ result: RouteRefresh, _ legs: [LegPath], _ query: Query, _ url: RefreshURL,
    to json: inout JSONWriter
  ) {
    // What lies before the point is driven, as far as it is on the first leg that is wanted.
    let before = legs[..<url.leg].reduce(0) { $0 + $1.line.count - 1 }
    json.array("legs") { list in
      for (index, leg) in legs.enumerated().dropFirst(url.leg) {
        list.object { object in
          let driven = index == url.leg ? max(url.point - before, 0) : 0
          if !query.annotations.isEmpty {
            Annotation(leg, nodes: nil).write(query.annotations, from: driven, to: &object)
          }
          Self.write(Self.incidents(on: leg), of: leg, to: &object)
          object.number("duration", leg.edges.durationSeconds, decimals: 1)
        }
      }
    }
    json.number("duration", result.route.durationSeconds, decimals: 1)
    if let delay = result.route.trafficDelaySeconds() {
      json.number("traffic_delay", delay, decimals: 1)
    }
    if !result.closedEdges.isEmpty { json.bool("closed", true) }
  }

  /// The incidents on a leg, neighbouring spans of one joined.
  private static func incidents(on leg: LegPath) -> [TrafficSpan] {
    var found: [TrafficSpan] = []
    for span in leg.traffic where span.incident != nil {
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

  private static func write(
    _ incidents: [TrafficSpan], of leg: LegPath, to json: inout JSONWriter
  ) {
    if incidents.isEmpty { return }
    let ends = Annotation(leg, nodes: nil).ends
    func point(_ metres: Double) -> Int { ends.count { $0 <= metres + 0.01 } }
    json.array("incidents") { list in
      for (number, span) in incidents.enumerated() {
        guard let incident = span.incident else { continue }
        list.object {
          $0.string("id", "\(number)")
          $0.string("type", incident.kind)
          $0.string("description", incident.text)
          if let begin = incident.begin {
            $0.string("start_time", LocalTime(seconds: begin).description + "Z")
          }
          if let end = incident.end {
            $0.string("end_time", LocalTime(seconds: end).description + "Z")
          }
          let first = min(point(max(span.metres.lowerBound, 0)), max(leg.line.count - 2, 0))
          $0.int("geometry_index_start", first)
          $0.int(
            "geometry_index_end",
            min(max(point(span.metres.upperBound - 0.02) + 1, first + 1), leg.line.count - 1))
        }
      }
    }
  }
}
