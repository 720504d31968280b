import Geo
import MapReader
import NavFormat
package import RoadModel
import RouteModel

/// The roads at a junction of a route.
package struct RouteJunction {
  /// A road that begins or ends at the junction.
  package struct Arm {
    /// The bearing in which it leaves, in degrees.
    package var bearing: Int
    /// Whether the traveller on the route may enter it.
    package var isOpen: Bool
    /// Its attributes.
    package var road: RoadAttributes
  }

  /// The arms, clockwise from north.
  package var arms: [Arm]
  /// The index of the arm from which the route comes.
  package var from: Int
  /// The index of the arm on which it continues.
  package var to: Int

  /// The other arms that the traveller may enter.
  package var others: [Arm] {
    arms.enumerated().filter { $0.offset != from && $0.offset != to && $0.element.isOpen }
      .map(\.element)
  }
}

/// Reads junctions from the map.
struct RouteJunctionReader {
  let map: NavMap
  let mode: Mode

  /// The junction at the end of an edge; nil if the next edge does not begin there.
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
