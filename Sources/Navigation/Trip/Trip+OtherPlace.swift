import Geo
import MapMatching
import RoadModel
import RouteModel

/// Finds the vehicle on a later part of its route, if the beginning of the route is not where it was thought to be.
extension Trip {
  /// A place on the route far from where the vehicle seems to be, which moves as the vehicle does.
  struct OtherPlace: Sendable, Codable {
    /// Metres of the route.
    var metres: Double
    /// The ``TripState/way`` there.
    var way: Double
    /// The nats by which the fixes so far fit better there.
    var nats: Double
  }

  /// Seconds from the beginning of a route for which its other places are looked at.
  private static let otherSeconds = 60.0
  /// Metres between a place and another one, and those driven at most before the other one fits better.
  ///
  /// Who has followed the route farther than that has not begun elsewhere; noise may make a later road fit for seconds.
  private static let (otherMetres, otherBeginning) = (100.0, 150.0)
  /// The nats that another place needs, and the standard deviations of the noise from it to a fix.
  private static let otherNats = 8.0
  private static let otherDeviations = 2.5

  /// The place of a vehicle that is elsewhere on a route that has just begun; nil if it may be where it seems.
  ///
  /// A new route may begin on a road beside that of the vehicle and lead back there later. Fixes that are spaced are
  /// compared with both places, without regard to where the vehicle should be.
  mutating func otherPlace(
    _ fit: RouteFollower.Fit, _ place: Coordinate, _ heading: (east: Double, north: Double)?
  ) -> Double? {
    guard let now = state.now, let began = state.reroutedAt ?? state.began,
      now - began < Self.otherSeconds, state.stand.verdict == .moves
    else {
      state.other = nil
      return nil
    }
    guard state.isSpaced else { return nil }
    if state.other == nil, state.driven - plan.start > Self.otherBeginning { return nil }
    let (along, far) = (state.follower.along, plan.start + Self.startReach)
    let ranges = [
      (plan.start, along - Self.otherMetres), (along + Self.otherMetres, min(plan.end, far)),
    ].compactMap { $0 < $1 ? $0...$1 : nil }
    guard
      let found = passFit(
        place, heading, in: ranges, expected: along, atMost: 0, noise: fit.noise),
      // The nearest point of a long stretch may be outside the ranges.
      Distance.metres(line.place(at: found.metres).position, place)
        <= Self.otherDeviations * fit.noise
    else {
      state.other = nil
      return nil
    }
    var other = OtherPlace(metres: found.metres, way: state.way, nats: fit.nats - found.cost)
    if let last = state.other,
      abs(other.metres - last.metres - (other.way - last.way)) <= 3 * fit.noise
    {
      other.nats += last.nats
    }
    state.other = other.nats > 0 ? other : nil
    guard other.nats >= Self.otherNats else { return nil }
    state.other = nil
    return other.metres
  }

  // MARK: On the way back

  /// Metres behind the driven length, besides the noise, of a vehicle that seems to drive back.
  private static let wayBackMetres = 20.0
  /// Metres between two fixes at least that show the direction, and the angles in degrees to a road that leads the
  /// other way, at least, and to one that leads this way, at most.
  private static let (wayBackStep, otherWay, sameWay) = (20.0, 120.0, 60.0)

  /// The place of a vehicle that seems to drive back, but is on a later stretch of the route, which leads back there.
  ///
  /// Fixes without headings fit both stretches, such as after some seconds without fixes, or a turn before the one of
  /// the route; so do those of a slow vehicle, whose headings are not believed.
  ///
  /// - Returns: The place; nil if the vehicle does not drive back, or no later stretch is there.
  func placeOnWayBack(_ fix: Location, _ place: Coordinate) -> Double? {
    let noise = state.follower.noise
    let along = state.follower.along
    let headings = headings(upTo: fix)
    // Of places alone, only those far behind show that the vehicle has turned.
    let behind = headings == nil ? Self.wayBackMetres + 3 * noise : 0
    guard along < state.driven - behind, state.stand.verdict == .moves else { return nil }
    let courses = headings ?? courses(to: place)
    guard let course = courses.first else { return nil }
    let here = line.place(at: along).course
    // No later stretch is driven before the waypoints up to there.
    let end = min(plan.end, state.passes.first?.metres ?? .infinity, state.driven + Self.ahead)
    guard courses.allSatisfy({ Self.angle($0, here) >= Self.otherWay }), state.driven < end,
      let at = nearestMetres(place, from: state.driven, to: end)
    else { return nil }
    let there = line.place(at: at)
    let isThere =
      Distance.metres(there.position, place) <= Self.otherDeviations * noise
      && Self.angle(course, there.course) <= Self.sameWay
    return isThere ? at : nil
  }

  /// The headings of a fix and the two before it; nil without them.
  private func headings(upTo fix: Location) -> [Double]? {
    let fixes = [fix] + state.recent.suffix(2)
    return fixes.count == 3 && fixes.allSatisfy(Self.hasHeading)
      ? fixes.compactMap(\.headingDegrees) : nil
  }

  /// The directions to a place from two recent fixes that are far enough, in degrees, or the one in which a slow
  /// vehicle drifts; none while that is unknown.
  ///
  /// One fix may be an outlier, and those of a pedestrian are near together.
  private func courses(to place: Coordinate) -> [Double] {
    func degrees(_ offset: (east: Double, north: Double)) -> Double {
      Trigonometry.bearing(east: offset.east, north: offset.north) * 180 / Double.pi
    }
    if let slow = state.stand.heading { return [degrees(slow)] }
    let least = max(Self.wayBackStep, 3 * state.follower.noise)
    let before = state.recent.lazy.reversed().compactMap {
      Coordinate(latitude: $0.latitude, longitude: $0.longitude)
    }
    .filter { Distance.metres($0, place) >= least }.prefix(2)
    let courses = before.map { degrees(Distance.offset(from: $0, to: place)) }
    return courses.count == 2 ? Array(courses) : []
  }

  // MARK: After minutes without fixes

  /// Seconds without fixes after which a vehicle may be anywhere ahead, also in intervals of the fixes before, and the
  /// metres from the last fix that show that it has driven on.
  private static let (longGap, longGapIntervals, longGapMetres) = (60.0, 4.0, 500.0)
  /// Metres of the route before and behind the expected place that a fix is compared with anyway, at most.
  private static let expectedReach = 5_000.0
  /// Metres from the route of a vehicle that is on it, besides the noise.
  private static let onRouteMetres = 50.0
  /// The same for a vehicle on a later leg, and the standard deviations of the noise besides.
  private static let (laterLegMetres, laterLegDeviations) = (20.0, 2.0)
  /// The factor by which a vehicle may be quicker than the route expects.
  private static let hurry = 2.0

  /// Finds a vehicle on its leg after minutes without fixes, or on a later one, if it is not near its expected place.
  ///
  /// The app may have been suspended, or the trip restored. The fixes before tell nothing any more about the roads on
  /// which the vehicle may be: with them, the witness takes the new ones for errors of the receiver.
  mutating func resume(_ fix: Location, _ place: Coordinate) {
    let times = state.recent.suffix(2).compactMap(\.time)
    guard state.phase == .driving, let time = fix.time, let last = state.recent.last,
      times.count == 2, time - times[1] >= Self.longGap,
      time - times[1] > Self.longGapIntervals * (times[1] - times[0]),
      let from = Coordinate(latitude: last.latitude, longitude: last.longitude),
      Distance.metres(from, place) >= Self.longGapMetres
    else { return }
    let line = self.line
    func apart(_ metres: Double) -> Double {
      Distance.metres(line.place(at: metres).position, place)
    }
    let most = Self.onRouteMetres + 3 * state.follower.noise(of: fix)
    let along = state.follower.along
    let reach = min(3 * state.follower.spread, Self.expectedReach)
    let near = nearestMetres(
      place, from: max(plan.start, min(along - reach, state.driven)),
      to: min(plan.end, along + reach)
    ).map(apart)
    if state.deviation == nil, let near, near <= most { return }
    let driven = min(max(state.driven, plan.start), plan.end)
    // The direction from the last fix is not that of the road.
    let heading = Self.hasHeading(fix) ? heading(of: fix, place) : nil
    let found = passMetres(
      place, heading, in: [max(driven - Self.behind, plan.start)...plan.end], expected: along,
      atMost: 0
    ).flatMap { apart($0) <= most ? $0 : nil }
    let noise = Self.laterLegDeviations * state.follower.noise(of: fix)
    if state.deviation == nil, found == nil,
      passStops(to: place, heading, within: Self.laterLegMetres + noise, after: time - times[1])
    {
      forgetFixes()
      return
    }
    // The first fix may be less accurate than it says.
    if state.deviation == nil, found == nil, let near, near < Self.longGapMetres { return }
    forgetFixes()
    guard state.deviation == nil else { return }
    // Off the route it has driven no more of it.
    state.follower.jump(to: found ?? driven)
    if let found { goOn(to: found) }
  }

  /// Arrives at the stops up to the leg on which a vehicle is found, and goes on there.
  ///
  /// One that can't have driven the way over the stops by then has left them out.
  ///
  /// - Returns: Whether the vehicle is on a later leg.
  private mutating func passStops(
    to place: Coordinate, _ heading: (east: Double, north: Double)?, within most: Double,
    after seconds: Double
  ) -> Bool {
    let began = line.place(at: state.driven).seconds
    for section in state.route.sections.indices.dropFirst(plan.section + 1) {
      let begin = line.metres[line.sectionPoints[section]]
      let end = max(line.metres[line.sectionPoints[section + 1] - 1], begin)
      guard
        let at = passMetres(place, heading, in: [begin...end], expected: begin, atMost: 0)
      else { continue }
      let there = line.place(at: at)
      guard Distance.metres(there.position, place) <= most,
        there.seconds - began <= Self.hurry * seconds
      else { continue }
      while plan.section < section, state.phase == .driving {
        goOn(to: plan.end)
        state.follower.jump(to: plan.end)
        if !state.hasApproached { approach(0, 0) }
        arrive()
      }
      if state.phase == .driving {
        state.follower.jump(to: at)
        goOn(to: at)
      }
      return true
    }
    return false
  }

  /// Forgets the recent fixes, and what they say for or against the route.
  mutating func forgetFixes() {
    sendWitnessAway()
    (state.recent, state.spaced, state.stand) = ([], [], StandWatch())
    (state.doubts, state.against, state.apart, state.backOn) = (0, 0, 0, 0)
  }

  // MARK: Behind a stop

  /// Metres of the next leg on which a vehicle is looked for that may have turned at its stop.
  private static let nextLegMetres = 1_000.0
  /// By how much such a vehicle may have come nearer to its stop than its fixes: standard deviations of the noise, and
  /// a share of the distance between fixes.
  private static let stopDeviations = 1.5
  private static let stopShare = 0.5
  /// The cosine between heading and leg, or the nats against the leg, of a vehicle that does not drive there, and the
  /// successive fixes that show it on the next leg.
  private static let turnedCosine = -0.5
  private static let turnedNats = 6.0
  private static let enoughBehind = 2
  /// Seconds between fixes from which the line alone shows that a vehicle is behind its stop, or drives back.
  private static let rareSeconds = 5.0
  /// The nats by which such a fix fits better on the next leg, and those by which one fix is enough.
  ///
  /// A heading against a road costs about four.
  private static let betterNats = 3.0
  private static let surelyNats = 20.0
  /// The longest way between two fixes, relative to their distance.
  private static let detour = 1.5

  /// The place of a vehicle that has passed its stop between two fixes, in metres of the route.
  ///
  /// It is on the next leg, which may lead back.
  ///
  /// - Returns: The place; nil if the vehicle is elsewhere, or was not at the stop.
  mutating func placeBehindStop(
    _ fit: RouteFollower.Fit, _ testimony: Testimony?, _ fix: Location, _ place: Coordinate,
    _ heading: (east: Double, north: Double)?, leaves: Bool
  ) -> Double? {
    var found: Double?
    if let testimony, wasAtStop(place) {
      let isBack =
        testimony.margin < -4
        && (fit.nats > Self.turnedNats || fit.cosine ?? 1 < Self.turnedCosine)
      if leaves, let edge = testimony.elsewhere?.edge {
        found = metresOfNextLeg(on: number(of: edge), place)
      } else if isBack, let edge = testimony.onRoute?.edge {
        found = metresOfNextLeg(on: edge, place)
      }
    }
    var isSure = leaves
    // The matcher takes a turn back for an error of the places for minutes.
    if found == nil, let next = placeOnNextLeg(fit, fix, place, heading) {
      found = next.metres
      isSure = isSure || next.nats >= Self.surelyNats
    }
    state.behindStop = found == nil ? nil : (state.behindStop ?? 0) + 1
    return isSure || state.behindStop ?? 0 >= Self.enoughBehind ? found : nil
  }

  /// The seconds from the fix before, if they are many.
  func rareInterval(_ fix: Location) -> Double? {
    guard let time = fix.time, let last = state.lastFix?.time, time - last >= Self.rareSeconds
    else { return nil }
    return time - last
  }

  /// The metres from the fix before to a place, if the vehicle is near the stop of its leg, and another leg follows.
  private func metresNearStop(_ place: Coordinate) -> Double? {
    guard state.phase == .driving, state.hasApproached, state.stop + 1 < state.stops.count,
      let last = state.lastFix,
      let before = Coordinate(latitude: last.latitude, longitude: last.longitude)
    else { return nil }
    return Distance.metres(before, place)
  }

  /// Whether a vehicle may have been at the stop of its leg before a fix.
  private func wasAtStop(_ place: Coordinate) -> Bool {
    guard let apart = metresNearStop(place) else { return false }
    let reach =
      state.options.arrivalMetres + Self.stopDeviations * state.follower.noise
      + Self.stopShare * apart
    return plan.end - state.driven <= reach
  }

  /// The place at the beginning of the next leg, in metres of the route, if a fix long after the one before fits better
  /// there, and the nats by which it does.
  private func placeOnNextLeg(
    _ fit: RouteFollower.Fit, _ fix: Location, _ place: Coordinate,
    _ heading: (east: Double, north: Double)?
  ) -> (metres: Double, nats: Double)? {
    guard let apart = metresNearStop(place), let seconds = rareInterval(fix) else { return nil }
    let end = line.metres[line.sectionPoints[plan.section + 2] - 1]
    guard plan.end < end else { return nil }
    let found = passFit(
      place, heading, in: [plan.end...min(plan.end + Self.nextLegMetres, end)],
      expected: plan.end, atMost: 0, noise: fit.noise)
    let most =
      state.options.arrivalMetres + Self.stopDeviations * state.follower.noise
      + max(Self.detour * apart, state.follower.speed * seconds)
    guard let found, fit.nats - found.cost >= Self.betterNats,
      found.metres - state.driven <= most
    else { return nil }
    return (found.metres, fit.nats - found.cost)
  }

  /// The place on an edge at the beginning of the next leg, in metres of the route; nil if the edge is not there.
  private func metresOfNextLeg(on edge: EdgeNumber, _ place: Coordinate) -> Double? {
    let end = line.metres[line.sectionPoints[plan.section + 2] - 1]
    let far = min(plan.end + Self.nextLegMetres, end)
    for index in line.indices(ofEdge: edge) where line.endMetres(ofEdge: index) > plan.start {
      let from = line.edgeMetres[index]
      let to = min(line.endMetres(ofEdge: index), far)
      // Both are sums of lengths, and may differ a little where the leg begins.
      guard from > plan.end - 0.1, from < to else { return nil }
      return nearestMetres(place, from: from, to: to)
    }
    return nil
  }

  /// Arrives at the stop, and goes on at a place of the next leg if that begins at once.
  mutating func passStop(to metres: Double, _ fix: Location, _ place: Coordinate) {
    state.behindStop = nil
    goOn(to: plan.end)
    state.follower.jump(to: plan.end)
    arrive()
    sendWitnessAway()
    (state.doubts, state.against, state.margin) = (0, 0, 0)
    if state.phase == .driving {
      state.follower.jump(to: metres)
      goOn(to: metres)
    }
    if let speed = fix.speed { state.follower.hold(speed: min(speed, 150)) }
    tellProgress(raw: place, source: .fix, probability: 1)
    tellSentences()
    passWaypoints()
  }
}
