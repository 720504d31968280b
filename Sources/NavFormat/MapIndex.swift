public import RoadModel

/// The number of a tile, junction, segment or edge; each kind has its own type, so that they cannot be confused.
///
/// It costs as much as its number. Ranges of it are countable, and arrays have a subscript by it. Indices that a
/// program stores in large numbers are ``PackedIndex``es.
@usableFromInline
package protocol MapIndex: Hashable, Sendable, Strideable, CustomStringConvertible
where Stride == Int {
  /// The number, from zero.
  var rawValue: Int { get }
  /// An index from its number.
  init(_ rawValue: Int)
}

extension MapIndex {
  /// An index from a number of another width, such as that of a column.
  @inlinable @inline(__always)
  package init(_ number: some FixedWidthInteger) { self.init(Int(truncatingIfNeeded: number)) }

  /// The number of steps to another index.
  @inlinable @inline(__always)
  package func distance(to other: Self) -> Int { other.rawValue &- rawValue }

  /// The index a number of steps on.
  @inlinable @inline(__always)
  package func advanced(by steps: Int) -> Self { Self(rawValue &+ steps) }

  /// Orders by number.
  @inlinable @inline(__always)
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Whether the numbers are equal.
  @inlinable @inline(__always)
  package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  /// Hashes the number.
  @inlinable @inline(__always)
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The hash of the number itself, for sets and dictionaries; the default begins a hasher for each.
  @inlinable @inline(__always)
  package func _rawHashValue(seed: Int) -> Int { rawValue._rawHashValue(seed: seed) }

  /// The number in decimal digits.
  @usableFromInline package var description: String { "\(rawValue)" }
}

extension FixedWidthInteger {
  /// The number of an index in this width, for packed labels and keys; higher bits are lost.
  @inlinable @inline(__always)
  package init(_ index: some MapIndex) { self.init(truncatingIfNeeded: index.rawValue) }
}

/// An index of four bytes, for structures with many of them.
@usableFromInline
package protocol PackedIndex: MapIndex {
  /// The number, from zero.
  var number: UInt32 { get }
  /// An index from its number.
  init(number: UInt32)
}

extension PackedIndex {
  /// No index: a number that no array reaches, because an optional would take eight bytes.
  @inlinable @inline(__always)
  package static var none: Self { Self(number: .max) }

  /// Whether it is no index.
  @inlinable @inline(__always)
  package var isNone: Bool { number == .max }

  /// The number, from zero.
  @inlinable @inline(__always)
  package var rawValue: Int { Int(number) }

  /// An index from its number; traps if it needs more than 32 bits.
  @inlinable @inline(__always)
  package init(_ rawValue: Int) { self.init(number: UInt32(rawValue)) }
}

/// The key, in a hash table, of something in the numbering of a tile, or of a query's slot of a tile.
///
/// One number of eight bytes hashes faster than two.
@frozen @usableFromInline
package struct LocalKey<Holder: MapIndex, Index: MapIndex>: Hashable, Sendable {
  @usableFromInline let rawValue: UInt64

  /// The key of an index of a tile or slot.
  @inlinable @inline(__always)
  package init(_ holder: Holder, _ index: Index) {
    rawValue = UInt64(holder) &<< 32 | UInt64(index)
  }

  /// The hash of the number itself, as that of an index.
  @inlinable @inline(__always)
  package func _rawHashValue(seed: Int) -> Int { rawValue._rawHashValue(seed: seed) }
}

extension Array {
  /// The element for an index, in an array with one for each tile, junction, segment or edge.
  @inlinable
  package subscript(index: some MapIndex) -> Element {
    @inline(__always) get { self[index.rawValue] }
    // Elements that are arrays are changed in place; a setter would copy them.
    @inline(__always) _modify { yield &self[index.rawValue] }
  }
}

/// A tile of a map: its index in the tile directory.
@frozen @usableFromInline
package struct TileNumber: MapIndex {
  /// The number, from zero.
  @usableFromInline package let rawValue: Int

  /// A tile from its number.
  @inlinable @inline(__always)
  package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// A junction in the numbering of a tile: own ones first, then the far ends of crossings.
@frozen @usableFromInline
package struct JunctionIndex: MapIndex {
  /// The number, from zero.
  @usableFromInline package let rawValue: Int

  /// A junction from its number.
  @inlinable @inline(__always)
  package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// A segment in the numbering of a tile: own ones first, then copies of segments that belong to other tiles.
@frozen @usableFromInline
package struct SegmentIndex: MapIndex {
  /// The number, from zero.
  @usableFromInline package let rawValue: Int

  /// A segment from its number.
  @inlinable @inline(__always)
  package init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Its base edge along the shape.
  @inlinable @inline(__always)
  package var forwardEdge: EdgeIndex { EdgeIndex(2 &* rawValue) }

  /// Its base edges, forward first.
  @inlinable @inline(__always)
  package var edges: ClosedRange<EdgeIndex> { forwardEdge...forwardEdge.reversed }
}

/// A directed edge in the numbering of a tile: two base edges for each segment, then via edges.
///
/// The properties are those of base edges. ``TileLayout/isBase(_:)`` tells them from via edges, and
/// ``TileView/base(_:)`` returns the base edge of a via edge.
@frozen @usableFromInline
package struct EdgeIndex: MapIndex {
  /// The number, from zero.
  @usableFromInline package let rawValue: Int

  /// An edge from its number.
  @inlinable @inline(__always)
  package init(_ rawValue: Int) { self.rawValue = rawValue }

  /// The base edge along a segment in a direction.
  @inlinable @inline(__always)
  package init(_ segment: SegmentIndex, _ direction: Direction) {
    rawValue = segment.forwardEdge.rawValue &+ (direction == .forward ? 0 : 1)
  }

  /// The segment.
  @inlinable @inline(__always)
  package var segment: SegmentIndex { SegmentIndex(rawValue &>> 1) }

  /// Whether the edge leads along the shape of its segment.
  @inlinable @inline(__always)
  package var isForward: Bool { rawValue & 1 == 0 }

  /// The direction along the segment.
  @inlinable @inline(__always)
  package var direction: Direction { isForward ? .forward : .backward }

  /// The edge of the same segment in the other direction.
  @inlinable @inline(__always)
  package var reversed: EdgeIndex { EdgeIndex(rawValue ^ 1) }

  /// The base edge in the same direction on another segment: a copy of this one's, or its original.
  @inlinable @inline(__always)
  package func moved(to segment: SegmentIndex) -> EdgeIndex {
    EdgeIndex(segment.forwardEdge.rawValue &+ rawValue & 1)
  }

  /// All bits set for an edge against the shape, none for one along it; selects without a branch.
  @inline(__always)
  var directionMask: Int { 0 &- rawValue & 1 }

  /// The index of this edge's entry in a list with two entries per row; `row` is that of the segment.
  @inlinable @inline(__always)
  package func place(inPairs row: Int) -> Int { 2 &* row &+ rawValue & 1 }
}

/// A cell of the hierarchy in the numbering of a tile; among all cells of a map it has another number.
@frozen @usableFromInline
package struct CellIndex: MapIndex {
  /// The number, from zero.
  @usableFromInline package let rawValue: Int

  /// A cell from its number.
  @inlinable @inline(__always)
  package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The local numbers of a tile.
extension TileLayout {
  /// Cells of the hierarchy; none in a file without one.
  @inlinable
  package var cells: Range<CellIndex> { CellIndex(0)..<CellIndex(cellCount) }

  /// Own junctions.
  @inlinable
  package var junctions: Range<JunctionIndex> { JunctionIndex(0)..<JunctionIndex(junctionCount) }

  /// Segments, copies included.
  @inlinable
  package var segments: Range<SegmentIndex> { SegmentIndex(0)..<SegmentIndex(segmentCount) }

  /// Own segments.
  @inlinable
  package var ownSegments: Range<SegmentIndex> { SegmentIndex(0)..<SegmentIndex(ownSegmentCount) }

  /// Base edges, those of copies included.
  @inlinable
  package var baseEdges: Range<EdgeIndex> { EdgeIndex(0)..<firstVia }

  /// Edges, base and via.
  @inlinable
  package var edges: Range<EdgeIndex> { EdgeIndex(0)..<edge(ofVia: viaCount) }

  /// The number of local edges, base and via.
  @inlinable @inline(__always)
  package var edgeCount: Int { 2 &* segmentCount &+ viaCount }

  /// The number of edges that belong to the tile: the base edges of own segments, and via edges on them.
  @inlinable
  package var ownEdgeCount: Int { 2 &* ownSegmentCount &+ ownViaCount }

  /// The index of an edge among those that belong to the tile, in the order of their ids in the file.
  @inlinable @inline(__always)
  package func ownPlace(_ edge: EdgeIndex) -> Int {
    isOwnBase(edge) ? edge.rawValue : edge.rawValue &- 2 &* (segmentCount &- ownSegmentCount)
  }

  /// The edge at an index among those that belong to the tile.
  @inlinable @inline(__always)
  package func edge(atOwnPlace place: Int) -> EdgeIndex {
    let via = place &- 2 &* ownSegmentCount
    return via < 0 ? EdgeIndex(place) : edge(ofVia: via)
  }

  /// The first via edge; all edges below are base edges.
  @inlinable @inline(__always)
  package var firstVia: EdgeIndex { EdgeIndex(2 &* segmentCount) }

  /// Whether an edge is a base edge.
  @inlinable @inline(__always)
  package func isBase(_ edge: EdgeIndex) -> Bool { edge < firstVia }

  /// Whether an edge is a base edge of an own segment.
  @inlinable @inline(__always)
  package func isOwnBase(_ edge: EdgeIndex) -> Bool { edge.rawValue < 2 &* ownSegmentCount }

  /// Whether an edge, base or via, belongs to the tile: its segment is an own one.
  @inlinable @inline(__always)
  package func isOwn(_ edge: EdgeIndex) -> Bool {
    isOwnBase(edge) || edge >= firstVia && viaRow(edge) < ownViaCount
  }

  /// The row of a via edge among the via edges of the tile; negative for a base edge.
  @inlinable @inline(__always)
  package func viaRow(_ edge: EdgeIndex) -> Int { firstVia.distance(to: edge) }

  /// The via edge in a row.
  @inlinable @inline(__always)
  package func edge(ofVia row: Int) -> EdgeIndex { firstVia.advanced(by: row) }

  /// The edge that a vehicle is on after a turn, base or via.
  @inlinable @inline(__always)
  package func edge(behind turn: TurnRow) -> EdgeIndex {
    turn.enter == TurnRow.none ? turn.to : edge(ofVia: Int(turn.enter))
  }

  /// Whether a junction is an own one.
  @inlinable @inline(__always)
  package func isOwn(_ junction: JunctionIndex) -> Bool { junction.rawValue < junctionCount }

  /// Whether a segment is an own one.
  @inlinable @inline(__always)
  package func isOwn(_ segment: SegmentIndex) -> Bool { segment.rawValue < ownSegmentCount }

  /// The row of the crossing with a junction at its far end; negative for an own junction.
  @inlinable @inline(__always)
  package func crossingRow(_ junction: JunctionIndex) -> Int {
    junction.rawValue &- junctionCount
  }
}
