internal import Bytes

/// The OSM nodes of the inner points of shapes, read in place (Formats/nav-2.md, section 5).
package struct NodeIDView: ~Escapable {
  private let bytes: RawSpan

  /// A view of the section's bytes.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) { self.bytes = bytes }

  /// The offset of the first tile's part in the section.
  static func partsOffset(tileCount: Int) -> Int { 16 + 8 * tileCount }

  /// Checks that the section has a part for every tile, one after the other.
  ///
  /// - Parameters:
  ///   - offset: The offset of the section in the file, for messages.
  ///   - tileCount: The number of tiles of the file.
  /// - Throws: ``FormatError/truncated(part:needs:has:)`` or ``FormatError/invalid(part:offset:rule:)``.
  package func validate(at offset: UInt64, tileCount: Int) throws(FormatError) {
    let part = "section 'node ids'"
    let head = Self.partsOffset(tileCount: tileCount)
    guard bytes.byteCount >= head else {
      throw .truncated(part: part, needs: UInt64(head), has: UInt64(bytes.byteCount))
    }
    guard bytes.u32(0) == tileCount, bytes.u32(4) == 0 else {
      throw .invalid(
        part: part, offset: offset, rule: "the number of tiles differs, or reserved is not zero")
    }
    var last = UInt64(head)
    for tile in 0...tileCount {
      let at = 8 + 8 * tile
      let next = bytes.u64(at)
      guard tile == 0 ? next == last : next >= last,
        tile < tileCount ? next <= UInt64(bytes.byteCount) : next == UInt64(bytes.byteCount)
      else {
        throw .invalid(
          part: part, offset: offset + UInt64(at),
          rule: "the part of tile \(tile) begins or ends elsewhere")
      }
      last = next
    }
  }

  /// Decodes the nodes of a tile.
  ///
  /// - Parameters:
  ///   - tile: The tile, checked; its number selects the part.
  ///   - offset: The offset of the section in the file, for messages.
  /// - Returns: The nodes of its own segments.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` if the part has more or fewer ids than the tile has points.
  /// - Complexity: O(points of the tile).
  package func nodes(
    of tile: borrowing TileView, at offset: UInt64
  ) throws(FormatError) -> TileNodes {
    let number = tile.number.rawValue
    var at = Int(bytes.u64(8 + 8 * number))
    let end = Int(bytes.u64(16 + 8 * number))
    var nodes = TileNodes()
    var id: Int64 = 0
    for segment in tile.layout.ownSegments {
      for _ in 0..<tile.innerPointCount(segment) {
        guard let difference = Varint.read(bytes, at: &at, end: end) else {
          throw .invalid(
            part: "section 'node ids'", offset: offset + UInt64(at),
            rule: "tile \(number) has fewer ids than points")
        }
        id &+= Varint.unzigzag(difference)
        nodes.ids.append(id)
      }
      nodes.first.append(nodes.ids.count)
    }
    guard at == end else {
      throw .invalid(
        part: "section 'node ids'", offset: offset + UInt64(at),
        rule: "tile \(number) has more ids than points")
    }
    return nodes
  }
}

/// The OSM nodes of the inner points of a tile's own segments.
package struct TileNodes: Sendable {
  /// The nodes of segment s are `ids[first[s]..<first[s + 1]]`.
  fileprivate(set) var first = [0]
  fileprivate(set) var ids: [Int64] = []

  /// The nodes of the inner points of an own segment, from its beginning to its end.
  package func inner(_ segment: SegmentIndex) -> ArraySlice<Int64> {
    ids[first[segment.rawValue]..<first[segment.rawValue + 1]]
  }
}
