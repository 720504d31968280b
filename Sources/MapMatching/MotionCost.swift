import Geo

/// How unlikely the length and the duration of a path from one fix to another are, beyond what its edges cost.
///
/// Both are one-sided: noise makes the distance between two fixes longer, and vehicles may be slower than expected.
struct MotionCost {
  /// Thousandths of a nat per metre beyond those that the fixes allow.
  let perMetreBeyond: Float
  /// Thousandths of a nat per second beyond those that passed.
  let perSecondLate: Float
  /// Metres that a path may have without a price: the distance between the fixes, and some for bends and the noise.
  let allowedMetres: Float
  /// Seconds that a path may take without a price.
  let allowedSeconds: Float
  /// Metres that no vehicle can drive in this time.
  private let maximumMetres: Float

  /// Metres per second off the roads, usual and at most.
  private static let usualSpeed: Float = 10
  private static let maximumSpeed = 20.0
  /// Metres of noise that make distances as uncertain as a second does.
  private static let noisePerSecond = 8.0
  /// Metres per second that roads may wind, as in mountains.
  private static let slowSpeed = 4.0

  /// The cost of motion from the fix of a hypothesis to the next, with the last step from fix to fix.
  init(
    _ options: MatchOptions, from state: Lattice.State, to step: Lattice.Step,
    _ hop: Lattice.State.Hops
  ) {
    let straight = Lattice.metres(step.plane, state.fix)
    let seconds = Self.seconds(from: state.time, to: step.fix.time, metres: straight)
    // Fixes that a hypothesis left out may be wrong, but not so that they hide how far the vehicle went.
    let hops = state.hops.adding(hop)
    let isDirect = state.skipped == 0
    let metres = isDirect ? straight : max(Double(hops.metres), straight)
    let pause = isDirect ? seconds : Double(hops.longestSeconds)
    if let now = step.fix.time, let before = state.time, now >= before {
      allowedSeconds = Float(1.3 * seconds + 4 + 0.25 * step.noise)
    } else {
      allowedSeconds = 1e9
    }
    allowedMetres =
      Float(max(metres + 3 + options.slackDeviations * step.noise, Self.slowSpeed * pause))
      + state.drift
    maximumMetres = Float(Self.maximumSpeed * max(seconds, 1) + 3 + step.noise)
    // The less the fixes tell of the distance, the less a longer path says against it.
    let uncertain = max(pause, step.noise / Self.noisePerSecond, 1)
    perMetreBeyond = Float(DrivingCost.perNat * options.natsPerMetreBeyond / uncertain)
    perSecondLate = Float(DrivingCost.perNat * options.natsPerSecondLate)
  }

  /// Seconds between two fixes; at a usual speed in towns if a time is unknown, or the clock was set back.
  static func seconds(from before: Double?, to now: Double?, metres: Double) -> Double {
    guard let now, let before, now >= before else { return metres / 10 }
    return now - before
  }

  /// The cost of a path, thousandths of a nat.
  @inline(__always)
  func cost(metres: Float, seconds: Float) -> UInt32 {
    let beyond = max(metres - allowedMetres, 0) * perMetreBeyond
    let late = max(seconds - allowedSeconds, 0) * perSecondLate
    return UInt32(min(beyond + late, 1e8))
  }

  /// The cost of a straight line off the roads, thousandths of a nat.
  ///
  /// Errors of a receiver jump; vehicles do not.
  func straightCost(metres: Double) -> UInt32 {
    let jump = max(Float(metres) - maximumMetres, 0) * perMetreBeyond
    return cost(metres: 0, seconds: Float(metres) / Self.usualSpeed) &+ UInt32(min(jump, 1e8))
  }
}
