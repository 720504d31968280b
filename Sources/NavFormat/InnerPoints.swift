public import Bytes
public import Geo
package import RoadModel

/// The inner points of a segment's shape, decoded in succession from `from` to `to`.
///
/// ``TileView/innerPoints(_:)`` makes it. It allocates nothing, and the compiler inlines a loop over ``next()``, unlike
/// a closure.
@frozen @usableFromInline
package struct InnerPoints: ~Escapable {
  @usableFromInline let bytes: RawSpan
  /// The number of points left.
  @usableFromInline var count: Int
  /// The first bit of the next point.
  @usableFromInline var bit: Int
  /// Widths of its two differences in bits.
  @usableFromInline let latitudeWidth: Int
  @usableFromInline let longitudeWidth: Int
  /// The previous point, in steps of the grid.
  @usableFromInline var latitude: Int64
  @usableFromInline var longitude: Int64

  /// The points of a shape between two offsets; eight more bytes must follow.
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, from offset: Int, to end: Int, after start: Coordinate) {
    self.bytes = bytes
    let head = offset < end ? bytes.u8(offset) : 0
    latitudeWidth = ShapeWidths.width(head & 15)
    longitudeWidth = ShapeWidths.width(head &>> 4)
    bit = 8 &* (offset &+ 1)
    let width = latitudeWidth &+ longitudeWidth
    count = width < ShapeWidths.least ? 0 : 8 &* (end &- offset &- 1) / width
    latitude = ShapeGrid.round(start.latitudeUnits)
    longitude = ShapeGrid.round(start.longitudeUnits)
  }

  /// The next point; nil after the last.
  @inlinable
  @inline(__always)
  package mutating func next() -> Coordinate? {
    guard count > 0 else { return nil }
    count &-= 1
    latitude &+= difference(latitudeWidth)
    longitude &+= difference(longitudeWidth)
    return Self.point(latitude, longitude)
  }

  /// Writes all remaining points, from index `first` on in steps of 1 or -1.
  ///
  /// - Returns: Whether a point may be equal to the one before it.
  @inline(__always)
  func write(to points: inout MutableSpan<Coordinate>, from first: Int, by step: Int) -> Bool {
    let bytes = bytes
    let latitudeMask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: latitudeWidth) &- 1
    let longitudeMask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: longitudeWidth) &- 1
    let shift = UInt64(truncatingIfNeeded: latitudeWidth)
    let width = latitudeWidth &+ longitudeWidth
    // Eight bytes contain both numbers, for any bit of the first byte at which they begin.
    let isNarrow = width <= 57
    var (latitude, longitude, bit, place) = (self.latitude, self.longitude, self.bit, first)
    var repeats = false
    for _ in 0..<count {
      let word = bytes.u64(bit &>> 3) &>> UInt64(truncatingIfNeeded: bit & 7)
      let behind = bit &+ latitudeWidth
      let rest =
        isNarrow
        ? word &>> shift : bytes.u64(behind &>> 3) &>> UInt64(truncatingIfNeeded: behind & 7)
      let north = Varint.unzigzag(word & latitudeMask)
      let east = Varint.unzigzag(rest & longitudeMask)
      if north | east == 0 { repeats = true }
      latitude &+= north
      longitude &+= east
      points[place] = Self.point(latitude, longitude)
      place &+= step
      bit &+= width
    }
    return repeats
  }

  @inlinable
  @inline(__always)
  static func point(_ latitude: Int64, _ longitude: Int64) -> Coordinate {
    Coordinate(
      latitudeUnits: Int32(truncatingIfNeeded: latitude &* ShapeGrid.units),
      longitudeUnits: Int32(truncatingIfNeeded: longitude &* ShapeGrid.units))
  }

  /// Reads the next difference.
  @inlinable
  @inline(__always)
  mutating func difference(_ width: Int) -> Int64 {
    let word = bytes.u64(bit &>> 3) &>> UInt64(truncatingIfNeeded: bit & 7)
    bit &+= width
    return Varint.unzigzag(word & (1 &<< UInt64(truncatingIfNeeded: width) &- 1))
  }
}

/// The widths in bits of a shape's differences, coded as four bits each in its first byte.
enum ShapeWidths {
  /// The minimum of both widths together, so that the length of a shape determines its number of points.
  static let least = 8
  /// The code of differences that are wider than a code can express.
  private static let wide: UInt8 = 15

  /// The width of a code.
  @inline(__always)
  static func width(_ code: UInt8) -> Int { code == wide ? 32 : Int(code) }

  /// The code for numbers with at most this many bits.
  static func code(_ bits: Int) -> UInt8 { UInt8(min(bits, Int(wide))) }
}

extension TileView {
  /// The inner points of a segment's shape, without its junctions.
  @_lifetime(copy self)
  @inline(__always)
  package func innerPoints(_ segment: SegmentIndex) -> InnerPoints {
    InnerPoints(
      bytes, from: layout.shapes &+ int(layout.segment.shape, segment),
      to: layout.shapes &+ int(layout.segment.shape, segment.advanced(by: 1)),
      after: position(from(segment)))
  }

  /// The number of inner points of a segment's shape.
  package func innerPointCount(_ segment: SegmentIndex) -> Int { innerPoints(segment).count }

  /// Appends the shape of an edge to a line that ends at the beginning of the edge.
  ///
  /// A point equal to the one before is left out.
  package func appendShape(
    _ segment: SegmentIndex, _ direction: Direction, to line: inout [Coordinate]
  ) {
    let inner = innerPoints(segment)
    let isForward = direction == .forward
    let begin = line.count
    let count = inner.count
    let start = line.last ?? position(isForward ? from(segment) : to(segment))
    let end = position(isForward ? to(segment) : from(segment))
    line.append(contentsOf: repeatElement(end, count: count &+ 1))
    var points = line.mutableSpan
    var repeats =
      isForward
      ? inner.write(to: &points, from: begin, by: 1)
      : inner.write(to: &points, from: begin &+ count &- 1, by: -1)
    if points[begin] == start { repeats = true }
    if count > 0 && points[begin &+ count &- 1] == end { repeats = true }
    if repeats { line.removeRepeats(from: begin) }
  }
}

extension [Coordinate] {
  /// Removes the points from an index on that are equal to the one before.
  fileprivate mutating func removeRepeats(from first: Int) {
    var kept = first
    for index in first..<count where kept == 0 || self[index] != self[kept &- 1] {
      if kept != index { self[kept] = self[index] }
      kept &+= 1
    }
    removeLast(count &- kept)
  }
}
