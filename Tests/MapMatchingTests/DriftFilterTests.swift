import Testing

@testable import MapMatching

/// The errors of a receiver that drift, beside the Gaussian process that they are.
@Suite struct DriftFilterTests {
  private static let noise = 10.0
  private static let share = 0.5

  /// What fixes across a road that leads east cost by the filter; metres to its left, one a second.
  private static func nats(_ offsets: [Double], bend: Double = 1e9) -> Double {
    let errors = DriftFilter.Errors(noise: noise, driftShare: share, bend: bend)
    var filter = DriftFilter(errors)
    for (index, offset) in offsets.enumerated() {
      if index > 0 { filter.pass(1, errors) }
      filter.take((0, offset), motion: (10, 0), errors)
    }
    return filter.nats
  }

  /// The negative logarithm of the likelihood of the same offsets, by the covariances of all of them and their Cholesky
  /// decomposition, less that of as many fixes at distance 0 that know nothing of each other.
  private static func exact(_ offsets: [Double]) -> Double {
    let (slow, fresh) = (noise * noise * share, noise * noise * (1 - share))
    let count = offsets.count
    var lower = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var (logarithm, square) = (0.0, 0.0)
    var solved: [Double] = []
    for i in 0..<count {
      for j in 0...i {
        var value = slow * exponential(-Double(i - j) / 60) + (i == j ? fresh : 0)
        for k in 0..<j { value -= lower[i][k] * lower[j][k] }
        lower[i][j] = i == j ? value.squareRoot() : value / lower[j][j]
      }
      let rest = (0..<i).reduce(offsets[i]) { $0 - lower[i][$1] * solved[$1] }
      solved.append(rest / lower[i][i])
      square += solved[i] * solved[i]
      logarithm += naturalLogarithm(lower[i][i] * lower[i][i] / (noise * noise))
    }
    return (square + logarithm) / 2
  }

  private static func exponential(_ x: Double) -> Double {
    (0..<30).reversed().reduce(1.0) { 1 + x / Double($1 + 1) * $0 }
  }

  /// By Newton's method on the exponential.
  private static func naturalLogarithm(_ x: Double) -> Double {
    var y = 0.0
    for _ in 0..<60 { y += x * exponential(-y) - 1 }
    return y
  }

  @Test(
    "the cost is that of the Gaussian process",
    arguments: [
      [0, 0, 0, 0], [12, 12, 12, 12, 12, 12], [3, -4, 8, 1, -9, 2, 5],
      [0, 0, 0, 0, 0, 0, 0, 0, 10, 20, 30],
    ] as [[Double]])
  func exact(offsets: [Double]) {
    #expect(abs(Self.nats(offsets) - Self.exact(offsets)) < 0.15)
  }

  @Test("a minute beside a road says little more than the drift explains")
  func beside() {
    let more =
      Self.nats([Double](repeating: 12, count: 60)) - Self.nats([Double](repeating: 0, count: 60))
    // Fixes that know nothing of each other would cost 0.72 each, 43 together; a constant error of 12 m costs 1.44.
    #expect(1.44...3 ~= more, "\(more)")
  }

  @Test("a vehicle that moves away is no drift, sooner than fixes alone tell")
  func away() {
    let calm = [Double](repeating: 0, count: 12)
    let more = Self.nats(calm + [10, 20, 30]) - Self.nats(calm + [0, 0, 0])
    // The distances alone: (10² + 20² + 30²) / (2 · 10²).
    #expect(more > 7)
  }

  @Test("one fix that is far off costs no more than in a straight line")
  func bend() {
    let more = Self.nats([0, 0, 60], bend: 3) - Self.nats([0, 0, 30], bend: 3)
    #expect(more < 3 * 30 / (Self.noise * 0.7) + 0.1 && more > 0)
  }
}
