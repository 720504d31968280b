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

  func run(_ judge: inout some Judge, _ watch: inout Watch) -> Outcome {
    var outcome = Outcome()
    var random = Random(seed: options.seed ^ 0x5EED)
    var route = self.route
    var drive = DriveSimulator(route, options: options)
    var turns = chooseTurns(route, &random)
    // Where the driver's wrong way comes back to the route.
    var back: Double?
    // Fixes since the vehicle is truly off its route, and since it is on it.
    var (off, on) = (0, 0)
    var count = 0
    while let fix = drive.next(), count < 20_000 {
      count += 1
      outcome.fixes += 1
      // A wrong turn is taken when its place is near.
      if back == nil, off == 0, let next = turns.first, drive.along > next.metres - 30 {
        turns.removeFirst()
        if let detour = detour(from: next, on: route, drive.along) {
          outcome.metres += drive.along - detour.start
          drive.follow(detour.route, from: detour.start)
          back = detour.back
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
          // The vehicle goes on where it truly is.
          var here = Waypoint(drive.position)
          here.course = Course(degrees: Int(drive.courseDegrees) % 360, tolerance: 30)
          here.radiusMetres = 15
          renewed.waypoints[0] = here
          let way = (try? engine.routes(for: renewed))?.routes[0] ?? route
          outcome.metres += drive.along
          drive.follow(way, from: 0)
          // Both lead to the same end, but the vehicle may have to get to the route first.
          watch.follow(route, from: max(route.lengthMetres - way.lengthMetres, 0))
          turns = chooseTurns(route, &random).filter { $0.metres > 100 }
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
          outcome.arrivalMetres = Distance.metres(drive.observed.position, end)
        }
        break
      }
    }
    outcome.metres += drive.along
    watch.finish(&outcome)
    return outcome
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

  /// A junction at which another road leaves.
  struct Turn {
    var metres: Double
    var place: Coordinate
    var arriving: Int
    var bearing: Int
  }

  /// The places where the driver turns wrong: away from the ends and from each other.
  private func chooseTurns(_ route: Route, _ random: inout Random) -> [Turn] {
    var turns: [Turn] = []
    var start = 0.0
    var last = -400.0
    for section in route.sections {
      var walked = [0.0]
      for (a, b) in zip(section.polyline, section.polyline.dropFirst()) {
        walked.append(walked[walked.count - 1] + Distance.metres(a, b))
      }
      let scale = walked[walked.count - 1] > 0 ? section.lengthMetres / walked[walked.count - 1] : 1
      for step in section.steps {
        for place in step.intersections {
          guard let leaving = place.leavingArm, let arriving = place.arrivingArm,
            section.polyline.indices.contains(place.point)
          else { continue }
          let metres = start + walked[place.point] * scale
          let others = place.arms.indices.filter {
            $0 != leaving && $0 != arriving && place.arms[$0].isOpen
          }
          guard !others.isEmpty, metres > 300, metres > last + 400,
            metres < route.lengthMetres - 400, random.unit() < wrongShare
          else { continue }
          let arm = others[Int(random.next() % UInt64(others.count))]
          turns.append(
            Turn(
              metres: metres, place: section.polyline[place.point],
              arriving: (place.arms[arriving].bearing + 180) % 360,
              bearing: place.arms[arm].bearing))
          last = metres
        }
      }
      start += section.lengthMetres
    }
    return turns
  }

  /// The way of a driver who turns wrong: along another arm, and then on as an unknowing navigator would lead.
  private func detour(
    from turn: Turn, on route: Route, _ along: Double
  ) -> (route: Route, start: Double, fork: Double, back: Double)? {
    // From a place before the junction through one on the other arm.
    let before = place(on: route, turn.metres - 40)
    var first = Waypoint(before.position)
    first.course = Course(degrees: Int(before.course) % 360, tolerance: 30)
    let angle = Double(turn.bearing)
    let north = Trigonometry.cosine(units: angle * Coordinate.unitsPerDegree)
    let east = Trigonometry.cosine(units: (angle - 90) * Coordinate.unitsPerDegree)
    let scale = 45 / Distance.metresPerUnit
    let cosine = Trigonometry.cosine(units: Double(turn.place.latitudeUnits))
    let aside = Coordinate(
      latitudeUnits: turn.place.latitudeUnits + Int32(north * scale),
      longitudeUnits: turn.place.longitudeUnits + Int32(east * scale / cosine))
    var through = Waypoint(aside)
    through.kind = .passThrough
    through.course = Course(degrees: turn.bearing % 360, tolerance: 40)
    through.radiusMetres = 40
    var wrong = request
    wrong.options.alternatives = 0
    wrong.waypoints = [first, through] + request.waypoints.dropFirst()
    guard let found = try? engine.routes(for: wrong).routes[0] else { return nil }
    // It must lead over the junction and leave it on that arm.
    guard let index = found.polyline.firstIndex(of: turn.place), index + 1 < found.polyline.count,
      index < 30
    else { return nil }
    let (x, y) = Distance.offset(from: turn.place, to: found.polyline[index + 1])
    let bearing = Trigonometry.bearing(east: x, north: y) * 180 / Double.pi
    guard angleBetween(bearing, angle) < 20 else { return nil }
    var fork = 0.0
    for step in 0..<index {
      fork += Distance.metres(found.polyline[step], found.polyline[step + 1])
    }
    // Where it comes back to the route behind the junction.
    let edges = Set(route.sections.flatMap(\.edges).map(\.id))
    var back = Double.infinity
    var walked = 0.0
    for edge in found.sections.flatMap(\.edges) {
      if walked > fork + 5, edges.contains(edge.id) {
        back = walked + 40
        break
      }
      walked += edge.lengthMetres
    }
    guard back > fork + 60 else { return nil }
    let here = place(on: route, along).position
    return (found, DriveSimulator.metres(along: found, nearestTo: here, within: 200), fork, back)
  }

  private func place(on route: Route, _ metres: Double) -> (position: Coordinate, course: Double) {
    let line = route.polyline
    var walked = 0.0
    for (a, b) in zip(line, line.dropFirst()) {
      let length = Distance.metres(a, b)
      if walked + length >= metres, length > 0 {
        let (east, north) = Distance.offset(from: a, to: b)
        return (
          a.interpolated(to: b, share: max(0, (metres - walked) / length)),
          Trigonometry.bearing(east: east, north: north) * 180 / Double.pi
        )
      }
      walked += length
    }
    return (line[line.count - 1], 0)
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
  private var targets: [(metres: Double, texts: Set<String>)] = []
  private var length = 0.0
  private var next = 0
  private var maneuvers = 0
  private var announced = 0
  private var missing: [String] = []
  /// Where maneuvers are, as far as the distances tell, that were told while too much was shown as driven.
  private var taken: [(text: String, metres: Double)] = []
  /// Metres by which the trip's place may be wrong when it speaks: of a maneuver at 0 m it may be sure of little more.
  private static let placeError = 60.0

  mutating func follow(_ route: Route, from at: Double = 0) {
    targets = []
    taken = []
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
    // Where the trip has taken back a place that was too far ahead, what it shows stays, and the distance is the true one.
    if trip.trip.drivenMetres > along + 30 {
      taken += trip.spokenNow.map { ($0.text, along + $0.metres) }
    }
    while next < targets.count, along > targets[next].metres {
      maneuvers += 1
      // What is said with the fix behind the place is too late.
      if (trip.spoken + taken).contains(where: { target(of: $0) == next }) {
        announced += 1
      } else {
        missing.append(
          "not announced: \(targets[next].metres) of \(length) at \(drive.position), "
            + "shown at \(trip.trip.drivenMetres), spoken \(trip.spoken.suffix(3))")
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
    outcome.late += missing
  }
}
