internal import Bytes

/// The elevation of segments, read in place (Formats/nav-2.md, section 12).
package struct ElevationView: ~Escapable {
  private let bytes: RawSpan

  /// The version of the layout.
  package static let version: UInt32 = 1
  /// The unit of heights in decimetres.
  package static let unit: Int32 = 5
  /// The heights that a file may have, in half metres: -5,000 m to 10,000 m.
  package static let heights: ClosedRange<Int32> = -10_000...20_000
  /// The zero bytes behind the parts, so that eight bytes can be loaded at the last bit.
  static let padding = 8
  /// The bytes of a part before its heights.
  static let partHead = 12
  private static let maximumWidths = [24, 8, 8, 24]
  /// The maximum width of the lower bits of differences.
  static let maximumRestWidth = 15
  private static let part = "section 'elevation'"

  /// A view of the section's bytes.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) { self.bytes = bytes }

  private static func invalid(_ offset: UInt64, _ rule: String) -> FormatError {
    .invalid(part: part, offset: offset, rule: rule)
  }

  /// Checks that the section has a part for every tile, one after the other.
  ///
  /// - Parameters:
  ///   - offset: The offset of the section in the file, for messages.
  ///   - tileCount: The number of tiles of the file.
  /// - Throws: ``FormatError/truncated(part:needs:has:)``, ``FormatError/otherLayout(part:offset:found:known:)`` or
  ///   ``FormatError/invalid(part:offset:rule:)``.
  package func validate(at offset: UInt64, tileCount: Int) throws(FormatError) {
    let head = NodeIDView.partsOffset(tileCount: tileCount)
    guard bytes.byteCount >= head + Self.padding else {
      throw .truncated(
        part: Self.part, needs: UInt64(head + Self.padding), has: UInt64(bytes.byteCount))
    }
    guard bytes.u32(4) == Self.version else {
      throw .otherLayout(
        part: Self.part, offset: offset + 4, found: bytes.u32(4), known: Self.version)
    }
    guard bytes.u32(0) == tileCount else {
      throw Self.invalid(offset, "the number of tiles differs")
    }
    let end = bytes.byteCount - Self.padding
    guard bytes.u64(end) == 0 else {
      throw Self.invalid(offset + UInt64(end), "the last eight bytes are not zero")
    }
    var last = UInt64(head)
    for tile in 0...tileCount {
      let at = 8 + 8 * tile
      let next = bytes.u64(at)
      // The first part begins behind the offsets, the last ends before the padding, and each
      // contains its head.
      let least = tile == 0 ? last : last + UInt64(Self.partHead)
      let isRight =
        tile == 0
        ? next == last
        : next >= least && (tile < tileCount ? next <= UInt64(end) : next == UInt64(end))
      guard isRight else {
        throw Self.invalid(offset + UInt64(at), "the part of tile \(tile) begins or ends elsewhere")
      }
      last = next
    }
  }

  /// A difference in height that no two junctions of the map exceed, in metres; 0 without heights.
  ///
  /// It follows from the bases and widths of the tiles' columns, so it may be twice the actual one.
  ///
  /// - Complexity: O(tiles).
  package func relief() -> Double {
    var (low, high) = (Int32.max, Int32.min)
    for tile in 0..<Int(bytes.u32(0)) {
      let start = Int(bytes.u64(8 + 8 * tile))
      let width = min(Int(bytes.u8(start + 4)), Self.maximumWidths[0])
      if width == 0 { continue }
      let base = min(max(bytes.i32(start), Self.heights.lowerBound), Self.heights.upperBound)
      low = min(low, base)
      high = max(high, min(base + 1 << Int32(width), Self.heights.upperBound))
    }
    return low < high ? Double(high - low) / 2 : 0
  }

  /// Decodes the elevation of a tile.
  ///
  /// - Parameters:
  ///   - tile: The tile, checked; its number selects the part.
  ///   - offset: The offset of the section in the file, for messages.
  /// - Returns: The elevation of its own segments.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` if the part breaks a rule of the format.
  /// - Complexity: O(points of the tile).
  package func elevation(
    of tile: borrowing TileView, at offset: UInt64
  ) throws(FormatError) -> TileElevation {
    let layout = tile.layout
    let part = try self.part(of: tile, at: offset)
    let number = tile.number.rawValue
    let (widths, rows) = (part.widths, part.rows)
    var result = TileElevation()
    result.junctions = try junctions(
      part.base, width: widths[0], count: layout.junctionCount + layout.crossingCount,
      from: part.junctions, at: offset)
    var bits = ProfileBits(bytes, from: 8 * part.profiles, to: 8 * part.end)
    for segment in layout.ownSegments {
      var bit = 8 * rows + segment.rawValue * part.rowWidth
      var numbers: [UInt32] = []
      for column in 1...3 {
        let width = widths[column]
        numbers.append(UInt32(self.bits(bit, width: width)))
        bit += width
      }
      result.facts.append((UInt8(numbers[0]), UInt8(numbers[1]), numbers[2]))
      let ends = (
        result.junctions[tile.from(segment).rawValue], result.junctions[tile.to(segment).rawValue]
      )
      if let from = ends.0, let to = ends.1 {
        let climb = try readProfile(
          of: segment, in: tile, part, from: from, to: to, &bits, offset, into: &result)
        guard climb <= Int64(numbers[2]) * Int64(Self.unit) + Int64(max(to - from, 0)) else {
          throw Self.invalid(
            offset + UInt64(rows),
            "segment \(segment) of tile \(number) climbs less than its heights")
        }
      } else if numbers != [0, 0, 0] {
        throw Self.invalid(
          offset + UInt64(rows), "segment \(segment) of tile \(number) has grades, but no heights")
      }
      result.first.append(result.inner.count)
    }
    guard bits.isAtEnd else {
      throw Self.invalid(offset + UInt64(part.end), "tile \(number) has more heights than points")
    }
    return result
  }

  /// The climb, descent and steepness along a segment's shape, without decoding the tile.
  ///
  /// - Parameters:
  ///   - segment: An own segment of the tile.
  ///   - tile: The tile, checked; its number selects the part.
  ///   - offset: The offset of the section in the file, for messages.
  /// - Returns: The climb; nil if unknown.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` if the part breaks a rule of the format.
  /// - Complexity: O(1).
  package func climb(
    along segment: SegmentIndex, in tile: borrowing TileView, at offset: UInt64
  ) throws(FormatError) -> SegmentClimb? {
    let part = try self.part(of: tile, at: offset)
    func junction(_ index: JunctionIndex) throws(FormatError) -> Int32? {
      try height(
        part.base, width: part.widths[0], at: part.junctions + index.rawValue * part.widths[0],
        offset)
    }
    guard let from = try junction(tile.from(segment)), let to = try junction(tile.to(segment))
    else { return nil }
    let bit = 8 * part.rows + segment.rawValue * part.rowWidth
    let uphill = bits(bit, width: part.widths[1])
    let downhill = bits(bit + part.widths[1], width: part.widths[2])
    let extra =
      Int64(bits(bit + part.widths[1] + part.widths[2], width: part.widths[3])) * Int64(Self.unit)
    return SegmentClimb(
      ascent: Int32(clamping: extra + Int64(max(to - from, 0))),
      descent: Int32(clamping: extra + Int64(max(from - to, 0))),
      steepestPercent: UInt8(truncatingIfNeeded: max(uphill, downhill)))
  }

  /// The positions of the columns in a tile's part.
  private struct Part {
    let base: Int64
    let widths: SIMD4<Int>
    let longitudeFactor: UInt16
    let restWidth: Int
    /// The first bit of the heights of junctions.
    let junctions: Int
    /// The first byte of the rows of segments, and that of their heights.
    let rows: Int
    let profiles: Int
    let end: Int
    var rowWidth: Int { widths[1] + widths[2] + widths[3] }
  }

  /// The columns of a tile's part, checked to lie in it.
  private func part(
    of tile: borrowing TileView, at offset: UInt64
  ) throws(FormatError) -> Part {
    let layout = tile.layout
    let number = tile.number.rawValue
    let start = Int(bytes.u64(8 + 8 * number))
    let end = Int(bytes.u64(16 + 8 * number))
    var widths = SIMD4<Int>()
    for index in 0..<4 { widths[index] = Int(bytes.u8(start + 4 + index)) }
    for index in 0..<4 where widths[index] > Self.maximumWidths[index] {
      throw Self.invalid(offset + UInt64(start), "a width of tile \(number) exceeds its maximum")
    }
    let restWidth = Int(bytes.u8(start + 10))
    guard restWidth <= Self.maximumRestWidth, bytes.u8(start + 11) == 0 else {
      throw Self.invalid(
        offset + UInt64(start + 10),
        "a width of tile \(number) exceeds its maximum, or reserved is not zero")
    }
    let junctionCount = layout.junctionCount + layout.crossingCount
    let rowWidth = widths[1] + widths[2] + widths[3]
    let rows = start + Self.partHead + (junctionCount * widths[0] + 7) / 8
    let profiles = rows + (layout.ownSegmentCount * rowWidth + 7) / 8
    guard profiles <= end else {
      throw Self.invalid(offset + UInt64(start), "tile \(number) has fewer heights than junctions")
    }
    return Part(
      base: Int64(bytes.i32(start)), widths: widths,
      longitudeFactor: bytes.u16(start + 8), restWidth: restWidth,
      junctions: 8 * (start + Self.partHead), rows: rows, profiles: profiles, end: end)
  }

  /// The height of a junction in decimetres, checked to lie on earth.
  private func height(
    _ base: Int64, width: Int, at bit: Int, _ offset: UInt64
  ) throws(FormatError) -> Int32? {
    let value = bits(bit, width: width)
    return value > 0
      ? try Self.height(base + Int64(value) - 1, at: offset + UInt64(bit / 8)) : nil
  }

  /// The heights of junctions, checked to lie on earth.
  private func junctions(
    _ base: Int64, width: Int, count: Int, from bit: Int, at offset: UInt64
  ) throws(FormatError) -> [Int32?] {
    var heights: [Int32?] = []
    heights.reserveCapacity(count)
    for junction in 0..<count {
      heights.append(try height(base, width: width, at: bit + junction * width, offset))
    }
    return heights
  }

  /// Reads the heights of a segment's inner points, and returns their climb in decimetres.
  private func readProfile(
    of segment: SegmentIndex, in tile: borrowing TileView, _ part: Part, from: Int32, to: Int32,
    _ bits: inout ProfileBits, _ offset: UInt64, into result: inout TileElevation
  ) throws(FormatError) -> Int64 {
    guard tile.innerPointCount(segment) > 0 else { return Int64(max(to - from, 0)) }
    var profile = HalvedProfile(
      points: tile.shape(segment), longitudeFactor: part.longitudeFactor, from: from, to: to)
    while let stretch = profile.next() {
      guard let isSplit = bits.flag() else { throw Self.tooFew(offset, part) }
      guard isSplit else {
        profile.straighten(stretch)
        continue
      }
      guard let difference = bits.number(restWidth: part.restWidth) else {
        throw Self.tooFew(offset, part)
      }
      let height = profile.expected(stretch) + Varint.unzigzag(difference)
      profile.split(stretch, at: try Self.height(height, at: offset + UInt64(part.profiles)))
    }
    result.inner += profile.heights.dropFirst().dropLast()
    return profile.climb
  }

  private static func tooFew(_ offset: UInt64, _ part: Part) -> FormatError {
    invalid(offset + UInt64(part.end), "a tile has fewer heights than points")
  }

  /// Decimetres from half metres.
  private static func height(_ value: Int64, at offset: UInt64) throws(FormatError) -> Int32 {
    guard let height = Int32(exactly: value), heights.contains(height) else {
      throw invalid(offset, "a height is not on earth")
    }
    return height * unit
  }

  /// A number of at most 24 bits; eight bytes can be loaded at each of its bits.
  private func bits(_ bit: Int, width: Int) -> UInt64 {
    bytes.u64(bit &>> 3) &>> UInt64(truncatingIfNeeded: bit & 7) & (1 &<< UInt64(width) &- 1)
  }
}
