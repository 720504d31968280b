internal import Bytes
package import Geo
package import RoadModel

/// The columns of a tile, read in place; valid while the file's bytes are borrowed.
///
/// Indices are local numbers (Formats/nav-2.md, section 6). Once the bytes have passed ``validate(tileCount:)``, every
/// number found in the tile is a valid index. Any other index that is out of range traps or gives a wrong number.
package struct TileView: ~Escapable {
  /// The bytes that contain the tile.
  let bytes: RawSpan
  /// The positions of its columns.
  package let layout: TileLayout

  /// A view of a tile in the bytes from which its layout was read.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, layout: TileLayout) {
    self.bytes = bytes
    self.layout = layout
  }

  /// The number of the tile.
  package var number: TileNumber { layout.number }

  // MARK: Junctions

  /// The coordinate of a local junction, own or at the far end of a crossing.
  package func position(_ junction: JunctionIndex) -> Coordinate {
    guard layout.isOwn(junction) else {
      let crossing = layout.crossingRow(junction)
      return place(layout.crossing.latitude, layout.crossing.longitude, crossing)
    }
    return place(layout.junction.latitude, layout.junction.longitude, junction.rawValue)
  }

  /// The flags of an own junction.
  package func flags(_ junction: JunctionIndex) -> NodeFlags {
    NodeFlags(rawValue: u8(layout.junction.flags, junction))
  }

  /// The OSM node id of an own junction.
  package func junctionOSMID(_ junction: JunctionIndex) -> Int64 {
    layout.junctionIDBase &+ Int64(bitPattern: layout.junction.id.number(bytes, junction.rawValue))
  }

  /// The indices for ``out(_:)`` of the edges that leave an own junction.
  package func outRange(_ junction: JunctionIndex) -> Range<Int> {
    let column = layout.junction.firstOut
    return int(column, junction)..<int(column, junction.advanced(by: 1))
  }

  /// The local base edge at an index of the lists of leaving edges.
  package func out(_ index: Int) -> EdgeIndex { EdgeIndex(int(layout.out, index)) }

  // MARK: Segments

  /// The local junction where the shape begins.
  package func from(_ segment: SegmentIndex) -> JunctionIndex {
    JunctionIndex(int(layout.segment.from, segment))
  }

  /// The local junction where the shape ends.
  package func to(_ segment: SegmentIndex) -> JunctionIndex {
    JunctionIndex(int(layout.segment.to, segment))
  }

  /// The row of the segment's way.
  package func way(_ segment: SegmentIndex) -> Int { int(layout.segment.way, segment) }

  /// The length in centimetres.
  package func length(_ segment: SegmentIndex) -> UInt32 { u32(layout.segment.length, segment) }

  /// Whether the segment has rule rows that set limits.
  package func hasLimits(_ segment: SegmentIndex) -> Bool {
    u8(layout.segment.flags, segment) & 1 != 0
  }

  /// Whether the segment has any rule rows.
  package func hasRulesOrLimits(_ segment: SegmentIndex) -> Bool {
    u8(layout.segment.flags, segment) & 3 != 0
  }

  /// Whether the segment has rule rows that set access or speeds.
  package func hasRules(_ segment: SegmentIndex) -> Bool {
    u8(layout.segment.flags, segment) & 2 != 0
  }

  /// The bearing in which an edge leaves its beginning.
  package func departureBearing(_ segment: SegmentIndex, _ direction: Direction) -> Bearing {
    let column = direction == .forward ? layout.segment.bearingFrom : layout.segment.bearingTo
    return Bearing(turns256: u8(column, segment))
  }

  /// The bearing in which an edge arrives at its end.
  package func arrivalBearing(_ segment: SegmentIndex, _ direction: Direction) -> Bearing {
    departureBearing(segment, direction.reversed).reversed
  }

  /// The bearing in which a base edge leaves its beginning.
  @inlinable @inline(__always)
  package func departureBearing(_ edge: EdgeIndex) -> Bearing {
    departureBearing(edge.segment, edge.direction)
  }

  /// The bearing in which a base edge arrives at its end.
  @inlinable @inline(__always)
  package func arrivalBearing(_ edge: EdgeIndex) -> Bearing {
    arrivalBearing(edge.segment, edge.direction)
  }

  /// The connection of a segment to the main network, for a mode.
  package func reach(_ segment: SegmentIndex, _ mode: Mode) -> Reach {
    Reach(reachBits(segment), mode)
  }

  /// The reach bits of all modes.
  package func reachBits(_ segment: SegmentIndex) -> UInt32 {
    u32(layout.reach, int(layout.segment.reach, segment))
  }

  /// The flags and the two bearings as stored.
  package func stored(_ segment: SegmentIndex) -> (
    flags: UInt8, bearingFrom: UInt8, bearingTo: UInt8
  ) {
    (
      u8(layout.segment.flags, segment), u8(layout.segment.bearingFrom, segment),
      u8(layout.segment.bearingTo, segment)
    )
  }

  /// Visits the inner points of the shape, from `from` to `to`, without the junctions.
  ///
  /// - Parameters:
  ///   - segment: A segment.
  ///   - visit: Receives each point.
  /// - Complexity: O(points).
  package func forEachInnerPoint(_ segment: SegmentIndex, _ visit: (Coordinate) -> Void) {
    var inner = innerPoints(segment)
    while let point = inner.next() { visit(point) }
  }

  /// The whole shape of a segment, including its junctions, from `from` to `to`.
  package func shape(_ segment: SegmentIndex) -> [Coordinate] {
    var points = [position(from(segment))]
    forEachInnerPoint(segment) { points.append($0) }
    points.append(position(to(segment)))
    return points
  }

  // MARK: Ways

  /// The OSM id of a way.
  package func wayOSMID(_ way: Int) -> Int64 {
    layout.wayIDBase &+ Int64(bitPattern: layout.way.id.number(bytes, way))
  }

  /// The row of a way's attribute set.
  package func attributeRow(_ way: Int) -> Int {
    int(layout.way.attributes, way)
  }

  /// The offset of a way's name in the names section; 0 if it has none.
  package func nameOffset(_ way: Int) -> UInt32 { u32(layout.names, int(layout.way.name, way)) }

  /// The offset of a way's road number in the names section; 0 if it has none.
  package func refOffset(_ way: Int) -> UInt32 { u32(layout.names, int(layout.way.ref, way)) }

  /// The attribute set in a row.
  package func attributes(row: Int) -> RoadAttributes {
    var road = RoadAttributes(
      roadClass: RoadClass(rawValue: u8(layout.attribute.roadClass, row)) ?? .unknown)
    road.forwardAccess = AccessTable(rawValue: u32(layout.attribute.accessForward, row))
    road.backwardAccess = AccessTable(rawValue: u32(layout.attribute.accessBackward, row))
    road.surface = Surface(rawValue: u8(layout.attribute.surface, row)) ?? .unknown
    road.flags = RoadFlags(rawValue: u16(layout.attribute.roadFlags, row))
    road.forwardSpeed = Speed(deciKmh: u16(layout.attribute.speedForward, row))
    road.backwardSpeed = Speed(deciKmh: u16(layout.attribute.speedBackward, row))
    road.forwardTruckSpeed = Speed(deciKmh: u16(layout.attribute.truckSpeedForward, row))
    road.backwardTruckSpeed = Speed(deciKmh: u16(layout.attribute.truckSpeedBackward, row))
    road.trackGrade = u8(layout.attribute.trackGrade, row)
    road.smoothness = u8(layout.attribute.smoothness, row)
    road.lanes = u8(layout.attribute.lanes, row)
    return road
  }

  /// The class, the flags and the lanes of a segment's road, all else unknown; cheaper than its whole ``road(_:)``.
  package func roadOutline(_ segment: SegmentIndex) -> RoadAttributes {
    roadOutline(row: attributeRow(way(segment)))
  }

  /// The class, the flags and the lanes of the attribute set in a row, all else unknown.
  package func roadOutline(row: Int) -> RoadAttributes {
    var road = RoadAttributes(
      roadClass: RoadClass(rawValue: u8(layout.attribute.roadClass, row)) ?? .unknown)
    road.flags = RoadFlags(rawValue: u16(layout.attribute.roadFlags, row))
    road.lanes = u8(layout.attribute.lanes, row)
    return road
  }

  /// The attributes of a segment's road.
  package func road(_ segment: SegmentIndex) -> RoadAttributes {
    attributes(row: attributeRow(way(segment)))
  }

  /// Whether a segment is part of a ferry or car train; cheaper than its whole ``road(_:)``.
  package func isFerry(_ segment: SegmentIndex) -> Bool {
    roadFlags(segment).contains(.ferry)
  }

  /// Whether a segment is part of a roundabout or traffic circle; cheaper than its whole ``road(_:)``.
  package func isRing(_ segment: SegmentIndex) -> Bool {
    roadFlags(segment).contains(.roundabout)
  }

  @inline(__always)
  private func roadFlags(_ segment: SegmentIndex) -> RoadFlags {
    RoadFlags(rawValue: u16(layout.attribute.roadFlags, attributeRow(way(segment))))
  }

  /// The access of all modes to a segment in a direction; cheaper than its whole ``road(_:)``.
  package func access(_ segment: SegmentIndex, _ direction: Direction) -> AccessTable {
    access(row: attributeRow(way(segment)), direction)
  }

  /// The access of all modes in a direction by the attribute set in a row.
  package func access(row: Int, _ direction: Direction) -> AccessTable {
    let column =
      direction == .forward ? layout.attribute.accessForward : layout.attribute.accessBackward
    return AccessTable(rawValue: u32(column, row))
  }

  /// The local junction at which a base edge ends.
  @inline(__always)
  package func head(_ edge: EdgeIndex) -> JunctionIndex {
    edge.isForward ? to(edge.segment) : from(edge.segment)
  }

  /// The coordinate where a local base edge ends.
  package func headPosition(_ edge: EdgeIndex) -> Coordinate {
    position(head(edge))
  }

  // MARK: Crossings and via edges

  /// The far end of a crossing.
  package func crossing(_ index: Int) -> Crossing {
    Crossing(
      segment: SegmentIndex(int(layout.crossing.segment, index)),
      tile: TileNumber(int(layout.crossing.tile, index)),
      junction: JunctionIndex(int(layout.crossing.junction, index)),
      there: SegmentIndex(int(layout.crossing.there, index)),
      position: place(layout.crossing.latitude, layout.crossing.longitude, index))
  }

  /// The crossing of a segment; nil if both its ends lie in this tile.
  package func crossing(ofSegment segment: SegmentIndex) -> Crossing? {
    let row = layout.crossingRow(max(from(segment), to(segment)))
    return row >= 0 ? crossing(row) : nil
  }

  /// The tile that a base edge belongs to, and its number there; nil if it is a copy without a crossing.
  package func home(ofBase edge: EdgeIndex) -> (tile: TileNumber, edge: EdgeIndex)? {
    if layout.isOwnBase(edge) { return (number, edge) }
    return crossing(ofSegment: edge.segment).map { ($0.tile, edge.moved(to: $0.there)) }
  }

  /// The base edge of a via edge, and its number in the other tile; 65535 if there is none.
  package func via(_ index: Int) -> (base: EdgeIndex, there: Int) {
    (EdgeIndex(int(layout.via.base, index)), int(layout.via.there, index))
  }

  /// The base edge of any local edge.
  package func base(_ edge: EdgeIndex) -> EdgeIndex {
    layout.isBase(edge) ? edge : via(layout.viaRow(edge)).base
  }

  /// The number in the tile across a crossing of an edge on the crossing segment; nil if that tile has no such edge.
  package func number(of edge: EdgeIndex, _ crossing: Crossing, in other: TileLayout) -> EdgeIndex?
  {
    guard crossing.there < other.segments.upperBound else { return nil }
    if layout.isBase(edge) { return edge.moved(to: crossing.there) }
    let row = via(layout.viaRow(edge)).there
    return row < other.viaCount ? other.edge(ofVia: row) : nil
  }

  // MARK: Shared steps

  /// Visits own segments, nearest boxes first; see ``BoxTree``.
  ///
  /// - Parameters:
  ///   - bound: A lower bound of the distance to anything in a box.
  ///   - visit: Receives own segments; returns the maximum distance that still matters.
  package func searchSegments(bound: (Box) -> Double, visit: (Range<SegmentIndex>) -> Double) {
    BoxTree(itemCount: layout.ownSegmentCount)
      .search(box: { segmentBox($0) }, bound: bound) {
        visit(SegmentIndex($0.lowerBound)..<SegmentIndex($0.upperBound))
      }
  }

  /// A box of the tree over the own segments, rounded outward.
  package func segmentBox(_ index: Int) -> Box {
    @inline(__always)
    func edge(_ place: Int, _ base: Int32) -> Int32 {
      base &+ Int32(truncatingIfNeeded: u16(layout.boxes, 4 &* index &+ place)) &<< layout.boxShift
    }
    return Box(
      minLatitude: edge(0, layout.base.latitudeUnits),
      minLongitude: edge(1, layout.base.longitudeUnits),
      maxLatitude: edge(2, layout.base.latitudeUnits),
      maxLongitude: edge(3, layout.base.longitudeUnits))
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

  /// A coordinate stored relative to the tile's base.
  @inline(__always)
  private func place(_ latitude: PackedColumn, _ longitude: PackedColumn, _ row: Int) -> Coordinate
  {
    Coordinate(
      latitudeUnits: layout.base.latitudeUnits &+ Int32(bitPattern: u32(latitude, row)),
      longitudeUnits: layout.base.longitudeUnits &+ Int32(bitPattern: u32(longitude, row)))
  }

  @inline(__always)
  func int(_ column: PackedColumn, _ index: some MapIndex) -> Int { int(column, index.rawValue) }

  @inline(__always)
  func u8(_ column: PackedColumn, _ index: some MapIndex) -> UInt8 { u8(column, index.rawValue) }

  @inline(__always)
  func u32(_ column: PackedColumn, _ index: some MapIndex) -> UInt32 { u32(column, index.rawValue) }

  @inline(__always)
  func int(_ column: PackedColumn, _ row: Int) -> Int {
    Int(truncatingIfNeeded: column.number(bytes, row))
  }

  @inline(__always)
  func u8(_ column: PackedColumn, _ row: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: column.number(bytes, row))
  }

  @inline(__always)
  func u16(_ column: PackedColumn, _ row: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: column.number(bytes, row))
  }

  @inline(__always)
  func u32(_ column: PackedColumn, _ row: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: column.number(bytes, row))
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
  /// The nearest coordinate that an inner point of a shape can have.
  package var onShapeGrid: Coordinate {
    Coordinate(
      latitudeUnits: Int32(truncatingIfNeeded: ShapeGrid.round(latitudeUnits) &* ShapeGrid.units),
      longitudeUnits: Int32(truncatingIfNeeded: ShapeGrid.round(longitudeUnits) &* ShapeGrid.units))
  }
}
