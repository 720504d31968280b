import Nav

/// Decides when a vehicle has left its route: the trip of this library, or the rule of another.
protocol Judge {
  /// Takes a fix.
  ///
  /// - Returns: The place and course to reroute from if the vehicle has left the route; nil on it.
  mutating func left(_ fix: Location) -> Waypoint?
  /// What it says of the last fix.
  var words: String { get }
  /// Drives another route, which was found for `left`.
  mutating func follow(_ route: Route)
}

/// `Trip`: its requests for new routes are the judgement.
struct TripJudge: Judge {
  var words: String {
    let kind = trip.deviation.map {
      "\($0.kind) way \($0.wayID ?? 0) course \(Int($0.courseDegrees ?? -1))\n  "
    }
    return (kind ?? "") + history.joined(separator: "\n  ")
  }
  var trip: Trip
  var request: TripRequest?
  /// The true place is not known here; what the events say is kept for the figures.
  var arrived = false
  /// What was said on this route, and where the maneuver is to which it belongs.
  var spoken: [(text: String, metres: Double)] = []
  /// What the last fix made it say, and the metres to the maneuvers.
  var spokenNow: [(text: String, metres: Double)] = []
  /// The last fixes in short, for looking at what went wrong.
  var history: [String] = []
  var nanoseconds: [UInt64] = []
  var isBackwards = false
  private var driven = 0.0

  init(_ trip: Trip) { self.trip = trip }

  mutating func left(_ fix: Location) -> Waypoint? {
    let start = cpuNanoseconds()
    let events = trip.take(.fix(fix))
    nanoseconds.append(cpuNanoseconds() - start)
    request = nil
    spokenNow = []
    for event in events {
      switch event {
      case .request(let wanted): request = wanted.purpose == .reroute ? wanted : nil
      case .spoken(let text, _, let metres):
        spoken.append((text, trip.drivenMetres + metres))
        spokenNow.append((text, metres))
      case .didArrive: arrived = true
      case .progress(let progress):
        history.append(
          "\(progress.source) at \(Int(progress.metresLeft)) left, \(Int(progress.speed * 10)) dm/s, "
            + "probability \(Int(progress.probability * 100)), heading \(Int(fix.headingDegrees ?? -1)), "
            + "course \(Int(progress.courseDegrees)), speed \(Int((fix.speed ?? -1) * 10)), fix "
            + "\(fix.latitude),\(fix.longitude)")
        if history.count > 15 { history.removeFirst() }
      default: break
      }
    }
    if trip.drivenMetres < driven - 1e-6 { isBackwards = true }
    driven = trip.drivenMetres
    return request?.request.waypoints.first
  }

  mutating func follow(_ route: Route) {
    guard let request else { return }
    let events = trip.take(.response(request.id, RouteResponse(routes: [route])))
    (spoken, spokenNow) = ([], [])
    driven = trip.drivenMetres
    for case .spoken(let text, _, let metres) in events {
      spoken.append((text, driven + metres))
    }
  }
}

/// The rule that Ferrostar publishes as `RouteDeviationTracking.StaticThreshold`: off the route where the distance to
/// its line is over a threshold, unless the fix is less accurate than another.
struct ThresholdJudge: Judge {
  let words = ""
  var line: [Coordinate]
  let metres: Double
  let accuracy: Double
  private var near = 0

  init(_ route: Route, metres: Double, accuracy: Double) {
    line = route.polyline
    self.metres = metres
    self.accuracy = accuracy
  }

  mutating func left(_ fix: Location) -> Waypoint? {
    if let own = fix.accuracyMetres, own > accuracy { return nil }
    guard let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude) else {
      return nil
    }
    let plane = LocalPlane(at: place)
    var best = Double.infinity
    // The whole line, as the rule is written; from the last place on, since that is nearly always enough.
    for range in [near..<min(near + 200, line.count), 0..<line.count] {
      for index in range where index + 1 < line.count {
        let found = plane.nearest(
          from: plane.project(line[index]), to: plane.project(line[index + 1]))
        if found.metres < best {
          best = found.metres
          near = max(index - 20, 0)
        }
      }
      if best <= metres { return nil }
    }
    var here = Waypoint(place)
    if let heading = fix.headingDegrees {
      here.course = Course(degrees: Int(heading) % 360, tolerance: 45)
    }
    return here
  }

  mutating func follow(_ route: Route) {
    line = route.polyline
    near = 0
  }
}
