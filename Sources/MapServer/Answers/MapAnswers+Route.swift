import Geo
import MapReader
import NavFormat
import RoadModel
import Routing

extension MapAnswers {
  /// `/route/v1`.
  func route(_ url: ServiceURL, _ query: Query) async throws(ServiceError) -> [UInt8] {
    let vehicle = try query.vehicle(url.profile)
    let response = try await routes(query, vehicle)
    let writer = RouteWriter(map: map, mode: vehicle.mode, query: query)
    var json = JSONText()
    var failure: NavError?
    json.object { object in
      object.string("code", "Ok")
      object.array("routes") { list in
        for route in response.routes {
          list.object {
            do throws(NavError) { try write(route, query, writer, to: &$0) } catch {
              failure = error
            }
          }
        }
      }
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
    return json.bytes
  }

  private func routes(
    _ query: Query, _ vehicle: Vehicle
  ) async throws(ServiceError) -> RouteResponse {
    var stops = query.stops(build: map.header.buildID, radius: limits.radius)
    // A vehicle with an engine does not turn round at a via point, unless it must.
    let goesOn = query.continuesStraight ?? vehicle.mode.isMotorised
    for index in stops.indices.dropFirst().dropLast() {
      let isStop = query.waypoints?.contains(index) ?? true
      if goesOn || !isStop { stops[index].kind = .passThrough }
    }
    var request = RouteRequest(waypoints: stops, vehicle: vehicle, options: options(query))
    do throws(RoutingError) { return try await engine.routes(for: request) } catch {
      guard case .noRoute = error, stops.count > 2 else {
        throw ServiceError(error, explained: query.explains)
      }
    }
    for index in stops.indices { request.waypoints[index].kind = .stopover }
    do throws(RoutingError) { return try await engine.routes(for: request) } catch {
      throw ServiceError(error, explained: query.explains)
    }
  }

  /// All waypoints on the road, those that are only passed too.
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
    _ route: Route, _ query: Query, _ writer: RouteWriter, to json: inout JSONText
  ) throws(NavError) {
    var legs: [LegPath] = []
    var sides: [(start: String?, end: String?)] = []
    for (index, leg) in route.sections.flatMap(LegPath.legs).enumerated() {
      let end = Self.side(of: query.places[index + 1], at: leg.line.count - 1, leg.line)
      // Where a coordinate is no stop, the leg before goes on.
      if let stops = query.waypoints, index > 0, !stops.contains(index), !legs.isEmpty {
        legs[legs.count - 1].append(leg)
        sides[sides.count - 1].end = end
      } else {
        legs.append(leg)
        sides.append((Self.side(of: query.places[index], at: 0, leg.line), end))
      }
    }
    try writer.write(legs, sides: sides, to: &json)
    if query.explains, !route.notices.isEmpty {
      json.array("notices") { list in
        for notice in route.notices { list.object { $0.members(of: notice) } }
      }
    }
  }

  /// On which side of the road a place lies, as one drives by a point of the line; nil on the road.
  static func side(
    of place: (longitude: Double, latitude: Double), at point: Int, _ line: [Coordinate]
  ) -> String? {
    guard let place = Coordinate(latitude: place.latitude, longitude: place.longitude),
      Distance.metres(place, line[point]) > 1
    else { return nil }
    let heading =
      point == 0 ? Heading.leaving(line, point) : Heading.arriving(line, point)
    let turn = Heading.turn(from: heading, to: Heading.degrees(line[point], place))
    switch abs(turn) {
    case 20...160: return turn < 0 ? "left" : "right"
    default: return nil
    }
  }
}
