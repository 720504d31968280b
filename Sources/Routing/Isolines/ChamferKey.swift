/// What a ``ChamferDistance`` calculates with: a distance and, in the lowest bits, the complement of a content.
///
/// The functions take sixteen keys at once. They are those of concrete vectors, which are single instructions, unlike
/// those of generic vectors.
protocol ChamferKey: BitwiseCopyable, Codable, FixedWidthInteger, SIMDScalar
where SIMD16Storage: BitwiseCopyable {
  typealias Keys = SIMD16<Self>

  /// The key of a number: order is kept.
  init(ordered number: UInt16)

  /// The smaller of two keys.
  static func least(_ a: Keys, _ b: Keys) -> Keys
  /// The sum of a key and a difference of keys, which stays in range.
  static func sum(_ a: Keys, _ difference: Keys) -> Keys
  /// The keys, but others where further keys are at least a bound.
  static func replacing(
    _ keys: Keys, with others: Keys, where further: Keys, areAtLeast bound: Keys
  ) -> Keys
  /// Whether all keys are equal to others.
  static func areAll(_ keys: Keys, _ others: Keys) -> Bool
  /// The keys of contents at distance 0, whose complements have the bits of a mask; others for empty cells.
  static func keys(of contents: SIMD16<UInt8>, _ mask: UInt8, orEmpty others: Keys) -> Keys
  /// The contents of keys; all bits of those from a bound on are set.
  static func contents(of keys: Keys, _ mask: UInt8, before bound: Keys) -> SIMD16<UInt8>
}

/// Keys for few values and short distances: up to 118 thirds of a cell for one value, 54 for two or three.
extension UInt8: ChamferKey {
  @inline(__always)
  init(ordered number: UInt16) { self.init(truncatingIfNeeded: number) }

  @inline(__always)
  static func least(_ a: Keys, _ b: Keys) -> Keys { a.replacing(with: b, where: b .< a) }

  @inline(__always)
  static func sum(_ a: Keys, _ difference: Keys) -> Keys { a &+ difference }

  @inline(__always)
  static func replacing(
    _ keys: Keys, with others: Keys, where further: Keys, areAtLeast bound: Keys
  ) -> Keys { keys.replacing(with: others, where: further .>= bound) }

  @inline(__always)
  static func areAll(_ keys: Keys, _ others: Keys) -> Bool { all(keys .== others) }

  @inline(__always)
  static func keys(of contents: SIMD16<UInt8>, _ mask: UInt8, orEmpty others: Keys) -> Keys {
    let greatest = Keys(repeating: mask)
    return (greatest &- least(contents, greatest))
      .replacing(with: others, where: contents .== Keys(repeating: ReachGrid.empty))
  }

  @inline(__always)
  static func contents(of keys: Keys, _ mask: UInt8, before bound: Keys) -> SIMD16<UInt8> {
    let greatest = Keys(repeating: mask)
    return (greatest &- (keys & greatest))
      .replacing(with: Keys(repeating: .max), where: keys .>= bound)
  }
}

/// Keys for any contents and distances, less 2^15, because the smaller of two signed numbers is one instruction.
extension Int16: ChamferKey {
  @inline(__always)
  init(ordered number: UInt16) { self.init(bitPattern: number ^ 0x8000) }

  @inline(__always)
  static func least(_ a: Keys, _ b: Keys) -> Keys { a.replacing(with: b, where: b .< a) }

  @inline(__always)
  static func sum(_ a: Keys, _ difference: Keys) -> Keys { a &+ difference }

  @inline(__always)
  static func replacing(
    _ keys: Keys, with others: Keys, where further: Keys, areAtLeast bound: Keys
  ) -> Keys { keys.replacing(with: others, where: further .>= bound) }

  @inline(__always)
  static func areAll(_ keys: Keys, _ others: Keys) -> Bool { all(keys .== others) }

  @inline(__always)
  static func keys(of contents: SIMD16<UInt8>, _ mask: UInt8, orEmpty others: Keys) -> Keys {
    let wide = Keys(truncatingIfNeeded: contents)
    return (Keys(repeating: Int16(mask)) &- wide &+ Keys(repeating: .min))
      .replacing(with: others, where: wide .== Keys(repeating: Int16(ReachGrid.empty)))
  }

  @inline(__always)
  static func contents(of keys: Keys, _ mask: UInt8, before bound: Keys) -> SIMD16<UInt8> {
    let greatest = Keys(repeating: Int16(mask))
    let contents = (greatest &- (keys & greatest))
      .replacing(with: greatest, where: keys .>= bound)
    return SIMD16<UInt8>(truncatingIfNeeded: contents)
  }
}
