/// The stored costs of one direction of a metric: 32 bits each, or 24 with the lower 16 and the upper eight in columns
/// of their own.
///
/// In 24 bits the maximum stands for ``Cost/unreachable``.
public struct StoredCosts: ~Escapable {
  /// The maximum of 24 bits.
  static let unreachable: UInt32 = 0xFF_FFFF

  let whole: Span<UInt32>
  let lows: Span<UInt16>
  let highs: Span<UInt8>

  /// Costs of 32 bits.
  @_lifetime(copy whole)
  public init(_ whole: Span<UInt32>) {
    self.whole = whole
    lows = Span()
    highs = Span()
  }

  /// Costs of 24 bits; both columns must have the same count.
  @_lifetime(copy lows, copy highs)
  public init(lows: Span<UInt16>, highs: Span<UInt8>) {
    precondition(lows.count == highs.count, "columns of different lengths")
    whole = Span()
    self.lows = lows
    self.highs = highs
  }

  /// The number of costs.
  var count: Int { max(whole.count, lows.count) }

  /// Whether they have 24 bits.
  var isCompact: Bool { !lows.isEmpty }

  subscript(index: Int) -> UInt32 {
    @inline(__always) get {
      isCompact ? Self.cost(lows[index], highs[index]) : whole[index]
    }
  }

  /// A cost from its 24 bits.
  @inline(__always)
  static func cost(_ low: UInt16, _ high: UInt8) -> UInt32 {
    let cost = UInt32(low) | UInt32(high) &<< 16
    return cost == unreachable ? Cost.unreachable : cost
  }
}
