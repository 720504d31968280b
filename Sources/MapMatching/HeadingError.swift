/// The error of a receiver's headings, learned on a known road, and what a heading costs that is off.
///
/// Headings come from Doppler shifts, and their errors do not last from fix to fix as those of places do. So a few of
/// them say more than the same number of places, if it is known how good they are.
package struct HeadingError: Sendable, Hashable, Codable {
  /// Nats for one heading at most: a receiver may be quite wrong, whatever it was before.
  private static let mostNats = 5.0
  /// Square radians: of a receiver that is not known yet, and the least and the most that are believed.
  ///
  /// A line turns at its points, and a vehicle does not: 15 degrees at least.
  private static let usual = 0.1
  private static let range = 0.0685...0.5

  /// The learned variance in square radians.
  private var variance = usual

  /// That of a receiver that is not known yet.
  package init() {}

  /// The variance within bounds.
  private var believed: Double { min(max(variance, Self.range.lowerBound), Self.range.upperBound) }

  /// What a heading costs in nats.
  ///
  /// - Parameter cosine: The cosine of the angle between heading and road.
  /// - Returns: Half the square of the angle in standard deviations, which levels off at five nats.
  package func nats(cosine: Double) -> Double {
    let nats = max(1 - cosine, 0) / believed
    return Self.mostNats * nats / (Self.mostNats + nats)
  }

  /// Whether a heading is within so many standard deviations of the road.
  package func allows(cosine: Double, deviations: Double) -> Bool {
    2 * (1 - cosine) < deviations * deviations * believed
  }

  /// Learns from a heading on a road that is known.
  ///
  /// - Parameters:
  ///   - cosine: The cosine of the angle between heading and road.
  ///   - gain: The weight of this heading, 0 to 1.
  package mutating func learn(cosine: Double, gain: Double) {
    let square = min(max(2 * (1 - cosine), 0), 9 * believed)
    variance += gain * (square - variance)
  }
}
