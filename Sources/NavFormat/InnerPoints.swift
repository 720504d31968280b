public import Bytes
public import Geo
package import RoadModel

/// The inner points of a segment's shape, from `from` to `to`, decoded one after the other.
///
/// Made by ``TileView/innerPoints(_:)``; nothing is allocated, and a loop over ``next()`` is compiled
/// into its caller, which visiting by a closure is not.
@frozen
public struct InnerPoints: ~Escapable {
  @usableFromInline let bytes: RawSpan
  @usableFromInline let end: Int
  @usableFromInline var offset: Int
  /// Of the point before, on the grid.
  @usableFromInline var latitude: Int64
  @usableFromInline var longitude: Int64

  /// The points whose differences lie from an offset up to an end.
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, from offset: Int, to end: Int, after start: Coordinate) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
    latitude = ShapeGrid.round(start.latitudeUnits)
    longitude = ShapeGrid.round(start.longitudeUnits)
  }

  /// The next point; nil after the last, and where the bytes are damaged.
  @inlinable
  @inline(__always)
  public mutating func next() -> Coordinate? {
    guard offset < end, let north = number(), let east = number() else { return nil }
    latitude &+= Varint.unzigzag(north)
    longitude &+= Varint.unzigzag(east)
    return Coordinate(
      latitudeUnits: Int32(truncatingIfNeeded: latitude &* ShapeGrid.units),
      longitudeUnits: Int32(truncatingIfNeeded: longitude &* ShapeGrid.units))
  }

  /// A varint; nearly all of shapes have one byte or two.
  @inlinable
  @inline(__always)
  mutating func number() -> UInt64? {
    if end &- offset >= 2 {
      let two = bytes.u16(offset)
      if two & 0x80 == 0 {
        offset &+= 1
        return UInt64(two & 0x7F)
      }
      if two & 0x8000 == 0 {
        offset &+= 2
        return UInt64(two & 0x7F | two &>> 1 & 0x3F80)
      }
    }
    return Varint.read(bytes, at: &offset, end: end)
  }
}

extension TileView {
  /// The inner points of a segment's shape, without the junctions themselves.
  @_lifetime(copy self)
  public func innerPoints(_ segment: Int) -> InnerPoints {
    InnerPoints(
      bytes, from: layout.shapes &+ int(layout.segmentShape, segment),
      to: layout.shapes &+ int(layout.segmentShape, segment &+ 1), after: position(from(segment)))
  }

  /// Appends the shape of an edge to a line that ends where the edge begins.
  ///
  /// A point that is the same as the one before is left out.
  package func appendShape(
    _ segment: Int, _ direction: Direction, to line: inout [Coordinate]
  ) {
    let first = line.count
    var inner = innerPoints(segment)
    if direction == .forward {
      var previous = line.last
      while let point = inner.next() {
        if point != previous { line.append(point) }
        previous = point
      }
      let end = position(to(segment))
      if end != previous { line.append(end) }
      return
    }
    while let point = inner.next() { line.append(point) }
    line.reverse(from: first)
    line.append(position(from(segment)))
    line.removeRepeats(from: first)
  }
}

extension [Coordinate] {
  /// Turns the points from an index on round, in place.
  fileprivate mutating func reverse(from first: Int) {
    var (low, high) = (first, count &- 1)
    while low < high {
      swapAt(low, high)
      low &+= 1
      high &-= 1
    }
  }

  /// Removes the points from an index on that are the same as the one before.
  fileprivate mutating func removeRepeats(from first: Int) {
    var kept = first
    for index in first..<count where kept == 0 || self[index] != self[kept &- 1] {
      if kept != index { self[kept] = self[index] }
      kept &+= 1
    }
    removeLast(count &- kept)
  }
}
