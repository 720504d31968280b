import Geo

/// The errors of a receiver if a hypothesis is true: a part that drifts, estimated from the fixes so far, and a part
/// that is new with each fix.
///
/// Neighbouring fixes are off to the same side. So the tenth fix beside a road says hardly more than the first, since a
/// drifted receiver explains them all; but a vehicle that moves away from a road cannot be explained so. A Kalman
/// filter of the drift, in metres east and north, whose measurements are the distances of the fixes across the road.
struct DriftFilter {
  /// The estimated errors of a receiver.
  struct Errors {
    /// The variance of the part that drifts, in square metres on each axis.
    var slow: Double
    /// The variance of the part that is new with each fix, in square metres.
    var fresh: Double
    /// Standard deviations beyond which a fix counts less (Huber).
    var bend: Double

    /// Errors with a standard deviation in metres; a share of the variance, 0 to 1, drifts.
    init(noise: Double, driftShare: Double, bend: Double) {
      slow = noise * noise * driftShare
      fresh = noise * noise - slow
      self.bend = bend
    }
  }

  /// Seconds after which the drift has mostly changed.
  private static let seconds = 60.0
  /// The minimum distance from a road at which a fix defines the direction across it, in metres.
  private static let least = 1.0

  /// The estimate of the drift, and its covariance.
  private var east = 0.0
  private var north = 0.0
  private var eastEast: Double
  private var eastNorth = 0.0
  private var northNorth: Double
  /// The cost of the distances so far, in nats.
  private(set) var nats = 0.0

  /// A filter before the first fix.
  init(_ errors: Errors) { (eastEast, northNorth) = (errors.slow, errors.slow) }

  /// Advances the time, in seconds.
  mutating func pass(_ seconds: Double, _ errors: Errors) {
    let kept = Double(Exponential.ofMinus(Float(max(seconds, 0) / Self.seconds)))
    east *= kept
    north *= kept
    let new = errors.slow * (1 - kept * kept)
    eastEast = kept * kept * eastEast + new
    northNorth = kept * kept * northNorth + new
    eastNorth *= kept * kept
  }

  /// Takes a fix.
  ///
  /// - Parameters:
  ///   - offset: Metres east and north of its place on the road.
  ///   - motion: Metres east and north from the last place on the road to this one.
  ///   - errors: The estimated errors.
  mutating func take(
    _ offset: (east: Double, north: Double), motion: (east: Double, north: Double),
    _ errors: Errors
  ) {
    var across = offset
    var length = (across.east * across.east + across.north * across.north).squareRoot()
    if length < Self.least {
      // On the road, the direction across it is perpendicular to the motion.
      across = (-motion.north, motion.east)
      length = (across.east * across.east + across.north * across.north).squareRoot()
    }
    guard length >= Self.least else { return }
    let (x, y) = (across.east / length, across.north / length)
    let innovation = offset.east * x + offset.north * y - (east * x + north * y)
    let (gainX, gainY) = (eastEast * x + eastNorth * y, eastNorth * x + northNorth * y)
    let variance = gainX * x + gainY * y + errors.fresh
    guard variance > 0 else { return }
    let ratio = abs(innovation) / variance.squareRoot()
    let isNear = ratio < errors.bend
    let loss = isNear ? ratio * ratio / 2 : errors.bend * ratio - errors.bend * errors.bend / 2
    // Relative to a fix with unknown drift.
    nats += loss + Logarithm.natural(variance / (errors.slow + errors.fresh)) / 2
    let step = (isNear ? 1 : errors.bend / ratio) * innovation / variance
    east += gainX * step
    north += gainY * step
    eastEast -= gainX * gainX / variance
    eastNorth -= gainX * gainY / variance
    northNorth -= gainY * gainY / variance
  }
}
