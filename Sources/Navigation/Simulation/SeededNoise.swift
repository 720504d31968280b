/// Seeded random numbers: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014,
/// doi:10.1145/2660193.2660195).
struct SeededNoise: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A uniform number, at least 0 and below 1.
  mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// A standard normal deviate from -6 to 6: the sum of twelve uniform numbers minus six.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += unit() }
    return sum
  }
}
