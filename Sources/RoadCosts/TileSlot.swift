import NavFormat

/// A tile among those that one query has come by, numbered as they come: see ``TouchedTiles``.
@frozen
package struct TileSlot: MapIndex {
  /// The number, from zero on.
  package let rawValue: Int

  /// A slot from its number.
  @inlinable @inline(__always)
  package init(_ rawValue: Int) { self.rawValue = rawValue }
}
