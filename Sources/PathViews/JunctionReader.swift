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
        guard isOwn == isOnPath, isOwn || isKnown(tile, edge) else { continue }
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
      Carriageways.pair(&arms)
      for index in arms.indices where arms[index].leads && !arms[index].comes {
        for other in arms.indices where Carriageways.mayBeWide(arms[index], arms[other]) {
          if Carriageways.areParallel(
            try course(of: found[index].edge, tile), try course(of: found[other].edge, tile))
          {
            Carriageways.pair(index, other, in: &arms)
          }
        }
      }
      for index in arms.indices where mayPartAhead(arms[index]) {
        let lean = try lean(of: found[index].edge, tile)
        arms[index].heading = LineBearing.middle(
          arms[index].heading, arms[index].heading + 2 * lean)
      }
    }
    return Junction(arms: arms, from: entered, to: left)
  }

  /// Whether the traveller's mode uses a road in a direction.
  private func isKnown(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    tile.access(edge.segment, edge.direction)[mode].isUsable
      || tile.access(edge.segment, edge.direction.reversed)[mode].isUsable
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
        heading = SeenHeading.first(line(tile, edge))
      }
      if let heading { found[index].arm.heading = heading }
    }
  }

  /// The line of an edge and of those that continue it straight on by the same name, across junctions.
  private func course(
    of edge: EdgeIndex, _ tile: borrowing TileView
  ) throws(NavError) -> [Coordinate] {
    var course = line(tile, edge)
    var length = Double(tile.length(edge.segment)) / 100
    var (number, last) = (tile.layout.number, edge)
    while length < Carriageways.course {
      let end = try map.arrival(of: last, in: map.layout(number))
      let map = self.map
      let there = try map.tile(end.tile)
      guard let next = straightOn(there, end.junction, of: end.edge) else { break }
      course += line(there, next).dropFirst()
      length += max(Double(there.length(next.segment)) / 100, 0.1)
      (number, last) = (end.tile, next)
    }
    return course
  }

  /// The straightest edge with the name of the one that ends at a junction.
  private func straightOn(
    _ tile: borrowing TileView, _ junction: JunctionIndex, of edge: EdgeIndex
  ) -> EdgeIndex? {
    let name = tile.nameOffset(tile.way(edge.segment))
    let coming = LineBearing.opposite(tile.departureBearing(edge.reversed).degrees)
    var best: (edge: EdgeIndex, angle: Double)?
    for entry in tile.outRange(junction) {
      let out = tile.out(entry)
      guard out != edge.reversed, isKnown(tile, out), tile.base(out) == out,
        tile.nameOffset(tile.way(out.segment)) == name
      else { continue }
      let angle = abs(LineBearing.turn(from: coming, to: tile.departureBearing(out).degrees))
      if angle < best?.angle ?? 60 { best = (out, angle) }
    }
    return best?.edge
  }

  /// Whether an arm may be one of two carriageways that meet at the next junction already.
  private func mayPartAhead(_ arm: Junction.Arm) -> Bool {
    arm.partner == nil && arm.leads != arm.comes && arm.metres <= Carriageways.reach
      && !arm.road.flags.contains(.roundabout) && arm.name | arm.ref != 0
  }

  /// The angle between a short arm and the middle of the road of which it is a carriageway, seen from here.
  private func lean(
    of edge: EdgeIndex, _ tile: borrowing TileView
  ) throws(NavError) -> Double {
    let end = try map.arrival(of: edge, in: map.layout(tile.layout.number))
    let map = self.map
    let there = try map.tile(end.tile)
    var found: [(edge: EdgeIndex, arm: Junction.Arm)] = []
    var isPaired = false
    let own = arm(there, end.edge.reversed)
    let ownEnd = line(there, end.edge.reversed).last
    for entry in there.outRange(end.junction) {
      let out = there.out(entry)
      guard isKnown(there, out), there.base(out) == out else { continue }
      found.append((out, arm(there, out)))
      let other = found[found.count - 1].arm
      if out != end.edge.reversed, own.mayBePartner(of: other), let ownEnd,
        let otherEnd = line(there, out).last,
        Carriageways.haveIsland(own, other, metres: Distance.metres(ownEnd, otherEnd))
      {
        isPaired = true
      }
    }
    guard isPaired, found.count > 2 else { return 0 }
    try setHeadings(of: &found, there)
    found.sort { $0.arm.heading < $1.arm.heading }
    guard let index = found.firstIndex(where: { $0.edge == end.edge.reversed }) else { return 0 }
    return Carriageways.lean(of: index, in: found.map(\.arm))
  }

  /// The line of an edge, and of those that continue it until the next road, for at least some metres.
  private func shape(
    _ tile: borrowing TileView, _ edge: EdgeIndex, for metres: Double
  ) throws(NavError) -> [Coordinate] {
    var shape = line(tile, edge)
    var length = Double(tile.length(edge.segment)) / 100
    var (number, last) = (tile.layout.number, edge)
    while length < metres {
      let end = try map.arrival(of: last, in: map.layout(number))
      let map = self.map
      let there = try map.tile(end.tile)
      guard let next = continuation(there, end.junction, of: end.edge) else { break }
      shape += line(there, next).dropFirst()
      length += max(Double(there.length(next.segment)) / 100, 0.1)
      (number, last) = (end.tile, next)
    }
    return shape
  }

  private func line(_ tile: borrowing TileView, _ edge: EdgeIndex) -> [Coordinate] {
    let shape = tile.shape(edge.segment)
    return edge.isForward ? shape : shape.reversed()
  }

  /// The edge that continues another where no other road of the mode meets them, by the same name.
  private func continuation(
    _ tile: borrowing TileView, _ junction: JunctionIndex, of edge: EdgeIndex
  ) -> EdgeIndex? {
    var next: EdgeIndex?
    for entry in tile.outRange(junction) {
      let out = tile.out(entry)
      guard out != edge.reversed, isKnown(tile, out), tile.base(out) == out else { continue }
      guard next == nil else { return nil }
      next = out
    }
    guard let next,
      tile.roadOutline(next.segment).roadClass == tile.roadOutline(edge.segment).roadClass,
      tile.nameOffset(tile.way(next.segment)) == tile.nameOffset(tile.way(edge.segment))
    else { return nil }
    return next
  }
}
