import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel

/// Follows roads to the next junction with other roads of the traveller's mode.
struct RoadWalk {
  /// The end of a walk.
  struct End {
    var tile: TileNumber
    var junction: JunctionIndex
    /// The edge on which it arrives, in the numbering of the junction's tile.
    var edge: EdgeIndex
    var place: Coordinate

    /// Whether two walks end at the same junction.
    func isSame(as other: End) -> Bool { tile == other.tile && junction == other.junction }
  }

  let map: NavMap
  let mode: Mode

  /// Whether the mode uses a road in a direction.
  func isKnown(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    tile.access(edge.segment, edge.direction)[mode].isUsable
      || tile.access(edge.segment, edge.direction.reversed)[mode].isUsable
  }

  /// The edges that the mode uses at a junction, each once.
  func edges(_ tile: borrowing TileView, _ junction: JunctionIndex) -> [EdgeIndex] {
    var found: [EdgeIndex] = []
    for entry in tile.outRange(junction) {
      let out = tile.out(entry)
      if isKnown(tile, out), tile.base(out) == out { found.append(out) }
    }
    return found
  }

  /// Reads the line of an edge into an array, reusing its memory.
  func read(_ tile: borrowing TileView, _ edge: EdgeIndex, into line: inout [Coordinate]) {
    line.removeAll(keepingCapacity: true)
    line.append(start(tile, edge))
    tile.appendShape(edge.segment, edge.direction, to: &line)
  }

  /// The place where an edge begins.
  func start(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Coordinate {
    tile.position(edge.isForward ? tile.from(edge.segment) : tile.to(edge.segment))
  }

  /// The next point of the line of an edge behind its start; it may be equal to that.
  func second(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Coordinate {
    var inner = tile.innerPoints(edge.segment)
    var found = inner.next()
    if !edge.isForward { while let next = inner.next() { found = next } }
    return found ?? start(tile, edge.reversed)
  }

  /// The next junction of three or more roads.
  ///
  /// - Parameters:
  ///   - edge: The edge to follow.
  ///   - number: The tile in whose numbering it is.
  ///   - metres: The maximum distance.
  /// - Returns: Nil if there is none within the distance.
  /// - Throws: `NavError` if the map is damaged there.
  func crossing(
    along edge: EdgeIndex, from number: TileNumber, within metres: Double
  ) throws(NavError) -> End? {
    var (number, last, walked) = (number, edge, 0.0)
    while true {
      let map = self.map
      let here = try map.layout(number)
      walked += max(Double(map.view(here).length(last.segment)) / 100, 0.1)
      if walked > metres { return nil }
      let end = try map.arrival(of: last, in: here)
      let there = try map.tile(end.tile)
      switch way(there, end.junction, past: end.edge) {
      case .meets: return self.end(there, end.junction, end.edge)
      case .ends: return nil
      case .on(let next): (number, last) = (end.tile, next)
      }
    }
  }

  /// The metres along a road to the next junction of three or more roads, or to its end.
  ///
  /// - Parameters:
  ///   - edge: The edge to follow.
  ///   - number: The tile in whose numbering it is.
  ///   - limit: The metres beyond which it does not look further.
  /// - Returns: The metres, at most those to the first end of an edge beyond the limit.
  /// - Throws: `NavError` if the map is damaged there.
  func metresToCrossing(
    along edge: EdgeIndex, from number: TileNumber, within limit: Double
  ) throws(NavError) -> Double {
    var (number, last, walked) = (number, edge, 0.0)
    while true {
      let map = self.map
      let here = try map.layout(number)
      walked += max(Double(map.view(here).length(last.segment)) / 100, 0.1)
      if walked > limit { return walked }
      let end = try map.arrival(of: last, in: here)
      let there = try map.tile(end.tile)
      guard case .on(let next) = way(there, end.junction, past: end.edge) else { return walked }
      (number, last) = (end.tile, next)
    }
  }

  /// The continuation of a road behind a junction.
  enum Way {
    case ends
    /// No other road of the mode meets it.
    case on(EdgeIndex)
    case meets
  }

  /// The continuation of the road at the end of an edge.
  func way(_ tile: borrowing TileView, _ junction: JunctionIndex, past edge: EdgeIndex) -> Way {
    var (count, next) = (0, EdgeIndex?.none)
    for entry in tile.outRange(junction) {
      let out = tile.out(entry)
      guard tile.base(out) == out, isKnown(tile, out) else { continue }
      count += 1
      if count > 2 { return .meets }
      if out != edge.reversed, next == nil { next = out }
    }
    return next.map { .on($0) } ?? .ends
  }

  /// The end of an edge.
  func end(of edge: EdgeIndex, from number: TileNumber) throws(NavError) -> End {
    let map = self.map
    let found = try map.arrival(of: edge, in: map.layout(number))
    return end(try map.tile(found.tile), found.junction, found.edge)
  }

  private func end(
    _ tile: borrowing TileView, _ junction: JunctionIndex, _ edge: EdgeIndex
  ) -> End {
    End(
      tile: tile.layout.number, junction: junction, edge: edge, place: start(tile, edge.reversed))
  }
}
