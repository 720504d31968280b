import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Reads complete roundabouts from the map.
struct RingReader {
  /// The maximum number of junctions of a ring.
  private static let maximumJunctions = 64

  let map: NavMap
  let mode: Mode

  /// The ring that an edge belongs to, which the map remembers for later paths; nil if it does not close.
  func ring(of edge: RouteEdge) throws(NavError) -> Ring? {
    guard edge.id.map == map.id else { return nil }
    // No passage of a path has these details.
    let key = PassageKey(edge.id.number, edge.id.number, mode, details: .max)
    var known: SeenRing?
    map.passages.find([key]) { known = $0 as? SeenRing }
    if let known { return known.ring }
    let found = try unseenRing(of: edge)
    map.passages.keep([(key, SeenRing(found))])
    return found
  }

  /// The same, from the map.
  private func unseenRing(of edge: RouteEdge) throws(NavError) -> Ring? {
    guard let place = try map.place(ofEdge: edge.id) else { return nil }
    let map = self.map
    var (number, current) = (place.tile, place.edge)
    var ring = Ring(
      lengthMetres: 0, isCircular: edge.road.flags.contains(.circular), name: 0, text: nil,
      arms: [])
    // A ring whose parts are called after the roads that use it has no name of its own.
    var hasOneName = true
    for junction in 0..<Self.maximumJunctions {
      let layout = try map.layout(number)
      let tile = map.view(layout)
      ring.lengthMetres += Double(tile.length(current.segment)) / 100
      let name = tile.nameOffset(tile.way(current.segment))
      if ring.name == 0 { ring.name = name }
      if name != 0, name != ring.name { hasOneName = false }
      let end = try map.arrival(of: current, in: layout)
      let there = try map.tile(end.tile)
      guard let next = addArms(there, end.junction, junction, from: end.edge, to: &ring) else {
        return nil
      }
      let home = try map.home(of: next, in: there.layout)
      (number, current) = (home.tile, home.edge)
      if number == place.tile, current == place.edge {
        if hasOneName { ring.text = map.name(ring.name) } else { ring.name = 0 }
        return ring
      }
    }
    return nil
  }

  /// Adds the roads that meet the ring at a junction.
  ///
  /// - Returns: The next edge of the ring; nil if it ends.
  private func addArms(
    _ tile: borrowing TileView, _ junction: JunctionIndex, _ index: Int, from edge: EdgeIndex,
    to ring: inout Ring
  ) -> EdgeIndex? {
    var next: EdgeIndex?
    for entry in tile.outRange(junction) {
      let out = tile.out(entry)
      let onward = tile.access(out.segment, out.direction)[mode]
      let leads = onward.isUsable
      if tile.isRing(out.segment) {
        if leads, out != edge.reversed { next = out }
        continue
      }
      let back = tile.access(out.segment, out.direction.reversed)[mode]
      let comes = back.isUsable
      guard leads || comes else { continue }
      // For traffic that passes it, a private drive is not a road of the ring.
      let isPrivate = !onward.isOpenToThroughTraffic && !back.isOpenToThroughTraffic
      if isPrivate, tile.roadOutline(out.segment).roadClass.isMinor { continue }
      ring.arms.append(
        Ring.Arm(
          heading: Int(tile.departureBearing(out).degrees.rounded()) % 360,
          isTwoWay: leads && comes, name: tile.nameOffset(tile.way(out.segment)), junction: index))
    }
    return next
  }
}

/// A ring that the map remembers, or that there is none.
private final class SeenRing: Sendable {
  let ring: Ring?

  init(_ ring: Ring?) { self.ring = ring }
}
