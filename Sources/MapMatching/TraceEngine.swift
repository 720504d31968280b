import Geo
import MapReader
import NavFormat
import RoadModel
import Routing

/// What became of a fix, in the order of the fixes.
enum Fate {
  case on(Decision)
  case merged(index: Int)
  case dropped(index: Int, DropReason)
}

/// Takes the fixes of a trace one by one and gives out what became of them: checks them, finds their
/// noise, thins them, and leads the lattice.
///
/// Memory is that of the window and of the roads around it, however long the trace.
struct TraceEngine {
  /// Fixes by which the noise is found before the first is decided.
  private static let sample = 96
  /// Bytes of roads that are kept before those of the past are forgotten.
  private static let greatestRoads = 48 << 20

  /// Fixes in a row before the last one's time that are believed against it.
  private static let enoughEarly = 3

  private enum Pending {
    case step
    case merged(Int)
    case dropped(Int, DropReason)
  }

  let map: NavMap
  let vehicle: Vehicle
  let options: MatchOptions
  /// Whether every fix is taken at once, with no look at what follows for its noise.
  private let isOnline: Bool
  let rules: QueryRules
  private(set) var roads: Roads
  private(set) var lattice: Lattice
  private var sampled: [Observation] = []
  /// The smallest noise that is believed of this trace, metres.
  private var leastNoise: Double
  private var isCalibrated = false
  private var pending: [Pending] = []
  private var pendingStart = 0
  private var count = 0
  private var lastTime: Double?
  /// Times of the fixes that came before it, since it.
  private var early: [Double] = []
  private var lastPlace: Coordinate?
  private var lastStep: Coordinate?
  private var sinceCommit = 0
  /// Decided fixes' distances, the last of them, for the noise.
  private var distances: [Double] = []
  private(set) var fates: [Fate] = []
  private var verdicts: [Lattice.Verdict] = []

  init(
    _ map: NavMap, _ vehicle: Vehicle, _ options: MatchOptions, isOnline: Bool = false
  ) {
    self.isOnline = isOnline
    self.map = map
    self.vehicle = vehicle
    self.options = options
    rules = QueryRules(
      vehicle, options: RouteRequest.Options(),
      place: MapPlace(
        country: map.header.country, drivesOnLeft: map.header.drivingSide == .left,
        zone: TimeZoneRule(posix: map.provenance.timeZone)))
    roads = Self.freshRoads(map, rules, options, vehicle)
    lattice = Lattice(options, noise: options.noiseMetres ?? NoiseEstimator.usual)
    leastNoise = options.leastNoiseMetres
    isCalibrated = isOnline || options.noiseMetres != nil
  }

  private static func freshRoads(
    _ map: NavMap, _ rules: QueryRules, _ options: MatchOptions, _ vehicle: Vehicle
  ) -> Roads {
    Roads(graph: RoadGraph(map, rules: rules, options: options, mode: vehicle.mode))
  }

  /// Begins another trace on the same roads.
  mutating func reset() {
    lattice = Lattice(options, noise: options.noiseMetres ?? NoiseEstimator.usual)
    leastNoise = options.leastNoiseMetres
    isCalibrated = isOnline || options.noiseMetres != nil
    (sampled, pending, pendingStart, count) = ([], [], 0, 0)
    (lastTime, lastPlace, lastStep, sinceCommit) = (nil, nil, nil, 0)
    (distances, fates, verdicts, early) = ([], [], [], [])
  }

  /// The noise that is believed at present, metres.
  var noise: Double { lattice.noise }

  // MARK: Fixes

  /// Takes the next fix; what is decided by it is added to ``fates``.
  mutating func push(_ location: Location) throws(RoutingError) {
    let index = count
    count += 1
    switch check(location, index) {
    case .failure(let reason): pending.append(.dropped(index, reason))
    case .success(let fix):
      if isCalibrated {
        try take(fix)
      } else {
        sampled.append(fix)
        pending.append(.step)
        if sampled.count >= Self.sample { try calibrate() }
      }
    }
    if pending.count - pendingStart > 4 * options.window { try decide() }
  }

  private mutating func check(
    _ location: Location, _ index: Int
  ) -> CheckedFix {
    guard let place = Coordinate(latitude: location.latitude, longitude: location.longitude) else {
      return .failure(.notOnEarth)
    }
    if let time = location.time {
      guard time.isFinite, abs(time) < 1e15 else { return .failure(.outOfOrder) }
      if let lastTime {
        if time < lastTime && !isNewClock(time) { return .failure(.outOfOrder) }
        if time == lastTime && place == lastPlace { return .failure(.repeated) }
      }
      lastTime = time
      early = []
    } else if place == lastPlace {
      return .failure(.repeated)
    }
    lastPlace = place
    return .success(
      Observation(
        index: index, place: place, time: location.time,
        headingDegrees: location.headingDegrees, speed: location.speed,
        accuracyMetres: location.accuracyMetres.flatMap { $0.isFinite ? $0 : nil }))
  }

  /// Whether so many fixes in a row have come before the last one's time, in order among themselves, that
  /// its time was wrong, or the receiver's clock was set back, rather than theirs.
  private mutating func isNewClock(_ time: Double) -> Bool {
    if let last = early.last, time < last { early = [] }
    early.append(time)
    return early.count >= Self.enoughEarly
  }

  /// Decides what can be, when much waits for it: long stretches without a road, or standing still.
  private mutating func decide() throws(RoutingError) {
    if !isCalibrated { try calibrate() }
    lattice.commitForced(delay: 0, into: &verdicts)
    release()
    guard pending.count - pendingStart > 4 * options.window else { return }
    lattice.finish(into: &verdicts)
    release()
  }

  private enum CheckedFix {
    case success(Observation)
    case failure(DropReason)
  }

  private mutating func take(_ fix: Observation) throws(RoutingError) {
    if let lastStep, Distance.metres(lastStep, fix.place) < thinning {
      pending.append(.merged(fix.index))
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

  /// Fixes nearer than this to the one before tell nothing new, metres.
  private var thinning: Double { max(0.3 * lattice.noise, 1) }

  // MARK: Noise

  /// Finds out the noise from the first fixes and takes them anew.
  private mutating func calibrate() throws(RoutingError) {
    isCalibrated = true
    let scatter = NoiseEstimator.scatter(sampled)
    let (noise, evidence) =
      if let scatter { try dense(scatter: scatter) } else { try sparse() }
    lattice = Lattice(options, noise: noise)
    lattice.evidence = evidence
    let fixes = sampled
    sampled = []
    // The fixes are taken anew; what waits with them stays in its order.
    let waiting = pending
    pending = []
    var next = 0
    for entry in waiting {
      if case .step = entry {
        try take(fixes[next])
        next += 1
      } else {
        pending.append(entry)
      }
    }
  }

  /// The noise of fixes that lie close together: their scatter, or more where they are farther from their roads.
  private mutating func dense(
    scatter: Double
  ) throws(RoutingError) -> (noise: Double, evidence: Double) {
    let least = bounded(scatter)
    var noise = max(least, 15)
    var evidence = 1.0
    // A third of them tells how far off the roads are.
    let step = isDense ? 3 : 1
    for _ in 0..<2 {
      let tried = noise
      let decisions = Self.decisions(of: try trial(noise: tried, every: step).lattice)
      guard let found = NoiseEstimator.deviation(decisions.map(\.distance)) else {
        return (least, evidence)
      }
      noise = bounded(max(found, least))
      evidence = NoiseEstimator.evidence(decisions, scatter: scatter, found: found, noise: noise)
      if noise > tried * 0.8 && noise < tried * 1.25 { break }
    }
    return (noise, evidence)
  }

  /// The noise of sparse fixes: what matches with a small and with a great one find, each as far as it explains them.
  private mutating func sparse() throws(RoutingError) -> (noise: Double, evidence: Double) {
    if try isLine() {
      leastNoise = min(leastNoise, NoiseEstimator.leastOfLines)
      return (leastNoise, 1)
    }
    var trials: [NoiseEstimator.Trial] = []
    for tried in NoiseEstimator.levels {
      let (lattice, missed) = try trial(noise: tried.metres, every: 1)
      let decisions = Self.decisions(of: lattice)
      guard let found = NoiseEstimator.deviation(decisions.map(\.distance)) else { continue }
      let believed = NoiseEstimator.believed(found, count: sampled.count)
      let noise = bounded(believed)
      trials.append(
        NoiseEstimator.Trial(
          noise: noise,
          evidence: NoiseEstimator.evidence(
            decisions, scatter: nil, found: believed, noise: noise),
          cost: lattice.cost + Double(missed) * options.dropCost
            + Double(sampled.count) * tried.logarithm))
      // Many fixes so near to their roads leave no doubt.
      if sampled.count >= NoiseEstimator.enough, found < 0.7 * tried.metres { break }
    }
    return NoiseEstimator.mean(trials) ?? (NoiseEstimator.usual, 1)
  }

  /// Whether the fixes are the points of a line that was drawn on the same map: they have no times, and lie on
  /// roads better than any receiver puts them there.
  private mutating func isLine() throws(RoutingError) -> Bool {
    guard sampled.count >= NoiseEstimator.leastLine, sampled.allSatisfy({ $0.time == nil }) else {
      return false
    }
    var distances: [Double] = []
    for fix in sampled {
      let radius = 10.0
      try roads.grid.find(near: fix.place, radius: radius, &roads.graph, into: &roads.found)
      distances.append(roads.found.map { Double($0.distance) }.min() ?? radius)
    }
    return NoiseEstimator.deviation(distances).map { $0 < NoiseEstimator.offLine } ?? false
  }

  /// Matches every so many of the first fixes with a noise.
  ///
  /// - Returns: What they may mean, and how many have no road near.
  private mutating func trial(
    noise: Double, every step: Int
  ) throws(RoutingError) -> (lattice: Lattice, missed: Int) {
    var lattice = Lattice(options, noise: noise)
    var missed = 0
    for index in stride(from: 0, to: sampled.count, by: step) {
      if try !lattice.add(sampled[index], &roads) { missed += 1 }
    }
    return (lattice, missed)
  }

  /// Whether the first fixes follow each other within two seconds.
  private var isDense: Bool {
    guard let first = sampled.first?.time, let last = sampled.last?.time else { return false }
    return last - first <= 2 * Double(sampled.count)
  }

  private func bounded(_ noise: Double) -> Double {
    min(max(noise, leastNoise), options.greatestNoiseMetres)
  }

  /// What a lattice would decide at the end of the trace.
  private static func decisions(of lattice: Lattice) -> [Decision] {
    var copy = lattice
    var verdicts: [Lattice.Verdict] = []
    copy.finish(into: &verdicts)
    return verdicts.compactMap { if case .on(let decision) = $0 { decision } else { nil } }
  }

  /// Follows the noise along the trace.
  private mutating func adapt() {
    guard options.noiseMetres == nil, distances.count >= (isOnline ? 24 : 128) else { return }
    if let found = NoiseEstimator.deviation(distances) {
      lattice.noise = bounded(0.7 * lattice.noise + 0.3 * found)
    }
    distances.removeFirst(distances.count / 2)
  }

  // MARK: Decisions

  private mutating func commit() throws(RoutingError) {
    sinceCommit = 0
    lattice.commitAgreed(into: &verdicts)
    if lattice.steps.count > options.window {
      lattice.commitForced(delay: options.window / 2, into: &verdicts)
    }
    release()
    adapt()
    if roads.graph.size + roads.grid.size > Self.greatestRoads { try renew() }
  }

  /// Decides all but the last fixes, for one who waits.
  mutating func commit(delay: Int) throws(RoutingError) {
    sinceCommit = 0
    lattice.commitAgreed(into: &verdicts)
    if lattice.steps.count > delay { lattice.commitForced(delay: delay, into: &verdicts) }
    release()
    adapt()
    if roads.graph.size + roads.grid.size > Self.greatestRoads { try renew() }
  }

  /// Ends the trace: everything is decided.
  mutating func finish() throws(RoutingError) {
    if !isCalibrated { try calibrate() }
    lattice.finish(into: &verdicts)
    release()
  }

  /// Takes what has been given out.
  mutating func takeFates() -> [Fate] {
    let result = fates
    fates.removeAll(keepingCapacity: true)
    return result
  }

  /// Gives out what is decided, in the order of the fixes.
  private mutating func release() {
    var next = 0
    while pendingStart < pending.count {
      switch pending[pendingStart] {
      case .merged(let index): fates.append(.merged(index: index))
      case .dropped(let index, let reason): fates.append(.dropped(index: index, reason))
      case .step:
        guard next < verdicts.count else {
          verdicts.removeFirst(next)
          tidy()
          return
        }
        switch verdicts[next] {
        case .leftOut(let fix): fates.append(.dropped(index: fix.index, .outlier))
        case .on(let decision):
          if options.noiseMetres == nil { distances.append(decision.distance) }
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

  /// Forgets the roads of the past.
  private mutating func renew() throws(RoutingError) {
    let old = roads
    roads = Self.freshRoads(map, rules, options, vehicle)
    for index in lattice.front.indices {
      let edge = old.graph.edges[Int(lattice.front[index].edge)]
      let tile = old.graph.tiles.slots[Int(edge.slot)].tile
      let slot = try roads.graph.tiles.slot(ofTile: tile)
      lattice.front[index].edge = try roads.graph.index(slot, Int(edge.local))
    }
  }
}
