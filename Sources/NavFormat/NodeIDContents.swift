internal import Bytes

/// Encodes the section that ``NodeIDView`` reads.
package enum NodeIDContents {
  /// Encodes the part of one tile.
  ///
  /// - Parameter ids: The OSM ids of the inner points of its own segments, in order.
  /// - Returns: The bytes.
  package static func encoded(_ ids: some Sequence<Int64>) -> [UInt8] {
    var writer = ByteWriter()
    var previous: Int64 = 0
    for id in ids {
      writer.varint(Varint.zigzag(id &- previous))
      previous = id
    }
    return writer.bytes
  }

  /// Encodes the number of tiles and the offsets, which precede the parts.
  ///
  /// - Parameters:
  ///   - parts: The parts, in the order of the tiles.
  ///   - version: The version of the layout, where it has one.
  /// - Returns: The bytes.
  package static func head(of parts: [[UInt8]], version: UInt32 = 0) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(UInt32(parts.count))
    writer.u32(version)
    var offset = UInt64(NodeIDView.partsOffset(tileCount: parts.count))
    writer.u64(offset)
    for part in parts {
      offset += UInt64(part.count)
      writer.u64(offset)
    }
    return writer.bytes
  }
}
