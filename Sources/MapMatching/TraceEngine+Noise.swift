import Geo
import RouteModel

/// The estimation of the noise.
///
/// If the whole trace is available, it is estimated from the first fixes before any is decided. If each fix is answered
/// as it comes, it is estimated from the fixes so far, repeatedly until there are as many. Decided fixes do not change.
extension TraceEngine {
  /// The number of dense fixes that suffice for the distances from roads.
  private static let trialFixes = 32

  /// The number of fixes for the first estimate of the noise.
  var firstLook: Int { delay.map { min(max($0, 6), NoiseEstimator.enough) } ?? Self.sample }

  /// Estimates the noise once there are enough fixes.
  mutating func lookIfEnough() throws(RoutingError) {
    guard let nextLook, sampled.count >= nextLook else { return }
    if delay == nil, nextLook < Self.denseSample, mayDrift {
      self.nextLook = Self.denseSample
    } else {
      try look()
    }
  }

  /// Whether the first fixes are dense, and their noise may drift.
  ///
  /// Noise that is new at each fix shows in few of them.
  private var mayDrift: Bool {
    guard isDense, let scatter = NoiseEstimator.scatter(sampled) else { return false }
    return !NoiseEstimator.isNew(scatter: scatter, isClose: true)
  }

  /// Estimates the noise from the first fixes, and matches them again while nothing is decided.
  mutating func look() throws(RoutingError) {
    distances = []
    let scatter = NoiseEstimator.scatter(sampled)
    mostNoise =
      scatter.map { NoiseEstimator.most(scatter: $0, isClose: isDense) } ?? .infinity
    noiseExcess = scatter.map { _ in NoiseEstimator.denseExcess }
    let (noise, evidence) =
      if let scatter { try dense(scatter: scatter) } else { try sparse() }
    if isHolding {
      lattice = Lattice(options, noise: noise)
      lattice.evidence = evidence
      try takeAnew()
    } else {
      (lattice.noise, lattice.evidence) = (noise, evidence)
    }
    guard delay != nil, sampled.count < Self.sample else {
      nextLook = nil
      sampled = []
      return
    }
    nextLook = min(max(2 * sampled.count, firstLook), Self.sample)
  }

  /// The noise of dense fixes: their scatter, or more if they are farther from their roads.
  private mutating func dense(
    scatter: Double
  ) throws(RoutingError) -> (noise: Double, evidence: Double) {
    let least = bounded(scatter)
    var noise = max(least, 15)
    var evidence = 1.0
    // A third of them, or so many, suffice for the distances from roads.
    let step = isDense ? max(sampled.count / Self.trialFixes, 3) : 1
    for _ in 0..<2 {
      let tried = noise
      let decisions = Self.decisions(of: try trial(noise: tried, every: step).lattice)
      let distances = decisions.map(\.distance)
      guard let distant = NoiseEstimator.deviation(distances, excess: noiseExcess) else {
        return (least, evidence)
      }
      let found = min(distant, mostNoise)
      noise = bounded(max(found, least))
      evidence = NoiseEstimator.evidence(decisions, scatter: scatter, found: found, noise: noise)
      // On a wrong path fixes are off to the same side, whatever their noise.
      if NoiseEstimator.isNew(scatter: scatter, isClose: isDense) {
        evidence = max(evidence, min(scatter / noise, 1))
      }
      if noise > tried * 0.8 && noise < tried * 1.25 { break }
    }
    return (noise, evidence)
  }

  /// The noise of sparse fixes: the mean of matches with a small and a large noise, by likelihood.
  private mutating func sparse() throws(RoutingError) -> (noise: Double, evidence: Double) {
    if try isLine() {
      minimumNoise = min(minimumNoise, NoiseEstimator.leastOfLines)
      return (minimumNoise, 1)
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
      // Many fixes so near to their roads are conclusive.
      if sampled.count >= NoiseEstimator.enough, found < 0.7 * tried.metres { break }
    }
    return NoiseEstimator.mean(trials) ?? (NoiseEstimator.usual, 1)
  }

  /// Whether the fixes are the points of a line drawn on the same map.
  ///
  /// They have no times, and lie on roads more exactly than any receiver achieves.
  private mutating func isLine() throws(RoutingError) -> Bool {
    guard sampled.count >= NoiseEstimator.minimumLine, sampled.allSatisfy({ $0.time == nil }) else {
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

  /// Matches the first fixes at a regular interval with a noise.
  ///
  /// - Returns: The trials, and the number of fixes without a road near.
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
    min(max(noise, minimumNoise), options.maximumNoiseMetres)
  }

  /// The decisions of a lattice at the end of the trace, except on ferries.
  private static func decisions(of lattice: Lattice) -> [Decision] {
    var copy = lattice
    var verdicts: [Lattice.Verdict] = []
    copy.finish(into: &verdicts)
    return verdicts.compactMap {
      if case .on(let decision) = $0, !decision.isFerry { decision } else { nil }
    }
  }

  /// Follows the noise along the trace.
  mutating func adapt() {
    guard options.noiseMetres == nil, distances.count >= 128 else { return }
    if let found = NoiseEstimator.deviation(distances, excess: noiseExcess) {
      lattice.noise = min(bounded(0.7 * lattice.noise + 0.3 * found), mostNoise)
    }
    distances.removeFirst(distances.count / 2)
  }
}
