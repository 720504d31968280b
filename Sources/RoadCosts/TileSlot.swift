import NavFormat

/// The number of a tile within one query, in order of first use; see ``TouchedTiles``.
@frozen
package struct TileSlot: MapIndex {
  /// The number, from zero.
  package let rawValue: Int

  /// A slot from its number.
  @inlinable @inline(__always)
  package init(_ rawValue: Int) { self.rawValue = rawValue }
}
