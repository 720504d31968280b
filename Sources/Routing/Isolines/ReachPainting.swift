import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Draws the roads around a place into a grid: reached ones with their level, and the others.
struct ReachPainting {
  let reach: ReachedArea
  /// The limit of the search.
  let limit: ReachLimit
  /// The values of the range in ascending order, in hundredths of a second or centimetres.
  let levels: [UInt32]
  let origin: Coordinate
  let rasters: RoadRasterCache
  let map: NavMap

  init(
    _ reach: ReachedArea, levels: [UInt32], origin: Coordinate, rasters: RoadRasterCache
  ) {
    self.reach = reach
    limit = reach.limit
    self.levels = levels
    self.origin = origin
    self.rasters = rasters
    map = reach.tiles.map
  }

  /// The index of the smallest value that a quantity does not exceed; ``ReachGrid/unreached`` if there is none.
  @inline(__always)
  func level(_ amount: UInt32) -> UInt8 { Self.level(amount, in: levels) }

  @inline(__always)
  static func level(_ amount: UInt32, in levels: [UInt32]) -> UInt8 {
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
  ///
  /// - Throws: `NavError` if the map is damaged there.
  func box() throws(NavError) -> OffsetBox {
    var box = OffsetBox()
    for (slot, first) in reach.first.enumerated() {
      let map = self.map
      let inCells = reach.cellSegments[slot]
      let tile = map.view(reach.tiles.slots[slot].layout)
      for start in stride(from: 0, to: tile.layout.ownSegmentCount, by: Self.blockSize) {
        let inCells = inCells[start / Self.blockSize]
        guard inCells != 0 || first.hasPart(inBlock: start / Self.blockSize) else { continue }
        let around = tile.segmentBox(start / Self.blockSize)
        if !Self.isCut(around), contains(around, box) { continue }
        let segments = Self.block(start, tile)
        let hasFerry = segments.contains { tile.isFerry($0) }
        if !hasFerry && !Self.isLong(around) {
          add(around, to: &box)
          continue
        }
        // The box of a ferry or a long road may be far larger than the drawn parts; one over the
        // 180th meridian is useless.
        for segment in segments where !tile.isFerry(segment) {
          if inCells & Self.bit(segment) != 0 {
            for place in tile.shape(segment) {
              let (x, y) = offset(place)
              box.add(x, y)
            }
          } else if first.hasPart(segment) {
            try addParts(tile, segment, first, to: &box)
          }
        }
      }
    }
    return box
  }

  /// The side of a box, in units, from which on its reached parts are measured; about 5 km.
  private static let longSide: Int64 = 500_000

  /// Whether a box is longer than what may be reached in it often is, or cut by the 180th meridian.
  private static func isLong(_ box: Box) -> Bool {
    Int64(box.maxLatitude) - Int64(box.minLatitude) > longSide
      || Int64(box.maxLongitude) - Int64(box.minLongitude) > longSide
  }

  /// Adds the ends and bends of the reached parts of a segment, measured as ``GridShape`` paints them.
  private func addParts(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ first: FirstParts,
    to box: inout OffsetBox
  ) throws(NavError) {
    let shape = tile.shape(segment)
    let places = shape.map { offset($0) }
    let cosine = Trigonometry.cosine(units: Double(shape[0].latitudeUnits))
    var ends = [0.0]
    for (a, b) in zip(places, places.dropFirst()) {
      let (east, north) = (Double(b.x - a.x) * cosine, Double(b.y - a.y))
      ends.append(ends[ends.count - 1] + (east * east + north * north).squareRoot())
    }
    let length = tile.length(segment)
    let unit = ends[ends.count - 1] > 0 ? Double(length) / ends[ends.count - 1] : 0
    for edge in segment.edges {
      var index = Int(first[edge])
      while index >= 0 {
        let part = reach.edges[index]
        index = Int(reach.next[index])
        guard let range = try reach.profile(part).within(limit.value) else { continue }
        let (low, high) = (min(range.lowerBound, length), min(range.upperBound, length))
        let (begin, end) = edge.isForward ? (low, high) : (length - high, length - low)
        for point in 1..<places.count {
          let (start, stop) = (ends[point - 1] * unit, ends[point] * unit)
          let (from, to) = (max(start, Double(begin)), min(stop, Double(end)))
          guard from <= to else { continue }
          for along in [from, to] {
            let share = stop > start ? (along - start) / (stop - start) : 0
            let (a, b) = (places[point - 1], places[point])
            box.add(
              a.x + Int64((Double(b.x - a.x) * share).rounded()),
              a.y + Int64((Double(b.y - a.y) * share).rounded()))
          }
        }
      }
    }
  }

  /// The number of segments of a tile that have a box in common.
  static let blockSize = 8

  /// The own segments from an index on that have a box in common.
  static func block(_ start: Int, _ tile: borrowing TileView) -> Range<SegmentIndex> {
    SegmentIndex(start)..<SegmentIndex(min(start + blockSize, tile.layout.ownSegmentCount))
  }

  /// Whether a box of offsets contains a box.
  private func contains(_ other: Box, _ box: OffsetBox) -> Bool {
    var both = box
    add(other, to: &both)
    return both == box
  }

  func add(_ other: Box, to box: inout OffsetBox) {
    for (latitude, longitude) in [
      (other.minLatitude, other.minLongitude), (other.maxLatitude, other.maxLongitude),
    ] {
      let (x, y) = offset(Coordinate(latitudeUnits: latitude, longitudeUnits: longitude))
      box.add(x, y)
    }
  }

  // MARK: Painting

  /// Draws reached roads, then unreached ones that the vehicle may use, if they affect the areas.
  ///
  /// An area is filled up to a distance from what is reached. A road that is not reached changes this only if it is
  /// the nearest of an empty cell within that distance, so if it lies within twice the distance.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - distance: The distance up to which areas are filled, in cells.
  /// - Throws: ``RoutingError``.
  /// - Complexity: O(reached roads, and the roads of the tiles near them, and the cells along them).
  func paint(_ grid: inout ReachGrid, filling distance: Double) throws(RoutingError) {
    let size = size(grid)
    var brush = Brush(known: size.map { rasters.rasters($0) })
    defer { if let size { rasters.keep(brush.made, size) } }
    for cell in reach.cells {
      do throws(NavError) { try paint(cell, &grid, &brush) } catch { throw RoutingError(error) }
    }
    for slot in reach.first.indices {
      if Task.isCancelled { throw .cancelled }
      do throws(NavError) { try paintReached(TileSlot(slot), &grid, &brush.shape) } catch {
        throw RoutingError(error)
      }
    }
    let near = ReachSurroundings(of: grid, within: 2 * Int(distance.rounded(.up)) + 2)
    for number in map.tiles {
      let box = map.entry(number).box
      guard touches(grid, box), isNear(box, near, grid) else { continue }
      if Task.isCancelled { throw .cancelled }
      do throws(NavError) { try paintOthers(number, near, &grid, &brush) } catch {
        throw RoutingError(error)
      }
    }
  }

  /// Whether a box has places on both sides of the 180th meridian; its sides are then next to it.
  static func isCut(_ box: Box) -> Bool {
    Int64(box.maxLongitude) - Int64(box.minLongitude) > 1_800_000_000
  }

  func touches(_ grid: ReachGrid, _ box: Box) -> Bool {
    let (west, south) = offset(
      Coordinate(latitudeUnits: box.minLatitude, longitudeUnits: box.minLongitude))
    let width = Int64(box.maxLongitude) - Int64(box.minLongitude)
    let height = Int64(box.maxLatitude) - Int64(box.minLatitude)
    return
      (Self.isCut(box)
      || (west <= grid.west + Int64(grid.columns) * grid.cellWidth && west + width >= grid.west))
      && south <= grid.south + Int64(grid.rows) * grid.cellHeight && south + height >= grid.south
  }

  /// The cells that a box touches; nil if the box is cut by the 180th meridian.
  func cells(_ grid: ReachGrid, _ box: Box) -> CellRectangle? {
    if Self.isCut(box) { return nil }
    let (west, south) = offset(
      Coordinate(latitudeUnits: box.minLatitude, longitudeUnits: box.minLongitude))
    let east = west &+ (Int64(box.maxLongitude) &- Int64(box.minLongitude))
    let north = south &+ (Int64(box.maxLatitude) &- Int64(box.minLatitude))
    return grid.cells(from: grid.point(west, south), to: grid.point(east, north))
  }

  private func isNear(_ box: Box, _ near: ReachSurroundings, _ grid: ReachGrid) -> Bool {
    cells(grid, box).map { near.touch($0) } ?? true
  }

  /// Draws the reached segments of a tile.
  private func paintReached(
    _ slot: TileSlot, _ grid: inout ReachGrid, _ shape: inout GridShape
  ) throws(NavError) {
    let map = self.map
    let tile = map.view(reach.tiles.slots[slot.rawValue].layout)
    let (first, parts, next) = (reach.first[slot.rawValue], reach.edges, reach.next)
    let count = tile.layout.ownSegmentCount
    for start in stride(from: 0, to: count, by: Self.blockSize)
    where first.hasPart(inBlock: start / Self.blockSize) {
      // Where all cells have the smallest value, nothing changes.
      let cells = cells(grid, tile.segmentBox(start / Self.blockSize))
      if let cells, grid.isAll(cells, below: 1) { continue }
      for segment in Self.block(start, tile) where first.hasPart(segment) {
        let edge = segment.forwardEdge
        if tile.isFerry(segment) { continue }
        let (forward, backward) = (Int(first[edge]), Int(first[edge.reversed]))
        shape.read(tile, segment, grid)
        let level = try commonLevel(tile, segment, forward, backward, parts.span, next.span)
        if let level {
          shape.paint(&grid, level)
        } else {
          shape.paint(&grid, ReachGrid.unreached)
          for first in [forward, backward] {
            var index = first
            while index >= 0 {
              try paint(parts[index], shape, tile, &grid)
              index = Int(next[index])
            }
          }
        }
      }
    }
  }

  /// Draws the segments of a tile that the vehicle may use and does not reach.
  private func paintOthers(
    _ number: TileNumber, _ near: ReachSurroundings, _ grid: inout ReachGrid,
    _ brush: inout Brush
  ) throws(NavError) {
    let map = self.map
    let tile = try map.tile(number)
    let slot = reach.tiles.slotIfTouched(ofTile: number)?.rawValue
    let first = slot.flatMap { $0 < reach.first.count ? reach.first[$0] : nil }
    let count = tile.layout.ownSegmentCount
    // One bit for each segment.
    var done = [UInt8](repeating: 0, count: (count + 7) / 8)
    paintCells(tile, near, &grid, &brush, &done)
    let entries = reach.rules.entries(tile)
    for start in stride(from: 0, to: count, by: Self.blockSize) {
      let isDone = done[start / Self.blockSize]
      if isDone == 255 { continue }
      let box = tile.segmentBox(start / Self.blockSize)
      guard touches(grid, box) else { continue }
      if let cells = cells(grid, box),
        !near.touch(cells) || grid.isAll(cells, below: ReachGrid.empty)
      {
        continue
      }
      for segment in Self.block(start, tile) {
        if isDone & Self.bit(segment) != 0 { continue }
        if first?.hasPart(segment) ?? false { continue }
        guard !tile.isFerry(segment), mayUse(tile, segment, entries.span) else { continue }
        brush.shape.read(tile, segment, grid)
        brush.shape.paint(&grid, ReachGrid.unreached)
      }
    }
  }

  /// Whether the vehicle may be on a road.
  func mayUse(
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
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ forward: Int, _ backward: Int,
    _ parts: borrowing Span<ReachedEdge>, _ next: borrowing Span<Int32>
  ) throws(NavError) -> UInt8? {
    let length = tile.length(segment)
    var (near, far) = (UInt32.max, UInt32.max)
    for side in 0..<2 {
      let index = side == 0 ? forward : backward
      if index < 0 { continue }
      let part = parts[index]
      guard next[index] < 0, part.begin == 0, part.end == length else { return nil }
      near = min(near, part.near)
      // Energy depends on climb and speed, not on the length.
      let end =
        limit.quantity == .energy
        ? try reach.profile(part).far
        : Costing.sum(part.near, limit.amount(part.whole, length))
      far = min(far, end)
    }
    let level = level(near)
    return level == self.level(far) ? level : nil
  }

  /// Draws a part of a directed edge.
  func paint(
    _ part: ReachedEdge, _ shape: GridShape, _ tile: borrowing TileView, _ grid: inout ReachGrid
  ) throws(NavError) {
    let profile = try reach.profile(part)
    let length = tile.length(part.edge.segment)
    let isForward = part.edge.isForward
    let levels = self.levels
    shape.paint(
      &grid, from: isForward ? part.begin : length - part.end,
      to: isForward ? part.end : length - part.begin, of: length,
      isRising: (isForward != reach.isReversed) != profile.isFalling
    ) { along in
      Self.level(
        profile.amount(at: isForward ? along : length - min(along, length)), in: levels)
    }
  }
}
