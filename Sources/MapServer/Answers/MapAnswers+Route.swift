import Geo
import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing

extension MapAnswers {
  /// `/route/v1`.
  func route(_ url: ServiceURL, _ query: Query) throws(ServiceError) -> [UInt8] {
    let vehicle = try query.vehicle(url.profile)
    let (request, response) = try routes(query, vehicle, options(query, for: vehicle))
    let writer = RouteWriter(map: map, mode: vehicle.mode, query: query)
    let uuid = uuid(url, number: query.isRefreshable ? refreshes.nextNumber() : nil)
    var json = JSONWriter()
    var failure: NavError?
    json.object { object in
      open(&object, url)
      if let version = response.trafficVersion { object.string("traffic_version", "\(version)") }
      // Comparing routes takes time; it is useful only if there may be several.
      let isCompared = query.alternatives > 0 || query.departure != nil
      let summaries = isCompared ? response.summaries(for: request, in: timeZone) : []
      object.array("routes") { list in
        for (index, route) in response.routes.enumerated() {
          list.object {
            do throws(NavError) { try write(route, query, writer, to: &$0) } catch {
              failure = error
            }
            if isCompared { write(summaries[index], query, to: &$0) }
          }
        }
      }
      if query.guidance.isAsked || query.isRefreshable { object.string("uuid", uuid) }
      guard !query.skipsWaypoints, let route = response.routes.first else { return }
      object.array("waypoints") { list in
        for stop in Self.stops(of: route) {
          list.object {
            write(
              stop.position, name: stop.roadName, metres: stop.distanceMetres,
              hint: query.generatesHints, to: &$0)
          }
        }
      }
    }
    if let failure { throw ServiceError(failure) }
    if query.isRefreshable {
      refreshes.keep(
        RefreshStore.Entry(query: query, request: request, routes: response.routes), name: uuid)
    }
    return json.bytes
  }

  /// A name of the answer, which some Mapbox clients require.
  ///
  /// Equal requests have equal names, except for answers with a number, whose routes are kept.
  private func uuid(_ url: ServiceURL, number: UInt64?) -> String {
    let salt = number.map { " \($0) " } ?? ""
    let hash = SHA256.hash(
      Array((String(map.header.buildID, radix: 16) + salt).utf8) + url.text)
    let digits = hash.prefix(16).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return digits.joined()
  }

  /// The routes of a query, and the request that they answer.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - vehicle: Its vehicle.
  ///   - options: Its options.
  ///   - arrives: Whether a trip arrives at the via points, unless the query states otherwise.
  /// - Returns: The request and the response.
  /// - Throws: `ServiceError`.
  func routes(
    _ query: Query, _ vehicle: Vehicle, _ options: RouteRequest.Options, arrives: Bool = false
  ) throws(ServiceError) -> (request: RouteRequest, response: RouteResponse) {
    var stops = query.stops(build: map.header.buildID, radius: limits.radius)
    // By default, a motor vehicle makes no U-turn at a via point, unless it must.
    let usuallyGoesOn =
      !arrives && vehicle.mode.isMotorised && options.energy?.ensureReachability != true
    let goesOn = query.continuesStraight ?? usuallyGoesOn
    for index in stops.indices.dropFirst().dropLast() {
      let isStop = query.waypoints?.contains(index) ?? true
      if goesOn || !isStop { stops[index].kind = .passThrough }
    }
    var request = RouteRequest(waypoints: stops, vehicle: vehicle, options: options)
    do throws(RoutingError) { return (request, try engine.routes(for: request)) } catch {
      guard case .noRoute = error, stops.count > 2 else {
        throw ServiceError(error, explained: query.explains)
      }
    }
    for index in stops.indices { request.waypoints[index].kind = .stopover }
    do throws(RoutingError) { return (request, try engine.routes(for: request)) } catch {
      throw ServiceError(error, explained: query.explains)
    }
  }

  /// All snapped waypoints, including pass-through ones.
  private static func stops(of route: Route) -> [SnappedWaypoint] {
    var stops: [SnappedWaypoint] = []
    for section in route.sections {
      if stops.isEmpty { stops.append(section.departure) }
      stops += section.passed.map(\.waypoint)
      stops.append(section.arrival)
    }
    return stops
  }

  private func write(
    _ route: Route, _ query: Query, _ writer: RouteWriter, to json: inout JSONWriter
  ) throws(NavError) {
    let delay = route.trafficDelaySeconds()
    var writer = writer
    writer.hasTypicalDurations = delay != nil && query.guidance.isDirections
    writer.hasTraffic = delay != nil && query.steps && !query.guidance.isDirections
    try writer.write(legs(of: route, query), to: &json)
    EnergyWriter.write(route, to: &json)
    if let delay {
      json.number("traffic_delay", delay, decimals: 1)
      json.number("duration_without_traffic", route.drivingSeconds - delay, decimals: 1)
      if writer.hasTypicalDurations {
        json.number("duration_typical", route.drivingSeconds - delay, decimals: 1)
      }
    }
    // Notices about broken rules and unmet requests do not depend on `explains`.
    let isFull = query.explains || query.allowsViolations
    let notices = isFull ? route.notices : route.notices.filter { $0.isOfRequest }
    if !notices.isEmpty { json.value("notices", notices) }
  }

  private func write(_ summary: RouteSummary, _ query: Query, to json: inout JSONWriter) {
    if let arrival = summary.arrival { json.string("arrival", arrival.text) }
    guard query.alternatives > 0 else { return }
    if let via = summary.via { json.string("via", via) }
    if let side = summary.side { json.string("side", side.rawValue) }
    let vignette = summary.vignetteLengthMetres
    json.number("toll_distance", summary.tollLengthMetres - vignette, decimals: 1)
    json.number("vignette_distance", vignette, decimals: 1)
    json.array("tolls") { list in
      for toll in summary.tolls {
        list.object {
          $0.string("road", toll.road)
          $0.number("distance", toll.lengthMetres, decimals: 1)
          $0.bool("vignette", toll.isVignette)
        }
      }
    }
    SummaryMembers.write(summary.limits, to: &json)
  }

  /// The legs of a route between the stops of a query.
  func legs(of route: Route, _ query: Query) -> [LegPath] {
    let places = query.places.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    var legs: [LegPath] = []
    // The place where the next leg begins; nil for a charging station.
    var start: Int? = 0
    var next = 1
    for section in route.sections {
      let parts = LegPath.legs(of: section)
      for (index, part) in parts.enumerated() {
        var leg = part
        leg.start = start.map { places[$0] } ?? section.departure.position
        let station = index == parts.count - 1 ? section.chargingStation : nil
        leg.station = station
        leg.end = station?.coordinate ?? places[min(next, places.count - 1)]
        // If a coordinate is not a stop, the leg before continues.
        if let stops = query.waypoints, let start, start > 0, !stops.contains(start), !legs.isEmpty
        {
          legs[legs.count - 1].append(leg, passing: start)
        } else {
          legs.append(leg)
        }
        start = station == nil ? next : nil
        if station == nil { next += 1 }
      }
    }
    return legs
  }
}
