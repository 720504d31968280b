import Geo

/// Estimates the noise of a trace from the trace itself.
enum NoiseEstimator {
  /// The interval of fixes in seconds up to which their scatter is noise rather than travel.
  private static let dense = 6.0

  /// The noise of closely spaced fixes, from their distances beside the middle of their neighbours.
  ///
  /// Sideways of the direction of travel that is √1.5 times the noise where roads are straight; the
  /// median of the middle half keeps bends and changes of speed out.
  ///
  /// - Returns: Metres on each axis; nil where fixes lie too far apart to tell.
  static func scatter(_ fixes: [Observation]) -> Double? {
    var offsets: [Double] = []
    for index in fixes.indices.dropFirst().dropLast() {
      let (a, b, c) = (fixes[index - 1], fixes[index], fixes[index + 1])
      guard let start = a.time, let middle = b.time, let end = c.time, end > start,
        end - start <= 2 * dense, (start...end).contains(middle)
      else { continue }
      let share = (middle - start) / (end - start)
      let between = a.place.interpolated(to: c.place, share: share)
      let (east, north) = Distance.offset(from: between, to: b.place)
      let scale = (1 + share * share + (1 - share) * (1 - share)).squareRoot()
      let (dx, dy) = Distance.offset(from: a.place, to: c.place)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { continue }
      offsets.append(abs(east * dy - north * dx) / length / scale)
    }
    guard offsets.count >= 8 else { return nil }
    offsets.sort()
    return offsets[offsets.count / 2] * 1.4826
  }

  /// The scatter in metres from which noise does not only drift: for fixes within two seconds, and up to ``dense``.
  ///
  /// A first-order process of 40 m that lasts a minute scatters by 6 and 10 m. Bends add to the scatter of fixes far
  /// apart.
  private static let newScatter = (close: 12.0, other: 16.0)
  /// The factor by which noise may exceed such a scatter, and the metres up to which it always may.
  private static let excess = 1.4
  private static let leastMost = 20.0
  /// The factor by which drift may exceed the scatter of fixes within two seconds: that of a first-order process that
  /// lasts two minutes.
  private static let driftExcess = 10.0

  /// The maximum noise to which the distances of fixes from their roads may lead, in metres.
  ///
  /// They are long on a wrong path, and a noise that follows them keeps the path wrong. Where noise is mostly new at
  /// each fix, the scatter shows how much it is on any path. Noise that drifts is known only by the distances; but what
  /// drifts far in a minute or two moves from fix to fix as well.
  static func most(scatter: Double, isClose: Bool) -> Double {
    if isNew(scatter: scatter, isClose: isClose) { return max(excess * scatter, leastMost) }
    return isClose ? max(driftExcess * scatter, leastMost) : .infinity
  }

  /// Whether noise with such a scatter does not only drift.
  static func isNew(scatter: Double, isClose: Bool) -> Bool {
    scatter >= (isClose ? newScatter.close : newScatter.other)
  }

  /// The usual noise of receivers in metres, and its weight as a prior, in fixes.
  static let usual = 10.0
  private static let few = 6.0
  /// The number of fixes that suffice without the prior.
  static let enough = 12

  /// The minimum number of fixes for a significant median.
  private static let many = 24

  /// The factor by which the noise of dense fixes may exceed what their median says.
  ///
  /// One error, by a high house or a road that the map lacks, shifts many of them: that is no noise of the others.
  static let denseExcess = 1.2

  /// The noise by the distances of fixes from their roads.
  ///
  /// - Parameters:
  ///   - distances: The distances in metres.
  ///   - excess: The factor by which it may exceed what the median of many distances says; nil for any.
  /// - Returns: The deviation in metres; nil if there are none.
  static func deviation(_ distances: [Double], excess: Double? = nil) -> Double? {
    if distances.isEmpty { return nil }
    let sorted = distances.sorted()
    let kept = sorted.prefix(sorted.count - sorted.count / 10)
    let square = kept.reduce(0) { $0 + $1 * $1 } / Double(kept.count)
    guard sorted.count >= many else { return square.squareRoot() }
    // Without the farthest tenth the square is too small; of many fixes the median shows by how much at least.
    let median = sorted[sorted.count / 2] * 1.4826
    let noise = max(median, square.squareRoot())
    return excess.map { min(noise, $0 * median) } ?? noise
  }

  /// The minimum evidence of a fix with any drift, since it still shows a change of roads.
  private static let minimumEvidence = 0.15

  /// How much of a fix's evidence counts, 0 to 1: less where the noise drifts, so that fixes in a row are
  /// off to the same side and do not speak for themselves.
  ///
  /// Of a first-order process with persistence p the part √(1 − p²) of its deviation is new at each fix.
  /// Where fixes lie close together their scatter is that part; else p is found from their offsets.
  static func evidence(
    _ decisions: [Decision], scatter: Double?, found: Double, noise: Double
  ) -> Double {
    guard found > 0 else { return 1 }
    let kept = persistence(decisions)
    var new = (1 - kept * kept).squareRoot()
    if let scatter, found > 1.4 * scatter { new = min(new, scatter / found) }
    // Assuming more noise than found already discounts the evidence.
    let discount = noise / found
    // Fixes exactly on their roads have similar offsets because of rounding.
    return min(max(new, minimumEvidence) * max(discount * discount, 1), 1)
  }

  /// The correlation of successive fixes' offsets from their roads, 0 to 1.
  private static func persistence(_ decisions: [Decision]) -> Double {
    guard decisions.count >= 8 else { return 0 }
    var products = 0.0
    var squares = 0.0
    var last = (east: 0.0, north: 0.0)
    for decision in decisions {
      let (east, north) = Distance.offset(from: decision.position, to: decision.fix.place)
      products += east * last.east + north * last.north
      squares += east * east + north * north
      last = (east, north)
    }
    return squares > 0 ? min(max(products / squares, 0), 1) : 0
  }

  /// The noises with which sparse fixes are matched to find theirs, with their natural logarithms.
  ///
  /// With the small one a fix 40 m off its road is taken for one on another road near; with the great one every
  /// short cut is within the noise. Which of both holds, the likelihood tells.
  static let levels = [(metres: 10.0, logarithm: 2.303), (metres: 28.0, logarithm: 3.332)]

  /// The result of a match with an assumed noise.
  struct Trial {
    /// The noise found by the match, in metres.
    var noise: Double
    /// The weight of a fix's evidence, 0 to 1.
    var evidence: Double
    /// The negative logarithm of its likelihood, in nats.
    var cost: Double
  }

  /// The difference between two trials, in nats, that counts as one nat.
  ///
  /// A wrong road at one fix can make a way hundreds of metres shorter, so that the likelihood of the best way says too
  /// much. Of 8, 20 and all trials alike, 20 is best on traces of ten fixes.
  private static let doubt = 20.0

  /// The mean noise of trials, weighted by likelihood, and the evidence of the likeliest.
  static func mean(_ trials: [Trial]) -> (noise: Double, evidence: Double)? {
    guard let best = trials.min(by: { $0.cost < $1.cost }) else { return nil }
    var sum = 0.0
    var total = 0.0
    for trial in trials {
      let share = Double(Exponential.ofMinus(Float((trial.cost - best.cost) / doubt)))
      sum += share * trial.noise
      total += share
    }
    return (sum / total, best.evidence)
  }

  /// The minimum noise of a line drawn on the same map, in metres.
  ///
  /// Its points lie far apart where the road is straight, so that each must tell it from a quicker one beside it.
  static let leastOfLines = 2.0
  /// The minimum number of points of such a line, and their maximum distance from roads in metres.
  static let minimumLine = 4
  static let offLine = 1.0

  /// The assumed noise, given the noise found from the distances of some fixes.
  ///
  /// A few fixes are weak evidence, and one on a wrong road is misleading.
  static func believed(_ found: Double, count: Int) -> Double {
    guard count < enough else { return found }
    let weight = Double(count)
    return ((weight * found * found + few * usual * usual) / (weight + few)).squareRoot()
  }
}
