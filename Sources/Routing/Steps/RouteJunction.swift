import Geo
import MapReader
import NavFormat
package import RoadModel
import RouteModel

/// What a traveller sees where one road of a route meets the next.
package struct RouteJunction {
  /// A road that ends here.
  package struct Arm {
    /// The direction in which it leaves, in degrees.
    package var bearing: Int
    /// Whether one may enter it, coming as the route does.
    package var isOpen: Bool
    /// What it is.
    package var road: RoadAttributes
  }

  /// Clockwise from north.
  package var arms: [Arm]
  /// The arm from which the route comes.
  package var from: Int
  /// The arm on which it goes on.
  package var to: Int

  /// The arms that one may take instead.
  package var others: [Arm] {
    arms.enumerated().filter { $0.offset != from && $0.offset != to && $0.element.isOpen }
      .map(\.element)
  }
}

/// Reads junctions from the map.
struct RouteJunctionReader {
  let map: NavMap
  let mode: Mode

  /// The junction at the end of an edge; nil where the next edge does not begin there.
  func junction(after edge: RouteEdge, before next: RouteEdge) throws(NavError)
    -> RouteJunction?
  {
    guard let from = try map.place(ofEdge: edge.id), let to = try map.place(ofEdge: next.id),
      let here = try head(of: from), let out = try tail(of: to, in: here.tile),
      out.junction == here.junction
    else { return nil }
    let map = self.map
    let tile = try map.tile(here.tile)
    return arms(tile, here.junction, from: here.edge, to: out.edge)
  }

  private func arms(
    _ tile: borrowing TileView, _ junction: Int, from: Int, to: Int
  ) -> RouteJunction? {
    var found: [(edge: Int, arm: RouteJunction.Arm)] = []
    for entry in tile.outRange(junction) {
      let edge = tile.out(entry)
      let (segment, direction): (Int, Direction) = (edge >> 1, edge & 1 == 0 ? .forward : .backward)
      let isEntered = tile.access(segment, direction)[mode].isUsable
      let isLeft = tile.access(segment, direction.reversed)[mode].isUsable
      guard isEntered || isLeft || edge == to || edge == from ^ 1 else { continue }
      let isBanned = tile.turn(from: from, to: edge)?.banned.contains(mode) ?? false
      let degrees = tile.departureBearing(segment, direction).degrees
      found.append(
        (
          edge,
          RouteJunction.Arm(
            bearing: Int(degrees.rounded()) % 360,
            isOpen: isEntered && !isBanned && edge != from ^ 1 || edge == to,
            road: tile.road(segment))
        ))
    }
    found.sort { ($0.arm.bearing, $0.edge) < ($1.arm.bearing, $1.edge) }
    guard let entered = found.firstIndex(where: { $0.edge == from ^ 1 }),
      let left = found.firstIndex(where: { $0.edge == to })
    else { return nil }
    return RouteJunction(arms: found.map(\.arm), from: entered, to: left)
  }

  /// The own junction where an edge ends: its tile, its number, and the edge's number there.
  private func head(of place: EdgePlace) throws(NavError) -> (tile: Int, junction: Int, edge: Int)?
  {
    let map = self.map
    let tile = try map.tile(place.tile)
    let end = place.direction == .forward ? tile.to(place.segment) : tile.from(place.segment)
    if end < tile.layout.junctionCount { return (place.tile, end, place.edge) }
    let crossing = tile.crossing(end - tile.layout.junctionCount)
    return (
      Int(crossing.tile), Int(crossing.junction), Int(crossing.there) << 1 | place.edge & 1
    )
  }

  /// The junction where an edge begins, and the edge's number, both in a tile.
  private func tail(of place: EdgePlace, in number: Int) throws(NavError) -> (
    junction: Int, edge: Int
  )? {
    let map = self.map
    let tile = try map.tile(place.tile)
    let start = place.direction == .forward ? tile.from(place.segment) : tile.to(place.segment)
    if place.tile == number {
      return start < tile.layout.junctionCount ? (start, place.edge) : nil
    }
    guard let crossing = tile.crossing(ofSegment: place.segment), Int(crossing.tile) == number,
      start >= tile.layout.junctionCount
    else { return nil }
    return (Int(crossing.junction), Int(crossing.there) << 1 | place.edge & 1)
  }
}

extension EdgePlace {
  /// The number of the edge in its tile.
  fileprivate var edge: Int { segment << 1 | (direction == .forward ? 0 : 1) }
}
