import Geo
import MapMatching
import RouteModel

/// Follows fixes along the line of a route: where on it the vehicle is, how fast, and how well the fixes fit.
///
/// The place along the route and the speed are the state of a Kalman filter of constant speed; what it measures is the
/// point of the line near the predicted one that fits the fix best, by distance, heading and the way since the last
/// fix. Noise is learned from the distances to the line while the vehicle is on it, and the error of headings from
/// their angles to it. A fix costs O(points of the line within the reach of the prediction).
struct RouteFollower: Sendable, Codable {
  /// The fit of a fix to the route.
  struct Fit: Sendable {
    /// Metres of the best point from the beginning of the route.
    var along: Double
    /// Metres from the line, positive to its left.
    var left: Double
    /// The distance in standard deviations.
    var deviations: Double
    /// The cost in nats of its distance and heading.
    var nats: Double
    /// The cosine of the angle between heading and route; nil without a heading.
    var cosine: Double?
    /// Whether there is no evidence against the route.
    var isCalm: Bool
    /// Standard deviation of the fix in metres.
    var noise: Double
  }

  /// The range of plausible standard deviations in metres.
  private static let noiseRange = 3.5...60.0
  /// The standard deviation of the acceleration in metres per second squared.
  private static let acceleration = 1.5
  /// Standard deviations of the error of headings up to which one does not speak against the route.
  private static let calmDeviations = 2.5
  /// Metres of the line that are looked at, at most.
  private static let longestReach = 5_000.0

  /// Metres from the beginning of the route.
  private(set) var along = 0.0
  /// Metres per second, at least 0.
  private(set) var speed = 0.0
  /// The covariance of place and speed.
  private var variance = (along: 900.0, both: 0.0, speed: 100.0)
  /// The learned variance of the distance from the line, and the mean product of successive ones.
  ///
  /// The initial values are those of usual receivers; half of their error drifts.
  private var noiseSquare = 81.0
  private var product = 40.5
  private var lastLeft: Double?
  /// The recent mean of the distance from the line.
  private var meanLeft = 0.0
  private var count = 0
  /// The learned error of headings.
  private(set) var headings = HeadingError()

  init(at along: Double = 0, noise: RouteFollower? = nil) {
    self.along = along
    if let noise {
      (noiseSquare, product, count, speed) = (
        noise.noiseSquare, noise.product, noise.count, noise.speed
      )
      variance.speed = noise.variance.speed
      headings = noise.headings
    }
  }

  /// The standard deviation of the noise across the line, in metres.
  var noise: Double {
    min(max(noiseSquare.squareRoot(), Self.noiseRange.lowerBound), Self.noiseRange.upperBound)
  }

  /// The drifting share of the noise's variance: the correlation of successive fixes.
  var driftShare: Double { min(max(product / max(noiseSquare, 1), 0), 0.85) }

  /// Whether there were too few fixes to know the noise.
  var isNew: Bool { count < 15 }

  /// The standard deviation of the place along the route in metres.
  var spread: Double { max(variance.along, 0).squareRoot() }

  /// Predicts the state after some seconds without a fix.
  mutating func predict(_ seconds: Double) {
    let t = min(max(seconds, 0), 600)
    along += speed * t
    let q = Self.acceleration * Self.acceleration
    variance.along += 2 * t * variance.both + t * t * variance.speed + q * t * t * t * t / 4
    variance.both += t * variance.speed + q * t * t * t / 2
    variance.speed += q * t * t
    // The maximum uncertainty of a vehicle.
    variance.along = min(variance.along, 4e6)
    variance.speed = min(variance.speed, 400)
    variance.both = min(variance.both, (variance.along * variance.speed).squareRoot())
  }

  /// Sets the place, which is known by other means.
  mutating func jump(to metres: Double) {
    along = metres
    variance.along = max(noise * noise, 25)
    variance.both = 0
    meanLeft = 0
    lastLeft = nil
  }

  /// Keeps the place at a limit.
  mutating func hold(at metres: Double) { along = metres }

  /// Sets the place at the first fix.
  mutating func begin(at metres: Double) {
    along = metres
    variance.along = max(noise * noise, 400)
  }

  /// Expects the noise that the receiver tells of its first fix, if that is more than usual: nothing is learned yet.
  mutating func expect(noise told: Double) {
    guard told > noise else { return }
    (noiseSquare, product) = (told * told, told * told / 2)
  }

  /// Doubts the place and the speed, because the receiver's speeds were wrong.
  mutating func doubtSpeed() { variance = (max(variance.along, 40_000), 0, 100) }

  /// Sets the speed of a vehicle that continues without fixes.
  mutating func hold(speed: Double) { self.speed = max(speed, 0) }

  /// The noise of a fix: the learned one, adjusted by the receiver's accuracy within bounds.
  func noise(of fix: Location) -> Double {
    guard let accuracy = fix.accuracyMetres, accuracy > 0, accuracy.isFinite else { return noise }
    return min(max(accuracy / 1.5, noise / 2, Self.noiseRange.lowerBound), noise * 4)
  }

  /// The fit of a fix near the predicted place.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - place: Its coordinate.
  ///   - heading: The direction of travel as a unit vector; nil if unknown or standing.
  ///   - line: The route.
  ///   - floor: The minimum place to search, in metres.
  ///   - ceiling: The maximum place to search, in metres.
  ///   - driven: The last known place in metres, which the search includes whatever the prediction.
  ///   - tolerance: The minimum standard deviation to assume.
  /// - Returns: The best fit; nil if the route has no line.
  func fit(
    _ fix: Location, at place: Coordinate, heading: (east: Double, north: Double)?,
    on line: RouteLine, from floor: Double, to ceiling: Double, behind driven: Double = .infinity,
    tolerance: Double
  ) -> Fit? {
    guard line.points.count > 1 else { return nil }
    let noise = max(noise(of: fix), tolerance)
    let spread = (max(variance.along, 0) + noise * noise).squareRoot()
    let reach = min(max(3 * spread, 40), Self.longestReach)
    let low = max(min(along - reach, driven), floor)
    let high = min(max(along + reach, low + 40), ceiling)
    var index = max(RouteLine.index(in: line.metres, upTo: low) - 1, 0)
    let plane = LocalPlane(at: place)
    var best: Fit?
    var bestCost = Double.infinity
    let motion = 1 / (2 * (variance.along + 4 * noise * noise))
    var a = plane.project(line.points[index])
    while index + 1 < line.points.count, line.metres[index] <= high {
      let b = plane.project(line.points[index + 1], next: a, of: line.points[index])
      defer {
        a = b
        index += 1
      }
      let length = line.metres[index + 1] - line.metres[index]
      guard length > 0 || line.length == 0 else { continue }
      var near = plane.nearest(from: a, to: b)
      var at = line.metres[index] + near.share * length
      if at < low || at > high {
        at = min(max(at, low), high)
        near.share = min(max((at - line.metres[index]) / length, 0), 1)
        let (x, y) = (a.x + near.share * (b.x - a.x), a.y + near.share * (b.y - a.y))
        near.metres = (x * x + y * y).squareRoot()
      }
      var cosine: Double?
      if let heading {
        let flat = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
        cosine =
          flat > 0 ? ((b.x - a.x) * heading.east + (b.y - a.y) * heading.north) / flat : nil
      }
      let deviations = near.metres / noise
      let nats =
        (deviations < 3 ? deviations * deviations / 2 : 3 * deviations - 4.5)
        + (cosine.map { headings.nats(cosine: $0) } ?? 0)
      let offset = at - along
      let cost = nats + min(offset * offset * motion, 12)
      if cost < bestCost {
        bestCost = cost
        best = Fit(
          along: at, left: near.left < 0 ? -near.metres : near.metres, deviations: deviations,
          nats: nats, cosine: cosine, isCalm: false, noise: noise)
      }
    }
    guard var found = best else { return nil }
    found.isCalm =
      found.deviations < 2
      && headings.allows(cosine: found.cosine ?? 1, deviations: Self.calmDeviations)
      && abs(found.along - along) < 3 * spread && abs(meanLeft) < max(0.9 * noise, 5)
    return found
  }

  /// Takes a fix that is on the route.
  ///
  /// - Parameters:
  ///   - fit: Its fit.
  ///   - measured: The receiver's speed in metres per second; nil if unknown.
  ///   - most: An upper bound of the speed, for a fix without speed.
  ///   - learns: Whether to learn the noise from its distance.
  mutating func accept(
    _ fit: Fit, speed measured: Double?, upTo most: Double = .infinity, learns: Bool
  ) {
    let r = fit.noise * fit.noise
    let innovation = fit.along - along
    let s = variance.along + r
    let (k1, k2) = (variance.along / s, variance.both / s)
    along += k1 * innovation
    speed += k2 * innovation
    variance.speed -= k2 * variance.both
    variance.both *= 1 - k1
    variance.along *= 1 - k1
    if let measured, measured.isFinite, measured >= 0 {
      // A receiver's speed comes from Doppler shifts; its error is about a metre per second.
      let s = variance.speed + 1
      let (k1, k2) = (variance.both / s, variance.speed / s)
      let innovation = min(measured, 150) - speed
      along += k1 * innovation
      speed += k2 * innovation
      variance.along -= k1 * variance.both
      variance.both *= 1 - k2
      variance.speed *= 1 - k2
    }
    speed = min(max(speed, 0), 150)
    if measured == nil { speed = min(speed, most) }
    if learns { learn(fit.left, fit.cosine) }
  }

  private mutating func learn(_ left: Double, _ cosine: Double?) {
    let bounded = min(max(left, -3 * noise), 3 * noise)
    let gain = max(0.02, 1 / Double(count + 8))
    noiseSquare += gain * (bounded * bounded - noiseSquare)
    if let lastLeft { product += gain * (bounded * lastLeft - product) }
    if let cosine { headings.learn(cosine: cosine, gain: gain) }
    lastLeft = bounded
    meanLeft += 0.12 * (bounded - meanLeft)
    count = min(count + 1, 1_000)
  }
}

extension RouteFollower {
  /// Whether its numbers are valid.
  var isSound: Bool {
    func isIn(_ range: ClosedRange<Double>, _ value: Double) -> Bool { range ~= value }
    return isIn(-1e9...1e9, along) && isIn(0...1_000, speed) && isIn(0...1e9, variance.along)
      && isIn(0...1e9, variance.speed) && isIn(-1e9...1e9, variance.both)
      && isIn(0...1e9, noiseSquare) && isIn(-1e9...1e9, product) && isIn(-1e9...1e9, meanLeft)
      && isIn(-1e9...1e9, lastLeft ?? 0) && 0...1_000 ~= count
  }

  private enum CodingKeys: String, CodingKey {
    case along, speed, variance, noiseSquare, product, lastLeft, meanLeft, count
    case headings
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    along = try container.decode(Double.self, forKey: .along)
    speed = try container.decode(Double.self, forKey: .speed)
    let parts = try container.decode([Double].self, forKey: .variance)
    guard parts.count == 3 else {
      throw DecodingError.dataCorruptedError(
        forKey: .variance, in: container, debugDescription: "three numbers are needed")
    }
    variance = (parts[0], parts[1], parts[2])
    noiseSquare = try container.decode(Double.self, forKey: .noiseSquare)
    product = try container.decode(Double.self, forKey: .product)
    lastLeft = try container.decodeIfPresent(Double.self, forKey: .lastLeft)
    meanLeft = try container.decode(Double.self, forKey: .meanLeft)
    count = try container.decode(Int.self, forKey: .count)
    headings = try container.decode(HeadingError.self, forKey: .headings)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(along, forKey: .along)
    try container.encode(speed, forKey: .speed)
    try container.encode([variance.along, variance.both, variance.speed], forKey: .variance)
    try container.encode(noiseSquare, forKey: .noiseSquare)
    try container.encode(product, forKey: .product)
    try container.encodeIfPresent(lastLeft, forKey: .lastLeft)
    try container.encode(meanLeft, forKey: .meanLeft)
    try container.encode(count, forKey: .count)
    try container.encode(headings, forKey: .headings)
  }
}
