import Geo

/// The cost of an implausible path between two fixes.
///
/// A path is implausible by its length or duration; its edges' costs come on top.
///
/// Both are one-sided: noise makes the distance between two fixes longer, and vehicles may be slower than expected.
struct MotionCost {
  /// Thousandths of a nat per metre beyond those that the fixes allow.
  let perMetreBeyond: Float
  /// Thousandths of a nat per second beyond those that passed.
  let perSecondLate: Float
  /// The free length of a path in metres.
  ///
  /// It is the distance between the fixes, plus some for bends and noise.
  let allowedMetres: Float
  /// The free duration of a path in seconds.
  let allowedSeconds: Float
  /// The maximum distance that a vehicle can drive off the roads in this time, in metres.
  private let maximumMetres: Float
  /// The distance in metres beyond which a fix is a jump of the receiver, not of a vehicle that accelerates; infinite
  /// if fixes are sparse or have no times.
  let farthestMetres: Float

  /// The usual speed in towns, in metres per second.
  private static let townSpeed = 10.0
  /// The usual and the maximum speed off the roads, in metres per second.
  private static let usualSpeed: Float = 10
  private static let maximumSpeed = 20.0
  /// The noise in metres that makes distances as uncertain as one second.
  private static let noisePerSecond = 8.0
  /// The time in seconds in which speeds change too little for a jump of the receiver.
  static let denseSeconds = 5.0
  /// How much faster than usual a vehicle may be at once, in metres per second, and how much it may gain in a second.
  private static let quickness = 6.0
  private static let acceleration = 2.0
  /// The extra length per second on winding roads, such as in mountains, in metres.
  private static let slowSpeed = 4.0

  /// The cost of motion from the fix of a hypothesis to the next.
  ///
  /// - Parameters:
  ///   - options: The parameters.
  ///   - state: The hypothesis.
  ///   - step: The next fix.
  ///   - hop: The last step from fix to fix.
  ///   - usual: The usual speed of the steps before, in metres per second; nil without any.
  ///   - evidence: The weight of a fix's evidence: 1 for white noise.
  init(
    _ options: MatchOptions, from state: Lattice.State, to step: Lattice.Step,
    _ hop: Lattice.State.Hops, usual: Float?, evidence: Double
  ) {
    let straight = Lattice.metres(step.plane, state.fix)
    let seconds = Self.seconds(from: state, to: step.fix.time, metres: straight)
    // Left-out fixes may be wrong, but they still show the driven distance.
    let hops = state.hops.adding(hop)
    let isDirect = state.skipped == 0
    let metres = isDirect ? straight : max(Double(hops.metres), straight)
    let pause = isDirect ? seconds : Double(hops.longestSeconds)
    if let now = step.fix.time, let before = state.time, now >= before {
      allowedSeconds = Float(1.3 * seconds + 4 + 0.25 * step.noise)
    } else {
      allowedSeconds = 1e9
    }
    if let usual, step.fix.time != nil, state.time != nil, seconds <= Self.denseSeconds {
      // White noise is in both fixes; most of drifting noise is the same in both.
      farthestMetres = Float(
        Self.farthest(from: Double(usual), seconds: max(seconds, 1))
          + (2 + 2.5 * evidence) * step.noise)
    } else {
      farthestMetres = .infinity
    }
    // A jump along a road shows no distance that was driven.
    allowedMetres =
      min(
        Float(max(metres + 3 + options.slackDeviations * step.noise, Self.slowSpeed * pause)),
        farthestMetres) + state.drift
    maximumMetres = Float(Self.maximumSpeed * max(seconds, 1) + 3 + step.noise)
    // The more uncertain the distance between the fixes, the cheaper a longer path.
    let uncertain = max(pause, step.noise / Self.noisePerSecond, 1)
    perMetreBeyond = Float(DrivingCost.perNat * options.natsPerMetreBeyond / uncertain)
    perSecondLate = Float(DrivingCost.perNat * options.natsPerSecondLate)
  }

  /// The distance in metres up to which a fix without noise may be from the one before, at a usual speed in metres per
  /// second.
  static func farthest(from usual: Double, seconds: Double) -> Double {
    let speed = 1.3 * usual + quickness + acceleration * seconds
    return speed * seconds + 3
  }

  /// The seconds in which a vehicle moved from the fix of a hypothesis to the next.
  ///
  /// A receiver without reception may repeat its last place; others do so while the vehicle stands. So if the fixes
  /// repeat a place exactly, the vehicle may have moved since the first of them, but no longer than is usual.
  private static func seconds(
    from state: Lattice.State, to now: Double?, metres: Double
  ) -> Double {
    let least = seconds(from: state.time, to: now, metres: metres)
    guard let now, let since = state.since, now - since > least else { return least }
    return min(max(metres / townSpeed, least), now - since)
  }

  /// The seconds between two fixes.
  ///
  /// If they are unknown or the clock was set back, they follow from a usual town speed.
  static func seconds(from before: Double?, to now: Double?, metres: Double) -> Double {
    guard let now, let before, now >= before else { return metres / townSpeed }
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
