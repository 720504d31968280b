import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Draws the roads around a place into a grid: what is reached with its level, and what is not.
struct ReachPainting {
  let reach: ReachedArea
  /// The values of the range in ascending order, in hundredths of a second or centimetres.
  let levels: [UInt32]
  let origin: Coordinate
  private let map: NavMap

  init(_ reach: ReachedArea, levels: [UInt32], origin: Coordinate) {
    self.reach = reach
    self.levels = levels
    self.origin = origin
    map = reach.tiles.map
  }

  /// The index of the smallest value that a quantity does not exceed; ``ReachGrid/unreached`` if there is none.
  @inline(__always)
  private func level(_ amount: UInt32) -> UInt8 {
    var level = 0
    while level < levels.count {
      if amount <= levels[level] { return UInt8(truncatingIfNeeded: level) }
      level &+= 1
    }
    return ReachGrid.unreached
  }

  private func offset(_ place: Coordinate) -> (x: Int64, y: Int64) {
    (
      Distance.longitudeDifference(origin, place),
      Int64(place.latitudeUnits) &- Int64(origin.latitudeUnits)
    )
  }

  // MARK: The box

  /// The offsets of everything that is reached, ferries excepted, rounded outward.
  func box() -> OffsetBox {
    var box = OffsetBox()
    for (slot, first) in reach.first.enumerated() {
      let map = self.map
      let tile = map.view(reach.tiles.slots[slot].layout)
      for start in stride(from: 0, to: tile.layout.ownSegmentCount, by: 8) {
        let segments = start..<min(start + 8, tile.layout.ownSegmentCount)
        let reached = segments.filter { first[2 * $0] >= 0 || first[2 * $0 + 1] >= 0 }
        if reached.isEmpty { continue }
        let around = tile.segmentBox(start / 8)
        let hasFerry = segments.contains { tile.isFerry(SegmentIndex($0)) }
        if !hasFerry && !Self.isCut(around) {
          add(around, to: &box)
          continue
        }
        // The box of a ferry may be far larger than what is drawn, and one over the 180th meridian says nothing.
        for segment in reached where !tile.isFerry(SegmentIndex(segment)) {
          for place in tile.shape(SegmentIndex(segment)) {
            let (x, y) = offset(place)
            box.add(x, y)
          }
        }
      }
    }
    return box
  }

  private func add(_ other: Box, to box: inout OffsetBox) {
    for (latitude, longitude) in [
      (other.minLatitude, other.minLongitude), (other.maxLatitude, other.maxLongitude),
    ] {
      let (x, y) = offset(Coordinate(latitudeUnits: latitude, longitudeUnits: longitude))
      box.add(x, y)
    }
  }

  // MARK: Painting

  /// Draws all roads that the vehicle may use.
  ///
  /// - Complexity: O(roads of the tiles that the grid touches, and the cells along them).
  func paint(_ grid: inout ReachGrid) throws(RoutingError) {
    var shape = Shape()
    for number in map.tiles where touches(grid, map.entry(number).box) {
      if Task.isCancelled { throw .cancelled }
      do throws(NavError) { try paint(number, &grid, &shape) } catch { throw RoutingError(error) }
    }
  }

  /// Whether a box spans places on both sides of the 180th meridian: its sides are then the places next to it.
  private static func isCut(_ box: Box) -> Bool {
    Int64(box.maxLongitude) - Int64(box.minLongitude) > 1_800_000_000
  }

  private func touches(_ grid: ReachGrid, _ box: Box) -> Bool {
    let (west, south) = offset(
      Coordinate(latitudeUnits: box.minLatitude, longitudeUnits: box.minLongitude))
    let width = Int64(box.maxLongitude) - Int64(box.minLongitude)
    let height = Int64(box.maxLatitude) - Int64(box.minLatitude)
    return
      (Self.isCut(box)
      || (west <= grid.west + Int64(grid.columns) * grid.cellWidth && west + width >= grid.west))
      && south <= grid.south + Int64(grid.rows) * grid.cellHeight && south + height >= grid.south
  }

  private func paint(
    _ number: TileNumber, _ grid: inout ReachGrid, _ shape: inout Shape
  ) throws(NavError) {
    let map = self.map
    let tile = try map.tile(number)
    let slot = reach.tiles.slotIfTouched(ofTile: number)?.rawValue
    let first = slot.flatMap { $0 < reach.first.count ? reach.first[$0] : nil } ?? []
    let entries = reach.rules.entries(tile)
    let count = tile.layout.ownSegmentCount
    for start in stride(from: 0, to: count, by: 8) {
      guard touches(grid, tile.segmentBox(start / 8)) else { continue }
      for index in start..<min(start + 8, count) {
        let segment = SegmentIndex(index)
        if tile.isFerry(segment) { continue }
        let forward = first.isEmpty ? -1 : Int(first[2 * index])
        let backward = first.isEmpty ? -1 : Int(first[2 * index + 1])
        if forward < 0 && backward < 0 {
          guard mayUse(tile, segment, entries.span) else { continue }
          shape.read(tile, segment, grid)
          shape.paint(&grid, ReachGrid.unreached)
          continue
        }
        shape.read(tile, segment, grid)
        if let level = commonLevel(tile, segment, forward, backward) {
          shape.paint(&grid, level)
        } else {
          shape.paint(&grid, ReachGrid.unreached)
          try paint(parts: forward, shape, tile, &grid)
          try paint(parts: backward, shape, tile, &grid)
        }
      }
    }
  }

  /// Whether the vehicle may be on a road.
  private func mayUse(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ entries: borrowing Span<UInt32>
  ) -> Bool {
    for edge in segment.edges {
      if !tile.hasRulesOrLimits(segment),
        tile.entry(edge, entries) & RoadTables.passes != 0
      {
        return true
      }
      if reach.rules.use(tile, segment, edge.direction, at: 0).ends { return true }
    }
    return false
  }

  /// The level of all points of a segment; nil if they differ, or if a part is not reached.
  private func commonLevel(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ forward: Int, _ backward: Int
  ) -> UInt8? {
    let length = tile.length(segment)
    var (near, far) = (UInt32.max, UInt32.max)
    for index in [forward, backward] where index >= 0 {
      let part = reach.edges[index]
      guard reach.next[index] < 0, part.begin == 0, part.end == length else { return nil }
      near = min(near, part.near)
      far = min(far, Costing.sum(part.near, reach.limit.amount(part.whole, length)))
    }
    let level = level(near)
    return level == self.level(far) ? level : nil
  }

  /// Draws the parts of one directed edge.
  private func paint(
    parts index: Int, _ shape: Shape, _ tile: borrowing TileView, _ grid: inout ReachGrid
  ) throws(NavError) {
    var index = index
    while index >= 0 {
      let part = reach.edges[index]
      let profile = try reach.profile(part)
      let length = tile.length(part.edge.segment)
      let isForward = part.edge.isForward
      shape.paint(
        &grid, from: isForward ? part.begin : length - part.end,
        to: isForward ? part.end : length - part.begin, of: length,
        isRising: isForward != reach.isReversed
      ) { along in level(profile.amount(at: isForward ? along : length - min(along, length))) }
      index = Int(reach.next[index])
    }
  }
}

/// The shape of a segment on a grid; one value serves many segments.
private struct Shape {
  private var points: [ReachGrid.Point] = []
  /// The latitude of the first point in units.
  private var latitude: Int32 = 0

  mutating func read(_ tile: borrowing TileView, _ segment: SegmentIndex, _ grid: ReachGrid) {
    points.removeAll(keepingCapacity: true)
    let first = tile.position(tile.from(segment))
    latitude = first.latitudeUnits
    let x = Distance.longitudeDifference(grid.origin, first)
    let (south, longitude) = (Int64(grid.origin.latitudeUnits), Int64(first.longitudeUnits))
    points.append(grid.point(x, Int64(first.latitudeUnits) &- south))
    // No road reaches half round the earth, so it lies on the side of its first point.
    @inline(__always)
    func point(_ place: Coordinate) -> ReachGrid.Point {
      var east = Int64(place.longitudeUnits) &- longitude
      if east > 1_800_000_000 { east &-= 3_600_000_000 }
      if east < -1_800_000_000 { east &+= 3_600_000_000 }
      return grid.point(x &+ east, Int64(place.latitudeUnits) &- south)
    }
    var inner = tile.innerPoints(segment)
    while let place = inner.next() { points.append(point(place)) }
    points.append(point(tile.position(tile.to(segment))))
  }

  /// Draws all of it with one content.
  func paint(_ grid: inout ReachGrid, _ content: UInt8) {
    for index in 1..<points.count {
      grid.paint(points[index &- 1], points[index]) { _ in content }
    }
  }

  /// Draws a part with contents that depend on the distance from the beginning of the shape in centimetres.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - begin: Where the part begins.
  ///   - end: Where it ends.
  ///   - length: The length of the whole shape.
  ///   - isRising: Whether contents rise along the shape; otherwise they fall.
  ///   - content: The content at a distance.
  func paint(
    _ grid: inout ReachGrid, from begin: UInt32, to end: UInt32, of length: UInt32,
    isRising: Bool, _ content: (UInt32) -> UInt8
  ) {
    var ends = [0.0]
    // Metres to the east in a cell, relative to those to the north, at the latitude of the road.
    let scale =
      Double(grid.cellWidth) / Double(grid.cellHeight)
      * Trigonometry.cosine(units: Double(latitude))
    for index in 1..<points.count {
      let east = (points[index].x - points[index - 1].x) * scale
      let north = points[index].y - points[index - 1].y
      ends.append(ends[index - 1] + (east * east + north * north).squareRoot())
    }
    let unit = ends[ends.count - 1] > 0 ? Double(length) / ends[ends.count - 1] : 0
    for index in 1..<points.count {
      let (low, high) = (ends[index - 1] * unit, ends[index] * unit)
      let whole = high - low
      let (first, last) = (max(low, Double(begin)), min(high, Double(end)))
      guard first <= last else { continue }
      func point(_ at: Double) -> ReachGrid.Point {
        let share = whole > 0 ? min(max((at - low) / whole, 0), 1) : 0
        let (a, b) = (points[index - 1], points[index])
        return (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
      }
      let (from, to) = isRising ? (first, last) : (last, first)
      grid.paint(point(from), point(to)) {
        // Rounded to where it is reached earlier.
        let along = from + (to - from) * $0
        return content(UInt32(max(isRising ? along.rounded(.down) : along.rounded(.up), 0)))
      }
    }
  }
}
