import Geo
import MapMatching
import RouteModel

/// Fixes and the clock: discarding fixes, and the current time.
extension Trip {
  /// The number of successive fixes that overrule an earlier one, by time or by distance.
  private static let enough = 3
  /// Seconds behind the clock that indicate another clock, if fixes of any age are used.
  private static let lateSeconds = 60.0
  /// Usual intervals between fixes after which the signal is lost.
  private static let lostIntervals = 2.5
  /// Seconds of an interval between the first fixes, at most: they may be far apart by chance.
  private static let mostFirstInterval = 15.0
  /// Seconds before a tunnel, or the usual ones without a fix, within which the signal may be lost because of it.
  private static let longestApproach = 15.0
  /// The braking in m/s² with which a vehicle stops soonest, and the metres that show that it has moved until then.
  private static let (hardestBraking, leastMoved) = (6.0, 5.0)
  /// The number of fixes kept for the witness and the heading.
  private static let recent = 12
  /// The maximum number of fixes kept for feedback; at that number every other one is dropped.
  private static let longestTrace = 1_000

  mutating func takeFix(_ fix: Location) {
    let fix = Self.withoutNonsense(fix)
    resolveDiscarding()
    guard state.phase != .ended else { return }
    var flaw = basicFlaw(of: fix)
    if flaw == .outOfOrder, isNewClock(fix) {
      setBack(by: (state.now ?? 0) - (fix.time ?? 0), after: lastRightTime)
      flaw = nil
    }
    if flaw == nil {
      state.early = []
      flaw = state.options.fixRules.flaw(of: fix, after: state.lastFix, now: state.now)
      if flaw == .jump {
        state.jumps += 1
        if state.jumps >= Self.enough { flaw = nil }
      }
      // This applies even if fixes of any age are used: the clock must not stop until they catch up
      // with it.
      let isLate =
        state.options.fixRules.maximumAgeSeconds == .infinity
        && (state.now ?? -.infinity) - (fix.time ?? .infinity) > Self.lateSeconds
      state.old = flaw == .old || isLate ? state.old + 1 : 0
      if state.old >= Self.enough {
        // The ticks use another clock than the fixes.
        setBack(by: (state.now ?? 0) - (fix.time ?? 0))
        flaw = nil
      }
    }
    if let flaw, [.notOnEarth, .noTime, .outOfOrder, .repeated].contains(flaw) {
      events.append(.discarded(fix, flaw))
      return
    }
    if flaw == nil, isFrozen(fix) { flaw = .repeated }
    moveClock(to: fix.time)
    guard state.phase != .ended else { return }
    ask(.discard(fix, flaw))
  }

  /// Whether a fix at a tunnel repeats the place of a vehicle that can't have stopped there.
  ///
  /// Receivers without reception do so, with the last speed or without one.
  private func isFrozen(_ fix: Location) -> Bool {
    guard state.phase == .driving, state.deviation == nil, let last = state.lastFix,
      last.latitude == fix.latitude, last.longitude == fix.longitude,
      // A vehicle that became slower may still be in a tunnel at whose end it is expected.
      let before = last.time, let now = fix.time, tunnel(by: now) != nil || isInTunnel
    else { return false }
    let speed = state.follower.speed
    let seconds = min(max(now - before, 0), speed / Self.hardestBraking)
    let metres = (speed - Self.hardestBraking / 2 * seconds) * seconds
    return metres > Self.leastMoved
  }

  /// A fix without a speed that is negative or a heading of -1, as receivers say for unknown ones, and without numbers
  /// that are none.
  private static func withoutNonsense(_ fix: Location) -> Location {
    var fix = fix
    fix.speed = fix.speed.flatMap { $0 >= 0 ? $0 : nil }
    fix.headingDegrees = fix.givenHeading
    return fix
  }

  /// Uses or discards a fix, by the decision of the caller or the rules.
  mutating func settle(_ fix: Location, _ flaw: FixFlaw?, discards: Bool) {
    if discards {
      events.append(.discarded(fix, flaw ?? .byCaller))
      // In a tunnel fixes may be inaccurate for minutes.
      if state.phase == .driving || state.phase == .holding { estimate() }
      return
    }
    var fix = fix
    fix.accuracyMetres = fix.accuracyMetres.flatMap { $0.isFinite ? $0 : nil }
    fix.speed = fix.speed.flatMap { $0.isFinite ? $0 : nil }
    if flaw == nil, state.jumps >= Self.enough {
      // The fixes before are of another place.
      state.jumpedAt = fix.time
      state.speeds.beginAnew()
      forgetFixes()
    }
    state.jumps = 0
    keepTrace(fix)
    checkSpeed(of: &fix)
    use(fix)
    state.lastFix = fix
    if state.isSpaced {
      state.spaced.append(fix)
      if state.spaced.count > Self.recent { state.spaced.removeFirst() }
    }
    state.recent.append(fix)
    if state.recent.count > Self.recent { state.recent.removeFirst() }
  }

  /// Leaves out the speed of a fix while those of the receiver are wrong: by them, the vehicle seems to be elsewhere.
  private mutating func checkSpeed(of fix: inout Location) {
    let wasWrong = state.speeds.isWrong
    state.speeds.take(fix, noise: state.follower.noise(of: fix))
    guard state.speeds.isWrong else { return }
    fix.speed = nil
    if !wasWrong { state.follower.doubtSpeed() }
  }

  /// Applies the default to a fix that waits for the caller, when the next input needs its place.
  private mutating func resolveDiscarding() {
    while let question = state.questions.first(where: { $0.kind.topic == .discard }) {
      takeDefault(question)
    }
  }

  private mutating func basicFlaw(of fix: Location) -> FixFlaw? {
    guard Coordinate(latitude: fix.latitude, longitude: fix.longitude) != nil else {
      return .notOnEarth
    }
    guard let time = fix.time, time.isFinite, abs(time) < 1e12 else { return .noTime }
    guard let last = state.lastFix?.time else { return nil }
    return time < last ? .outOfOrder : time == last ? .repeated : nil
  }

  /// Whether enough successive, ordered fixes precede the last one, which means a clock set back.
  private mutating func isNewClock(_ fix: Location) -> Bool {
    guard let time = fix.time else { return false }
    if let last = state.early.last, time < last { state.early = [] }
    state.early.append(time)
    return state.early.count >= Self.enough
  }

  /// The time of the last fix before those with wrong times, if the clock goes on from there.
  ///
  /// One fix may be a year ahead, and the next ones are not. Minus infinity if the clock was set back.
  private var lastRightTime: Double {
    guard let again = state.early.first else { return -.infinity }
    return state.recent.compactMap(\.time).prefix { $0 < again }.last ?? -.infinity
  }

  /// Moves times back with the clock.
  ///
  /// - Parameters:
  ///   - seconds: The seconds to move back.
  ///   - right: Times up to this one are not moved.
  private mutating func setBack(by seconds: Double, after right: Double = -.infinity) {
    func moved(_ time: Double) -> Double { time > right ? time - seconds : time }
    state.early = []
    state.now = state.now.map(moved)
    state.clock = state.clock.map(moved)
    state.began = state.began.map(moved)
    state.lastFix?.time = nil
    (state.recent, state.spaced) = ([], [])
    // The fixes of the witness have times of the other clock.
    sendWitnessAway()
    state.stand = StandWatch()
    state.deviatedSince = moved(state.deviatedSince)
    state.unsureSince = state.unsureSince.map(moved)
    state.reroutedAt = state.reroutedAt.map(moved)
    state.jumpedAt = state.jumpedAt.map(moved)
    for index in state.questions.indices {
      state.questions[index].deadline = moved(state.questions[index].deadline)
    }
    for index in state.requests.indices {
      state.requests[index].deadline = moved(state.requests[index].deadline)
    }
    state.nextImprove = state.nextImprove.map(moved)
    state.nextRefresh = state.nextRefresh.map(moved)
    state.chargedAt = state.chargedAt.map(moved)
    switch state.rerouting {
    case .waiting(let time): state.rerouting = .waiting(moved(time))
    case .declined(let time): state.rerouting = .declined(moved(time))
    default: break
    }
  }

  private mutating func keepTrace(_ fix: Location) {
    state.traceSkipped += 1
    guard state.traceSkipped >= state.traceStride else { return }
    state.traceSkipped = 0
    state.trace.append(fix)
    guard state.trace.count >= Self.longestTrace else { return }
    state.trace = state.trace.indices.filter { $0 % 2 == 0 }.map { state.trace[$0] }
    state.traceStride *= 2
  }

  // MARK: The clock

  mutating func takeTick(_ time: Double) {
    guard time.isFinite, abs(time) < 1e12 else { return }
    moveClock(to: time)
    guard state.phase == .driving || state.phase == .holding else { return }
    estimate()
    if state.deviation != nil { considerRerouting() }
  }

  /// Advances the clock, and applies the defaults of questions and requests that are due.
  private mutating func moveClock(to time: Double?) {
    guard let time, time > state.now ?? -.infinity else { return }
    state.now = time
    for question in state.questions where question.deadline <= time {
      // One answer may close other questions.
      guard state.questions.contains(where: { $0.id == question.id }) else { continue }
      takeDefault(question)
    }
    for waiting in state.requests where waiting.deadline <= time {
      guard state.requests.contains(where: { $0.id == waiting.id }) else { continue }
      events.append(.requestCancelled(waiting.id))
      takeFailure(
        waiting.id, .unknown(code: "timeout", text: "the engine did not answer in time"))
    }
  }

  /// Estimates the position in a tunnel, and reports when the signal is lost.
  private mutating func estimate() {
    guard let now = state.now, let last = state.lastFix?.time, now > last else { return }
    guard now - last >= secondsToLoss else { return }
    if !state.isLost {
      state.isLost = true
      events.append(.signalLost)
    }
    guard state.phase == .driving, state.deviation == nil, let clock = state.clock, now > clock,
      now - last <= state.options.estimateSeconds, state.stand.verdict != .stands
    else { return }
    guard let tunnel = tunnel(by: now) else { return }
    state.follower.predict(now - clock)
    state.clock = now
    let limit = min(tunnel.metres.upperBound, plan.end)
    if state.follower.along > limit { state.follower.hold(at: limit) }
    goOn(to: state.follower.along)
    tellProgress(raw: nil, source: .estimated, probability: 1)
    tellSentences()
  }

  /// Seconds without a fix after which the signal is lost.
  private var secondsToLoss: Double {
    let interval =
      usualInterval > 0 ? usualInterval : min(medianInterval(ofFixes: 2), Self.mostFirstInterval)
    return max(state.options.lostSeconds, Self.lostIntervals * interval)
  }

  /// The tunnel in which the vehicle is, or that it may have reached by a time; nil if the signal was lost long before.
  private func tunnel(by now: Double) -> TripSpan? {
    let waited = min(now - (state.clock ?? now), max(secondsToLoss, Self.longestApproach))
    let seconds = max(waited, 0) + 2 * state.options.lostSeconds
    let reach = state.follower.along + state.follower.speed * seconds
    return spans.first {
      $0.kind == .tunnel && $0.metres.lowerBound <= reach
        && $0.metres.upperBound > state.follower.along
    }
  }

  /// Whether the vehicle is in a tunnel of its route.
  var isInTunnel: Bool {
    spans.contains { $0.kind == .tunnel && $0.metres.contains(state.follower.along) }
  }

  /// The median of the seconds between the recent fixes; 0 while there are few.
  var usualInterval: Double { medianInterval(ofFixes: 4) }

  /// The median of the seconds between the recent fixes; 0 if there are fewer than so many.
  private func medianInterval(ofFixes least: Int) -> Double {
    let times = state.recent.compactMap(\.time)
    guard times.count >= least else { return 0 }
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    return intervals[intervals.count / 2]
  }
}
