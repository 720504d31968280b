internal import Bytes
public import NavFormat
public import RoadModel

extension NavMap {
  /// Whether the file has the ids of all nodes of its roads, not only of junctions
  /// (`mapc build --node-ids`).
  public var hasNodeIDs: Bool { sections[.nodeIDs] != nil }

  /// The OSM nodes along a directed edge in the direction of travel, from the junction where it begins to that
  /// where it ends; only these two where the file has no others (``hasNodeIDs``).
  ///
  /// For many edges there is ``NodeIDReader``: each call decodes the whole tile.
  ///
  /// - Parameter edge: An edge, base or via.
  /// - Returns: The ids; none when the map has no such edge.
  /// - Throws: ``NavError`` when the map is damaged there.
  /// - Complexity: O(points of the tile).
  public func nodeIDs(ofEdge edge: EdgeID) throws(NavError) -> [Int64] {
    var reader = NodeIDReader(self)
    return try reader.ids(ofEdge: edge)
  }

  /// The OSM nodes of the inner points of a tile's own segments, after they were checked.
  ///
  /// - Parameter tile: A tile number, 0 ..< ``tileCount``; traps otherwise.
  /// - Returns: The nodes; nil when the file does not have them.
  /// - Throws: ``NavError`` when the tile or its nodes are damaged.
  /// - Complexity: O(points of the tile), and the first time O(size of the section).
  public func nodes(ofTile tile: Int) throws(NavError) -> TileNodes? {
    guard let place = sections.index(of: .nodeIDs) else { return nil }
    let entry = sections.entries[place]
    let map = self
    let view = try map.tile(tile)
    let nodes = NodeIDView(file.bytes.extracting(entry.range))
    do throws(FormatError) {
      try parts.once(place) { () throws(FormatError) in
        file.prefetch(entry.range)
        try Parts.verify(entry, file.bytes)
        try nodes.validate(at: entry.offset, tileCount: tileCount)
      }
      return try nodes.nodes(of: view, at: entry.offset)
    } catch { throw .format(path: path, error) }
  }

  /// The OSM node of a local junction, own or at the far end of a crossing.
  fileprivate func junctionID(_ junction: Int, in number: Int) throws(NavError) -> Int64 {
    let map = self
    let tile = try map.tile(number)
    let far = junction - tile.layout.junctionCount
    if far < 0 { return tile.junctionOSMID(junction) }
    let crossing = tile.crossing(far)
    let other = try map.tile(Int(crossing.tile))
    guard Int(crossing.junction) < other.layout.junctionCount else {
      throw .format(
        path: path,
        .invalid(
          part: "tile \(number)", offset: entry(number).offset,
          rule: "crossing \(far) is not answered by tile \(crossing.tile)"))
    }
    return other.junctionOSMID(Int(crossing.junction))
  }
}

/// Reads the OSM nodes along many edges, and decodes a tile once for those that follow each other in it.
public struct NodeIDReader: Sendable {
  private let map: NavMap
  /// The tile read last, and its nodes; nil when the file does not have them.
  private var last: (tile: Int, nodes: TileNodes?)?

  /// A reader of a map.
  public init(_ map: NavMap) { self.map = map }

  /// The OSM nodes along a directed edge, as ``NavMap/nodeIDs(ofEdge:)`` has them.
  ///
  /// - Parameter edge: An edge, base or via.
  /// - Returns: The ids; none when the map has no such edge.
  /// - Throws: ``NavError`` when the map is damaged there.
  public mutating func ids(ofEdge edge: EdgeID) throws(NavError) -> [Int64] {
    guard let place = try map.place(ofEdge: edge) else { return [] }
    return try ids(along: place)
  }

  /// The OSM nodes along a directed edge in the direction of travel.
  ///
  /// - Parameter place: Where the edge lies.
  /// - Returns: The ids, two at least.
  /// - Throws: ``NavError`` when the map is damaged there.
  public mutating func ids(along place: EdgePlace) throws(NavError) -> [Int64] {
    if last?.tile != place.tile { last = (place.tile, try map.nodes(ofTile: place.tile)) }
    let map = self.map
    let tile = try map.tile(place.tile)
    let inner = last?.nodes?.inner(place.segment) ?? []
    let ids =
      [try map.junctionID(tile.from(place.segment), in: place.tile)] + inner
      + [try map.junctionID(tile.to(place.segment), in: place.tile)]
    return place.direction == .forward ? ids : ids.reversed()
  }
}
