import Geo
import Guidance
import JSON
import MapMatching
import MapReader
import Navigation
import RoadModel
import RouteModel
import Routing

extension MapAnswers {
  /// The type of an answer that is a stream of events.
  static let eventStream = "text/event-stream; charset=UTF-8"

  /// A drive: its route and its fixes.
  private struct DrivePlan {
    var request: RouteRequest
    var response: RouteResponse
    /// The fixes of a trace; nil for a simulation.
    var fixes: [Location]?
  }

  /// `/drive/v1`: a drive, simulated or of a trace, as server-sent events (Formats/http.md).
  ///
  /// The events are sent as soon as they are known, each with its time; the client plays them.
  ///
  /// - Parameters:
  ///   - url: The address of the request.
  ///   - query: Its parameters.
  ///   - send: Receives the parts of the stream.
  /// - Returns: The rest of the stream.
  /// - Throws: Why there is no drive; an error on the way is an event.
  func drive(
    _ url: ServiceURL, _ query: Query, sending send: ([UInt8]) -> Void
  ) throws(ServiceError) -> [UInt8] {
    let vehicle = try query.vehicle(url.profile)
    let plan =
      try query.timestamps.isEmpty ? simulated(query, vehicle) : replayed(query, vehicle)
    var wishes = TripOptions()
    wishes.language = query.guidance.language?.tag ?? wishes.language
    wishes.units = query.guidance.units
    // No traffic changes the routes of pedestrians and bicycles, and their alternatives take seconds to find.
    if !vehicle.mode.isMotorised { wishes.improveSeconds = 0 }
    let matcher = MapMatcher(map: map, vehicle: vehicle)
    guard let route = plan.response.activeRoute else { throw Self.noRoute }
    guard var trip = Trip(plan.response, of: plan.request, options: wishes, matcher: matcher)
    else { throw Self.noRoute }
    var stream = EventStream()
    stream.write("route", route)
    send(stream.taken())
    do throws(ServiceError) {
      if let fixes = plan.fixes {
        try replay(fixes, &trip, &stream, send)
      } else {
        try simulate(DriveSimulator(route, options: query.drive.simulation), &trip, &stream, send)
      }
      stream.write("end", json: Array("{}".utf8))
    } catch {
      // The status is already sent.
      stream.write("failure", json: error.json)
    }
    return stream.taken()
  }

  private static let noRoute = ServiceError(.noRoute, "Impossible route between points")

  /// The best route of a query.
  private func best(
    _ query: Query, _ vehicle: Vehicle
  ) throws(ServiceError) -> (request: RouteRequest, response: RouteResponse) {
    try routes(query, vehicle, driveOptions(query), arrives: true)
  }

  /// The options of the routes of a drive.
  private func driveOptions(_ query: Query) -> RouteRequest.Options {
    var options = options(query)
    options.steps = true
    options.polyline = true
    options.language = query.guidance.tag
    return options
  }

  private func simulated(
    _ query: Query, _ vehicle: Vehicle
  ) throws(ServiceError) -> DrivePlan {
    let (request, response) = try best(query, vehicle)
    guard let route = response.activeRoute else { throw Self.noRoute }
    let seconds = query.drive.speed.map { route.lengthMetres / ($0 / 3.6) } ?? 0
    let fixes = max(route.durationSeconds, seconds) / query.drive.interval
    guard fixes <= limits.driveFixes else {
      throw tooManyFixes(isSlow: seconds > route.durationSeconds)
    }
    return DrivePlan(request: request, response: response)
  }

  /// The error of a drive that is too long; speed is a remedy if it is below that of the route.
  private func tooManyFixes(isSlow: Bool) -> ServiceError {
    let remedy = isSlow ? "interval or speed" : "interval"
    return ServiceError(
      .tooBig,
      "The drive has more fixes than the current maximum (\(Int(limits.driveFixes))): "
        + "raise \(remedy).")
  }

  /// The drive of a trace, along the best route through given waypoints or the matched roads.
  private func replayed(
    _ query: Query, _ vehicle: Vehicle
  ) throws(ServiceError) -> DrivePlan {
    let fixes = Self.locations(query)
    if let listed = query.waypoints {
      // As for routes, their order in the list does not matter.
      let waypoints = Set(listed).sorted()
      var stops = query
      stops.places = waypoints.map { query.places[$0] }
      (stops.radiuses, stops.bearings, stops.hints) = ([], [], [])
      (stops.approaches, stops.waypoints) = ([], nil)
      do throws(ServiceError) {
        let (request, response) = try best(stops, vehicle)
        return DrivePlan(request: request, response: response, fixes: fixes)
      } catch {
        // The engine counts stops; the client counts its coordinates.
        throw error.numbered { waypoints[$0] }
      }
    }
    var options = MatchOptions()
    options.exclude = query.exclude
    let matcher = MapMatcher(map: map, vehicle: vehicle, options: options)
    do throws(MatchingError) {
      let result = try matcher.match(Trace(fixes))
      // If the trace has several pieces, the drive uses the one with the most fixes.
      if let drive = result.longestDrive(of: fixes) {
        let route = try matcher.route(of: drive.piece, language: query.guidance.tag)
        return DrivePlan(
          request: request(along: route, query, vehicle),
          response: RouteResponse(routes: [route]), fixes: Array(fixes[drive.fixes]))
      }
    } catch { throw ServiceError(error) }
    throw ServiceError(.noMatch, "Could not match the trace.")
  }

  /// The request for new routes to the end of a matched route, which has no model of energy.
  private func request(along route: Route, _ query: Query, _ vehicle: Vehicle) -> RouteRequest {
    let ends = [route.sections[0].departure, route.sections[0].arrival]
    var options = driveOptions(query)
    options.energy = nil
    return RouteRequest(
      waypoints: ends.map { Waypoint($0.position) }, vehicle: vehicle, options: options)
  }

  private func simulate(
    _ simulator: DriveSimulator, _ trip: inout Trip, _ stream: inout EventStream,
    _ send: ([UInt8]) -> Void
  ) throws(ServiceError) {
    var drive = SimulatedDrive(simulator)
    var count = 0.0
    while let events = drive.next(of: &trip, answering: answer) {
      try Self.checkTime()
      for event in events { stream.write("trip", event) }
      if stream.isLong { send(stream.taken()) }
      count += 1
      // Noise and new routes may make a drive longer, but it must end.
      if count > 2 * limits.driveFixes, !trip.hasEnded { throw tooManyFixes(isSlow: false) }
    }
  }

  private func replay(
    _ fixes: [Location], _ trip: inout Trip, _ stream: inout EventStream,
    _ send: ([UInt8]) -> Void
  ) throws(ServiceError) {
    var clock = TripClock()
    for fix in fixes where !trip.hasEnded {
      for input in clock.ticks(before: fix).map(TripInput.tick) + [.fix(fix)] {
        try Self.checkTime()
        for event in trip.take(input, answering: answer) { stream.write("trip", event) }
      }
      if stream.isLong { send(stream.taken()) }
    }
  }

  private static func checkTime() throws(ServiceError) {
    if Task.isCancelled { throw ServiceError(.timeout, "The request took too long.") }
  }

  private func answer(_ request: TripRequest) -> TripInput {
    if request.purpose == .refresh { return .failure(request.id, .cancelled) }
    do throws(RoutingError) {
      return .response(request.id, try engine.routes(for: request.request))
    } catch {
      return .failure(request.id, error)
    }
  }
}

/// Server-sent events: lines of fields, and an empty line after each (HTML Living Standard, 9.2).
struct EventStream {
  /// The bytes of some fixes, which are worth a packet.
  private static let partBytes = 8_192

  private var bytes: [UInt8] = []
  private var number = 0

  /// Whether the events that are not sent yet are worth a packet.
  var isLong: Bool { bytes.count >= Self.partBytes }

  /// The events that are not sent yet; they count as sent from now on.
  mutating func taken() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Adds an event with a value as JSON.
  mutating func write(_ name: String, _ value: some Encodable) {
    var json = JSONWriter()
    json.value(value)
    write(name, json: json.bytes)
  }

  /// Adds an event with JSON without line feeds.
  mutating func write(_ name: String, json: [UInt8]) {
    number += 1
    bytes += "id: \(number)\nevent: \(name)\ndata: ".utf8
    bytes += json
    bytes += "\n\n".utf8
  }
}
