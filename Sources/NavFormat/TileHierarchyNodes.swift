internal import Bytes

/// The position in a file of a tile's hierarchy nodes: those of its cells, then those of its cut edges
/// (Formats/nav-2.md, section 9.1).
///
/// They are not in the tile, because they depend on the roads of the whole map: a tile stays the same when only other
/// roads change.
package struct TileHierarchyNodes: Sendable {
  /// The nodes as a column.
  let place: PackedColumn
  /// The number of nodes.
  package let count: Int

  /// Nodes of a width in bits, one after the other from a bit on.
  package init(at bit: Int, width: Int, count: Int) {
    place = PackedColumn(at: bit, width: width, stride: width)
    self.count = count
  }
}

extension HierarchyLayout {
  /// The position of a tile's nodes.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - bytes: The whole file.
  ///   - entry: The hierarchy's section.
  /// - Returns: The position in the file.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` if they do not lie in the section.
  package func nodes(
    ofTile tile: TileNumber, _ bytes: RawSpan, _ entry: SectionEntry
  ) throws(FormatError) -> TileHierarchyNodes {
    let at = entry.range.lowerBound + tileNodes.lowerBound + 4 * tile.rawValue
    let (first, next) = (Int(bytes.u32(at)), Int(bytes.u32(at + 4)))
    guard first <= next, next <= tileNodeCount else {
      throw .invalid(
        part: "section 'hierarchy'", offset: UInt64(at),
        rule: "nodes of tile \(tile) lie outside their column")
    }
    let bit = 8 * (entry.range.lowerBound + nodes.lowerBound) + first * nodeWidth
    return TileHierarchyNodes(at: bit, width: nodeWidth, count: next - first)
  }

  /// Checks that the nodes of the tiles follow each other.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes.
  ///   - offset: The offset of the section in the file, for messages.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)``.
  package func validateTileNodes(_ bytes: RawSpan, at offset: UInt64) throws(FormatError) {
    var last: UInt32 = 0
    for at in stride(from: tileNodes.lowerBound, to: tileNodes.upperBound, by: 4) {
      let next = bytes.u32(at)
      guard next >= last, at > tileNodes.lowerBound || next == 0 else {
        throw .invalid(
          part: "section 'hierarchy'", offset: offset + UInt64(at),
          rule: "the nodes of the tiles do not follow each other")
      }
      last = next
    }
    guard last == tileNodeCount else {
      throw .invalid(
        part: "section 'hierarchy'", offset: offset,
        rule: "the tiles have another number of nodes than the header says")
    }
  }

  /// Checks that all bits behind the nodes of the tiles are zero.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes.
  ///   - offset: The offset of the section in the file, for messages.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)``.
  package func verifyPadding(_ bytes: RawSpan, at offset: UInt64) throws(FormatError) {
    let bit = 8 * nodes.lowerBound + tileNodeCount * nodeWidth
    for place in bit >> 3..<nodes.upperBound
    where bytes.u8(place) >> UInt8(place == bit >> 3 ? bit & 7 : 0) != 0 {
      throw .invalid(
        part: "section 'hierarchy'", offset: offset + UInt64(place),
        rule: "bits behind the nodes of the tiles are not zero")
    }
  }
}
