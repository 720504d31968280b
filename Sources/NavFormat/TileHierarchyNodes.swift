internal import Bytes

/// Where in a file the nodes of the hierarchy lie that the cells of a tile are, and behind them those that its cut
/// edges are (Formats/nav-2.md, section 9.1).
///
/// They are not in the tile: they follow from the roads of the whole map, and a tile is to stay as it is where its own
/// roads do.
public struct TileHierarchyNodes: Sendable {
  /// The first of them.
  let place: PackedColumn
  /// How many there are.
  package let count: Int

  /// Nodes of so many bits, one behind the other from a bit on.
  package init(at bit: Int, width: Int, count: Int) {
    place = PackedColumn(at: bit, width: width, stride: width)
    self.count = count
  }
}

extension HierarchyLayout {
  /// Where the nodes of a tile lie.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - bytes: The whole file.
  ///   - entry: The hierarchy's section.
  /// - Returns: Their place in the file.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` when they do not lie in the section.
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

  /// Checks that the nodes of the tiles lie one behind the other.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes.
  ///   - offset: Where it begins in the file, for messages.
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

  /// Checks that nothing lies behind the nodes of the tiles.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes.
  ///   - offset: Where it begins in the file, for messages.
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
