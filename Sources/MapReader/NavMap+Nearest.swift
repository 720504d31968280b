internal import Bytes
public import Geo
public import NavFormat

/// A point on a segment, found near a place.
public struct RoadPoint: Sendable, Hashable {
  /// The tile of the segment.
  public var tile: Int
  /// The own segment in the tile.
  public var segment: Int
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
    where isWanted: (borrowing TileView, Int) -> Bool
  ) throws(NavError) -> [RoadPoint] {
    let plane = LocalPlane(at: place)
    var best: [RoadPoint] = []
    var failure: NavError?
    var reach: Double { best.count == count ? best[count - 1].distance : limit }
    guard count > 0 else { return [] }
    searchTiles(bound: { plane.metres(to: $0) }) { tiles in
      // Nearest first, so that far ones are not even touched.
      let byDistance = tiles.map { (plane.metres(to: entry($0).box), $0) }.sorted { $0 < $1 }
      for (distance, tile) in byDistance where failure == nil && distance <= reach {
        do throws(NavError) {
          let view = try self.tile(tile)
          view.searchSegments(bound: { plane.metres(to: $0) }) { segments in
            for segment in segments where isWanted(view, segment) {
              let point = Self.nearest(view, tile, segment, plane)
              if point.distance <= reach { Self.insert(point, into: &best, count) }
            }
            return reach
          }
        } catch { failure = error }
      }
      return failure == nil ? reach : -1
    }
    if let failure { throw failure }
    return best
  }

  private static func insert(_ point: RoadPoint, into best: inout [RoadPoint], _ count: Int) {
    let key = (point.distance, point.tile, point.segment)
    let place = best.firstIndex { key < ($0.distance, $0.tile, $0.segment) } ?? best.count
    best.insert(point, at: place)
    if best.count > count { best.removeLast() }
  }

  /// Calls `visit` with tile numbers, nearest boxes first; it gives the distance beyond which nothing
  /// matters any more.
  package func searchTiles(bound: (Box) -> Double, visit: ([Int]) -> Double) {
    let bytes = file.bytes
    BoxTree(itemCount: tileCount).search(bytes, at: parts.tileBoxes, bound: bound) { places in
      visit(places.map { Int(bytes.u32(parts.tileOrder.lowerBound + 4 * $0)) })
    }
  }

  /// The point of a segment nearest to the plane's origin.
  private static func nearest(
    _ view: borrowing TileView, _ tile: Int, _ segment: Int, _ plane: LocalPlane
  ) -> RoadPoint {
    let start = view.position(view.from(segment))
    var previous = start
    var a = plane.project(start)
    var walked = 0.0
    var best = (metres: Double.infinity, along: 0.0, left: 0.0, position: start)
    func step(_ point: Coordinate) {
      let b = plane.project(point, next: a, of: previous)
      let found = plane.nearest(from: a, to: b)
      let length = Distance.metres(previous, point)
      if found.metres < best.metres {
        best = (
          found.metres, walked + found.share * length, found.left,
          previous.interpolated(to: point, share: found.share)
        )
      }
      walked += length
      previous = point
      a = b
    }
    view.forEachInnerPoint(segment, step)
    step(view.position(view.to(segment)))
    // The stored length is that of the source's shape, which differs a little from the walked one.
    let length = view.length(segment)
    let share = walked > 0 ? min(best.along / walked, 1) : 0
    return RoadPoint(
      tile: tile, segment: segment, offset: UInt32((share * Double(length)).rounded()),
      position: best.position, distance: best.metres, isLeft: best.left > 0)
  }
}
