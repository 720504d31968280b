import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel

/// Reads the roads that meet at a junction, and in which directions a driver sees them.
struct ArmReader {
  /// An arm and the edge on which it leaves the junction.
  typealias Entry = (edge: EdgeIndex, arm: Junction.Arm)

  let walk: RoadWalk
  private var map: NavMap { walk.map }

  /// The arms of a junction, each with its heading.
  func arms(
    _ tile: borrowing TileView, _ junction: JunctionIndex
  ) throws(NavError) -> [Entry] {
    var found = walk.edges(tile, junction).map { (edge: $0, arm: arm(tile, $0)) }
    try setHeadings(of: &found, tile)
    return found
  }

  /// The arm on which an edge leaves its junction, headed as the map says.
  func arm(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Junction.Arm {
    let (segment, direction) = (edge.segment, edge.direction)
    let way = tile.way(segment)
    let degrees = tile.departureBearing(segment, direction).degrees
    let (out, back) = (
      tile.access(segment, direction), tile.access(segment, direction.reversed)
    )
    let access = out[walk.mode].isUsable ? out : back
    return Junction.Arm(
      bearing: Int(degrees.rounded()) % 360, heading: degrees, isOpen: false,
      leads: out[walk.mode].isUsable, comes: back[walk.mode].isUsable,
      road: tile.roadOutline(segment),
      name: tile.nameOffset(way), ref: tile.refOffset(way),
      metres: Double(tile.length(segment)) / 100,
      isRestricted: access[walk.mode].isEndOnly)
  }

  /// Sets the headings of the arms of a junction; where only the path passes, nobody looks where to go.
  func setHeadings(of found: inout [Entry], _ tile: borrowing TileView) throws(NavError) {
    let isSeen = found.count > 2
    let lanes = found.reduce(0) { max($0, Int($1.arm.road.lanes)) }
    for index in found.indices {
      let (edge, arm) = found[index]
      let heading: Double?
      if isSeen {
        let seen = SeenHeading(arm.road, lanes: lanes)
        heading = seen.degrees(try shape(tile, edge, for: seen.reach))
      } else {
        heading = SeenHeading.first(walk.line(tile, edge))
      }
      if let heading { found[index].arm.heading = heading }
    }
  }

  /// The line of an edge, and of those that continue it until the next road, for at least some metres.
  private func shape(
    _ tile: borrowing TileView, _ edge: EdgeIndex, for metres: Double
  ) throws(NavError) -> [Coordinate] {
    var shape = walk.line(tile, edge)
    var length = Double(tile.length(edge.segment)) / 100
    var (number, last) = (tile.layout.number, edge)
    while length < metres {
      let end = try map.arrival(of: last, in: map.layout(number))
      let map = self.map
      let there = try map.tile(end.tile)
      guard let next = continuation(there, end.junction, of: end.edge) else { break }
      shape += walk.line(there, next).dropFirst()
      length += max(Double(there.length(next.segment)) / 100, 0.1)
      (number, last) = (end.tile, next)
    }
    return shape
  }

  /// The edge that continues another where no other road of the mode meets them, as wide and by the same name.
  private func continuation(
    _ tile: borrowing TileView, _ junction: JunctionIndex, of edge: EdgeIndex
  ) -> EdgeIndex? {
    let others = walk.edges(tile, junction).filter { $0 != edge.reversed }
    guard others.count == 1, let next = others.first else { return nil }
    let (a, b) = (tile.roadOutline(edge.segment), tile.roadOutline(next.segment))
    let (old, new) = (tile.way(edge.segment), tile.way(next.segment))
    guard a.roadClass == b.roadClass, a.lanes == b.lanes,
      tile.nameOffset(old) == tile.nameOffset(new), tile.refOffset(old) == tile.refOffset(new)
    else { return nil }
    return next
  }
}

/// The roads where a walk ends, as one who arrives there sees them.
extension ArmReader {
  /// A road at the end of a walk.
  struct Way {
    var edge: EdgeIndex
    var arm: Junction.Arm
    /// The turn into it in degrees, -180 up to 180, clockwise positive; that back is -180.
    var turn: Double

    /// Degrees from straight on.
    var deviation: Double { abs(turn) }

    /// The angle between it and another.
    func angle(to other: Way) -> Double { abs(LineBearing.turn(from: turn, to: other.turn)) }

    /// The angle between it and a turn.
    func angle(to turn: Double) -> Double { abs(LineBearing.turn(from: self.turn, to: turn)) }
  }

  /// The roads at the end of a walk; that back is among them.
  func ways(at end: RoadWalk.End) throws(NavError) -> [Way] {
    let map = self.map
    let tile = try map.tile(end.tile)
    return ways(try arms(tile, end.junction), at: end)
  }

  /// The same by the first pieces of their lines.
  func nearWays(at end: RoadWalk.End) throws(NavError) -> [Way] {
    let map = self.map
    let tile = try map.tile(end.tile)
    let found = walk.edges(tile, end.junction).map { edge in
      var made = arm(tile, edge)
      made.heading = SeenHeading.first(walk.line(tile, edge)) ?? made.heading
      return (edge: edge, arm: made)
    }
    return ways(found, at: end)
  }

  private func ways(_ found: [Entry], at end: RoadWalk.End) -> [Way] {
    guard let back = found.first(where: { $0.edge == end.edge.reversed }) else { return [] }
    let heading = LineBearing.opposite(back.arm.heading)
    return found.map {
      Way(
        edge: $0.edge, arm: $0.arm,
        turn: $0.edge == back.edge ? -180 : LineBearing.turn(from: heading, to: $0.arm.heading))
    }
  }
}
