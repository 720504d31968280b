internal import Bytes

/// The elevation of segments, read in place (Formats/nav-2.md, section 12).
public struct ElevationView: ~Escapable {
  private let bytes: RawSpan

  /// The heights that a file may have, in decimetres: -5,000 m to 10,000 m.
  public static let heights: ClosedRange<Int32> = -50_000...100_000
  /// The zero bytes behind the parts, so that eight bytes can be loaded at the last bit.
  static let padding = 8
  /// The bytes of a part before its heights.
  static let partHead = 8
  private static let maximumWidths = [24, 8, 8, 24]
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
  /// - Throws: ``FormatError/truncated(part:needs:has:)`` or ``FormatError/invalid(part:offset:rule:)``.
  package func validate(at offset: UInt64, tileCount: Int) throws(FormatError) {
    let head = NodeIDView.partsOffset(tileCount: tileCount)
    guard bytes.byteCount >= head + Self.padding else {
      throw .truncated(
        part: Self.part, needs: UInt64(head + Self.padding), has: UInt64(bytes.byteCount))
    }
    guard bytes.u32(0) == tileCount, bytes.u32(4) == 0 else {
      throw Self.invalid(offset, "the number of tiles differs, or reserved is not zero")
    }
    let end = bytes.byteCount - Self.padding
    guard bytes.u64(end) == 0 else {
      throw Self.invalid(offset + UInt64(end), "the last eight bytes are not zero")
    }
    var last = UInt64(head)
    for tile in 0...tileCount {
      let at = 8 + 8 * tile
      let next = bytes.u64(at)
      // A first part begins behind the offsets, the last ends before the padding, and none is shorter than its head.
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
    let (widths, rows, end) = (part.widths, part.rows, part.end)
    var result = TileElevation()
    result.junctions = try junctions(
      part.base, width: widths[0], count: layout.junctionCount + layout.crossingCount,
      from: part.junctions, at: offset)
    var at = part.profiles
    for segment in layout.ownSegments {
      var bit = 8 * rows + segment.rawValue * part.rowWidth
      var numbers: [UInt32] = []
      for column in 1...3 {
        let width = widths[column]
        numbers.append(UInt32(bits(bit, width: width)))
        bit += width
      }
      result.facts.append((UInt8(numbers[0]), UInt8(numbers[1]), numbers[2]))
      let ends = (
        result.junctions[tile.from(segment).rawValue], result.junctions[tile.to(segment).rawValue]
      )
      if let from = ends.0, let to = ends.1 {
        try readProfile(
          from: from, to: to, count: tile.innerPointCount(segment), extra: numbers[2], at: &at,
          end: end, offset, into: &result)
      } else if numbers != [0, 0, 0] {
        throw Self.invalid(
          offset + UInt64(rows), "segment \(segment) of tile \(number) has grades, but no heights")
      }
      result.first.append(result.inner.count)
    }
    guard at == end else {
      throw Self.invalid(offset + UInt64(at), "tile \(number) has more heights than points")
    }
    return result
  }

  /// How high a road climbs and descends along a segment's shape, and how steep it is, without decoding the tile.
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
    let extra = Int64(bits(bit + part.widths[1] + part.widths[2], width: part.widths[3]))
    return SegmentClimb(
      ascent: Int32(clamping: extra + Int64(max(to - from, 0))),
      descent: Int32(clamping: extra + Int64(max(from - to, 0))),
      steepestPercent: UInt8(truncatingIfNeeded: max(uphill, downhill)))
  }

  /// Where the columns of a tile's part are.
  private struct Part {
    let base: Int64
    let widths: SIMD4<Int>
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
    let junctionCount = layout.junctionCount + layout.crossingCount
    let rowWidth = widths[1] + widths[2] + widths[3]
    let rows = start + Self.partHead + (junctionCount * widths[0] + 7) / 8
    let profiles = rows + (layout.ownSegmentCount * rowWidth + 7) / 8
    guard profiles <= end else {
      throw Self.invalid(offset + UInt64(start), "tile \(number) has fewer heights than junctions")
    }
    return Part(
      base: Int64(bytes.i32(start)), widths: widths, junctions: 8 * (start + Self.partHead),
      rows: rows, profiles: profiles, end: end)
  }

  /// The height of a junction, checked to lie on earth.
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

  /// Reads the heights of a segment's inner points.
  private func readProfile(
    from: Int32, to: Int32, count: Int, extra: UInt32, at: inout Int, end: Int, _ offset: UInt64,
    into result: inout TileElevation
  ) throws(FormatError) {
    var height = from
    var climb: Int64 = 0
    for _ in 0..<count {
      guard let difference = Varint.read(bytes, at: &at, end: end) else {
        throw Self.invalid(offset + UInt64(at), "a tile has fewer heights than points")
      }
      let (next, overflow) = Int64(height).addingReportingOverflow(Varint.unzigzag(difference))
      guard !overflow else { throw Self.invalid(offset + UInt64(at), "a height is not on earth") }
      let reached = try Self.height(next, at: offset + UInt64(at))
      climb += Int64(max(reached - height, 0))
      height = reached
      result.inner.append(reached)
    }
    climb += Int64(max(to - height, 0))
    guard climb <= Int64(extra) + Int64(max(to - from, 0)) else {
      throw Self.invalid(offset + UInt64(at), "a segment climbs less than its heights do")
    }
  }

  private static func height(_ value: Int64, at offset: UInt64) throws(FormatError) -> Int32 {
    guard let height = Int32(exactly: value), heights.contains(height) else {
      throw invalid(offset, "a height is not on earth")
    }
    return height
  }

  /// A number of at most 24 bits; eight bytes can be loaded at each of its bits.
  private func bits(_ bit: Int, width: Int) -> UInt64 {
    bytes.u64(bit &>> 3) &>> UInt64(truncatingIfNeeded: bit & 7) & (1 &<< UInt64(width) &- 1)
  }
}

/// What a segment climbs and descends, in a direction.
package struct SegmentClimb: Sendable {
  /// Decimetres, at least 0.
  package var ascent: Int32
  /// Decimetres, at least 0.
  package var descent: Int32
  /// The maximum grade up or down, in percent.
  package var steepestPercent: UInt8

  /// The same segment from its other end.
  package var reversed: SegmentClimb {
    SegmentClimb(ascent: descent, descent: ascent, steepestPercent: steepestPercent)
  }
}

/// The elevation of the own segments of a tile, decoded.
public struct TileElevation: Sendable {
  /// Heights of the tile's junctions, then of the far ends of its crossings, in decimetres; nil if unknown.
  public fileprivate(set) var junctions: [Int32?] = []
  /// The heights of the inner points of segment s are `inner[first[s]..<first[s + 1]]`; none if unknown.
  fileprivate var first = [0]
  fileprivate var inner: [Int32] = []
  fileprivate var facts: [(uphill: UInt8, downhill: UInt8, extraClimb: UInt32)] = []

  /// The elevation of a directed edge on an own segment.
  ///
  /// - Parameters:
  ///   - segment: The segment.
  ///   - forward: Whether travel is along the shape.
  ///   - tile: The tile of this elevation.
  /// - Returns: The elevation; nil if unknown.
  /// - Complexity: O(points of the segment).
  public func edge(
    _ segment: SegmentIndex, forward: Bool, in tile: borrowing TileView
  ) -> EdgeElevation? {
    let s = segment.rawValue
    guard let from = junctions[tile.from(segment).rawValue],
      let to = junctions[tile.to(segment).rawValue]
    else { return nil }
    let heights = [from] + inner[first[s]..<first[s + 1]] + [to]
    let (uphill, downhill, extra) = facts[s]
    let climb = Int32(clamping: Int64(extra) + Int64(max(to - from, 0)))
    let descent = Int32(clamping: Int64(extra) + Int64(max(from - to, 0)))
    return EdgeElevation(
      heightsDecimetres: forward ? heights : heights.reversed(),
      ascentDecimetres: forward ? climb : descent, descentDecimetres: forward ? descent : climb,
      maximumUphillPercent: forward ? uphill : downhill,
      maximumDownhillPercent: forward ? downhill : uphill)
  }
}

/// The elevation along a directed edge, in the direction of travel.
public struct EdgeElevation: Sendable, Hashable {
  /// Heights above sea level at the points of the shape, both ends included, in decimetres.
  public var heightsDecimetres: [Int32]
  /// All that the road climbs, in decimetres; at least what the heights do.
  public var ascentDecimetres: Int32
  /// All that the road descends, in decimetres, as a positive number.
  public var descentDecimetres: Int32
  /// The maximum grade where the road rises, in percent.
  public var maximumUphillPercent: UInt8
  /// The maximum grade where the road falls, in percent, as a positive number.
  public var maximumDownhillPercent: UInt8
}
