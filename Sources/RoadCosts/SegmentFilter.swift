import NavFormat

/// A set of segments for very frequent queries, mostly about segments that are not in it.
///
/// A Bloom filter with a single hash and 32 bits per segment (Bloom, "Space/time trade-offs in hash coding with
/// allowable errors", 1970). It finds every segment of the set, and at most one in 32 of the others.
struct SegmentFilter: Sendable {
  private var words: [UInt64]
  private let shift: UInt64

  /// An empty set with room for `capacity` segments.
  init(capacity: Int) {
    let bits = max(UInt64(capacity) * 32, 64)
    let exponent = 64 - UInt64((bits - 1).leadingZeroBitCount)
    words = Array(repeating: 0, count: 1 << Int(exponent - 6))
    shift = 64 - exponent
  }

  mutating func insert(tile: TileNumber, segment: SegmentIndex) {
    let bit = bit(tile, segment)
    words[Int(bit >> 6)] |= 1 << (bit & 63)
  }

  @inline(__always)
  func mayContain(tile: TileNumber, segment: SegmentIndex) -> Bool {
    let bit = bit(tile, segment)
    return words[Int(bit >> 6)] & 1 << (bit & 63) != 0
  }

  /// Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3, section 6.4).
  @inline(__always)
  private func bit(_ tile: TileNumber, _ segment: SegmentIndex) -> UInt64 {
    let key = UInt64(tile) << 16 | UInt64(segment)
    return (key &* 0x9E37_79B9_7F4A_7C15) &>> shift
  }
}
