package import Geo
package import NavFormat

extension NavMap {
  /// Visits the own segments of all tiles whose boxes touch a box.
  ///
  /// - Parameters:
  ///   - box: The area.
  ///   - visit: Receives the view of a tile, its number and an own segment. Some segments may lie just outside the
  ///     area, because whole groups are visited.
  /// - Throws: ``NavError`` if a tile there is damaged.
  /// - Complexity: O(log n + segments in the area).
  package func forEachSegment(
    in box: Box, _ visit: (borrowing TileView, TileNumber, SegmentIndex) -> Void
  ) throws(NavError) {
    func bound(_ other: Box) -> Double { other.intersects(box) ? 0 : .infinity }
    var failure: NavError?
    searchTiles(bound: bound) { tiles in
      for tile in tiles where failure == nil && entry(tile).box.intersects(box) {
        do throws(NavError) {
          let view = try self.tile(tile)
          view.searchSegments(bound: bound) { segments in
            for segment in segments { visit(view, tile, segment) }
            return 0
          }
        } catch { failure = error }
      }
      return failure == nil ? 0 : -1
    }
    if let failure { throw failure }
  }
}
