import JSON
import RoadModel
import RouteModel
import Routing

extension MapAnswers {
  /// `/directions-refresh/v1`: the annotations of an earlier route in the current traffic.
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
    let old = entry.routes[url.route]
    let result: RouteRefresh
    do throws(RoutingError) {
      result = try engine.retrace(
        old, vehicle: entry.request.vehicle, options: entry.request.options)
    } catch { throw ServiceError(error) }
    let legs = legs(of: result.route, entry.query)
    guard url.leg < legs.count else {
      throw ServiceError(.invalidValue, "The last leg of the route is \(legs.count - 1).")
    }
    let points = legs.reduce(1) { $0 + $1.line.count - 1 }
    guard url.point < points else {
      throw ServiceError(.invalidValue, "The last point of the route is \(points - 1).")
    }
    let driven = Self.metres(upTo: url, legs)
    let better = try better(than: result.route, entry.request, from: driven)
    var json = JSONWriter()
    json.object { object in
      object.string("code", "Ok")
      if let version = result.trafficVersion { object.string("traffic_version", "\(version)") }
      object.object("route") { route in
        write(result, legs, entry, url, to: &route)
        if let delay = result.route.trafficDelaySeconds(from: driven) {
          route.number("traffic_delay_remaining", delay, decimals: 1)
        }
      }
      if let better {
        object.object("better_route") {
          $0.number("duration", better.route.drivingSeconds, decimals: 1)
          $0.number("distance", better.route.lengthMetres, decimals: 1)
          if let saved = better.savedSeconds { $0.number("time_saved", saved, decimals: 1) }
        }
      }
    }
    return json.bytes
  }

  /// Metres from the beginning of a route to the point where a client is.
  private static func metres(upTo url: RefreshURL, _ legs: [LegPath]) -> Double {
    let before = legs[..<url.leg].reduce(0) { $0 + $1.edges.lengthMetres }
    let points = legs[..<url.leg].reduce(0) { $0 + $1.line.count - 1 }
    guard url.point > points else { return before }
    let ends = Annotation(legs[url.leg], nodes: nil).ends
    return before + (ends.prefix(url.point - points).last ?? 0)
  }

  /// The best route from a position on a route, and the seconds that it saves; nil if the route is the best one.
  private func better(
    than route: Route, _ request: RouteRequest, from metres: Double
  ) throws(ServiceError) -> (route: Route, savedSeconds: Double?)? {
    var ahead = request
    if let departure = request.options.departure {
      let driven = route.durationSeconds - route.remainingSeconds(from: metres)
      ahead.options.departure = departure.advanced(by: Int64(driven), in: timeZone)
    }
    do throws(RoutingError) {
      guard let refreshed = try engine.refresh(route, for: ahead, from: metres),
        let better = refreshed.better
      else { return nil }
      let saved = refreshed.savedSeconds
      // A smaller difference may come from splitting the edge at the position.
      if request.options.objective == .fastest, let saved, saved < 1 { return nil }
      return (better, saved)
    } catch {
      switch error {
      case .map, .cancelled: throw ServiceError(error)
      // The times of the route are known nevertheless.
      default: return nil
      }
    }
  }

  private func write(
    _ result: RouteRefresh, _ legs: [LegPath], _ entry: RefreshStore.Entry, _ url: RefreshURL,
    to json: inout JSONWriter
  ) {
    let wanted = entry.query.annotations
    let isTruck = entry.request.vehicle.mode == .truck
    // On the first requested leg, the part before the point is already driven.
    let before = legs[..<url.leg].reduce(0) { $0 + $1.line.count - 1 }
    json.array("legs") { list in
      for (index, leg) in legs.enumerated().dropFirst(url.leg) {
        list.object { object in
          let driven = index == url.leg ? max(url.point - before, 0) : 0
          if !wanted.isEmpty {
            Annotation(leg, nodes: nil, isTruck: isTruck).write(wanted, from: driven, to: &object)
          }
          leg.writeIncidents(from: driven, to: &object)
          object.number("duration", leg.edges.durationSeconds, decimals: 1)
        }
      }
    }
    json.number("duration", result.route.drivingSeconds, decimals: 1)
    if let delay = result.route.trafficDelaySeconds() {
      json.number("traffic_delay", delay, decimals: 1)
    }
    if !result.closedEdges.isEmpty { json.bool("closed", true) }
  }
}
