import Geo

/// Finds the noise of a trace in the trace itself.
enum NoiseEstimator {
  /// Where fixes follow each other within this many seconds, their scatter is noise rather than travel.
  private static let dense = 6.0

  /// The noise of closely spaced fixes from how far each lies beside the middle of its neighbours.
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

  /// The usual noise of receivers in metres, and its weight as a prior, in fixes.
  static let usual = 10.0
  private static let few = 6.0
  /// Fixes that speak for themselves.
  static let enough = 12

  /// Minimum number of fixes for a median that tells more than chance.
  private static let many = 24

  /// The noise that the distances of fixes from their roads speak of; nil where there are none.
  static func deviation(_ distances: [Double]) -> Double? {
    if distances.isEmpty { return nil }
    let sorted = distances.sorted()
    let kept = sorted.prefix(sorted.count - sorted.count / 10)
    let square = kept.reduce(0) { $0 + $1 * $1 } / Double(kept.count)
    guard sorted.count >= many else { return square.squareRoot() }
    // Of many the median tells it alone where a part are far off.
    return max(sorted[sorted.count / 2] * 1.4826, square.squareRoot())
  }

  /// Evidence that a fix has at least, however its noise drifts: it still tells a change of roads.
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
    // To believe in more noise than there is discounts the evidence already.
    let discount = noise / found
    // Fixes that lie on their roads exactly have offsets that are alike by rounding.
    return min(max(new, minimumEvidence) * max(discount * discount, 1), 1)
  }

  /// How much of a fix's offset from its road the next has, 0 to 1.
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

  /// What a match with some noise tells of it.
  struct Trial {
    /// The noise that it speaks for, metres.
    var noise: Double
    /// How much of a fix's evidence counts.
    var evidence: Double
    /// The negative logarithm of its likelihood, nats.
    var cost: Double
  }

  /// So many nats between two trials count as one.
  ///
  /// A wrong road at one fix can make a way hundreds of metres shorter, so that the likelihood of the best way says too
  /// much. Of 8, 20 and all trials alike, 20 is best on traces of ten fixes.
  private static let doubt = 20.0

  /// The mean of the noises that trials speak for, each with its likelihood, and the evidence of the likeliest.
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

  /// The smallest noise that is believed of a line drawn on the same map, metres.
  ///
  /// Its points lie far apart where the road is straight, so that each must tell it from a quicker one beside it.
  static let leastOfLines = 2.0
  /// Points that such a line has at least, and what they lie off roads at most, metres.
  static let minimumLine = 4
  static let offLine = 1.0

  /// What is believed of a noise that was found from the distances of some fixes.
  ///
  /// A few say little, and what a wrong road near one of them says is wrong.
  static func believed(_ found: Double, count: Int) -> Double {
    guard count < enough else { return found }
    let weight = Double(count)
    return ((weight * found * found + few * usual * usual) / (weight + few)).squareRoot()
  }
}
