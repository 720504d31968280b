import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The outcome of a fix, in the order of the fixes.
enum Fate {
  case on(Decision)
  case merged(index: Int)
  /// A fix that is ignored; one that the search left out has its place.
  case dropped(index: Int, DropReason, leftOut: Coordinate? = nil)
  case offRoad(Observation)
  /// A fix of a stand.
  case standing(index: Int)
  /// The stand has ended.
  case stood(StandDetector.Stand)
}

/// Takes the fixes of a trace one by one and gives out what became of them: checks them, finds their
/// noise, thins them, and leads the lattice.
///
/// Memory is that of the window and of the roads around it, however long the trace.
struct TraceEngine {
  /// The maximum number of fixes for estimating the noise.
  static let sample = 96
  /// The maximum number of dense fixes with errors that may drift, if the whole trace is available.
  ///
  /// Such errors last for minutes, so that a short sample may show one of them only.
  static let denseSample = 576
  /// The memory for roads, in bytes, at which past roads are dropped.
  private static let maximumRoads = 48 << 20

  /// The number of successive fixes without a road near that can't be errors of the receiver.
  private static let enoughFar = 3
  /// The number of successive fixes before the last one's time that overrule it.
  private static let enoughEarly = 3

  enum Pending {
    case step
    case merged(Int)
    case dropped(Int, DropReason)
    case standing(Int)
    case stood(StandDetector.Stand)
  }

  /// A fix after its check.
  enum Checked {
    case fix(Observation)
    case dropped(Int, DropReason)
  }

  let map: NavMap
  let vehicle: Vehicle
  let options: MatchOptions
  /// The error for a parameter out of range, which is not among ``options``; nothing is matched then.
  private let flaw: RoutingError?
  /// Fixes after which one is decided at the latest; nil looks on as far as that helps.
  let delay: Int?
  let rules: QueryRules
  var roads: Roads
  var lattice: Lattice
  /// The first fixes, until the noise is estimated from them.
  var sampled: [Observation] = []
  /// The minimum noise of this trace, in metres.
  var minimumNoise = 0.0
  /// The maximum noise to which the distances of decided fixes may lead, in metres.
  var mostNoise = Double.infinity
  /// The factor by which that noise may exceed what the median of the distances says; nil for any.
  var noiseExcess: Double?
  /// The number of fixes for the next estimate of the noise; nil after the last.
  var nextLook: Int?
  /// Whether decisions wait for the noise of the first fixes, which are then matched again.
  var isHolding = false
  /// These fixes.
  private var waiting: [Checked] = []
  var pending: [Pending] = []
  private var pendingStart = 0
  private var count = 0
  var lastTime: Double?
  /// Fixes whose times are far ahead, until the next ones show whether they are right.
  var held: [(index: Int, location: Location)] = []
  /// The times of later fixes that precede its time.
  private var early: [Double] = []
  private var lastPlace: Coordinate?
  var lastStep: Coordinate?
  private var sinceCommit = 0
  private var jumps = JumpFilter()
  private var rests = RestFilter()
  var stands = StandDetector()
  /// The number of fixes of the current stand.
  private var standing = 0
  /// The distances of the last decided fixes, for the noise.
  var distances: [Double] = []
  private(set) var fates: [Fate] = []
  private var verdicts: [Lattice.Verdict] = []

  init(
    _ map: NavMap, _ vehicle: Vehicle, _ options: MatchOptions, delay: Int? = nil
  ) {
    self.delay = delay.map { max($0, 0) }
    self.map = map
    self.vehicle = vehicle
    flaw = options.flaw
    let options = options.orUsual
    self.options = options
    rules = QueryRules(
      vehicle, options: RouteRequest.Options(exclude: options.exclude),
      place: map.place)
    roads = Self.freshRoads(map, rules, options, vehicle)
    lattice = Lattice(options, noise: options.noiseMetres ?? NoiseEstimator.usual)
    reset()
  }

  private static func freshRoads(
    _ map: NavMap, _ rules: QueryRules, _ options: MatchOptions, _ vehicle: Vehicle
  ) -> Roads {
    Roads(graph: EdgeBasedGraph(map, rules: rules, options: options, mode: vehicle.mode))
  }

  /// Begins another trace on the same roads.
  mutating func reset() {
    lattice = Lattice(options, noise: options.noiseMetres ?? NoiseEstimator.usual)
    (minimumNoise, mostNoise) = (options.minimumNoiseMetres, .infinity)
    noiseExcess = nil
    isHolding = options.noiseMetres == nil
    nextLook = isHolding ? firstLook : nil
    (sampled, pending, pendingStart, count) = ([], [], 0, 0)
    (lastTime, lastPlace, lastStep, sinceCommit) = (nil, nil, nil, 0)
    (distances, fates, verdicts, early, held) = ([], [], [], [], [])
    waiting = []
    resetStands()
  }

  private mutating func resetStands() {
    (jumps, rests, stands, standing) = (JumpFilter(), RestFilter(), StandDetector(), 0)
    stands.isImmediate = delay.map { $0 < 3 } ?? false
    stands.isPatient = delay == nil
    stands.isOnFoot = vehicle.mode == .foot
  }

  /// The current estimate of the noise, in metres.
  var noise: Double { lattice.noise }

  /// The state of motion at the last fix.
  var state: MotionState {
    if stands.stand != nil { return .standing }
    guard let best = lattice.front.min(by: { $0.rankSoFar < $1.rankSoFar }) else { return .offRoad }
    // A vehicle that is far from all roads has left them.
    let isFar = best.skipped >= Self.enoughFar && lattice.steps.last?.isFar ?? false
    if best.isOffRoad || isFar { return .offRoad }
    return best.violations.contains(.wrongWay) ? .wrongWay : .onRoad
  }

  // MARK: Fixes

  /// Takes the next fix; adds the decisions to ``fates``.
  mutating func push(_ location: Location) throws(RoutingError) {
    if let flaw { throw flaw }
    let index = count
    count += 1
    if try holds(location, index) { return }
    try accept(location, index)
  }

  /// Takes a fix whose time is not far ahead, or is right nevertheless.
  mutating func accept(_ location: Location, _ index: Int) throws(RoutingError) {
    try admit(check(location, index))
    try lookIfEnough()
    if let delay { try commit(delay: delay) }
    if pending.count - pendingStart > 4 * options.window { try decide() }
  }

  /// Takes a fix after its check, and keeps it until the noise is known.
  mutating func admit(_ checked: Checked) throws(RoutingError) {
    if isHolding { waiting.append(checked) }
    try take(checked)
  }

  private mutating func take(_ checked: Checked) throws(RoutingError) {
    // Who waits for each fix can't wait for later ones.
    if delay != nil { return try follow(checked) }
    jumps.add(checked, noise: lattice.noise, evidence: lattice.evidence)
    while let checked = jumps.decided() { try findRest(checked) }
  }

  private mutating func findRest(_ checked: Checked) throws(RoutingError) {
    // Who travels on foot is not at rest at a walk.
    if vehicle.mode == .foot { return try follow(checked) }
    rests.add(checked, noise: lattice.noise)
    while let checked = rests.decided() { try follow(checked) }
  }

  /// Takes the fixes that wait, because no others follow.
  private mutating func takeLast() throws(RoutingError) {
    jumps.finish()
    while let checked = jumps.decided() {
      try findRest(checked)
      let wasHolding = isHolding
      try lookIfEnough()
      // With the noise known, all are taken anew.
      if wasHolding && !isHolding { jumps.finish() }
    }
    rests.finish(noise: lattice.noise)
    while let checked = rests.decided() { try follow(checked) }
  }

  private mutating func follow(_ checked: Checked) throws(RoutingError) {
    switch checked {
    case .dropped(let index, let reason):
      while let finding = stands.decide() { try act(on: finding) }
      pending.append(.dropped(index, reason))
    case .fix(let fix): try act(on: stands.add(fix, noise: lattice.noise))
    }
  }

  /// Matches fixes of a vehicle that moves.
  mutating func act(on finding: StandDetector.Finding) throws(RoutingError) {
    switch finding {
    case .standing(let fixes):
      for fix in fixes { pending.append(.standing(fix.index)) }
      standing += fixes.count
    case .undecided: break
    case .moving(let fixes, let stand):
      guard let stand else {
        for fix in fixes { try move(fix) }
        return
      }
      standing = 0
      try end(stand)
      for fix in fixes { try act(on: stands.add(fix, noise: lattice.noise)) }
    }
  }

  private mutating func move(_ fix: Observation) throws(RoutingError) {
    if isHolding && delay == nil { pending.append(.step) } else { try take(fix) }
    if nextLook != nil { sampled.append(fix) }
  }

  private mutating func end(_ stand: StandDetector.Stand) throws(RoutingError) {
    if stand.isFrozen { dismiss(stand) }
    pending.append(.stood(stand))
    if !(isHolding && delay == nil) { leave(stand) }
  }

  /// Lets the undecided fixes of a receiver that repeated a place count as one.
  private mutating func dismiss(_ stand: StandDetector.Stand) {
    for place in pending.indices.reversed() where place >= pendingStart {
      guard case .standing(let index) = pending[place] else { continue }
      if index < stand.first.index { return }
      pending[place] = .merged(index)
    }
  }

  /// Continues from the place where a vehicle stood.
  private mutating func leave(_ stand: StandDetector.Stand) {
    let drift =
      stand.awayMetres + (lastStep.map { Distance.metres($0, stand.last.place) } ?? 0)
    var last = stand.last
    // A receiver that repeats a place while the vehicle drives on says nothing of the time since then.
    if stand.isFrozen { last.time = stand.still }
    lattice.stand(until: last, since: stand.still, drift: drift)
  }

  private mutating func check(_ location: Location, _ index: Int) -> Checked {
    guard let place = Coordinate(latitude: location.latitude, longitude: location.longitude) else {
      return .dropped(index, .notOnEarth)
    }
    let heading = location.heading(at: place, after: lastPlace, at: lastTime)
    if let time = location.time {
      guard time.isFinite, abs(time) < 1e15 else { return .dropped(index, .outOfOrder) }
      if let lastTime {
        if time < lastTime && !isNewClock(time) { return .dropped(index, .outOfOrder) }
        if time == lastTime && place == lastPlace { return .dropped(index, .repeated) }
      }
      lastTime = time
      early = []
    } else if place == lastPlace {
      return .dropped(index, .repeated)
    }
    lastPlace = place
    return .fix(
      Observation(
        index: index, place: place, time: location.time,
        headingDegrees: heading, speed: location.speed,
        accuracyMetres: location.accuracyMetres.flatMap { $0.isFinite ? $0 : nil }))
  }

  /// Whether enough successive, ordered fixes precede the last one's time.
  ///
  /// Its time was then wrong, or the receiver's clock was set back.
  private mutating func isNewClock(_ time: Double) -> Bool {
    if let last = early.last, time < last { early = [] }
    early.append(time)
    return early.count >= Self.enoughEarly
  }

  /// Makes possible decisions if many fixes wait.
  ///
  /// They do on long stretches without a road, or while the vehicle stands.
  private mutating func decide() throws(RoutingError) {
    if isHolding { try look() }
    lattice.commitForced(delay: 0, into: &verdicts)
    release()
    guard pending.count - pendingStart > 4 * options.window else { return }
    lattice.finish(into: &verdicts)
    release()
  }

  /// Matches the first fixes once their noise is known, which tells as well where the vehicle stands.
  mutating func takeAnew() throws(RoutingError) {
    let fixes = waiting
    (isHolding, waiting, pending, sampled, lastStep) = (false, [], [], [], nil)
    resetStands()
    for fix in fixes { try take(fix) }
  }

  mutating func take(_ fix: Observation) throws(RoutingError) {
    if let lastStep, Distance.metres(lastStep, fix.place) < thinning {
      pending.append(.merged(fix.index))
      lattice.wait(until: fix)
      return
    }
    if try lattice.add(fix, &roads) {
      pending.append(.step)
      lastStep = fix.place
    } else {
      pending.append(.dropped(fix.index, .noRoad))
    }
    sinceCommit += 1
    if sinceCommit >= 32 { try commit() }
  }

  /// The minimum distance of a fix with new information from the previous one, in metres.
  private var thinning: Double { max(0.3 * lattice.noise, 1) }

  // MARK: Decisions

  private mutating func commit() throws(RoutingError) {
    sinceCommit = 0
    lattice.commitAgreed(into: &verdicts)
    if lattice.steps.count > options.window {
      lattice.commitForced(delay: options.window / 2, into: &verdicts)
    }
    release()
    adapt()
    if roads.graph.size + roads.grid.size > Self.maximumRoads { try renew() }
  }

  /// Decides all fixes except the last ones, for a caller that waits.
  private mutating func commit(delay: Int) throws(RoutingError) {
    if isHolding && pending.count <= delay { return }
    (isHolding, waiting) = (false, [])
    sinceCommit = 0
    lattice.commitAgreed(into: &verdicts)
    // However long a vehicle stands, the fixes before do not wait for it.
    let steps = max(delay - standing, 0)
    if lattice.steps.count > steps { lattice.commitForced(delay: steps, into: &verdicts) }
    release()
    adapt()
    if roads.graph.size + roads.grid.size > Self.maximumRoads { try renew() }
  }

  /// Ends the trace: everything is decided.
  mutating func finish() throws(RoutingError) {
    if let flaw { throw flaw }
    try acceptHeld()
    try takeLast()
    if isHolding {
      if stands.settle() == nil { sampled += stands.finish().fixes }
      try look()
      try takeLast()
    }
    if let finding = stands.settle() { try act(on: finding) }
    let (fixes, stand) = stands.finish()
    if let stand { try end(stand) }
    for fix in fixes { try move(fix) }
    lattice.finish(into: &verdicts)
    release()
  }

  /// Returns and removes the reported fates.
  mutating func takeFates() -> [Fate] {
    let result = fates
    fates.removeAll(keepingCapacity: true)
    return result
  }

  /// Reports decided fixes, in order.
  private mutating func release() {
    var next = 0
    while pendingStart < pending.count {
      switch pending[pendingStart] {
      case .merged(let index): fates.append(.merged(index: index))
      case .dropped(let index, let reason): fates.append(.dropped(index: index, reason))
      case .standing(let index): fates.append(.standing(index: index))
      case .stood(let stand): if !stand.isFrozen { fates.append(.stood(stand)) }
      case .step:
        guard next < verdicts.count else {
          verdicts.removeFirst(next)
          tidy()
          return
        }
        switch verdicts[next] {
        case .leftOut(let fix):
          fates.append(
            .dropped(index: fix.index, fix.isFar ? .noRoad : .outlier, leftOut: fix.place))
        case .offRoad(let fix): fates.append(.offRoad(fix))
        case .on(let decision):
          if options.noiseMetres == nil, !decision.isFerry { distances.append(decision.distance) }
          fates.append(.on(decision))
        }
        next += 1
      }
      pendingStart += 1
    }
    verdicts.removeFirst(next)
    tidy()
  }

  private mutating func tidy() {
    guard pendingStart > 256 || pendingStart == pending.count else { return }
    pending.removeFirst(pendingStart)
    pendingStart = 0
  }

  /// Drops the past roads.
  private mutating func renew() throws(RoutingError) {
    let old = roads
    roads = Self.freshRoads(map, rules, options, vehicle)
    for index in lattice.front.indices where !lattice.front[index].isOffRoad {
      let edge = old.graph.edges[lattice.front[index].edge]
      let tile = old.graph.tiles.slots[edge.slot.index].tile
      let slot = try roads.graph.tiles.slot(ofTile: tile)
      lattice.front[index].edge = try roads.graph.index(slot, edge.local.index)
    }
  }
}
