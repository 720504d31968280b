internal import Bytes

/// Encodes the section that ``ElevationView`` reads (Formats/nav-2.md, section 12).
package enum ElevationContents {
  /// The elevation of an own segment of a tile.
  package struct Segment: Sendable, Hashable {
    /// Heights at the beginning, at the inner points and at the end, in decimetres; empty if unknown.
    package var heights: [Int32] = []
    /// The maximum grade along the shape where it rises, in percent.
    package var uphill: UInt8 = 0
    /// The maximum grade along the shape where it falls, in percent, as a positive number.
    package var downhill: UInt8 = 0
    /// The climb along the shape beyond what its end is above its beginning, in decimetres.
    package var extraClimb: UInt32 = 0

    /// A segment without heights.
    package init() {}
  }

  /// Encodes the part of one tile.
  ///
  /// - Parameters:
  ///   - junctions: The heights of the tile's junctions, then of the far ends of its crossings, in decimetres; nil if
  ///     unknown.
  ///   - segments: The own segments in order; one with heights has those of the junctions at its ends.
  /// - Returns: The bytes.
  package static func encoded(junctions: [Int32?], segments: [Segment]) -> [UInt8] {
    let base = junctions.compactMap { $0 }.min() ?? 0
    let heights = junctions.map { $0.map { UInt64($0 - base) + 1 } ?? 0 }
    let columns =
      [heights] + [
        segments.map { UInt64($0.uphill) }, segments.map { UInt64($0.downhill) },
        segments.map { UInt64($0.extraClimb) },
      ]
    let widths = columns.map { column in
      UInt64.bitWidth - (column.max() ?? 0).leadingZeroBitCount
    }
    var writer = ByteWriter()
    writer.i32(base)
    for width in widths { writer.u8(UInt8(width)) }
    var bytes = writer.bytes
    var bits = BitWriter()
    for height in heights { bits.append(height, width: widths[0]) }
    bits.flush(to: &bytes)
    for row in segments.indices {
      for column in 1...3 { bits.append(columns[column][row], width: widths[column]) }
    }
    bits.flush(to: &bytes)
    for segment in segments where segment.heights.count > 2 {
      for (a, b) in zip(segment.heights, segment.heights.dropFirst()).dropLast() {
        Varint.append(Varint.zigzag(Int64(b) - Int64(a)), to: &bytes)
      }
    }
    return bytes
  }

  /// Encodes the whole section.
  ///
  /// - Parameter parts: The parts, in the order of the tiles.
  /// - Returns: The bytes, in pieces.
  package static func section(of parts: [[UInt8]]) -> [[UInt8]] {
    [NodeIDContents.head(of: parts)] + parts + [[UInt8](repeating: 0, count: ElevationView.padding)]
  }
}

/// Writes numbers of some bits each, the lowest bits of each byte first.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var rest: UInt64 = 0
  private var count = 0

  /// Appends a number of at most 32 bits.
  mutating func append(_ value: UInt64, width: Int) {
    rest |= value << UInt64(count)
    count += width
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
      count -= 8
    }
  }

  /// Moves what was appended, to the next full byte, to the end of other bytes.
  mutating func flush(to target: inout [UInt8]) {
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: rest)) }
    target += bytes
    (bytes, rest, count) = ([], 0, 0)
  }
}
