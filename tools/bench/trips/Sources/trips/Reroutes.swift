import Nav

/// Measures the time from the fix with which a vehicle has left its route to the new route that the trip drives.
///
/// Each vehicle has a route between two places anywhere on the map, and drives from the first of them to a third one.
func measureReroutes(_ count: Int, seed: UInt64) {
  var random = Random(seed: seed)
  let box = box(ofMap: arguments[2])
  func place() -> Waypoint {
    Waypoint(
      Coordinate(
        latitudeUnits: Int32.random(in: box[0]...box[2], using: &random),
        longitudeUnits: Int32.random(in: box[1]...box[3], using: &random)))
  }
  var options = TripOptions()
  options.improveSeconds = 0
  var milliseconds: [Double] = []
  var kilometres: [Double] = []
  var tries = 0
  while milliseconds.count < count, tries < count * 50 {
    tries += 1
    var request = RouteRequest(waypoints: [place(), place()])
    request.options.steps = true
    var other = request
    other.waypoints[1] = place()
    guard let response = try? engine.routes(for: request),
      let way = try? engine.routes(for: other).routes[0],
      var trip = Trip(response, of: request, options: options, matcher: MapMatcher(map: map))
    else { continue }
    var drive = DriveSimulator(way, options: DriveSimulator.Options(seed: seed &+ UInt64(tries)))
    search: while let fix = drive.next(), !trip.hasEnded {
      let begin = ContinuousClock.now
      for case .request(let asked) in trip.take(.fix(fix)) where asked.purpose == .reroute {
        guard let found = try? engine.routes(for: asked.request) else { break search }
        let events = trip.take(.response(asked.id, found))
        let spent = (ContinuousClock.now - begin).components
        guard events.contains(where: { if case .didReroute = $0 { true } else { false } }) else {
          break search
        }
        milliseconds.append(Double(spent.seconds) * 1_000 + Double(spent.attoseconds) / 1e15)
        kilometres.append(found.routes[0].lengthMetres / 1_000)
        break search
      }
    }
  }
  milliseconds.sort()
  kilometres.sort()
  guard let longest = milliseconds.last, let farthest = kilometres.last else { return }
  print(
    "\(milliseconds.count) new routes of \(Int(kilometres[kilometres.count / 2])) km in the median, "
      + "\(Int(farthest)) km at most: from fix to new route median "
      + "\(milliseconds[milliseconds.count / 2]) ms, p95 \(milliseconds[milliseconds.count * 95 / 100]) ms, "
      + "longest \(longest) ms")
}
