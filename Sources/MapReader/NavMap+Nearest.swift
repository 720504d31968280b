internal import Bytes
public import Geo
public import NavFormat

/// A point on a segment, found near a place.
public struct RoadPoint: Sendable, Hashable {
  /// The tile of the segment.
  public var tile: TileNumber
  /// The own segment in the tile.
  public var segment: SegmentIndex
  /// How far along the shape, in centimetres; 0 to the segment's length.
  public var offset: UInt32
  /// The point itself.
  public var position: Coordinate
  /// Metres from the place asked for.
  public var distance: Double
  /// Whether the place lies to the left of the shape's direction.
  public var isLeft: Bool
}

extension NavMap {
  /// The points of roads nearest to a place, one a segment, nearest first.
  ///
  /// - Parameters:
  ///   - place: Where.
  ///   - limit: Metres beyond which nothing is wanted.
  ///   - count: At most so many.
  ///   - isWanted: Whether a segment of a tile may be taken.
  /// - Returns: Up to `count` points; of equally near ones the one in the lower tile and segment.
  /// - Throws: ``NavError`` when a tile near the place is damaged.
  /// - Complexity: O(log n + segments near the place).
  public func nearest(
    to place: Coordinate, within limit: Double, count: Int,
    where isWanted: (borrowing TileView, SegmentIndex) -> Bool
  ) throws(NavError) -> [RoadPoint] {
    var lists = [NearestRoads(within: limit, .count(count))]
    try findNearest(to: place, &lists) { isWanted($0, $1) ? 1 : 0 }
    return lists[0].points
  }

  /// Fills several lists with the roads nearest to a place, in one search.
  ///
  /// - Parameters:
  ///   - place: Where.
  ///   - lists: Eight at most.
  ///   - wanted: The lists that want a segment of a tile, as bits.
  /// - Throws: ``NavError`` when a tile near the place is damaged.
  package func findNearest(
    to place: Coordinate, _ lists: inout [NearestRoads],
    where wanted: (borrowing TileView, SegmentIndex) -> UInt8
  ) throws(NavError) {
    var search = NearestSearch(self, around: place)
    try search.fill(&lists, where: wanted)
  }

  /// Calls `visit` with tile numbers, nearest boxes first; it gives the distance beyond which nothing
  /// matters any more.
  package func searchTiles(bound: (Box) -> Double, visit: ([TileNumber]) -> Double) {
    let bytes = file.bytes
    let boxes = parts.tileBoxes
    BoxTree(itemCount: tileCount)
      .search(box: { Box(bytes, at: boxes &+ 16 &* $0) }, bound: bound) { places in
        visit(places.map { TileNumber(bytes.u32(parts.tileOrder.lowerBound + 4 * $0)) })
      }
  }
}
