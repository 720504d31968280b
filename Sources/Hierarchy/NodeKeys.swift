/// Two nodes, such as the ends of a hop, as a key of eight bytes: one number hashes faster than two.
@frozen
public struct NodePair: Hashable, Sendable {
  @usableFromInline let rawValue: UInt64

  /// The key of a path from one node to another.
  @inlinable @inline(__always)
  public init(from: TopNode, to: TopNode) {
    rawValue = UInt64(from.number) &<< 32 | UInt64(to.number)
  }

  /// The place of the pair for a metric in a hash table.
  ///
  /// - Parameters:
  ///   - metric: The number of the metric.
  ///   - count: The size of the table, a power of two.
  /// - Returns: The place, below `count`.
  @inlinable @inline(__always)
  public func place(metric: UInt32, of count: Int) -> Int {
    hashPlace(rawValue ^ UInt64(metric << 24), of: count)
  }

  /// The hash of the number itself.
  @inlinable @inline(__always)
  public func _rawHashValue(seed: Int) -> Int { rawValue._rawHashValue(seed: seed) }
}

/// A node with the number of a metric, as a key of eight bytes.
@frozen
public struct MetricNode: Hashable, Sendable {
  @usableFromInline let rawValue: UInt64

  /// The key of a node for a metric.
  @inlinable @inline(__always)
  public init(metric: UInt32, _ node: TopNode) {
    rawValue = UInt64(metric) &<< 32 | UInt64(node.number)
  }

  /// The key of nothing: no metric has this number.
  @inlinable
  public static var none: MetricNode {
    @inline(__always) get { MetricNode(metric: .max, .none) }
  }

  /// The place in a hash table.
  ///
  /// - Parameter count: The size of the table, a power of two.
  /// - Returns: The place, below `count`.
  @inlinable @inline(__always)
  public func place(of count: Int) -> Int { hashPlace(rawValue, of: count) }

  /// The hash of the number itself.
  @inlinable @inline(__always)
  public func _rawHashValue(seed: Int) -> Int { rawValue._rawHashValue(seed: seed) }
}

/// Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3, section 6.4).
@inlinable @inline(__always)
func hashPlace(_ key: UInt64, of count: Int) -> Int {
  Int((key &* 0x9E37_79B9_7F4A_7C15) >> (count.leadingZeroBitCount + 1))
}
