import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Reads the junctions of paths from the map.
struct JunctionReader {
  let map: NavMap
  let mode: Mode
  private let walk: RoadWalk
  private let shapes: JunctionShapes

  init(map: NavMap, mode: Mode) {
    self.map = map
    self.mode = mode
    walk = RoadWalk(map: map, mode: mode)
    shapes = JunctionShapes(walk)
  }

  /// The junction at the end of an edge; nil if the next edge does not begin there.
  func junction(after edge: RouteEdge, before next: RouteEdge) throws(NavError) -> Junction? {
    guard let from = try map.place(ofEdge: edge.id), let to = try map.place(ofEdge: next.id),
      case let here = try map.arrival(of: from.edge, in: map.layout(from.tile)),
      case let out = try map.arrival(of: to.edge.reversed, in: map.layout(to.tile)),
      out.tile == here.tile, out.junction == here.junction
    else { return nil }
    let map = self.map
    let tile = try map.tile(here.tile)
    return try arms(tile, here.junction, from: here.edge, to: out.edge.reversed)
  }

  /// The number and the name of the exit at the junction at the end of an edge; nil if it has none.
  func exit(after edge: RouteEdge) throws(NavError) -> RoadSign? {
    guard let from = try map.place(ofEdge: edge.id),
      case let here = try map.arrival(of: from.edge, in: map.layout(from.tile))
    else { return nil }
    let map = self.map
    let tile = try map.tile(here.tile)
    if tile.words(of: here.junction).isEmpty { return nil }
    return RoadSign(
      exitNumber: map.word(.exitNumber, of: here.junction, in: tile),
      exitName: map.word(.exitName, of: here.junction, in: tile))
  }

  private func arms(
    _ tile: borrowing TileView, _ junction: JunctionIndex, from: EdgeIndex, to: EdgeIndex
  ) throws(NavError) -> Junction? {
    var found: [(edge: EdgeIndex, arm: Junction.Arm)] = []
    let all = tile.outRange(junction)
    found.reserveCapacity(all.count)
    // The roads of the path first, so that of two that are the same they remain.
    for isOnPath in [true, false] {
      for entry in all {
        let edge = tile.out(entry)
        let isOwn = edge == to || edge == from.reversed
        guard isOwn == isOnPath, isOwn || walk.isKnown(tile, edge) else { continue }
        if found.contains(where: { isCopy(tile, edge, of: $0.edge) }) { continue }
        let isBanned = tile.turn(from: from, to: edge)?.banned.contains(mode) ?? false
        var arm = self.arm(tile, edge)
        arm.isOpen = arm.leads && !isBanned && edge != from.reversed || edge == to
        found.append((edge, arm))
      }
    }
    try setHeadings(of: &found, tile)
    found.sort { ($0.arm.bearing, $0.edge) < ($1.arm.bearing, $1.edge) }
    guard let entered = found.firstIndex(where: { $0.edge == from.reversed }),
      let left = found.firstIndex(where: { $0.edge == to })
    else { return nil }
    var arms = found.map(\.arm)
    if arms.count > 2 {
      let edges = found.map(\.edge)
      try shapes.pairCarriageways(&arms, edges, in: tile.layout.number)
      for index in arms.indices where mayPartAhead(arms[index]) {
        let lean = try lean(of: found[index].edge, from: tile.layout.number)
        arms[index].heading = LineBearing.middle(
          arms[index].heading, arms[index].heading + 2 * lean)
      }
      var made = Junction(arms: arms, from: entered, to: left)
      made.slip = try shapes.slip(at: made, edges, in: tile.layout.number)
      return made
    }
    return Junction(arms: arms, from: entered, to: left)
  }

  /// Whether an edge lies on another: a road that is drawn twice.
  private func isCopy(_ tile: borrowing TileView, _ a: EdgeIndex, of b: EdgeIndex) -> Bool {
    tile.head(a) == tile.head(b) && tile.departureBearing(a) == tile.departureBearing(b)
      && tile.length(a.segment) == tile.length(b.segment)
  }

  /// The arm on which an edge leaves its junction.
  private func arm(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Junction.Arm {
    let (segment, direction) = (edge.segment, edge.direction)
    let way = tile.way(segment)
    let degrees = tile.departureBearing(segment, direction).degrees
    return Junction.Arm(
      bearing: Int(degrees.rounded()) % 360, heading: degrees, isOpen: false,
      leads: tile.access(segment, direction)[mode].isUsable,
      comes: tile.access(segment, direction.reversed)[mode].isUsable,
      road: tile.roadOutline(segment),
      name: tile.nameOffset(way), ref: tile.refOffset(way),
      metres: Double(tile.length(segment)) / 100)
  }

  /// Sets the headings of the arms of a junction; where only the path passes, nobody looks where to go.
  private func setHeadings(
    of found: inout [(edge: EdgeIndex, arm: Junction.Arm)], _ tile: borrowing TileView
  ) throws(NavError) {
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

  /// Whether an arm may be one of two carriageways that meet at the next junction already.
  private func mayPartAhead(_ arm: Junction.Arm) -> Bool {
    arm.partner == nil && arm.leads != arm.comes && arm.metres <= Carriageways.reach
      && !arm.road.flags.contains(.roundabout) && arm.name | arm.ref != 0
  }

  /// The angle between a short arm and the middle of the road that it is a carriageway of, seen from here.
  private func lean(
    of edge: EdgeIndex, from number: TileNumber
  ) throws(NavError) -> Double {
    guard let end = try walk.crossing(along: edge, from: number, within: Carriageways.reach) else {
      return 0
    }
    let map = self.map
    let there = try map.tile(end.tile)
    var found = walk.edges(there, end.junction).map { (edge: $0, arm: arm(there, $0)) }
    try setHeadings(of: &found, there)
    found.sort { $0.arm.heading < $1.arm.heading }
    let arms = found.map(\.arm)
    guard let index = found.firstIndex(where: { $0.edge == end.edge.reversed }),
      let partner = try shapes.partner(of: index, arms, found.map(\.edge), in: end.tile)
    else { return 0 }
    return Carriageways.lean(of: index, beside: partner, in: arms)
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
