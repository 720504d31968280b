package import Bytes
public import Geo
public import RoadModel

/// One tile's columns, read in place; valid while the file's bytes are borrowed, nothing is copied.
///
/// Indices are local numbers (Formats/nav-1.md, section 6). The bytes must have passed
/// ``validate(tileCount:)`` once; then every number found in the tile may be used as an
/// index again. An index that is out of range in the caller's own code traps.
public struct TileView: ~Escapable {
  /// The tile's bytes.
  let bytes: RawSpan
  /// Where its columns lie.
  public let layout: TileLayout

  /// A view of a tile's bytes.
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan, layout: TileLayout) {
    self.bytes = bytes
    self.layout = layout
  }

  /// The number of the tile.
  public var number: UInt32 { bytes.u32(0) }

  // MARK: Junctions

  /// The place of a local junction, own or at the far end of a crossing.
  public func position(_ junction: Int) -> Coordinate {
    guard junction < layout.junctionCount else {
      let crossing = junction &- layout.junctionCount
      return Coordinate(
        latitudeUnits: bytes.i32(layout.crossingLatitude &+ 4 &* crossing),
        longitudeUnits: bytes.i32(layout.crossingLongitude &+ 4 &* crossing))
    }
    return Coordinate(
      latitudeUnits: bytes.i32(layout.junctionLatitude &+ 4 &* junction),
      longitudeUnits: bytes.i32(layout.junctionLongitude &+ 4 &* junction))
  }

  /// What stands at an own junction.
  public func flags(_ junction: Int) -> NodeFlags {
    NodeFlags(rawValue: bytes.u8(layout.junctionFlags &+ junction))
  }

  /// The OSM node of an own junction.
  public func junctionOSMID(_ junction: Int) -> Int64 {
    id(layout.junctionID, layout.junctionIDWidth, layout.junctionIDBase, junction)
  }

  /// The entries of ``out(_:)`` that leave an own junction.
  public func outRange(_ junction: Int) -> Range<Int> {
    let at = layout.firstOut &+ 2 &* junction
    return Int(bytes.u16(at))..<Int(bytes.u16(at &+ 2))
  }

  /// The local base edge in entry `index` of the lists of leaving edges.
  public func out(_ index: Int) -> Int { Int(bytes.u16(layout.out &+ 2 &* index)) }

  // MARK: Segments

  /// The local junction where the shape begins.
  public func from(_ segment: Int) -> Int { Int(bytes.u16(layout.segmentFrom &+ 2 &* segment)) }

  /// The local junction where the shape ends.
  public func to(_ segment: Int) -> Int { Int(bytes.u16(layout.segmentTo &+ 2 &* segment)) }

  /// The row of the segment's way.
  public func way(_ segment: Int) -> Int { Int(bytes.u16(layout.segmentWay &+ 2 &* segment)) }

  /// The length in centimetres.
  public func length(_ segment: Int) -> UInt32 { bytes.u32(layout.segmentLength &+ 4 &* segment) }

  /// Whether rule rows limit the segment.
  public func hasLimits(_ segment: Int) -> Bool {
    bytes.u8(layout.segmentFlags &+ segment) & 1 != 0
  }

  /// Whether rule rows say anything of the segment.
  public func hasRulesOrLimits(_ segment: Int) -> Bool {
    bytes.u8(layout.segmentFlags &+ segment) & 3 != 0
  }

  /// Whether rule rows set something else of the segment: access, speed.
  public func hasRules(_ segment: Int) -> Bool {
    bytes.u8(layout.segmentFlags &+ segment) & 2 != 0
  }

  /// The heading of an edge where it leaves its beginning.
  public func departureBearing(_ segment: Int, _ direction: Direction) -> Bearing {
    let column = direction == .forward ? layout.bearingFrom : layout.bearingTo
    return Bearing(turns256: bytes.u8(column &+ segment))
  }

  /// The heading of an edge where it arrives at its end.
  public func arrivalBearing(_ segment: Int, _ direction: Direction) -> Bearing {
    departureBearing(segment, direction.reversed).reversed
  }

  /// How a segment hangs together with the main network, for one mode.
  public func reach(_ segment: Int, _ mode: Mode) -> Reach {
    Reach(reachBits(segment), mode)
  }

  /// The reach bits of all modes.
  public func reachBits(_ segment: Int) -> UInt32 {
    bytes.u32(layout.reach &+ 4 &* reachRow(segment))
  }

  /// The row of a segment's reach bits.
  func reachRow(_ segment: Int) -> Int { Int(bytes.u16(layout.segmentReach &+ 2 &* segment)) }

  /// The two bearings and the flags as they are stored.
  public func stored(_ segment: Int) -> (flags: UInt8, bearingFrom: UInt8, bearingTo: UInt8) {
    (
      bytes.u8(layout.segmentFlags &+ segment), bytes.u8(layout.bearingFrom &+ segment),
      bytes.u8(layout.bearingTo &+ segment)
    )
  }

  /// The inner points of the shape, from `from` to `to`, without the junctions themselves.
  ///
  /// - Parameters:
  ///   - segment: A segment.
  ///   - visit: Gets each point.
  /// - Complexity: O(points).
  public func forEachInnerPoint(_ segment: Int, _ visit: (Coordinate) -> Void) {
    var inner = innerPoints(segment)
    while let point = inner.next() { visit(point) }
  }

  /// The whole shape of a segment, junctions included, from `from` to `to`.
  public func shape(_ segment: Int) -> [Coordinate] {
    var points = [position(from(segment))]
    forEachInnerPoint(segment) { points.append($0) }
    points.append(position(to(segment)))
    return points
  }

  // MARK: Ways

  /// The OSM id of a way.
  public func wayOSMID(_ way: Int) -> Int64 {
    id(layout.wayID, layout.wayIDWidth, layout.wayIDBase, way)
  }

  /// The row of a way's attribute set.
  public func attributeRow(_ way: Int) -> Int {
    Int(bytes.u16(layout.wayAttributes &+ 2 &* way))
  }

  /// Where a way's name is in the names section, 0 when it has none.
  public func nameOffset(_ way: Int) -> UInt32 { bytes.u32(layout.wayName &+ 4 &* way) }

  /// Where a way's road number is in the names section, 0 when it has none.
  public func refOffset(_ way: Int) -> UInt32 { bytes.u32(layout.wayRef &+ 4 &* way) }

  /// The attribute set in a row.
  public func attributes(row: Int) -> RoadAttributes {
    RoadAttributes(bytes, at: layout.attributes &+ TileLayout.attributesLength &* row)
  }

  /// What the road of a segment is.
  public func road(_ segment: Int) -> RoadAttributes { attributes(row: attributeRow(way(segment))) }

  /// The access of all modes on a segment in a direction: cheaper than its whole ``road(_:)``.
  public func access(_ segment: Int, _ direction: Direction) -> AccessTable {
    let row = layout.attributes &+ TileLayout.attributesLength &* attributeRow(way(segment))
    return AccessTable(rawValue: bytes.u32(row &+ 4 &* Int(direction.rawValue)))
  }

  /// The place where a local base edge ends.
  public func headPosition(_ edge: Int) -> Coordinate {
    position(edge & 1 == 0 ? to(edge >> 1) : from(edge >> 1))
  }

  // MARK: Crossings and via edges

  /// The far end of a crossing.
  public func crossing(_ index: Int) -> Crossing {
    Crossing(
      segment: bytes.u16(layout.crossingSegment &+ 2 &* index),
      tile: bytes.u32(layout.crossingTile &+ 4 &* index),
      junction: bytes.u16(layout.crossingJunction &+ 2 &* index),
      there: bytes.u16(layout.crossingThere &+ 2 &* index),
      position: position(layout.junctionCount &+ index))
  }

  /// The crossing of a segment, found by binary search; nil when both its ends lie in this tile.
  public func crossing(ofSegment segment: Int) -> Crossing? {
    let far = max(from(segment), to(segment))
    return far >= layout.junctionCount ? crossing(far &- layout.junctionCount) : nil
  }

  /// The base edge of a via edge, and its number in the tile across, 65535 when there is none.
  public func via(_ index: Int) -> (base: Int, there: Int) {
    (
      Int(bytes.u16(layout.viaBase &+ 2 &* index)), Int(bytes.u16(layout.viaThere &+ 2 &* index))
    )
  }

  /// The base edge of any local edge.
  public func base(_ edge: Int) -> Int {
    edge < 2 &* layout.segmentCount ? edge : via(edge &- 2 &* layout.segmentCount).base
  }

  // MARK: Shared steps

  /// Visits own segments by their distance: see ``BoxTree``.
  ///
  /// - Parameters:
  ///   - bound: A lower bound of the distance to anything in a box.
  ///   - visit: Gets own segments and gives the distance beyond which nothing matters any more.
  package func searchSegments(bound: (Box) -> Double, visit: (Range<Int>) -> Double) {
    BoxTree(itemCount: layout.ownSegmentCount)
      .search(bytes, at: layout.boxes, bound: bound, visit: visit)
  }

  /// The first of `count` rows for which `isBefore` is false.
  @inline(__always)
  func lowerBound(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low &+ high) / 2
      if isBefore(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Base plus an unsigned integer of `width` bytes.
  private func id(_ column: Int, _ width: Int, _ base: Int64, _ row: Int) -> Int64 {
    var value: UInt64 = 0
    let at = column &+ width &* row
    for byte in 0..<width { value |= UInt64(bytes.u8(at &+ byte)) &<< (8 &* UInt64(byte)) }
    return base &+ Int64(bitPattern: value)
  }
}

/// The grid on which inner points of shapes lie: 1e-6 degrees.
@usableFromInline
package enum ShapeGrid {
  /// Coordinate units in a grid step.
  @inlinable
  package static var units: Int64 { 10 }

  /// The grid line nearest to a coordinate, halves away from zero.
  @inlinable
  package static func round(_ value: Int32) -> Int64 {
    let wide = Int64(value)
    return (wide + (wide < 0 ? -5 : 5)) / 10
  }
}

extension Coordinate {
  /// The nearest place at which an inner point of a shape can lie.
  package var onShapeGrid: Coordinate {
    Coordinate(
      latitudeUnits: Int32(truncatingIfNeeded: ShapeGrid.round(latitudeUnits) &* ShapeGrid.units),
      longitudeUnits: Int32(truncatingIfNeeded: ShapeGrid.round(longitudeUnits) &* ShapeGrid.units))
  }
}

extension RoadAttributes {
  /// Reads an attribute set of 24 bytes.
  package init(_ bytes: RawSpan, at offset: Int) {
    self.init(roadClass: RoadClass(rawValue: bytes.u8(offset &+ 8)) ?? .unknown)
    forwardAccess = AccessTable(rawValue: bytes.u32(offset))
    backwardAccess = AccessTable(rawValue: bytes.u32(offset &+ 4))
    surface = Surface(rawValue: bytes.u8(offset &+ 9)) ?? .unknown
    flags = RoadFlags(rawValue: bytes.u16(offset &+ 10))
    forwardSpeed = Speed(deciKmh: bytes.u16(offset &+ 12))
    backwardSpeed = Speed(deciKmh: bytes.u16(offset &+ 14))
    forwardTruckSpeed = Speed(deciKmh: bytes.u16(offset &+ 16))
    backwardTruckSpeed = Speed(deciKmh: bytes.u16(offset &+ 18))
    trackGrade = bytes.u8(offset &+ 20)
    smoothness = bytes.u8(offset &+ 21)
    lanes = bytes.u8(offset &+ 22)
  }

  /// Writes an attribute set of 24 bytes.
  package func write(to writer: inout ByteWriter) {
    writer.u32(forwardAccess.rawValue)
    writer.u32(backwardAccess.rawValue)
    writer.u8(roadClass.rawValue)
    writer.u8(surface.rawValue)
    writer.u16(flags.rawValue)
    writer.u16(forwardSpeed.deciKmh)
    writer.u16(backwardSpeed.deciKmh)
    writer.u16(forwardTruckSpeed.deciKmh)
    writer.u16(backwardTruckSpeed.deciKmh)
    writer.u8(trackGrade)
    writer.u8(smoothness)
    writer.u8(lanes)
    writer.u8(0)
  }
}
