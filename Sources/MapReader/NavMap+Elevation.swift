internal import Bytes
public import NavFormat
public import RoadModel

extension NavMap {
  /// Whether the file has the elevation of roads (`mapc build --elevation`).
  public var hasElevation: Bool { sections[.elevation] != nil }

  /// The elevation along a directed edge in the direction of travel.
  ///
  /// Use an ``ElevationReader`` for many edges: each call decodes a whole tile.
  ///
  /// - Parameter edge: An edge, base or via.
  /// - Returns: The elevation; nil if it is unknown, or the map has no such edge.
  /// - Throws: ``NavError`` if the map is damaged there.
  /// - Complexity: O(points of the tile).
  public func elevation(ofEdge edge: EdgeID) throws(NavError) -> EdgeElevation? {
    var reader = ElevationReader(self)
    return try reader.elevation(ofEdge: edge)
  }

  /// The elevation of a tile's own segments, checked on first use.
  ///
  /// - Parameter tile: A tile number, 0 ..< ``tileCount``; traps otherwise.
  /// - Returns: The elevation; nil if the file has none.
  /// - Throws: ``NavError`` if the tile or its elevation is damaged.
  /// - Complexity: O(points of the tile), plus O(size of the section) on first use.
  package func elevation(ofTile tile: TileNumber) throws(NavError) -> TileElevation? {
    guard let place = sections.index(of: .elevation) else { return nil }
    let entry = sections.entries[place]
    let map = self
    let view = try map.tile(tile)
    let elevation = ElevationView(file.bytes.extracting(entry.range))
    do throws(FormatError) {
      try verify(place, entry, elevation)
      return try elevation.elevation(of: view, at: entry.offset)
    } catch { throw .format(path: path, error) }
  }

  /// A difference in height that no two junctions exceed, in metres; 0 without elevation.
  ///
  /// - Throws: ``NavError`` if the section is damaged.
  /// - Complexity: O(tiles), plus O(size of the section) on first use.
  package func relief() throws(NavError) -> Double {
    guard let part = sections.index(of: .elevation) else { return 0 }
    let entry = sections.entries[part]
    let elevation = ElevationView(file.bytes.extracting(entry.range))
    do throws(FormatError) { try verify(part, entry, elevation) } catch {
      throw .format(path: path, error)
    }
    return elevation.relief()
  }

  /// The climb and descent of a directed edge, without decoding the elevation of its tile.
  ///
  /// - Parameter place: The position of the edge.
  /// - Returns: The climb in the direction of travel; nil if unknown.
  /// - Throws: ``NavError`` if the tile or its elevation is damaged.
  /// - Complexity: O(1), plus O(size of the section) on first use.
  package func climb(along place: EdgePlace) throws(NavError) -> SegmentClimb? {
    guard let part = sections.index(of: .elevation) else { return nil }
    let entry = sections.entries[part]
    let map = self
    let tile = try map.tile(place.tile)
    let elevation = ElevationView(file.bytes.extracting(entry.range))
    do throws(FormatError) {
      try verify(part, entry, elevation)
      let known = try elevation.climb(along: place.segment, in: tile, at: entry.offset)
      guard let known, place.direction == .backward else { return known }
      return known.reversed
    } catch {
      parts.refuse(part, error)
      throw .format(path: path, error)
    }
  }

  /// Checks the whole section on its first use; does nothing without elevation.
  ///
  /// - Throws: ``NavError`` if it is damaged, or if reading a climb failed before.
  /// - Complexity: O(size of the section) once.
  package func checkElevation() throws(NavError) {
    guard let part = sections.index(of: .elevation) else { return }
    let entry = sections.entries[part]
    do throws(FormatError) {
      try verify(part, entry, ElevationView(file.bytes.extracting(entry.range)))
    } catch { throw .format(path: path, error) }
  }

  /// The climb of a base edge that a tile has, its own or a copy.
  ///
  /// - Throws: ``NavError`` if the tile that it belongs to or its elevation is damaged.
  /// - Complexity: O(1), plus O(size of the section) on first use.
  package func climb(
    of edge: EdgeIndex, in tile: borrowing TileView
  ) throws(NavError) -> SegmentClimb? {
    let home = try home(of: edge, in: tile.layout)
    return try climb(along: EdgePlace(tile: home.tile, edge: home.edge))
  }

  /// Checks the section on its first use.
  private func verify(
    _ part: Int, _ entry: SectionEntry, _ elevation: borrowing ElevationView
  ) throws(FormatError) {
    try parts.once(part) { () throws(FormatError) in
      file.prefetch(entry.range)
      try Parts.verify(entry, file.bytes)
      try elevation.validate(at: entry.offset, tileCount: tileCount)
    }
  }

  /// Checks the elevation of a tile, and that the junctions at its crossings have one height in both tiles.
  func verifyElevation(of tile: TileNumber) throws(NavError) {
    guard let here = try elevation(ofTile: tile), let entry = sections[.elevation] else { return }
    let map = self
    let layout = try map.tile(tile).layout
    var others: [TileNumber: TileElevation] = [:]
    for crossing in 0..<layout.crossingCount {
      let link = try map.tile(tile).crossing(crossing)
      if others[link.tile] == nil { others[link.tile] = try elevation(ofTile: link.tile) }
      let there = others[link.tile]?.junctions[link.junction.rawValue]
      guard here.junctions[layout.junctionCount + crossing] == there else {
        throw .format(
          path: path,
          .invalid(
            part: "section 'elevation'", offset: entry.offset,
            rule: "tiles \(tile) and \(link.tile) have different heights of a junction"))
      }
    }
  }
}

/// Reads the elevation of many edges, decoding each tile once for consecutive edges in it.
public struct ElevationReader: Sendable {
  private let map: NavMap
  /// The last tile that was read, and its elevation; nil if the file has none.
  private var last: (tile: TileNumber, elevation: TileElevation?)?

  /// A reader of a map.
  public init(_ map: NavMap) { self.map = map }

  /// The elevation along a directed edge, as in ``NavMap/elevation(ofEdge:)``.
  ///
  /// - Parameter edge: An edge, base or via.
  /// - Returns: The elevation; nil if it is unknown, or the map has no such edge.
  /// - Throws: ``NavError`` if the map is damaged there.
  public mutating func elevation(ofEdge edge: EdgeID) throws(NavError) -> EdgeElevation? {
    guard map.hasElevation, let place = try map.place(ofEdge: edge) else { return nil }
    return try elevation(along: place)
  }

  /// The elevation along a directed edge in the direction of travel.
  ///
  /// - Parameter place: The position of the edge.
  /// - Returns: The elevation; nil if it is unknown.
  /// - Throws: ``NavError`` if the map is damaged there.
  package mutating func elevation(along place: EdgePlace) throws(NavError) -> EdgeElevation? {
    if last?.tile != place.tile { last = (place.tile, try map.elevation(ofTile: place.tile)) }
    let map = self.map
    let tile = try map.tile(place.tile)
    return last?.elevation?.edge(place.segment, forward: place.direction == .forward, in: tile)
  }
}
