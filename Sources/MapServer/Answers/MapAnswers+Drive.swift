import Guidance
import JSON
import MapMatching
import Navigation
import RouteModel
import Routing

extension MapAnswers {
  /// The type of an answer that is a stream of events.
  static let eventStream = "text/event-stream; charset=UTF-8"

  /// `/drive/v1`: a simulated drive of a route, as server-sent events (Formats/http.md).
  ///
  /// The events come as soon as they are known, and carry the time at which they happen; the client plays them.
  func drive(_ url: ServiceURL, _ query: Query) throws(ServiceError) -> [UInt8] {
    let vehicle = try query.vehicle(url.profile)
    var options = options(query)
    options.steps = true
    options.polyline = true
    options.language = query.guidance.tag
    let (request, response) = try routes(query, vehicle, options)
    guard let route = response.activeRoute else {
      throw ServiceError(.noRoute, "Impossible route between points")
    }
    let seconds = query.drive.speed.map { route.lengthMetres / ($0 / 3.6) }
    let fixes = max(route.durationSeconds, seconds ?? 0) / query.drive.interval
    guard fixes <= limits.driveFixes else {
      throw ServiceError(
        .tooBig,
        "The drive has more fixes than the current maximum (\(Int(limits.driveFixes))): "
          + "raise interval or speed.")
    }
    var wishes = TripOptions()
    wishes.language = query.guidance.language?.tag ?? wishes.language
    wishes.units = query.guidance.units
    let matcher = MapMatcher(map: map, vehicle: vehicle)
    guard var trip = Trip(response, of: request, options: wishes, matcher: matcher) else {
      throw ServiceError(.noRoute, "Impossible route between points")
    }
    var stream = EventStream()
    stream.write("route", route)
    var drive = SimulatedDrive(DriveSimulator(route, options: query.drive.simulation))
    var count = 0.0
    while let events = drive.next(of: &trip, answering: answer) {
      if Task.isCancelled { throw ServiceError(.timeout, "The request took too long.") }
      for event in events { stream.write("trip", event) }
      count += 1
      // Noise and new routes may make a drive longer, but not endless.
      if count > 2 * limits.driveFixes { break }
    }
    stream.end()
    return stream.bytes
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

/// Events as browsers read them: lines of fields, and an empty line behind each event (HTML Living Standard, 9.2).
struct EventStream {
  private(set) var bytes: [UInt8] = []
  private var number = 0

  /// Adds an event with a value as JSON, which has no line feeds.
  mutating func write(_ name: String, _ value: some Encodable) {
    number += 1
    var json = JSONWriter()
    json.value(value)
    bytes += "id: \(number)\nevent: \(name)\ndata: ".utf8
    bytes += json.bytes
    bytes += "\n\n".utf8
  }

  /// Adds the last event: clients close, since browsers would ask again.
  mutating func end() {
    number += 1
    bytes += "id: \(number)\nevent: end\ndata: {}\n\n".utf8
  }
}
