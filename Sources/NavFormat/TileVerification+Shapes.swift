internal import Bytes
internal import Geo

/// Verification of shapes, and of the boxes, lengths and bearings that follow from them.
extension TileView {
  /// Checks the shapes, the box of the tile, the boxes of its segments, their lengths and bearings.
  ///
  /// - Parameter box: The tile's box in the directory.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` naming the tile.
  func verifyShapes(in box: Box) throws(FormatError) {
    var whole = Box.empty
    for junction in layout.junctions { whole.add(position(junction)) }
    var boxes: [Box] = []
    boxes.reserveCapacity(layout.ownSegmentCount)
    for segment in layout.segments {
      let points = try verifiedShape(segment)
      try verifyLength(segment, points)
      try verifyBearings(segment, points)
      guard layout.isOwn(segment) else { continue }
      let box = points.reduce(into: Box.empty) { $0.add($1) }
      boxes.append(box)
      whole.add(box)
    }
    guard whole == box else {
      throw broken(
        layout.range.lowerBound + 20,
        "the box in the directory is not that of junctions and own segments")
    }
    guard layout.base.latitudeUnits == box.minLatitude,
      layout.base.longitudeUnits == box.minLongitude
    else {
      throw broken(
        layout.range.lowerBound + 20,
        "the bases are not the least that own segments and junctions touch")
    }
    try verifyBoxes(of: boxes)
  }

  private func wrongShape(_ segment: SegmentIndex, _ rule: String) -> FormatError {
    broken(layout.segment.shape, segment, "\(rule) of segment \(segment)")
  }

  /// The points of a segment; checks that they are on earth and that only zero bits follow the last.
  private func verifiedShape(_ segment: SegmentIndex) throws(FormatError) -> [Coordinate] {
    let begin = layout.shapes + int(layout.segment.shape, segment)
    let end = layout.shapes + int(layout.segment.shape, segment.advanced(by: 1))
    var inner = innerPoints(segment)
    var points = [position(from(segment))]
    if begin < end {
      guard inner.count > 0 else { throw wrongShape(segment, "no point fits in the shape") }
      let bit =
        8 * (begin + 1) + inner.count * (inner.latitudeWidth + inner.longitudeWidth)
      guard areZero(bit..<8 * end) else {
        throw wrongShape(segment, "bits behind the last point are not zero in the shape")
      }
    }
    while let point = inner.next() {
      guard Int64(point.latitudeUnits) == inner.latitude * ShapeGrid.units,
        Int64(point.longitudeUnits) == inner.longitude * ShapeGrid.units, point.isOnEarth
      else { throw wrongShape(segment, "a point is not on earth in the shape") }
      points.append(point)
    }
    points.append(position(to(segment)))
    return points
  }

  private func areZero(_ bits: Range<Int>) -> Bool {
    var bit = bits.lowerBound
    while bit < bits.upperBound {
      if bytes.u8(bit >> 3) >> UInt8(bit & 7) != 0 { return false }
      bit = (bit | 7) + 1
    }
    return true
  }

  /// Checks a length against the shape, within the tolerance for rounded inner points (Formats/nav-2.md, section 6.6).
  private func verifyLength(_ segment: SegmentIndex, _ points: [Coordinate]) throws(FormatError) {
    var metres = 0.0
    for index in 1..<points.count { metres += Distance.metres(points[index - 1], points[index]) }
    let most = Double(UInt32.max / 2) / 100
    let slack = 0.5 + 0.01 * metres + 0.16 * Double(points.count - 2)
    let stated = Double(length(segment)) / 100
    guard stated >= min(metres, most) - slack, stated <= metres + slack else {
      throw broken(
        layout.segment.length, segment, "length of segment \(segment) is not that of its shape")
    }
  }

  /// Checks the directions in which a shape leaves its ends.
  private func verifyBearings(_ segment: SegmentIndex, _ points: [Coordinate]) throws(FormatError) {
    let columns = [
      (layout.segment.bearingFrom, points), (layout.segment.bearingTo, points.reversed()),
    ]
    for (column, points) in columns {
      let angle = Bearing(turns256: u8(column, segment)).angle(to: Self.departure(points))
      // Rounding may differ by one step.
      guard abs(Int(angle)) <= 1 else {
        throw broken(column, segment, "bearing of segment \(segment) is not that of its shape")
      }
    }
  }

  /// The bearing to the first point at least ten metres along a line, or to its end.
  private static func departure(_ points: [Coordinate]) -> Bearing {
    var walked = 0.0
    for index in 1..<points.count {
      walked += Distance.metres(points[index - 1], points[index])
      if walked >= 10 { return Bearing(from: points[0], to: points[index]) }
    }
    return Bearing(from: points[0], to: points[points.count - 1])
  }

  /// Checks that each box of the tree is the box of its contents, rounded outward to the grid.
  private func verifyBoxes(of items: [Box]) throws(FormatError) {
    for (index, box) in BoxTree(itemCount: items.count).boxes(of: items).enumerated() {
      let edges = [
        steps(box.minLatitude, layout.base.latitudeUnits, up: false),
        steps(box.minLongitude, layout.base.longitudeUnits, up: false),
        steps(box.maxLatitude, layout.base.latitudeUnits, up: true),
        steps(box.maxLongitude, layout.base.longitudeUnits, up: true),
      ]
      for (edge, steps) in edges.enumerated()
      where Int64(int(layout.boxes, 4 * index + edge)) != steps {
        throw broken(
          layout.boxes, 4 * index + edge, "box \(index) is not that of the segments it covers")
      }
    }
  }

  private func steps(_ value: Int32, _ base: Int32, up: Bool) -> Int64 {
    let shift = Int64(layout.boxShift)
    let units = Int64(value) - Int64(base) + (up ? 1 << shift - 1 : 0)
    return units >> shift
  }
}
