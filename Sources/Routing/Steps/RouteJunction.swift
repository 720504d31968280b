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
      case let here = try map.arrival(of: from.edge, in: map.layout(from.tile)),
      case let out = try map.arrival(of: to.edge.reversed, in: map.layout(to.tile)),
      out.tile == here.tile, out.junction == here.junction
    else { return nil }
    let map = self.map
    let tile = try map.tile(here.tile)
    return arms(tile, here.junction, from: here.edge, to: out.edge.reversed)
  }

  private func arms(
    _ tile: borrowing TileView, _ junction: JunctionIndex, from: EdgeIndex, to: EdgeIndex
  ) -> RouteJunction? {
    var found: [(edge: EdgeIndex, arm: RouteJunction.Arm)] = []
    for entry in tile.outRange(junction) {
      let edge = tile.out(entry)
      let (segment, direction) = (edge.segment, edge.direction)
      let isEntered = tile.access(segment, direction)[mode].isUsable
      let isLeft = tile.access(segment, direction.reversed)[mode].isUsable
      guard isEntered || isLeft || edge == to || edge == from.reversed else { continue }
      let isBanned = tile.turn(from: from, to: edge)?.banned.contains(mode) ?? false
      let degrees = tile.departureBearing(segment, direction).degrees
      found.append(
        (
          edge,
          RouteJunction.Arm(
            bearing: Int(degrees.rounded()) % 360,
            isOpen: isEntered && !isBanned && edge != from.reversed || edge == to,
            road: tile.road(segment))
        ))
    }
    found.sort { ($0.arm.bearing, $0.edge) < ($1.arm.bearing, $1.edge) }
    guard let entered = found.firstIndex(where: { $0.edge == from.reversed }),
      let left = found.firstIndex(where: { $0.edge == to })
    else { return nil }
    return RouteJunction(arms: found.map(\.arm), from: entered, to: left)
  }
}
