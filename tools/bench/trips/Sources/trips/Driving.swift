import Nav

/// What one simulated trip showed.
struct Outcome {
  var metres = 0.0
  var fixes = 0
  /// The vehicle was on its route, and was said to have left it.
  var falseReroutes = 0
  /// For each wrong turn the fixes until it was noticed.
  var delays: [Int] = []
  /// Wrong turns that were not noticed before the vehicle was back on the route, or at all.
  var unnoticed = 0
  var wrongTurns = 0
  /// Metres from the destination at the arrival; nil without one.
  var arrivalMetres: Double?
  var maneuvers = 0
  var announced = 0
  /// Maneuvers that were not announced, soon after a new route that began on another road than the vehicle's.
  var elsewhere = 0
  var late: [String] = []
  /// Milliseconds from the fix to the new route that is driven.
  var rerouteMilliseconds: [Double] = []
}

/// Where a vehicle truly is.
struct Truth {
  var position: Coordinate
  var course: Double
}

/// Drives a route with wrong turns, and asks a judge about every fix.
struct SimulatedTrip {
  let engine: OfflineRoutingEngine
  let request: RouteRequest
  let route: Route
  let options: DriveSimulator.Options
  /// The share of the places where one may turn wrong at which the driver does.
  let wrongShare: Double
  /// Metres ahead on the vehicle's road within which a new route may begin.
  private static let aheadMetres = 60.0

  func run(_ judge: inout some Judge, _ watch: inout Watch) -> Outcome {
    var outcome = Outcome()
    var random = Random(seed: options.seed ^ 0x5EED)
    var route = self.route
    var drive = DriveSimulator(route, options: options)
    var turns = WrongTurn.turns(on: route, share: wrongShare, seed: random.next())
    // Where the driver's wrong way comes back to the route.
    var back: Double?
    // That way, and where it leaves the route.
    var wrong: (way: Route, fork: Double)?
    // Fixes since the vehicle is truly off its route, and since it is on it.
    var (off, on) = (0, 0)
    var count = 0
    while let fix = drive.next(), count < 20_000 {
      count += 1
      outcome.fixes += 1
      // A wrong turn is taken when its place is near.
      if back == nil, off == 0, let next = turns.first, drive.along > next.metres - 30 {
        turns.removeFirst()
        if let detour = detour(by: next, from: route, at: drive.position) {
          outcome.metres += drive.along - detour.startMetres
          drive.follow(detour.route, from: detour.startMetres)
          back = detour.backMetres
          let fork = DriveSimulator.metres(
            along: detour.route, nearestTo: next.position, within: 200)
          wrong = (detour.route, fork)
        }
      }
      let wasOff = off
      let truth = Truth(position: drive.observed.position, course: drive.observed.courseDegrees)
      off = isOff(truth, route) ? off + 1 : 0
      on = off == 0 ? on + 1 : 0
      if off == 1 { outcome.wrongTurns += 1 }
      if off == 0, wasOff > 5 { outcome.unnoticed += 1 }
      if off == 0, wasOff > 0, wasOff <= 5 { outcome.wrongTurns -= 1 }
      let start = judge.left(fix)
      watch.look(&judge, drive, isOnRoute: off == 0 && back == nil)
      if let start {
        if off > 0 {
          outcome.delays.append(off)
          if off > 5 { outcome.late.append("\(off) fixes near \(drive.position) \(judge.words)") }
        } else if back != nil, let wrong,
          DriveSimulator.metres(along: wrong.way, nearestTo: drive.observed.position) > wrong.fork
        {
          // The roads part so slowly that the measure above does not tell them apart yet.
          outcome.wrongTurns += 1
          outcome.delays.append(1)
        } else if wasOff == 0 {
          outcome.falseReroutes += 1
          outcome.late.append(
            "false at \(drive.position), \(Int(drive.along)) m of \(Int(drive.length)), on it for "
              + "\(on) fixes, \(judge.words)\n  ways \(ways(of: route, around: drive.along))")
        }
        let begin = ContinuousClock.now
        var renewed = request
        renewed.waypoints = [start] + request.waypoints.dropFirst()
        if let response = try? engine.routes(for: renewed) {
          route = response.routes[0]
          judge.follow(route)
          let spent = (ContinuousClock.now - begin).components
          outcome.rerouteMilliseconds.append(
            Double(spent.seconds) * 1_000 + Double(spent.attoseconds) / 1e15)
          // The vehicle goes on where it truly is: as it is told, if it comes to the beginning of the new route.
          var here = Waypoint(drive.position)
          here.course = Course(degrees: Int(drive.courseDegrees) % 360, tolerance: 30)
          here.radiusMetres = 15
          renewed.waypoints[0] = here
          let way =
            way(to: route, from: start, renewed)
            ?? (try? engine.routes(for: renewed))?.routes[0] ?? route
          outcome.metres += drive.along
          drive.follow(way, from: 0)
          // Both lead to the same end, but the vehicle may have to get to the route first.
          watch.follow(
            route, from: max(route.lengthMetres - way.lengthMetres, 0),
            note: "new route from \(start.coordinate.map { "\($0)" } ?? "?"), course "
              + "\(start.course?.degrees ?? -1), for a vehicle at \(drive.observed.position), course "
              + "\(Int(drive.observed.courseDegrees)), off for \(off) fixes")
          turns = WrongTurn.turns(on: route, share: wrongShare, seed: random.next())
        }
        (back, off, on) = (nil, 0, 0)
      } else if let now = back, drive.along > now {
        // Nobody noticed, and the way leads back to the route.
        let at = DriveSimulator.metres(along: route, nearestTo: drive.position)
        outcome.metres += drive.along - at
        drive.follow(route, from: at)
        back = nil
      }
      if watch.isOver(judge) {
        if let end = route.polyline.last {
          let metres = Distance.metres(drive.observed.position, end)
          outcome.arrivalMetres = metres
          if metres > 15 { outcome.late.append("arrived \(Int(metres)) m away, \(judge.words)") }
        }
        break
      }
    }
    outcome.metres += drive.along
    watch.finish(&outcome)
    return outcome
  }

  /// The way of a driver who hears a new route that begins ahead on his road; nil if it begins elsewhere.
  private func way(to route: Route, from start: Waypoint, _ renewed: RouteRequest) -> Route? {
    var through = start
    through.kind = .passThrough
    var told = renewed
    told.waypoints.insert(through, at: 1)
    guard let way = try? engine.routes(for: told).routes[0],
      way.lengthMetres < route.lengthMetres + Self.aheadMetres
    else { return nil }
    return way
  }

  /// The OSM ways of a route near a place of it, for looking at what went wrong.
  private func ways(of route: Route, around metres: Double) -> String {
    var words: [String] = []
    var at = 0.0
    for edge in route.sections.flatMap(\.edges) {
      if at + edge.lengthMetres > metres - 60, at < metres + 60 {
        words.append("\(edge.wayID)\(edge.isForward ? "+" : "-") \(Int(at - metres))")
      }
      at += edge.lengthMetres
    }
    return words.joined(separator: ", ")
  }

  /// Whether the vehicle is truly off a route: more than 5 m from its line, or in another direction.
  private func isOff(_ truth: Truth, _ route: Route) -> Bool {
    let plane = LocalPlane(at: truth.position)
    var best = Double.infinity
    var isAlong = false
    let line = route.polyline
    for index in line.indices.dropLast() {
      let (a, b) = (plane.project(line[index]), plane.project(line[index + 1]))
      let near = plane.nearest(from: a, to: b)
      guard near.metres < 5 || near.metres < best else { continue }
      best = min(best, near.metres)
      let bearing = Trigonometry.bearing(east: b.x - a.x, north: b.y - a.y) * 180 / Double.pi
      if near.metres < 5, angleBetween(bearing, truth.course) < 60 { isAlong = true }
    }
    return best >= 5 || !isAlong
  }

  /// The way of a driver who turns wrong.
  private func detour(
    by turn: WrongTurn, from route: Route, at place: Coordinate
  ) -> WrongTurn.Detour? {
    guard let found = try? engine.routes(for: turn.request(from: route, request)).routes[0] else {
      return nil
    }
    return turn.detour(found, from: route, at: place)
  }
}

func angleBetween(_ a: Double, _ b: Double) -> Double {
  let turn = abs(a - b).truncatingRemainder(dividingBy: 360)
  return min(turn, 360 - turn)
}

/// What only the trip tells besides where it was left: arrivals, and announcements of maneuvers.
struct Watch {
  private let words = Instructions(language: .english, units: .metric)
  /// The maneuvers: where each is, and what may be said about it.
  private var targets: [(metres: Double, place: Coordinate, texts: Set<String>)] = []
  private var length = 0.0
  private var next = 0
  private var maneuvers = 0
  private var announced = 0
  private var elsewhere = 0
  /// Where the vehicle comes to a new route that began on another road.
  private var joins: Double?
  /// Metres of the way to a new route from which it began on another road, and behind it the metres that count.
  private static let otherRoad = 60.0
  private static let joinMetres = 200.0
  private var missing: [String] = []
  /// The last fixes on this route in short, for looking at what was not announced.
  private var trail: [String] = []
  private var begin = ""
  /// Where maneuvers are, as far as the distances tell, that were told while too much was shown as driven.
  private var taken: [(text: String, metres: Double)] = []
  /// Metres by which the trip's place may be wrong when it speaks: of a maneuver at 0 m it may be sure of little more.
  private static let placeError = 60.0
  /// Metres within which a vehicle is at a maneuver with the fix behind it; a way to the route may leave some out.
  private static let passMetres = 60.0

  mutating func follow(_ route: Route, from at: Double = 0, note: String = "") {
    targets = []
    taken = []
    (trail, begin, joins) = ([], note, at > Self.otherRoad ? at : nil)
    length = route.lengthMetres
    next = 0
    var start = 0.0
    for section in route.sections {
      let spoken = words.announcements(for: section)
      var walked = [0.0]
      for (a, b) in zip(section.polyline, section.polyline.dropFirst()) {
        walked.append(walked[walked.count - 1] + Distance.metres(a, b))
      }
      let scale = walked[walked.count - 1] > 0 ? section.lengthMetres / walked[walked.count - 1] : 1
      for (index, sentences) in spoken.enumerated()
      where !sentences.isEmpty && index + 1 < section.steps.count {
        targets.append(
          (
            start + walked[section.steps[index + 1].points.lowerBound] * scale,
            section.polyline[section.steps[index + 1].points.lowerBound],
            Set(sentences.map(\.text))
          ))
      }
      start += section.lengthMetres
    }
    // What lies at the vehicle can't be told before.
    if at > 0 || targets.first?.metres == 0 { targets.removeAll { $0.metres < at + 20 } }
  }

  mutating func look(_ judge: inout some Judge, _ drive: DriveSimulator, isOnRoute: Bool) {
    guard isOnRoute, let trip = judge as? TripJudge else { return }
    let along = drive.along + length - drive.length
    trail.append(
      "  truly at \(Int(along)), shown at \(Int(trip.trip.drivenMetres)), "
        + "\(Int(drive.speed * 10)) dm/s, says "
        + trip.spokenNow.map { "'\($0.text)' \(Int($0.metres))" }.joined(separator: ", "))
    if trail.count > 12 { trail.removeFirst() }
    // Where the trip has taken back a place that was too far ahead, what it shows stays, and the distance is the true
    // one.
    if trip.trip.drivenMetres > along + 30 {
      taken += trip.spokenNow.map { ($0.text, along + $0.metres) }
    }
    while next < targets.count, along > targets[next].metres {
      if Distance.metres(drive.observed.position, targets[next].place) > Self.passMetres {
        next += 1
        continue
      }
      maneuvers += 1
      // What is said with the fix behind the place is too late.
      if (trip.spoken + taken).contains(where: { target(of: $0) == next }) {
        announced += 1
      } else {
        if let joins, targets[next].metres < joins + Self.joinMetres { elsewhere += 1 }
        missing.append(
          "not announced: \(Int(targets[next].metres)) of \(Int(length)) at \(drive.position), "
            + "\(targets[next].texts), others at \(targets.map { Int($0.metres) }.prefix(next + 3)), spoken "
            + "\(trip.spoken.suffix(3).map { "'\($0.text)' \(Int($0.metres))" }), \(begin)\n"
            + trail.joined(separator: "\n"))
      }
      next += 1
    }
  }

  /// The maneuver to which a sentence belongs: the nearest one of which that is said.
  private func target(of sentence: (text: String, metres: Double)) -> Int? {
    func error(_ index: Int) -> Double { abs(targets[index].metres - sentence.metres) }
    return targets.indices.filter {
      targets[$0].texts.contains(sentence.text) && error($0) < Self.placeError
    }.min { error($0) < error($1) }
  }

  func isOver(_ judge: some Judge) -> Bool { (judge as? TripJudge)?.arrived ?? false }

  func finish(_ outcome: inout Outcome) {
    outcome.maneuvers = maneuvers
    outcome.announced = announced
    outcome.elsewhere = elsewhere
    outcome.late += missing
  }
}
