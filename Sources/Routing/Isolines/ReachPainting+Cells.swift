import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The drawing of cells of the hierarchy as a whole, from rasters that are kept from query to query.
extension ReachPainting {
  /// What a drawing works with: memory to reuse, and the rasters of cells.
  struct Brush {
    var shape = GridShape()
    /// The rasters that were cached when the drawing began; nil if the search did not go over cells, or if the grid
    /// has lines of its own.
    let known: CellRasters?
    /// New ones.
    var made = CellRasters()

    init(known: CellRasters?) { self.known = known }
  }

  /// The size of grids whose rasters fit, and the metric; nil if none do.
  func size(_ grid: ReachGrid) -> RoadRasterCache.Size? {
    guard let metric = reach.metric, let steps = grid.steps else { return nil }
    return RoadRasterCache.Size(metric: metric, width: steps.width, height: steps.height)
  }

  /// Draws what is reached of a cell.
  func paint(
    _ reached: ReachedCell, _ grid: inout ReachGrid, _ brush: inout Brush
  ) throws(NavError) {
    let map = self.map
    let tile = map.view(reach.tiles.slots[reached.slot.rawValue].layout)
    guard let level = reached.level else { return try paint(reached, tile, &grid, &brush) }
    let places = reached.cell.places
    if let known = brush.known?.covered[places.node] { return known.paint(&grid, level) }
    if brush.known != nil,
      var drawing = ReachGrid(like: grid, around: box(places.segments, tile))
    {
      paint(places.segments, reached.segments, tile, &drawing, &brush.shape, 0)
      let raster = RoadRaster(of: drawing)
      brush.made.covered[places.node] = raster
      return raster.paint(&grid, level)
    }
    paint(places.segments, reached.segments, tile, &grid, &brush.shape, level)
  }

  /// Draws the segments of a cell that was searched.
  private func paint(
    _ reached: ReachedCell, _ tile: borrowing TileView, _ grid: inout ReachGrid,
    _ brush: inout Brush
  ) throws(NavError) {
    let places = reached.cell.places
    let first = places.segments.lowerBound
    let blocks = blocks(places.segments)
    let rasters = segmentRasters(places, tile, grid, &brush)
    let (limit, levels) = (self.limit.value, self.levels)
    let costs = reached.costs.span
    let allWholes = reached.cell.wholes
    let wholes = allWholes.span
    for (number, bits) in reached.segments.enumerated() where bits != 0 {
      let block = blocks.lowerBound + number
      // Where all cells have the smallest value, nothing changes.
      if let cells = cells(grid, tile.segmentBox(block)), grid.isAll(cells, below: 1) { continue }
      let segments = Self.block(block * Self.blockSize, tile)
      var contents = UInt64.max
      for segment in segments where bits & Self.bit(segment) != 0 {
        let place = 2 * first.distance(to: segment)
        var (near, far) = (UInt32.max, UInt32.max)
        for place in place...place + 1
        where costs[place] < Cost.unreachable && costs[place] <= limit &+ wholes[place] {
          near = min(near, costs[place] &- wholes[place])
          far = min(far, costs[place])
        }
        let level = Self.level(near, in: levels)
        let isWhole = level == Self.level(far, in: levels)
        let content = isWhole ? level : ReachGrid.unreached
        if rasters != nil {
          // Ferries have no cells.
          contents ^= UInt64(~content) << UInt64(8 * (segment.rawValue & 7))
          if isWhole { continue }
        }
        if tile.isFerry(segment) { continue }
        brush.shape.read(tile, segment, grid)
        if rasters == nil { brush.shape.paint(&grid, content) }
        if isWhole { continue }
        let length = tile.length(segment)
        for place in place...place + 1 {
          if let part = reached.part(at: place, length: length, within: limit) {
            try paint(part, brush.shape, tile, &grid)
          }
        }
      }
      rasters?.paint(segments.lowerBound, contents, &grid)
    }
  }

  /// The rasters of a cell's segments, cached or drawn; nil if there are none for the grid.
  private func segmentRasters(
    _ places: CellPlaces, _ tile: borrowing TileView, _ grid: ReachGrid, _ brush: inout Brush
  ) -> SegmentRasters? {
    if let known = brush.known?.segments[places.node] { return known }
    guard brush.known != nil,
      let around = ReachGrid(like: grid, around: box(places.segments, tile))
    else { return nil }
    let rasters = SegmentRasters(places.segments, tile, around, &brush.shape)
    brush.made.segments[places.node] = rasters
    return rasters
  }

  /// Draws all roads of the cells of a tile as unreached, which leaves reached ones as they are drawn.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - near: Where unreached roads count.
  ///   - grid: The grid.
  ///   - brush: Memory to reuse, and rasters.
  ///   - done: A bit for each segment; those of the cells are set.
  func paintCells(
    _ tile: borrowing TileView, _ near: ReachSurroundings, _ grid: inout ReachGrid,
    _ brush: inout Brush, _ done: inout [UInt8]
  ) {
    guard let all = brush.known?.usable else { return }
    for cell in tile.layout.cells {
      let segments = tile.cellSegments(cell)
      let node = tile.cellNode(cell)
      if segments.isEmpty || node.isNone { continue }
      if let known = all[node] {
        if let cells = known.cells(in: grid), near.touch(cells) {
          known.paint(&grid, ReachGrid.unreached)
        }
      } else if isNear(segments, tile, near, grid) {
        guard var drawing = ReachGrid(like: grid, around: box(segments, tile)) else { continue }
        paint(
          segments, usable(segments, tile), tile, &drawing, &brush.shape, ReachGrid.unreached)
        let raster = RoadRaster(of: drawing)
        brush.made.usable[node] = raster
        raster.paint(&grid, ReachGrid.unreached)
      }
      for block in blocks(segments) { done[block] |= Self.bits(segments, in: block) }
    }
  }

  /// The bit of a segment in the byte of its block.
  @inline(__always)
  static func bit(_ segment: SegmentIndex) -> UInt8 { 1 << UInt8(segment.rawValue & 7) }

  /// The bits of a range of segments in the byte of a block.
  @inline(__always)
  private static func bits(_ segments: Range<SegmentIndex>, in block: Int) -> UInt8 {
    let before = max(segments.lowerBound.rawValue - block * blockSize, 0)
    let after = max((block + 1) * blockSize - segments.upperBound.rawValue, 0)
    return (.max << UInt8(before)) & (.max >> UInt8(after))
  }

  /// The blocks that have segments of a range.
  private func blocks(_ segments: Range<SegmentIndex>) -> ClosedRange<Int> {
    let last = max(segments.upperBound.rawValue - 1, segments.lowerBound.rawValue)
    return segments.lowerBound.rawValue / Self.blockSize...last / Self.blockSize
  }

  /// Whether a block of a cell lies where unreached roads count.
  private func isNear(
    _ segments: Range<SegmentIndex>, _ tile: borrowing TileView, _ near: ReachSurroundings,
    _ grid: ReachGrid
  ) -> Bool {
    let blocks = blocks(segments)
    let tree = BoxTree(itemCount: tile.layout.ownSegmentCount)
    // Eight blocks have a box in common, unless there is only one block.
    guard tree.top?.level ?? 0 > 0 else { return isNear(blocks, tile, near, grid) }
    let (first, side) = (tree.first(1), BoxTree.fanOut)
    for group in blocks.lowerBound / side...blocks.upperBound / side
    where isNear(first + group...first + group, tile, near, grid) {
      let (low, high) = (group * side, group * side + side - 1)
      let own = max(low, blocks.lowerBound)...min(high, blocks.upperBound)
      if isNear(own, tile, near, grid) { return true }
    }
    return false
  }

  /// Whether one of some boxes of the tree over the segments lies where unreached roads count.
  private func isNear(
    _ boxes: ClosedRange<Int>, _ tile: borrowing TileView, _ near: ReachSurroundings,
    _ grid: ReachGrid
  ) -> Bool {
    for index in boxes {
      let box = tile.segmentBox(index)
      if touches(grid, box), cells(grid, box).map({ near.touch($0) }) ?? true { return true }
    }
    return false
  }

  /// The offsets around a cell; nil if it has places on both sides of the 180th meridian.
  private func box(_ segments: Range<SegmentIndex>, _ tile: borrowing TileView) -> OffsetBox? {
    var all = tile.segmentBox(blocks(segments).lowerBound)
    for block in blocks(segments) {
      let box = tile.segmentBox(block)
      all = Box(
        minLatitude: min(all.minLatitude, box.minLatitude),
        minLongitude: min(all.minLongitude, box.minLongitude),
        maxLatitude: max(all.maxLatitude, box.maxLatitude),
        maxLongitude: max(all.maxLongitude, box.maxLongitude))
    }
    if Self.isCut(all) { return nil }
    var offsets = OffsetBox()
    add(all, to: &offsets)
    return offsets
  }

  /// The segments of a cell that the vehicle may use, as those of a ``ReachCoverage``.
  private func usable(_ segments: Range<SegmentIndex>, _ tile: borrowing TileView) -> [UInt8] {
    let blocks = blocks(segments)
    var bits = [UInt8](repeating: 0, count: blocks.count)
    let entries = reach.rules.entries(tile)
    for segment in segments where mayUse(tile, segment, entries.span) {
      bits[segment.rawValue >> 3 - blocks.lowerBound] |= Self.bit(segment)
    }
    return bits
  }

  /// Draws some segments of a cell, but no ferries.
  private func paint(
    _ segments: Range<SegmentIndex>, _ bits: [UInt8], _ tile: borrowing TileView,
    _ grid: inout ReachGrid, _ shape: inout GridShape, _ content: UInt8
  ) {
    let first = segments.lowerBound.rawValue >> 3
    for segment in segments where bits[segment.rawValue >> 3 - first] & Self.bit(segment) != 0 {
      if tile.isFerry(segment) { continue }
      shape.read(tile, segment, grid)
      shape.paint(&grid, content)
    }
  }
}
