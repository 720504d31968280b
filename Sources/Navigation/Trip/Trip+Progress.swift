import Geo
import RoadModel
import RouteModel

/// Events about the position, and arrivals.
extension Trip {
  /// Metres ahead within which spans and lanes are reported.
  private static let spanReach = 5_000.0
  private static let laneReach = 2_000.0
  /// Metres behind a pass-through waypoint at which it is passed, and seconds of standing at stops.
  private static let passingMetres = 0.0
  private static let standingSeconds = 5.0
  /// Seconds of standing more for each metre of the leg that is left beyond ``TripOptions/arrivalMetres`` and the
  /// noise.
  private static let standingPerMetre = 0.4
  /// The maximum speed in m/s and the maximum interval of fixes in seconds for speaking early.
  private static let mostSpeed = 60.0
  private static let mostInterval = 5.0
  /// Standard deviations of the noise by which a maneuver may be nearer than it seems.
  private static let chanceDeviations = 3.0
  /// Metres of the route within which it may lead back to the vehicle, such as after a U-turn.
  private static let backReach = 150.0
  /// Metres to the destination at which its sentence is spoken, because no fix may come nearer.
  private static let lastMetres = 30.0
  /// The required extra nearness of a waypoint, in standard deviations of the noise.
  private static let arrivalNoise = 0.7
  /// Metres beyond a waypoint for each metre of noise above half of ``TripOptions/arrivalMetres`` at which one that
  /// drives on has reached it.
  private static let beyondNoise = 1.25
  /// The speed in m/s below which a vehicle near its waypoint stands; the receiver's error is 0.3.
  private static let arrivedSpeed = 1.0
  /// The loss of speed in m/s each second that shows braking, and the minimum seconds for it: a receiver's error of
  /// 0.3 m/s in both speeds is a third of that.
  private static let braking = 0.6
  private static let brakingSeconds = 1.5

  /// Reports the progress, and the name of the road if it has changed.
  mutating func tellProgress(
    raw: Coordinate?, source: TripProgress.Source, probability: Double
  ) {
    let at = min(max(state.driven, plan.start), plan.end)
    let here = line.place(at: at)
    let edgeIndex = line.edgeIndex(at: at)
    let edge = edgeIndex.map { index in
      let place = line.edges[index]
      return state.route.sections[place.section].edges[place.edge]
    }
    nameRoad(edge, edgeIndex ?? -1, here.position)
    let section = state.route.sections[plan.section]
    let step = plan.maneuvers.isEmpty ? nil : RouteLine.index(in: plan.maneuvers, upTo: at)
    let maneuver = step.map { $0 + 1 < plan.maneuvers.count ? plan.maneuvers[$0 + 1] : plan.end }
    let toManeuver = maneuver ?? plan.end
    let away = state.deviation
    let direction: Direction = edge?.isForward ?? true ? .forward : .backward
    let limit = edge.flatMap { Self.limit($0.road.signedSpeed(direction, truck: false)) }
    let isTruck = state.request.vehicle.mode == .truck
    let truck =
      isTruck ? edge.flatMap { Self.limit($0.road.signedSpeed(direction, truck: true)) } : nil
    let lanes = plan.lanes.first {
      $0.metres > at && $0.metres < at + Self.laneReach && $0.metres <= toManeuver
    }
    events.append(
      .progress(
        TripProgress(
          position: away?.position ?? here.position, rawPosition: raw, source: source,
          time: state.now ?? 0, courseDegrees: away?.courseDegrees ?? here.course,
          speed: state.follower.speed, probability: probability, edge: edge?.id,
          roadName: away.map(\.roadName) ?? state.roadName,
          speedLimitKmh: away == nil ? limit : nil,
          vehicleSpeedLimitKmh: away == nil && truck != limit ? truck : nil, leg: state.stop,
          stepIndex: step,
          steps: step.map { Array(section.steps[$0..<min($0 + 3, section.steps.count)]) } ?? [],
          metresToManeuver: max(toManeuver - at, 0),
          secondsToManeuver: max(line.place(at: toManeuver).seconds - here.seconds, 0),
          metresToWaypoint: max(plan.end - at, 0),
          secondsToWaypoint: secondsToWaypoint(here.seconds)
            + (state.phase == .holding ? 0 : secondsAtStation),
          metresLeft: max(line.length - at, 0),
          secondsLeft: max(line.duration - here.seconds, 0) + secondsOfStops,
          trafficDelaySeconds: considersTraffic ? state.route.trafficDelaySeconds(from: at) : nil,
          shareDriven: line.length > 0 ? min(at / line.length, 1) : 1, lanes: lanes?.lanes ?? [],
          metresToLanes: lanes.map { $0.metres - at }, ahead: spansAhead(at),
          crossings: crossings.filter { at..<at + Self.spanReach ~= $0.metres })))
  }

  /// Whether traffic was considered for the route.
  var considersTraffic: Bool { state.route.sections.contains { $0.traffic != nil } }

  private func secondsToWaypoint(_ now: Double) -> Double {
    let last = line.sectionPoints[plan.section + 1] - 1
    return max(line.seconds[last] - now, 0)
  }

  private static func limit(_ speed: Speed) -> Double? {
    speed.isKnown && speed != .unlimited ? speed.kmh : nil
  }

  private func spansAhead(_ at: Double) -> [TripSpan] {
    if spans.isEmpty { return [] }
    var ahead: [TripSpan] = []
    for span in spans {
      if span.metres.lowerBound > at + Self.spanReach { break }
      if span.metres.upperBound > at { ahead.append(span) }
    }
    return ahead
  }

  // MARK: Names

  private mutating func nameRoad(_ edge: RouteEdge?, _ index: Int, _ place: Coordinate) {
    guard state.deviation == nil, index != state.roadIndex || index < 0 else { return }
    var name = edge.flatMap { $0.name ?? $0.ref }
    if edge == nil, !plan.maneuvers.isEmpty {
      let step = RouteLine.index(in: plan.maneuvers, upTo: state.driven)
      let driven = state.route.sections[plan.section].steps[step]
      name = driven.roadName ?? driven.roadNumber
    }
    if index >= 0, state.roadIndex >= 0, state.roadIndex < line.edges.count {
      let before = line.edges[state.roadIndex]
      let old = state.route.sections[before.section].edges[before.edge]
      state.roadIndex = index
      // The caller's name applies until the map's name changes.
      if (old.name ?? old.ref) == name { return }
    } else if index < 0, name == (state.roadIndex < 0 ? state.roadName : state.givenName) {
      return
    }
    state.roadIndex = max(index, 0)
    state.givenName = name
    ask(.roadName(place, name))
  }

  /// Withdraws the question about the name of a road of the route that is left; it is asked again back on it.
  mutating func dropRoadName() {
    guard state.questions.contains(where: { $0.kind.topic == .roadName }) else { return }
    closeQuestions(.withdrawn) { $0.kind.topic == .roadName }
    state.roadIndex = -1
  }

  mutating func rename(_ name: String?) {
    guard name != state.roadName else { return }
    state.roadName = name
    events.append(.roadName(name))
  }

  // MARK: Sentences

  /// Speaks what is due: for each maneuver ahead the last of its sentences, and none about a maneuver that is past.
  ///
  /// Within the noise it is unknown whether a maneuver is past: one that has not been announced is announced then. What
  /// is due within half a second is due now, and what the next fix may leave behind as well.
  mutating func tellSentences() {
    if isCharging { return }
    let at = truePlace
    let speed = min(state.follower.speed, Self.mostSpeed)
    let reach = speed * expectedInterval + Self.chanceDeviations * state.follower.noise
    var due: [LegPlan.Sentence] = []
    while state.spoken < plan.sentences.count {
      let next = plan.sentences[state.spoken]
      // Waiting half a second for the next fix is not worthwhile.
      guard next.metres <= at + 0.5 * speed || isLastChance(for: next.maneuver, at, within: reach)
      else { break }
      let number = state.spoken
      state.spoken += 1
      guard takes(sentence: number) else { continue }
      if isPast(next.maneuver, at, within: reach) {
        state.omitted = ((state.omitted ?? []) + [number]).sorted()
        continue
      }
      if due.last?.maneuver == next.maneuver { due.removeLast() }
      due.append(next)
    }
    for sentence in due {
      let left = max(sentence.maneuver - at, 0)
      let told = plan.words(of: sentence, left: left, state.route, words)
      // A late sentence may have said the distance of the next one.
      let isSame = abs(sentence.maneuver - state.lastManeuver) <= 1
      if isSame, told.text == state.lastSpoken { continue }
      (state.lastSpoken, state.lastManeuver) = (told.text, sentence.maneuver)
      events.append(.spoken(text: told.text, ssml: told.ssml, metresToManeuver: left))
    }
  }

  /// Whether it is too late to speak of a maneuver.
  private func isPast(_ maneuver: Double, _ at: Double, within reach: Double) -> Bool {
    guard let told = state.lastSpoken.map({ _ in state.lastManeuver }) else {
      // At the beginning of a route the vehicle may still be where it begins.
      let isAtStart = at <= plan.start + 2 * reach && maneuver <= plan.start + reach
      return !isAtStart && maneuver <= at - Self.backwardNoise * state.follower.noise
    }
    return maneuver <= at - (maneuver <= told ? 0 : Self.backwardNoise * state.follower.noise)
  }

  /// Whether the vehicle may be at a maneuver with the next fix: the next ones may be nearer than they seem.
  ///
  /// Where the route leads back, such as after a U-turn, the distance is that of the places: it is not known yet
  /// whether the vehicle has turned.
  func isLastChance(for maneuver: Double, _ at: Double, within reach: Double) -> Bool {
    guard maneuver < plan.end else { return maneuver <= at + min(reach, Self.lastMetres) }
    if maneuver <= at + reach { return true }
    guard maneuver < at + Self.backReach else { return false }
    let here = line.place(at: at).position
    guard Distance.metres(here, line.place(at: maneuver).position) <= reach else { return false }
    // Where a route has just begun, the vehicle may be anywhere near. Later, a maneuver round a corner is no nearer.
    if at <= plan.start + 2 * reach { return true }
    let beyond = nearestMetres(
      here, from: maneuver, to: min(maneuver + Self.backReach, plan.end))
    let chance = Self.chanceDeviations * state.follower.noise
    return beyond.map { Distance.metres(line.place(at: $0).position, here) <= chance } ?? false
  }

  /// Speaks what is due on a new route, without waiting for a fix on it.
  mutating func speakAtOnce() {
    guard state.phase == .driving, state.deviation == nil else { return }
    tellSentences()
  }

  /// The expected seconds until the next fix.
  private var expectedInterval: Double {
    usualInterval > 0 ? min(usualInterval, Self.mostInterval) : 1
  }

  /// Restores omitted sentences of maneuvers that the vehicle has not passed after all.
  mutating func speakAgain() {
    let at = truePlace
    let again = state.omitted?.first {
      plan.sentences.indices.contains($0) && plan.sentences[$0].maneuver > at
    }
    guard let again, again < state.spoken else { return }
    state.takenSentences = max(state.takenSentences ?? 0, state.spoken)
    state.spoken = again
  }

  /// Takes a sentence, unless it was spoken before the vehicle was found to be behind its place so far.
  private mutating func takes(sentence number: Int) -> Bool {
    guard number < state.takenSentences ?? 0 else { return true }
    guard let index = state.omitted?.firstIndex(of: number) else { return false }
    state.omitted?.remove(at: index)
    return true
  }

  /// Changes the number of the leg's sentences that are spoken or past, for a plan with other sentences.
  mutating func setSpoken(_ count: Int) {
    state.spoken = count
    (state.omitted, state.takenSentences) = (nil, nil)
  }

  /// The place on the route in metres; that of the fixes if the driven length was too large.
  var truePlace: Double { min(state.driven, max(state.follower.along, plan.start)) }

  // MARK: Waypoints

  /// Reports passed waypoints without a stop.
  mutating func passWaypoints() {
    while let pass = state.passes.first, pass.metres + Self.passingMetres <= state.driven {
      self.pass(pass)
    }
  }

  private mutating func pass(_ pass: TripState.Pass) {
    state.passes.removeFirst()
    state.passedWaypoint = pass.waypoint
    events.append(.passed(waypoint: pass.waypoint))
  }

  /// Reports the approach to the waypoint, and the arrival.
  mutating func arriveOrGoOn(_ fix: Location, _ place: Coordinate, _ isStanding: Bool) {
    guard state.phase == .driving else { return }
    let at = truePlace
    let metres = max(plan.end - at, 0)
    let seconds = secondsToWaypoint(line.place(at: at).seconds)
    let isOn = state.deviation == nil
    let stands = isStanding && hasStoodLong && isBeside(place)
    guard isOn && isThere(metres, fix) && canBeAtStop(place) || stands else {
      if isOn, seconds <= state.options.approachSeconds { approach(seconds, metres) }
      return
    }
    if !isOn { endDeviation() }
    approach(seconds, metres)
    arrive()
  }

  /// Whether the vehicle has reached the waypoint of the leg, to which it has so many metres left on the route.
  ///
  /// A place may be wrong by its noise, and a vehicle that still drives has not arrived: a waypoint is reached where
  /// the vehicle comes to a stand, or with the fix that is nearest to it, if the next one is expected to be farther
  /// behind it. A vehicle that brakes is about to stand; one that turns may seem to stand for a fix. Where the
  /// noise is large, the waypoint seems reached long before, so a vehicle that does not brake must have gone beyond it.
  private func isThere(_ metres: Double, _ fix: Location) -> Bool {
    let most = state.options.arrivalMetres
    let speed = state.follower.speed
    if speed < Self.arrivedSpeed {
      let wasSlow = state.recent.last?.speed ?? 0 < Self.arrivedSpeed
      return metres <= (wasSlow ? most : most / 2)
    }
    let noise = state.follower.noise
    guard state.beyond >= Self.beyondNoise * (noise - most / 2) else { return false }
    let reach = most - Self.arrivalNoise * noise
    return metres <= max(reach, most / 4) && speed * expectedInterval > 2 * metres && !brakes(fix)
  }

  /// Whether the vehicle brakes, by the speeds of its receiver.
  private func brakes(_ fix: Location) -> Bool {
    guard let speed = fix.speed, let time = fix.time,
      let last = state.recent.last(where: { time - ($0.time ?? time) >= Self.brakingSeconds }),
      let before = last.time, let was = last.speed
    else { return false }
    return was - speed >= Self.braking * (time - before)
  }

  /// Whether a fix is near enough to the waypoint of the leg to arrive there.
  ///
  /// The nearest place on the route may be there even if the fix is far away.
  private func canBeAtStop(_ place: Coordinate) -> Bool {
    let arrival = state.route.sections[plan.section].arrival.position
    let reach =
      state.options.standingArrivalMetres + 3 * state.follower.noise
      + state.follower.speed * expectedInterval
    return Distance.metres(place, arrival) <= reach
  }

  mutating func approach(_ seconds: Double, _ metres: Double) {
    state.hasApproached = true
    events.append(
      .willArrive(waypoint: state.stops[state.stop], seconds: seconds, metres: metres))
  }

  /// Whether the vehicle has stood for so long that it has arrived: longer where it may be before a traffic light.
  private var hasStoodLong: Bool {
    guard let since = state.stand.since, let now = state.now else { return false }
    let left = state.deviation == nil ? plan.end - truePlace : 0
    let far = max(left - state.options.arrivalMetres - state.follower.noise, 0)
    return now - since >= Self.standingSeconds + Self.standingPerMetre * far
  }

  /// Whether a place is beside the waypoint of the leg.
  private func isBeside(_ place: Coordinate) -> Bool {
    let arrival = state.route.sections[plan.section].arrival.position
    let wished = state.request.waypoints[state.stops[state.stop]].coordinate ?? arrival
    let metres = min(Distance.metres(place, arrival), Distance.metres(place, wished))
    guard metres <= state.options.standingArrivalMetres else { return false }
    // A stop at a traffic light before the waypoint is not an arrival if much of the route remains.
    return state.deviation != nil
      || plan.end - state.driven < 2 * state.options.standingArrivalMetres
  }

  /// Ends the deviation of a vehicle that stands at its waypoint beside the route.
  private mutating func endDeviation() {
    dropRerouting()
    dropTaking()
    state.deviation = nil
    sendWitnessAway()
    events.append(.returnedToRoute)
  }

  /// Reports the arrival at the stop of the leg.
  mutating func arrive() {
    let waypoint = state.stops[state.stop]
    // Those just before the stop are passed with it.
    while let next = state.passes.first { pass(next) }
    events.append(.didArrive(waypoint: waypoint))
    let section = state.route.sections[plan.section]
    if let station = section.chargingStation {
      events.append(.charging(waypoint: waypoint, station, section.postActions))
      state.chargedAwayMetres = state.awayMetres
    }
    let charging = section.postActionSeconds
    state.chargedAt = charging > 0 ? (state.now ?? 0) + charging : nil
    if state.stop + 1 == state.stops.count {
      state.passedWaypoint = waypoint
      end(.arrived)
      return
    }
    dropImproving()
    state.phase = .holding
    ask(.nextLeg(waypoint: waypoint))
  }
}
