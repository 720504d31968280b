import Geo
import MapMatching
import RoadModel
import RouteModel

/// Where a fix puts the vehicle, and whether it is still on the route.
extension Trip {
  /// Fixes without doubt after which the witness is sent away.
  private static let calmEnough = 6
  /// Fixes that the witness hears before it begins anew.
  private static let longestHearing = 60
  /// Metres of the route behind and ahead of the vehicle on which it may be.
  private static let behind = 150.0
  private static let ahead = 3_000.0
  /// Metres by which two places on a route may be equally near.
  private static let nearlyMetres = 15.0
  /// The speed below which a heading means nothing, and that of a vehicle that stands, metres per second.
  private static let headingSpeed = 2.0
  /// Degrees within which a road has the direction of the route.
  private static let sameDirection = 30.0
  private static let standingSpeed = 1.5

  /// Takes a fix that is not discarded.
  mutating func use(_ fix: Location) {
    guard let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude) else { return }
    if state.phase == .waiting { begin(place) }
    if state.isLost {
      state.isLost = false
      events.append(.signalFound)
    }
    if let time = fix.time {
      if let clock = state.clock, time > clock, state.deviation == nil {
        state.follower.predict(time - clock)
        if state.follower.along > plan.end { state.follower.hold(at: plan.end) }
      }
      state.clock = time
    }
    let isStanding = followStand(fix, place)
    let heading = heading(of: fix, place)
    if state.deviation == nil {
      follow(fix, place, heading, isStanding)
    } else {
      followAway(fix, place, heading)
    }
    arriveOrGoOn(place, isStanding)
  }

  private mutating func begin(_ place: Coordinate) {
    state.phase = .driving
    let at = firstMetres(place, from: 0, to: min(plan.end, 2_000)) ?? 0
    state.follower.begin(at: at)
    let now = state.now ?? 0
    state.began = now
    if state.options.improveSeconds > 0 { state.nextImprove = now + state.options.improveSeconds }
    if state.options.refreshSeconds > 0, state.route.trafficDelaySeconds() != nil {
      state.nextRefresh = now + state.options.refreshSeconds
    }
    events.append(.legBegan(leg: state.stop))
  }

  // MARK: On the route

  private mutating func follow(
    _ fix: Location, _ place: Coordinate, _ heading: (east: Double, north: Double)?,
    _ isStanding: Bool
  ) {
    let edge = line.edgeIndex(at: state.follower.along)
    let isFerry = edge.map { isOnFerry(edge: $0) } ?? false
    let floor = max(plan.start, min(state.follower.along, state.driven) - Self.behind)
    guard
      let fit = state.follower.fit(
        fix, at: place, heading: heading, on: line, from: floor, to: plan.end,
        behind: state.driven, tolerance: isFerry ? 200 : 0)
    else { return }
    var testimony: Testimony?
    if fit.isCalm && !state.isListening {
      state.against = 0
      state.margin = -16
    } else if hasWitness {
      if !isStanding { testimony = hear(fix, isCalm: fit.isCalm) }
    } else {
      state.against = isStanding ? 0 : max(0, state.against + min(fit.nats, 12) - 3)
    }
    if let testimony { state.margin = testimony.margin }
    if !isFerry, !isStanding, hasLeft(fit, testimony, place) {
      leave(fix, place, heading, testimony)
      tellProgress(raw: place, source: .offRoute, probability: testimony?.onRouteProbability ?? 0)
      considerRerouting()
      return
    }
    let isSure = testimony.map { $0.margin < -2 } ?? fit.isCalm
    // A short cut: the vehicle is on the route again, farther ahead.
    if let testimony, testimony.margin < -4, fit.nats > 6, let onRoute = testimony.onRoute,
      let at = metres(on: onRoute.edge, place), at > state.follower.along
    {
      state.follower.jump(to: at)
    } else {
      state.follower.accept(
        fit, speed: isStanding ? 0 : fix.speed,
        learns: (isSure || !hasWitness && fit.nats < 4) && !isFerry && !isStanding)
    }
    if state.follower.along > plan.end { state.follower.hold(at: plan.end) }
    state.driven = max(state.driven, min(state.follower.along, plan.end))
    if hasWitness, !state.isListening { state.doubts = 0 }
    tellProgress(
      raw: place, source: .fix, probability: testimony?.onRouteProbability ?? (fit.isCalm ? 1 : 0.9)
    )
    tellSentences(ahead: state.follower.speed)
    passWaypoints()
    improveIfDue(place)
    dropPassedAlternatives()
  }

  /// Whether the fixes say that the vehicle is not on the route.
  private mutating func hasLeft(
    _ fit: RouteFollower.Fit, _ testimony: Testimony?, _ place: Coordinate
  ) -> Bool {
    if !hasWitness || testimony == nil && state.hasMapProblem {
      state.doubts = state.against > 0 ? state.doubts + 1 : 0
      return state.against >= 12 && state.doubts >= 3
    }
    guard let testimony, hasMoved(place) else { return false }
    var needed = state.options.leavingNats
    // While the noise is not known yet, more is needed.
    if state.follower.isNew { needed *= 1.5 }
    // A road beside the route, in its direction, differs by the distance alone, which drifts; nothing is urgent there.
    var fixes = 2
    if let road = testimony.elsewhere,
      Self.angle(road.headingDegrees, line.place(at: fit.along).course) < Self.sameDirection
    {
      needed *= 1.6
      fixes = 4
    }
    if testimony.margin < needed / 2 || fit.nats < 0.5 {
      state.doubts = 0
      return false
    }
    state.doubts += 1
    return testimony.margin >= needed && state.doubts >= fixes
  }

  /// Whether the recent fixes lie so far apart that the vehicle has moved, and not only its receiver.
  private func hasMoved(_ place: Coordinate) -> Bool {
    guard let first = state.recent.first,
      let from = Coordinate(latitude: first.latitude, longitude: first.longitude)
    else { return true }
    return Distance.metres(from, place) > 10 + 1.5 * state.follower.noise
  }

  /// Asks the witness about a fix; it hears the recent ones first if it was not listening.
  private mutating func hear(_ fix: Location, isCalm: Bool) -> Testimony? {
    if state.isListening, state.heard.count >= Self.longestHearing { state.isListening = false }
    if !state.isListening {
      state.isListening = true
      state.calm = 0
      state.heard = state.recent
      state.heardNoise = state.follower.noise
      state.heardEvidence = state.follower.evidence
      isWitnessStale = true
    }
    state.calm = isCalm ? state.calm + 1 : 0
    let testimony = testify(fix)
    if state.deviation == nil, state.calm >= Self.calmEnough,
      testimony.map({ $0.margin < 0 }) ?? true
    {
      sendWitnessAway()
    }
    return testimony
  }

  private mutating func testify(_ fix: Location) -> Testimony? {
    guard witness != nil else { return nil }
    let (low, high) = reach
    let line = self.line
    func isOnRoute(_ edge: UInt32) -> Bool { line.holds(edge: edge, from: low, to: high) }
    do throws(RoutingError) {
      if isWitnessStale {
        isWitnessStale = false
        witness?.begin(noise: state.heardNoise, evidence: state.heardEvidence)
        for earlier in state.heard { _ = try witness?.hear(earlier, isOnRoute: isOnRoute) }
      }
      state.heard.append(fix)
      return try witness?.hear(fix, isOnRoute: isOnRoute) ?? nil
    } catch {
      if !state.hasMapProblem {
        state.hasMapProblem = true
        hasWitness = false
        self.line.number(state.route) { $0.number }
        sendWitnessAway()
        events.append(.mapProblem(error))
      }
      return nil
    }
  }

  mutating func sendWitnessAway() {
    state.isListening = false
    state.heard = []
    state.calm = 0
    isWitnessStale = false
  }

  /// The metres of the route on which the vehicle may be: around it, but not behind the next waypoint.
  private var reach: (low: Double, high: Double) {
    let (low, high) = (
      min(state.follower.along, state.driven), max(state.follower.along, state.driven)
    )
    // Off the route the vehicle may come back to it anywhere ahead.
    let ahead = state.deviation == nil ? min(high + Self.ahead, plan.end) : plan.end
    return (max(low - Self.behind, plan.start), ahead)
  }

  // MARK: Off the route

  private mutating func leave(
    _ fix: Location, _ place: Coordinate, _ heading: (east: Double, north: Double)?,
    _ testimony: Testimony?
  ) {
    let deviation = deviation(fix, place, heading, testimony)
    state.deviation = deviation
    state.deviatedSince = fix.time ?? 0
    state.rerouting = .idle
    state.attempts = 0
    state.backOn = 0
    events.append(.leftRoute(deviation))
    if let edge = testimony?.elsewhere?.edge { takeAlternative(on: edge, deviation.position) }
  }

  private mutating func followAway(
    _ fix: Location, _ place: Coordinate, _ heading: (east: Double, north: Double)?
  ) {
    let testimony = hasWitness ? hear(fix, isCalm: false) : nil
    let deviation = deviation(fix, place, heading, testimony)
    state.deviation = deviation
    if let speed = fix.speed, speed.isFinite { state.follower.hold(speed: min(speed, 150)) }
    if let at = returned(fix, place, heading, testimony) {
      state.deviation = nil
      state.against = 0
      state.doubts = 0
      dropRerouting()
      dropTaking()
      sendWitnessAway()
      state.follower.jump(to: at)
      state.driven = max(state.driven, at)
      events.append(.returnedToRoute)
      tellProgress(raw: place, source: .fix, probability: 1)
      tellSentences(ahead: state.follower.speed)
      passWaypoints()
      return
    }
    tellProgress(raw: place, source: .offRoute, probability: testimony?.onRouteProbability ?? 0)
    if state.taking != nil {
      confirmAlternative(on: testimony?.elsewhere?.edge, place)
      if state.deviation == nil { return }
    }
    considerRerouting()
  }

  /// Where on the route the vehicle is again; nil while it is not.
  private mutating func returned(
    _ fix: Location, _ place: Coordinate, _ heading: (east: Double, north: Double)?,
    _ testimony: Testimony?
  ) -> Double? {
    var at: Double?
    if hasWitness {
      if let testimony, testimony.margin < -3, let onRoute = testimony.onRoute {
        at = metres(on: onRoute.edge, place)
      }
    } else {
      var probe = state.follower
      let here = nearestMetres(
        place, from: max(plan.start, state.driven - Self.behind),
        to: plan.end)
      if let here {
        probe.jump(to: here)
        let fit = probe.fit(
          fix, at: place, heading: heading, on: line, from: plan.start, to: plan.end, tolerance: 0)
        if let fit, fit.nats < 2 { at = fit.along }
      }
    }
    guard let at else {
      state.backOn = 0
      return nil
    }
    state.backOn += 1
    return state.backOn >= 2 ? at : nil
  }

  // MARK: Places

  /// The place on an edge of the route that is nearest to a fix, in metres of the route.
  private func metres(on edge: UInt32, _ place: Coordinate) -> Double? {
    let (low, high) = reach
    for index in line.indices(ofEdge: edge) {
      let (from, to) = (line.edgeMetres[index], line.endMetres(ofEdge: index))
      guard from <= high, to >= low else { continue }
      return nearestMetres(place, from: max(from, low), to: min(to, high))
    }
    return nil
  }

  /// The nearest place of the route between two places of it, in metres; nil for none.
  func nearestMetres(_ place: Coordinate, from low: Double, to high: Double) -> Double? {
    guard line.points.count > 1 else { return nil }
    var index = max(RouteLine.index(in: line.metres, upTo: low) - 1, 0)
    let plane = LocalPlane(at: place)
    var a = plane.project(line.points[index])
    var best: (metres: Double, at: Double)?
    while index + 1 < line.points.count, line.metres[index] <= high {
      let b = plane.project(line.points[index + 1], next: a, of: line.points[index])
      let near = plane.nearest(from: a, to: b)
      let length = line.metres[index + 1] - line.metres[index]
      let at = min(max(line.metres[index] + near.share * length, low), high)
      if best.map({ near.metres < $0.metres }) ?? true { best = (near.metres, at) }
      a = b
      index += 1
    }
    return best?.at
  }

  /// The first place of the route, between two places of it, that is nearly as near as the nearest one.
  ///
  /// A route that begins with a turn leads back over its beginning: there the vehicle is at the beginning.
  func firstMetres(_ place: Coordinate, from low: Double, to high: Double) -> Double? {
    guard let nearest = nearestMetres(place, from: low, to: high) else { return nil }
    let limit = Distance.metres(line.place(at: nearest).position, place) + Self.nearlyMetres
    var at = low
    while at < nearest {
      if Distance.metres(line.place(at: at).position, place) <= limit {
        return nearestMetres(place, from: at, to: min(at + 2 * Self.nearlyMetres, high))
      }
      at += Self.nearlyMetres / 2
    }
    return nearest
  }

  func isOnFerry(edge index: Int) -> Bool {
    let place = line.edges[index]
    return state.route.sections[place.section].edges[place.edge].road.flags.contains(.ferry)
  }

  /// The direction of travel: the receiver's, else from the fixes where they are far enough apart; nil while standing.
  private func heading(of fix: Location, _ place: Coordinate) -> (east: Double, north: Double)? {
    if let degrees = fix.headingDegrees, degrees.isFinite, abs(degrees) < 1e6,
      fix.speed.map({ $0 > Self.headingSpeed }) ?? true
    {
      let turn = degrees - 360 * (degrees / 360).rounded(.down)
      return (
        Trigonometry.cosine(units: (turn - 90) * Coordinate.unitsPerDegree),
        Trigonometry.cosine(units: turn * Coordinate.unitsPerDegree)
      )
    }
    guard let last = state.recent.last,
      let from = Coordinate(latitude: last.latitude, longitude: last.longitude)
    else { return nil }
    let (east, north) = Distance.offset(from: from, to: place)
    let metres = (east * east + north * north).squareRoot()
    guard metres > max(15, 2.5 * state.follower.noise) else { return nil }
    return (east / metres, north / metres)
  }

  /// Whether the vehicle stands: it has hardly moved for some seconds.
  private mutating func followStand(_ fix: Location, _ place: Coordinate) -> Bool {
    let time = fix.time ?? 0
    let reach = 8 + 1.5 * state.follower.noise
    if let speed = fix.speed, speed > Self.standingSpeed {
      (state.standsSince, state.standsAt) = (time, place)
      return false
    }
    guard let at = state.standsAt, let since = state.standsSince,
      Distance.metres(at, place) < reach
    else {
      (state.standsSince, state.standsAt) = (time, place)
      return fix.speed.map { $0 < 0.7 } ?? false
    }
    if time - since >= 5 {
      // The centre follows a receiver that drifts.
      state.standsAt = at.interpolated(to: place, share: 0.1)
      return true
    }
    return fix.speed.map { $0 < 0.7 } ?? false
  }
}
