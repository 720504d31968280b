import MapReader
package import NavFormat
package import RoadModel

/// The effect of the grades of roads on costs, on maps with elevation.
extension QueryRules {
  /// The grade of a local base edge, for a search that has the entries of the tile.
  ///
  /// Use it only if grades count.
  @inlinable @inline(__always)
  package func grade(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ entries: borrowing Span<UInt32>
  ) -> Grade {
    Grade(rawValue: entries[2 &* tile.layout.attributeCount &+ edge.rawValue])
  }

  /// The grade of a local base edge.
  ///
  /// - Complexity: O(1) with cached tables, after the first use of the tile.
  package func grade(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Grade {
    guard hasGrades else { return .level }
    guard tables != nil else { return storedGrade(tile, edge) }
    return Grade(rawValue: table(tile).entries[2 * tile.layout.attributeCount + edge.rawValue])
  }

  /// A time on level ground, at a grade.
  @inline(never)
  package func graded(_ time: Centiseconds, _ length: UInt32, _ grade: Grade) -> Centiseconds {
    costing.grades?.time(time, centimetres: length, grade) ?? time
  }

  /// Whether a grade counts as steep in the request.
  package func isSteep(_ grade: Grade) -> Bool {
    guard let steepPercent else { return false }
    return Double(grade.steepestPercent) >= steepPercent
  }

  /// The price of entering a base edge: of its road, or of its grade.
  package func price(_ tile: borrowing TileView, _ edge: EdgeIndex) -> UInt32 {
    if steepPercent != nil, isSteep(grade(tile, edge)) {
      return steepPrice(tile.length(edge.segment))
    }
    return price(tile.road(edge.segment))
  }

  /// The price of a steep edge, in proportion to its length.
  ///
  /// A piece of 50 m costs nine minutes, or 8 km before halving. That is worth a detour, and small
  /// enough to represent the cost of 1,900 km of steep roads.
  func steepPrice(_ length: UInt32) -> UInt32 {
    let pieces = (length &+ Self.steepPiece &- 1) / Self.steepPiece
    return (minimumPrice / Self.steepShare) &* min(max(pieces, 1), Self.steepPieces)
  }

  /// The greatest common divisor of the prices of all roads, before halving.
  package var commonPrice: UInt32 {
    steepPercent == nil ? minimumPrice : minimumPrice / Self.steepShare
  }

  /// The number of steep pieces that cost as much as an avoided road.
  private static var steepShare: UInt32 { 64 }

  /// The length of a piece in centimetres, and the maximum number of pieces of an edge.
  ///
  /// The maximum keeps the cost of an edge from overflowing.
  private static var steepPiece: UInt32 { 5_000 }
  private static var steepPieces: UInt32 { 6_400 }

  /// The grades of all base edges of a tile, in the order of the last entries of its table.
  func storedGrades(_ tile: borrowing TileView) -> [UInt32] {
    guard hasGrades else { return [] }
    var grades: [UInt32] = []
    grades.reserveCapacity(2 * tile.layout.segmentCount)
    for segment in 0..<tile.layout.segmentCount {
      for edge in SegmentIndex(segment).edges { grades.append(storedGrade(tile, edge).rawValue) }
    }
    return grades
  }

  /// The grade of a local base edge in the file.
  ///
  /// Searches cannot throw here. An unreadable elevation counts as level for the rest of the
  /// search. Engines call ``MapReader/NavMap/checkElevation()`` before and after each query; it
  /// then throws.
  private func storedGrade(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Grade {
    guard let map = elevation else { return .level }
    let climb: SegmentClimb?
    do { climb = try map.climb(of: edge, in: tile) } catch { return .level }
    guard let climb else { return .level }
    // The speed on steps is that of climbing them; they only count as steep.
    let isSloped = tile.road(edge.segment).roadClass != .steps
    return Grade(
      centimetres: tile.length(edge.segment), ascent: isSloped ? climb.ascent : 0,
      descent: isSloped ? climb.descent : 0, steepestPercent: climb.steepestPercent)
  }
}

extension Costing {
  /// The downhill speed that corresponds to a maximum speed on level ground.
  package func fastestDownhill(_ speed: UInt32) -> UInt32 {
    guard let least = grades?.leastPermille else { return speed }
    return (speed * 1_000 + least - 1) / least
  }
}
