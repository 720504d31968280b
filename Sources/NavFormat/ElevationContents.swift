internal import Bytes
package import Geo

/// Encodes the section that ``ElevationView`` reads (Formats/nav-2.md, section 12).
package enum ElevationContents {
  /// The elevation of an own segment of a tile.
  package struct Segment: Sendable {
    /// The points of the shape, both ends included; empty if the heights are unknown.
    package var points: [Coordinate] = []
    /// The heights at the points, in centimetres.
    package var heights: [Int] = []
    /// The maximum grade along the shape where it rises, in percent.
    package var uphill: UInt8 = 0
    /// The maximum grade along the shape where it falls, in percent, as a positive number.
    package var downhill: UInt8 = 0
    /// The climb along the shape beyond the rise from its beginning to its end, in centimetres.
    package var extraClimb = 0

    /// A segment without heights.
    package init() {}
  }

  /// The maximum error of a stored height within a shape, in centimetres.
  ///
  /// Readers round heights to decimetres, so the error of a read height is at most 50.
  package static let tolerance = 45.0

  /// Encodes the part of one tile.
  ///
  /// - Parameters:
  ///   - junctions: The heights of the tile's junctions, then of the far ends of its crossings, in centimetres; nil if
  ///     unknown.
  ///   - segments: The own segments in order; one with heights has those of the junctions at its ends.
  ///   - latitude: A latitude in the tile, in 1e-7 degrees; distances along shapes are measured for it.
  /// - Returns: The bytes.
  package static func encoded(
    junctions: [Int?], segments: [Segment], latitude: Double
  ) -> [UInt8] {
    let heights = junctions.map { $0.map { halfMetres($0) } }
    let base = heights.compactMap { $0 }.min() ?? 0
    let factor = UInt16(
      min(max((Trigonometry.cosine(units: latitude) * 65_536).rounded(), 0), 65_535))
    var codes: [UInt64?] = []
    let extras = segments.map { segment in
      segment.heights.isEmpty ? 0 : encodeProfile(of: segment, factor, &codes)
    }
    let columns = [
      heights.map { $0.map { UInt64($0 - base) + 1 } ?? 0 }, segments.map { UInt64($0.uphill) },
      segments.map { UInt64($0.downhill) }, extras,
    ]
    let widths = columns.map { column in
      UInt64.bitWidth - (column.max() ?? 0).leadingZeroBitCount
    }
    let restWidth = restWidth(codes)
    var writer = ByteWriter()
    writer.i32(base)
    for width in widths { writer.u8(UInt8(width)) }
    writer.u16(factor)
    writer.u8(UInt8(restWidth))
    writer.u8(0)
    var bytes = writer.bytes
    var bits = BitPacker()
    for height in columns[0] { bits.append(height, widths[0]) }
    bytes += bits.finished()
    bits = BitPacker()
    for row in segments.indices {
      for column in 1...3 { bits.append(columns[column][row], widths[column]) }
    }
    bytes += bits.finished()
    bits = BitPacker()
    for code in codes { bits.append(code, restWidth: restWidth) }
    return bytes + bits.finished()
  }

  /// Encodes the whole section.
  ///
  /// - Parameter parts: The parts, in the order of the tiles.
  /// - Returns: The bytes, in pieces.
  package static func section(of parts: [[UInt8]]) -> [[UInt8]] {
    [NodeIDContents.head(of: parts, version: ElevationView.version)] + parts
      + [[UInt8](repeating: 0, count: ElevationView.padding)]
  }

  /// Appends a code for each stretch of a segment: nil for a straight one, else how its middle differs.
  ///
  /// - Returns: The extra climb in half metres, at least that of the stored heights.
  private static func encodeProfile(
    of segment: Segment, _ factor: UInt16, _ codes: inout [UInt64?]
  ) -> UInt64 {
    let heights = segment.heights
    let (from, to) = (
      halfMetres(heights[0]) * ElevationView.unit,
      halfMetres(heights[heights.count - 1]) * ElevationView.unit
    )
    var profile = HalvedProfile(
      points: segment.points, longitudeFactor: factor, from: from, to: to)
    while let stretch = profile.next() {
      let isStraight = (stretch.first + 1..<stretch.last).allSatisfy {
        abs(profile.line(at: $0, of: stretch) * 10 - Double(heights[$0])) <= tolerance
      }
      if isStraight {
        codes.append(nil)
        profile.straighten(stretch)
      } else {
        let height = halfMetres(heights[stretch.middle])
        codes.append(Varint.zigzag(Int64(height) - profile.expected(stretch)))
        profile.split(stretch, at: height * ElevationView.unit)
      }
    }
    let stored = (profile.climb - Int64(max(to - from, 0))) / Int64(ElevationView.unit)
    return UInt64(min(max(stored, Int64(segment.extraClimb + 25) / 50), 1 << 24 - 1))
  }

  /// The width of the lower bits with which the differences take the least bytes.
  private static func restWidth(_ codes: [UInt64?]) -> Int {
    let known = codes.compactMap { $0 }
    func bits(_ width: Int) -> UInt64 {
      known.reduce(UInt64(known.count * (1 + width))) { $0 + ($1 >> UInt64(width)) }
    }
    var (width, least) = (0, bits(0))
    // The length is a convex function of the width: the search ends when it grows.
    while width < ElevationView.maximumRestWidth {
      let next = bits(width + 1)
      guard next < least else { break }
      (width, least) = (width + 1, next)
    }
    return width
  }

  /// Half metres, rounded, and clamped to the range of the file.
  private static func halfMetres(_ centimetres: Int) -> Int32 {
    let range = ElevationView.heights
    let rounded = (Double(centimetres) / 50 + 0.5).rounded(.down)
    return min(max(Int32(clamping: Int(rounded)), range.lowerBound), range.upperBound)
  }
}

extension BitPacker {
  /// Appends the code of a stretch.
  fileprivate mutating func append(_ code: UInt64?, restWidth: Int) {
    append(code == nil ? 0 : 1, 1)
    guard let code else { return }
    for _ in 0..<code >> UInt64(restWidth) { append(1, 1) }
    append(0, 1)
    append(code & (1 << UInt64(restWidth) - 1), restWidth)
  }
}
