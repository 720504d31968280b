import NavFormat
public import RoadModel

/// Where a directed edge lies.
public struct EdgePlace: Sendable, Hashable {
  /// The tile of its segment.
  public var tile: Int
  /// The own segment in the tile.
  public var segment: Int
  /// The direction along the shape of the segment.
  public var direction: Direction

  /// A place.
  public init(tile: Int, segment: Int, direction: Direction) {
    self.tile = tile
    self.segment = segment
    self.direction = direction
  }
}

/// Which edges there are, and where they lie: the one place where the number of an edge becomes a tile and a segment.
extension NavMap {
  /// The identity of the map: that of its build.
  public var id: MapID { MapID(rawValue: header.buildID) }

  /// The id of an edge of this map, from its number in the file.
  public func edgeID(_ number: UInt32) -> EdgeID { EdgeID(map: id, number: number) }

  /// Where a directed edge lies.
  ///
  /// - Parameter edge: An edge, base or via.
  /// - Returns: Its place, that of the base edge for a via edge; nil when the map has no such edge, or the edge is one
  ///   of another map.
  /// - Throws: ``NavError`` when the tile of a via edge is damaged.
  /// - Complexity: O(log tiles).
  public func place(ofEdge edge: EdgeID) throws(NavError) -> EdgePlace? {
    guard edge.map == id, edge.number < header.edgeEnd, tileCount > 0 else { return nil }
    var low = 0
    var high = tileCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if entry(middle).firstEdge <= edge.number { low = middle } else { high = middle }
    }
    // Numbers may be left out, also before the first tile's.
    guard edge.number >= entry(low).firstEdge,
      edge.number - entry(low).firstEdge < entry(low).edgeCount
    else { return nil }
    var local = Int(edge.number - entry(low).firstEdge)
    let via = local - 2 * Int(entry(low).segmentCount)
    if via >= 0 {
      let map = self
      let tile = try map.tile(low)
      guard via < tile.layout.ownViaCount else { return nil }
      local = tile.via(via).base
    }
    return EdgePlace(
      tile: low, segment: local >> 1, direction: local & 1 == 0 ? .forward : .backward)
  }

  /// The directed edges of an OSM way, in the order of the file.
  ///
  /// - Parameters:
  ///   - way: The way's id.
  ///   - directions: Along the way, against it, or both.
  /// - Returns: The ids; none where the map has no such way.
  /// - Throws: ``NavError`` when a tile is damaged.
  /// - Complexity: O(size of the map): there is no index of ways.
  public func edges(
    ofWay way: Int64, _ directions: DirectionSet = .both
  ) throws(NavError) -> [EdgeID] {
    var edges: [EdgeID] = []
    let map = self
    for number in 0..<tileCount {
      let tile = try map.tile(number)
      let ways = (0..<tile.layout.wayCount).filter { tile.wayOSMID($0) == way }
      if ways.isEmpty { continue }
      let first = entry(number).firstEdge
      for segment in 0..<tile.layout.ownSegmentCount where ways.contains(tile.way(segment)) {
        for direction in Direction.allCases where directions.contains(direction) {
          edges.append(edgeID(first + UInt32(2 * segment) + UInt32(direction.rawValue)))
        }
      }
    }
    return edges
  }
}
