/// A node of a ``TopIndex``: an edge of the top, or a cell.
///
/// It takes as much memory as its number. A node comes after all nodes of its subtree, and before its higher
/// neighbours.
///
/// Columns hold plain numbers, which files store and loops over spans read; so inner loops of this module count nodes
/// by number, and only functions that others call take and return nodes.
@frozen
public struct TopNode: Hashable, Comparable, Sendable {
  /// The number, from zero.
  public let number: UInt32

  /// A node from its number.
  @inlinable @inline(__always)
  public init(_ number: UInt32) { self.number = number }

  /// A node from its index; higher bits are lost.
  @inlinable @inline(__always)
  public init(_ index: Int) { number = UInt32(truncatingIfNeeded: index) }

  /// No node: a number above all others, because an optional would take eight bytes.
  @inlinable
  public static var none: TopNode {
    @inline(__always) get { TopNode(UInt32.max) }
  }

  /// Whether it is no node.
  @inlinable
  public var isNone: Bool {
    @inline(__always) get { number == .max }
  }

  /// The index in columns with an entry for each node.
  @inlinable
  public var index: Int {
    @inline(__always) get { Int(number) }
  }

  /// Whether the numbers are equal.
  @inlinable @inline(__always)
  public static func == (a: TopNode, b: TopNode) -> Bool { a.number == b.number }

  /// Orders by number, so that a node comes after its descendants.
  @inlinable @inline(__always)
  public static func < (a: TopNode, b: TopNode) -> Bool { a.number < b.number }

  /// Hashes the number.
  @inlinable @inline(__always)
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The hash of the number itself, for sets and dictionaries; the default begins a hasher for each.
  @inlinable @inline(__always)
  public func _rawHashValue(seed: Int) -> Int { number._rawHashValue(seed: seed) }
}

extension TopNode: CustomStringConvertible {
  /// The number in decimal digits.
  public var description: String { "\(number)" }
}

/// The number of a cell among all of a hierarchy; its node is another number.
@frozen
public struct CellNumber: Hashable, Sendable {
  /// The number, from zero.
  public let number: UInt32

  /// A cell from its number.
  @inlinable @inline(__always)
  public init(_ number: UInt32) { self.number = number }
}
