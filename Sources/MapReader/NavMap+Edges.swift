package import Geo
package import NavFormat
public import RoadModel

/// The position of a directed edge in the tiles of a map.
package struct EdgePlace: Sendable, Hashable {
  /// The tile of its segment.
  package var tile: TileNumber
  /// The segment, one of the tile's own.
  package var segment: SegmentIndex
  /// The direction along the shape of the segment.
  package var direction: Direction

  /// A position from its parts.
  package init(tile: TileNumber, segment: SegmentIndex, direction: Direction) {
    self.tile = tile
    self.segment = segment
    self.direction = direction
  }

  /// The position of a base edge of a tile's own segment.
  package init(tile: TileNumber, edge: EdgeIndex) {
    self.init(tile: tile, segment: edge.segment, direction: edge.direction)
  }

  /// The base edge in the tile.
  package var edge: EdgeIndex { EdgeIndex(segment, direction) }
}

/// A junction, in the tile that owns it.
package struct JunctionPlace: Sendable, Hashable {
  /// The tile.
  package var tile: TileNumber
  /// The junction, one of the tile's own.
  package var junction: JunctionIndex

  /// A junction of a tile.
  package init(tile: TileNumber, junction: JunctionIndex) {
    self.tile = tile
    self.junction = junction
  }
}

/// The numbers in the file of the edges that belong to one tile.
package struct EdgeNumbers: Sendable, Hashable {
  /// The number of the first edge.
  @usableFromInline let first: UInt32

  /// The numbers of the edges of a tile.
  @inlinable @inline(__always)
  package init(_ entry: TileEntry) { first = entry.firstEdge }

  /// The number of an edge, base or via, that belongs to the tile.
  @inlinable @inline(__always)
  package func number(of edge: EdgeIndex, in tile: TileLayout) -> EdgeNumber {
    EdgeNumber(rawValue: first &+ UInt32(truncatingIfNeeded: tile.ownPlace(edge)))
  }

  /// The number of a base edge of an own segment.
  @inlinable @inline(__always)
  package func number(ofBase edge: EdgeIndex) -> EdgeNumber {
    EdgeNumber(rawValue: first &+ UInt32(edge))
  }

  /// The edge, base or via, with a number of the tile.
  @inlinable @inline(__always)
  package func edge(_ number: EdgeNumber, in tile: TileLayout) -> EdgeIndex {
    tile.edge(atOwnPlace: Int(number.rawValue &- first))
  }

  /// The base edge with a number; nil if the number is not that of a base edge of the tile.
  ///
  /// - Parameters:
  ///   - number: A number.
  ///   - entry: The tile, for the number of its segments.
  /// - Returns: The edge, or nil.
  package func base(_ number: EdgeNumber, _ entry: TileEntry) -> EdgeIndex? {
    let edge = EdgeIndex(number.rawValue &- first)
    return number.rawValue >= first && edge.segment.rawValue < Int(entry.segmentCount) ? edge : nil
  }
}

/// The edges and their positions: only this code turns an edge's number into a tile and a segment.
extension NavMap {
  /// The identity of the map.
  public var id: MapID { MapID(rawValue: header.buildID) }

  /// The id of an edge of this map, from its number in the file.
  public func edgeID(_ number: EdgeNumber) -> EdgeID { EdgeID(map: id, number: number) }

  /// The numbers of the edges that belong to a tile.
  package func edgeNumbers(_ tile: TileNumber) -> EdgeNumbers { EdgeNumbers(entry(tile)) }

  /// The number in the file of an edge, base or via, that belongs to a tile.
  package func number(of edge: EdgeIndex, in tile: TileLayout) -> EdgeNumber {
    edgeNumbers(tile.number).number(of: edge, in: tile)
  }

  /// The head of an edge: the tile that owns the junction, the junction, and the edge's index in that tile.
  ///
  /// - Parameters:
  ///   - edge: An edge, base or via, that the tile has.
  ///   - here: The tile.
  /// - Returns: The end of the edge; in the same tile unless the edge crosses.
  /// - Throws: ``NavError`` if the other tile is damaged, or a crossing refers to something that it does not have.
  package func arrival(
    of edge: EdgeIndex, in here: TileLayout
  ) throws(NavError) -> (tile: TileNumber, junction: JunctionIndex, edge: EdgeIndex) {
    let map = self
    let tile = map.view(here)
    let head = tile.head(tile.base(edge))
    if here.isOwn(head) { return (here.number, head, edge) }
    let crossing = tile.crossing(here.crossingRow(head))
    let there = try layout(crossing.tile)
    guard there.isOwn(crossing.junction), let arriving = tile.number(of: edge, crossing, in: there)
    else { throw unanswered(here.number, crossing) }
    return (crossing.tile, crossing.junction, arriving)
  }

  /// The junction where an edge ends.
  ///
  /// - Parameter place: The edge.
  /// - Returns: The junction.
  /// - Throws: ``NavError`` if a tile is damaged.
  package func head(of place: EdgePlace) throws(NavError) -> JunctionPlace {
    let end = try arrival(of: place.edge, in: try layout(place.tile))
    return JunctionPlace(tile: end.tile, junction: end.junction)
  }

  /// The junction where an edge begins.
  ///
  /// - Parameter place: The edge.
  /// - Returns: The junction.
  /// - Throws: ``NavError`` if a tile is damaged.
  package func tail(of place: EdgePlace) throws(NavError) -> JunctionPlace {
    try head(of: EdgePlace(tile: place.tile, edge: place.edge.reversed))
  }

  /// The tile that an edge belongs to, and its number there.
  ///
  /// - Parameters:
  ///   - edge: An edge, base or via, that the tile has.
  ///   - here: The tile.
  /// - Returns: The edge in its own tile.
  /// - Throws: ``NavError`` if the other tile is damaged, or a crossing refers to something that it does not have.
  package func home(
    of edge: EdgeIndex, in here: TileLayout
  ) throws(NavError) -> (tile: TileNumber, edge: EdgeIndex) {
    if here.isOwn(edge) { return (here.number, edge) }
    let map = self
    let tile = map.view(here)
    guard let crossing = tile.crossing(ofSegment: tile.base(edge).segment) else {
      throw fault(here.number, "edge \(edge) neither belongs to it nor crosses")
    }
    let there = try layout(crossing.tile)
    guard let own = tile.number(of: edge, crossing, in: there), there.isOwn(own) else {
      throw unanswered(here.number, crossing)
    }
    return (crossing.tile, own)
  }

  /// The error for a crossing that refers to something that the other tile does not have.
  private func unanswered(_ tile: TileNumber, _ crossing: Crossing) -> NavError {
    fault(
      tile, "the crossing of segment \(crossing.segment) is not answered by tile \(crossing.tile)")
  }

  /// The error for a tile that violates a rule.
  func fault(_ tile: TileNumber, _ rule: String) -> NavError {
    .format(
      path: path,
      .invalid(part: "tile \(tile)", offset: entry(tile).offset, rule: rule))
  }

  /// The position of a directed edge.
  ///
  /// - Parameters:
  ///   - edge: An edge, base or via.
  ///   - guess: The tile of this map to try first, such as that of its predecessor on a path; nil
  ///     for none.
  /// - Returns: Its position, for a via edge that of its base edge; nil if the map has no such edge, or the id is of
  ///   another map.
  /// - Throws: ``NavError`` if the tile of a via edge is damaged.
  /// - Complexity: O(log tiles); O(1) if the guess is right.
  package func place(
    ofEdge edge: EdgeID, near guess: TileNumber? = nil
  ) throws(NavError) -> EdgePlace? {
    guard edge.map == id else { return nil }
    let map = self
    let directory = map.directory
    guard
      let number = guess.flatMap({ directory[$0].hasEdge(edge.number) ? $0 : nil })
        ?? directory.tile(ofEdge: edge.number)
    else { return nil }
    let entry = directory[number]
    let numbers = EdgeNumbers(entry)
    if let base = numbers.base(edge.number, entry) { return EdgePlace(tile: number, edge: base) }
    let tile = try map.tile(number)
    let local = numbers.edge(edge.number, in: tile.layout)
    return tile.layout.isOwn(local) ? EdgePlace(tile: number, edge: tile.base(local)) : nil
  }

  /// The name of the road of a segment, or its number if it has no name.
  package func roadName(_ tile: borrowing TileView, _ segment: SegmentIndex) -> String? {
    let way = tile.way(segment)
    return name(tile.nameOffset(way)) ?? name(tile.refOffset(way))
  }

  /// The name of the road at a point, or its number if it has no name.
  ///
  /// - Parameter point: The point.
  /// - Returns: The name; nil if the road has neither.
  /// - Throws: ``NavError`` if the tile is damaged.
  package func roadName(at point: RoadPoint) throws(NavError) -> String? {
    let map = self
    return roadName(try map.tile(point.tile), point.segment)
  }

  /// The distance from the beginning of a directed edge to a coordinate on it.
  ///
  /// - Parameters:
  ///   - coordinate: A coordinate on the edge, such as a snapped waypoint.
  ///   - place: The edge.
  /// - Returns: Centimetres from the beginning of the edge; nil if it is not within five metres.
  /// - Throws: ``NavError`` if a tile is damaged.
  package func distance(
    of coordinate: Coordinate, along place: EdgePlace
  ) throws(NavError) -> UInt32? {
    let near = try nearest(to: coordinate, within: 5, count: .max) { _, segment in
      segment == place.segment
    }
    guard let point = near.first(where: { $0.tile == place.tile && $0.segment == place.segment })
    else { return nil }
    if place.direction == .forward { return point.offset }
    let map = self
    let length = try map.tile(place.tile).length(place.segment)
    return length - min(point.offset, length)
  }

  /// The directed edges of an OSM way, in the order of the file.
  ///
  /// - Parameters:
  ///   - way: The way's id.
  ///   - directions: Along the way, against it, or both.
  /// - Returns: The ids; empty if the map has no such way.
  /// - Throws: ``NavError`` if a tile is damaged.
  /// - Complexity: O(size of the map): there is no index of ways.
  public func edges(
    ofWay way: Int64, _ directions: DirectionSet = .both
  ) throws(NavError) -> [EdgeID] {
    try edges(ofWays: [way])[way]?.filter { directions.contains($0.direction) }.map(\.edge) ?? []
  }

  /// The directed edges of several OSM ways, found in one pass.
  ///
  /// - Parameter ways: The ways' ids.
  /// - Returns: For each way of the map its edges in the order of the file, with their directions along the way.
  /// - Throws: ``NavError`` if a tile is damaged.
  /// - Complexity: O(size of the map) for any number of ways: there is no index of ways.
  public func edges(
    ofWays ways: Set<Int64>
  ) throws(NavError) -> [Int64: [(edge: EdgeID, direction: Direction)]] {
    var edges: [Int64: [(edge: EdgeID, direction: Direction)]] = [:]
    let map = self
    let sorted = ways.sorted()
    for number in tiles where try hasWay(of: sorted, number) {
      let tile = try map.tile(number)
      let isWanted = (0..<tile.layout.wayCount).map { ways.contains(tile.wayOSMID($0)) }
      for segment in tile.layout.ownSegments where isWanted[tile.way(segment)] {
        let way = tile.wayOSMID(tile.way(segment))
        for edge in segment.edges {
          edges[way, default: []].append(
            (edgeID(self.number(of: edge, in: tile.layout)), edge.direction))
        }
      }
    }
    return edges
  }

  /// Whether a tile has one of the ways of a sorted list; its other contents are not checked.
  private func hasWay(of sorted: [Int64], _ number: TileNumber) throws(NavError) -> Bool {
    let map = self
    let tile = map.view(try uncheckedLayout(number))
    for way in 0..<tile.layout.wayCount {
      let id = tile.wayOSMID(way)
      let place = sorted.partitioningIndex { $0 >= id }
      if place < sorted.count && sorted[place] == id { return true }
    }
    return false
  }
}
