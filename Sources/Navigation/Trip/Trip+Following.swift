import Geo
import MapMatching
import RoadModel
import RouteModel

/// Decides from fixes where the vehicle is, and whether it is still on the route.
extension Trip {
  /// Metres of the route behind and ahead of the vehicle on which it may be.
  static let behind = 150.0
  static let ahead = 3_000.0
  /// The distance between fixes for the witness, in standard deviations of the noise.
  static let spacing = 0.6
  /// The same for fixes with a heading, because errors of headings last less than those of places.
  private static let headedSpacing = 0.3
  /// The same in metres at most for the fixes of a vehicle that turns: degrees of its headings within so many seconds.
  private static let turningMetres = 3.5
  private static let turningDegrees = 25.0
  private static let turningSeconds = 4.0
  /// The distance between fixes that scatter can't explain, in standard deviations of the noise.
  private static let farApart = 6.0
  /// Fixes in a row that lie elsewhere on the route.
  private static let enoughApart = 2
  /// The cost in nats of a fix off the roads, as in `MatchOptions`; better fixes are on the line.
  static let offRoadNats = 4.0
  /// Seconds between fixes from which their distance bounds the speed, and the maximum detour.
  private static let longInterval = 5.0
  private static let mostDetour = 1.5
  /// Metres of the route on which a trip usually begins, and how far from the route, beside the noise and the distance
  /// of the departure from its road, a vehicle may be to begin on it: yards and car parks are as large.
  private static let beginReach = 2_000.0
  /// Nats at most against a beginning that is far from that of the route.
  private static let beginNats = 4.0
  private static let beginMetres = 300.0
  /// The minimum error in metres of the place so far, to give it up.
  private static let wrongMetres = 50.0

  /// Uses a fix that is not discarded.
  mutating func use(_ fix: Location) {
    guard let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude) else { return }
    let isFar = state.phase == .waiting && begin(fix, place)
    if state.isLost {
      state.isLost = false
      events.append(.signalFound)
    }
    if let time = fix.time {
      if let clock = state.clock, time > clock, state.deviation == nil {
        state.follower.predict(time - clock)
        if state.follower.along > plan.end {
          state.beyond += state.follower.along - plan.end
          state.follower.hold(at: plan.end)
        }
      }
      state.clock = time
    }
    resume(fix, place)
    state.stand.take(
      place, time: fix.time ?? 0, speed: fix.speed, noise: state.follower.noise(of: fix),
      isOnFoot: [.foot, .bicycle].contains(state.request.vehicle.mode))
    let isStanding = state.stand.verdict == .stands
    space(fix, place, isStanding)
    let heading = heading(of: fix, place)
    if isFar {
      leave(fix, place, heading, nil)
      // Farther along the route, the next fixes show whether the vehicle drives on it.
      let ahead = nearestMetres(place, from: plan.start, to: plan.end)
      if isNearStart(ahead, fix, place) { state.unsureSince = fix.time }
      tellProgress(raw: place, source: .offRoute, probability: 0)
      considerRerouting()
    } else if state.deviation == nil {
      follow(fix, place, heading, isStanding)
    } else {
      followAway(fix, place, heading)
    }
    arriveOrGoOn(fix, place, isStanding)
  }

  /// Chooses the fixes for the witness: apart from each other by a good part of the noise.
  ///
  /// Fixes of a slow vehicle scatter more than it drives from one to the next. To the witness they go back and forth,
  /// and all of them repeat the same error. Those of a vehicle that turns have something new in their headings,
  /// whatever the noise of their places. A vehicle whose place on the route is held, such as at its end, has no speed
  /// there; its own distance tells.
  private mutating func space(_ fix: Location, _ place: Coordinate, _ isStanding: Bool) {
    let seconds = max((fix.time ?? 0) - (state.lastFix?.time ?? fix.time ?? 0), 0)
    if !isStanding {
      state.way += min(max(state.follower.speed, fix.speed ?? 0), 150) * min(seconds, 600)
    }
    let last = state.spaced.last.flatMap {
      Coordinate(latitude: $0.latitude, longitude: $0.longitude)
    }
    let apart = last.map { Distance.metres($0, place) } ?? .infinity
    let isHeaded = Self.hasHeading(fix)
    var spacing = (isHeaded ? Self.headedSpacing : Self.spacing) * state.follower.noise
    if isHeaded, spacing > Self.turningMetres, turns(fix) { spacing = Self.turningMetres }
    state.isSpaced =
      state.way - state.spacedWay >= spacing
      || !isStanding && apart >= Self.farApart * state.follower.noise
    if state.isSpaced { state.spacedWay = state.way }
  }

  /// Whether the heading of a fix is that of a vehicle that drives.
  static func hasHeading(_ fix: Location) -> Bool {
    fix.headingDegrees != nil && fix.speed ?? 0 > headingSpeed
  }

  /// Whether a vehicle turns, or has just turned, by its headings.
  private func turns(_ fix: Location) -> Bool {
    guard let heading = fix.headingDegrees, let time = fix.time else { return false }
    return state.recent.contains { earlier in
      guard let before = earlier.time, time - before <= Self.turningSeconds,
        Self.hasHeading(earlier), let old = earlier.headingDegrees
      else { return false }
      return Self.angle(heading, old) > Self.turningDegrees
    }
  }

  /// Begins the trip.
  ///
  /// - Returns: Whether the vehicle is so far from the beginning of the route that it can't be on it.
  private mutating func begin(_ fix: Location, _ place: Coordinate) -> Bool {
    state.phase = .driving
    state.follower.expect(noise: state.follower.noise(of: fix))
    let at = passMetres(
      place, heading(of: fix, place), in: [0...min(plan.end, Self.beginReach)], expected: 0,
      atMost: Self.beginNats)
    state.follower.begin(at: max((at ?? 0) - Self.backwardNoise * state.follower.noise, 0))
    let now = state.now ?? 0
    state.began = now
    if state.options.improveSeconds > 0 { state.nextImprove = now + state.options.improveSeconds }
    scheduleRefresh()
    events.append(.legBegan(leg: state.stop))
    return !isNearStart(at, fix, place)
  }

  /// Whether a place on the route is near enough to a first fix to begin there.
  private func isNearStart(_ metres: Double?, _ fix: Location, _ place: Coordinate) -> Bool {
    guard let metres else { return false }
    let bound =
      Self.beginMetres + state.route.sections[plan.section].departure.distanceMetres
      + 3 * state.follower.noise(of: fix)
    return Distance.metres(line.place(at: metres).position, place) <= bound
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
    } else if hasWitness, !isStanding {
      testimony = hear(fix, isCalm: fit.isCalm)
    }
    // Far from all roads a witness has no answer, so the line decides alone.
    if testimony == nil, state.isListening || !hasWitness {
      state.against = isStanding ? 0 : max(0, state.against + min(fit.nats, 12) - 3)
    }
    if let testimony { state.margin = testimony.margin }
    // In a tunnel, only another road leads away from the route.
    let leaves =
      !isFerry && !isStanding
      && (hasLeft(fit, testimony, place, heading) || drivesBack(fit, testimony, fix, place))
      && (testimony?.elsewhere != nil || !isInTunnel)
    if let at = placeBehindStop(fit, testimony, fix, place, heading, leaves: leaves) {
      passStop(to: at, fix, place)
      return
    }
    if leaves {
      leave(fix, place, heading, testimony)
      tellProgress(raw: place, source: .offRoute, probability: testimony?.onRouteProbability ?? 0)
      considerRerouting()
      return
    }
    moveAlong(fit, testimony, fix, place, heading, isStanding: isStanding, isFerry: isFerry)
    if hasWitness, !state.isListening { state.doubts = 0 }
    tellProgress(
      raw: place, source: .fix,
      probability: testimony?.onRouteProbability ?? (fit.isCalm ? 1 : Self.probability(fit)))
    tellSentences()
    passWaypoints()
    improveIfDue()
    dropPassedAlternatives()
  }

  /// Moves to the place that fits a fix on the route.
  private mutating func moveAlong(
    _ fit: RouteFollower.Fit, _ testimony: Testimony?, _ fix: Location, _ place: Coordinate,
    _ heading: (east: Double, north: Double)?, isStanding: Bool, isFerry: Bool
  ) {
    let isSure = testimony.map { $0.margin < -2 } ?? fit.isCalm
    // After a short cut, or if the place so far was wrong, the vehicle is elsewhere on the route.
    let other = otherPlace(fit, place, heading)
    if let at = placeElsewhere(fit, testimony, place) ?? other ?? placeOnWayBack(fix, place) {
      state.follower.jump(to: at)
      state.driven = max(state.driven, at)
      speakAgain()
    } else {
      state.follower.accept(
        fit, speed: isStanding ? 0 : fix.speed, upTo: mostSpeed(fix, place),
        learns: (isSure || !hasWitness && fit.nats < 4) && !isFerry && !isStanding)
    }
    if state.follower.along > plan.end { state.follower.hold(at: plan.end) }
    // A vehicle that stood for long without fixes seemed to drive on.
    if plan.end - state.follower.along > state.follower.noise { state.beyond = 0 }
    goOn(to: min(state.follower.along, plan.end))
  }

  /// The probability of being on the route by the line alone, compared with being off the roads.
  private static func probability(_ fit: RouteFollower.Fit) -> Double {
    Testimony.onRouteProbability(margin: fit.nats - offRoadNats)
  }

  /// An upper bound of the speed from the last fix if it was long ago, when places jump.
  private func mostSpeed(_ fix: Location, _ place: Coordinate) -> Double {
    guard let last = state.recent.last, let before = last.time, let time = fix.time,
      time - before >= Self.longInterval,
      let from = Coordinate(latitude: last.latitude, longitude: last.longitude)
    else { return .infinity }
    let metres = Self.mostDetour * Distance.metres(from, place) + 3 * state.follower.noise
    return metres / (time - before)
  }

  /// The place of the vehicle on the route if it is far ahead of or behind the place so far.
  ///
  /// One fix is not enough: between the arms of a bend it may lie nearer to the other one.
  private mutating func placeElsewhere(
    _ fit: RouteFollower.Fit, _ testimony: Testimony?, _ place: Coordinate
  ) -> Double? {
    guard let testimony, testimony.margin < -4, fit.nats > 6, let onRoute = testimony.onRoute,
      let at = metres(on: onRoute.edge, place)
    else {
      state.apart = 0
      return nil
    }
    state.apart += 1
    guard state.apart >= Self.enoughApart else { return nil }
    let step = at - state.follower.along
    return step > 0 || -step > Self.wrongMetres + 3 * state.follower.spread ? at : nil
  }

  /// Advances to a place on the route; the driven length never decreases.
  mutating func goOn(to metres: Double) {
    guard metres > state.driven else { return }
    state.odometer += metres - state.driven
    state.driven = metres
  }

  // MARK: Off the route

  private mutating func leave(
    _ fix: Location, _ place: Coordinate, _ heading: (east: Double, north: Double)?,
    _ testimony: Testimony?
  ) {
    let deviation = deviation(place, heading, testimony)
    state.deviation = deviation
    state.deviatedSince = fix.time ?? 0
    state.unsureSince = nil
    state.rerouting = .idle
    state.attempts = 0
    state.backOn = 0
    // Later fixes on the route do not follow those before at once.
    (state.behindStop, state.backFixes) = (nil, nil)
    events.append(.leftRoute(deviation))
    dropImproving()
    dropRoadName()
    if let edge = testimony?.elsewhere?.edge { takeAlternative(on: edge, deviation.position) }
  }

  private mutating func followAway(
    _ fix: Location, _ place: Coordinate, _ heading: (east: Double, north: Double)?
  ) {
    let testimony = hasWitness ? hear(fix, isCalm: false) : nil
    state.margin = testimony?.margin ?? 16
    let isSure = !hasWitness || state.margin >= Self.surelyOff
    state.unsureSince = isSure ? nil : state.unsureSince ?? fix.time
    let deviation = deviation(place, heading, testimony)
    state.deviation = deviation
    if let speed = fix.speed, speed.isFinite { state.follower.hold(speed: min(speed, 150)) }
    if let last = state.recent.last, state.stand.verdict == .moves,
      let before = Coordinate(latitude: last.latitude, longitude: last.longitude)
    {
      let metres = Distance.metres(before, place)
      state.odometer += metres
      state.awayMetres += metres
    }
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
      tellSentences()
      passWaypoints()
      return
    }
    tellProgress(raw: place, source: .offRoute, probability: testimony?.onRouteProbability ?? 0)
    if state.taking != nil {
      let edge = state.margin > 0 ? testimony?.elsewhere?.edge : nil
      confirmAlternative(on: edge)
      if state.deviation == nil { return }
    }
    considerRerouting()
  }

  /// The place where the vehicle is on the route again; nil while it is not.
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
}
