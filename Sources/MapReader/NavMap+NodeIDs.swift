internal import Bytes
package import NavFormat
public import RoadModel

extension NavMap {
  /// Whether the file has the OSM ids of all road nodes, not only of junctions (`mapc build --node-ids`).
  public var hasNodeIDs: Bool { sections[.nodeIDs] != nil }

  /// The OSM nodes along a directed edge in the direction of travel, including the junctions at both ends.
  ///
  /// Without ``hasNodeIDs`` there are only these two. Use a ``NodeIDReader`` for many edges: each call decodes a whole
  /// tile.
  ///
  /// - Parameter edge: An edge, base or via.
  /// - Returns: The ids; empty if the map has no such edge.
  /// - Throws: ``NavError`` if the map is damaged there.
  /// - Complexity: O(points of the tile).
  public func nodeIDs(ofEdge edge: EdgeID) throws(NavError) -> [Int64] {
    var reader = NodeIDReader(self)
    return try reader.ids(ofEdge: edge)
  }

  /// The OSM nodes of the inner points of a tile's own segments, checked on first use.
  ///
  /// - Parameter tile: A tile number, 0 ..< ``tileCount``; traps otherwise.
  /// - Returns: The nodes; nil if the file does not have them.
  /// - Throws: ``NavError`` if the tile or its nodes are damaged.
  /// - Complexity: O(points of the tile), plus O(size of the section) on first use.
  package func nodes(ofTile tile: TileNumber) throws(NavError) -> TileNodes? {
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

  /// The OSM node of the junction where an edge of a tile ends.
  ///
  /// - Throws: ``NavError`` if the map is damaged there.
  package func osmID(ofHead edge: EdgeIndex, in tile: TileLayout) throws(NavError) -> Int64 {
    let map = self
    let end = try map.arrival(of: edge, in: tile)
    return try map.tile(end.tile).junctionOSMID(end.junction)
  }
}

/// Reads the OSM nodes along many edges, decoding each tile once for consecutive edges in it.
public struct NodeIDReader: Sendable {
  private let map: NavMap
  /// The last tile that was read, and its nodes; nil if the file does not have them.
  private var last: (tile: TileNumber, nodes: TileNodes?)?

  /// A reader of a map.
  public init(_ map: NavMap) { self.map = map }

  /// The OSM nodes along a directed edge, as in ``NavMap/nodeIDs(ofEdge:)``.
  ///
  /// - Parameter edge: An edge, base or via.
  /// - Returns: The ids; empty if the map has no such edge.
  /// - Throws: ``NavError`` if the map is damaged there.
  public mutating func ids(ofEdge edge: EdgeID) throws(NavError) -> [Int64] {
    guard let place = try map.place(ofEdge: edge) else { return [] }
    return try ids(along: place)
  }

  /// The OSM nodes along a directed edge in the direction of travel.
  ///
  /// - Parameter place: The position of the edge.
  /// - Returns: The ids, at least two.
  /// - Throws: ``NavError`` if the map is damaged there.
  package mutating func ids(along place: EdgePlace) throws(NavError) -> [Int64] {
    if last?.tile != place.tile { last = (place.tile, try map.nodes(ofTile: place.tile)) }
    let map = self.map
    let tile = try map.tile(place.tile)
    let inner = last?.nodes?.inner(place.segment) ?? []
    let from = try map.osmID(ofHead: place.edge.reversed, in: tile.layout)
    let to = try map.osmID(ofHead: place.edge, in: tile.layout)
    return [from] + (place.direction == .forward ? Array(inner) : inner.reversed()) + [to]
  }
}
