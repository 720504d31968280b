internal import Bytes
package import Geo
package import NavFormat

/// A point on a segment, near a coordinate.
package struct RoadPoint: Sendable, Hashable {
  /// The tile of the segment.
  package var tile: TileNumber
  /// The own segment in the tile.
  package var segment: SegmentIndex
  /// Distance along the shape in centimetres, 0 to the segment's length.
  package var offset: UInt32
  /// The point itself.
  package var position: Coordinate
  /// Distance from the requested coordinate in metres.
  package var distance: Double
  /// Whether the requested coordinate lies to the left of the shape's direction.
  package var isLeft: Bool

  /// A point from its parts.
  package init(
    tile: TileNumber, segment: SegmentIndex, offset: UInt32, position: Coordinate,
    distance: Double, isLeft: Bool
  ) {
    self.tile = tile
    self.segment = segment
    self.offset = offset
    self.position = position
    self.distance = distance
    self.isLeft = isLeft
  }
}

extension NavMap {
  /// The points on roads nearest to a coordinate, one per segment, nearest first.
  ///
  /// - Parameters:
  ///   - place: The coordinate.
  ///   - limit: The maximum distance in metres.
  ///   - count: The maximum number of points.
  ///   - isWanted: Whether a segment of a tile qualifies.
  /// - Returns: Up to `count` points; at equal distance, the lower tile and segment comes first.
  /// - Throws: ``NavError`` if a tile near the coordinate is damaged.
  /// - Complexity: O(log n + segments near the coordinate).
  package func nearest(
    to place: Coordinate, within limit: Double, count: Int,
    where isWanted: (borrowing TileView, SegmentIndex) -> Bool
  ) throws(NavError) -> [RoadPoint] {
    var lists = [NearestRoads(within: limit, .count(count))]
    try findNearest(to: place, &lists) { isWanted($0, $1) ? 1 : 0 }
    return lists[0].points
  }

  /// Fills several lists with the roads nearest to a coordinate, in one search.
  ///
  /// - Parameters:
  ///   - place: The coordinate.
  ///   - lists: At most eight lists.
  ///   - wanted: The lists for which a segment of a tile qualifies, as bits.
  /// - Throws: ``NavError`` if a tile near the coordinate is damaged.
  package func findNearest(
    to place: Coordinate, _ lists: inout [NearestRoads],
    where wanted: (borrowing TileView, SegmentIndex) -> UInt8
  ) throws(NavError) {
    var search = NearestSearch(self, around: place)
    try search.fill(&lists, where: wanted)
  }

  /// The point of a segment of a tile that is nearest to a coordinate.
  ///
  /// - Throws: ``NavError`` if the tile is damaged.
  package func point(
    on segment: SegmentIndex, ofTile tile: TileNumber, nearest place: Coordinate
  ) throws(NavError) -> RoadPoint {
    try NearestSearch(self, around: place).point(tile, segment)
  }

  /// Calls `visit` with tile numbers, nearest boxes first; it returns the maximum distance that still matters.
  package func searchTiles(bound: (Box) -> Double, visit: ([TileNumber]) -> Double) {
    let bytes = file.bytes
    let boxes = parts.tileBoxes
    BoxTree(itemCount: tileCount)
      .search(box: { Box(bytes, at: boxes &+ 16 &* $0) }, bound: bound) { places in
        visit(places.map { TileNumber(bytes.u32(parts.tileOrder.lowerBound + 4 * $0)) })
      }
  }
}
