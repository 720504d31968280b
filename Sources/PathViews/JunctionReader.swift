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
  private let reader: ArmReader
  private let carriageways: CarriagewayReader
  private let slips: SlipReader

  init(map: NavMap, mode: Mode) {
    self.map = map
    self.mode = mode
    walk = RoadWalk(map: map, mode: mode)
    reader = ArmReader(walk: walk)
    carriageways = CarriagewayReader(reader)
    slips = SlipReader(reader)
  }

  /// The junction at the end of an edge; nil if the next edge does not begin there.
  ///
  /// - Parameters:
  ///   - edge: The edge.
  ///   - next: The edge on which the path goes on.
  ///   - isSameWay: Whether both are of one way.
  ///   - hasLanes: Whether lanes with arrows end there, for which directions matter.
  /// - Returns: The junction.
  /// - Throws: `NavError` if the map is damaged there.
  func junction(
    after edge: EdgePlace, before next: EdgePlace, isSameWay: Bool, hasLanes: Bool
  ) throws(NavError) -> Junction? {
    let map = self.map
    let here = try map.arrival(of: edge.edge, in: map.layout(edge.tile))
    let out = try map.arrival(of: next.edge.reversed, in: map.layout(next.tile))
    guard out.tile == here.tile, out.junction == here.junction else { return nil }
    let tile = try map.tile(here.tile)
    return try arms(
      tile, here.junction, from: here.edge, to: out.edge.reversed, isSameWay: isSameWay,
      hasLanes: hasLanes)
  }

  /// The number and the name of the exit at the junction at the end of an edge; nil if it has none.
  func exit(after edge: EdgePlace) throws(NavError) -> RoadSign? {
    let map = self.map
    let here = try map.arrival(of: edge.edge, in: map.layout(edge.tile))
    let tile = try map.tile(here.tile)
    if tile.words(of: here.junction).isEmpty { return nil }
    return RoadSign(
      exitNumber: map.word(.exitNumber, of: here.junction, in: tile),
      exitName: map.word(.exitName, of: here.junction, in: tile))
  }

  private func arms(
    _ tile: borrowing TileView, _ junction: JunctionIndex, from: EdgeIndex, to: EdgeIndex,
    isSameWay: Bool, hasLanes: Bool
  ) throws(NavError) -> Junction? {
    var found: [ArmReader.Entry] = []
    let all = tile.outRange(junction)
    found.reserveCapacity(all.count)
    // The roads of the path first, so that of two that are the same they remain.
    for isOnPath in [true, false] {
      for entry in all {
        let edge = tile.out(entry)
        let isOwn = edge == to || edge == from.reversed
        guard isOwn == isOnPath, isOwn || walk.isKnown(tile, edge) else { continue }
        if found.contains(where: { isCopy(tile, edge, of: $0.edge) }) { continue }
        var arm = reader.arm(tile, edge)
        arm.isOpen =
          edge == to
          || arm.leads && edge != from.reversed
            && tile.turn(from: from, to: edge)?.banned.contains(mode) != true
        found.append((edge, arm))
      }
    }
    let isPast = !hasLanes && Self.isPastDrives(found, from.reversed, to)
    // Where a way goes on and nothing meets it, nobody asks for directions.
    let isAlone = !hasLanes && isSameWay && found.count == 2 && from.reversed != to
    if !isPast, !isAlone { try reader.setHeadings(of: &found, at: junction, tile) }
    Self.sort(&found)
    guard let entered = found.firstIndex(where: { $0.edge == from.reversed }),
      let left = found.firstIndex(where: { $0.edge == to })
    else { return nil }
    if found.count < 3 || isPast {
      return Junction(arms: found.map(\.arm), from: entered, to: left)
    }
    let number = tile.layout.number
    try carriageways.pair(&found, at: junction, in: number)
    for index in found.indices where mayPartAhead(found[index].arm) {
      let lean = try lean(of: found[index].edge, from: number)
      if lean == 0 { continue }
      let heading = found[index].arm.heading
      found[index].arm.heading = LineBearing.middle(heading, heading + 2 * lean)
      found[index].arm.first = found[index].arm.heading
    }
    var made = Junction(arms: found.map(\.arm), from: entered, to: left)
    made.slip = try slips.slip(at: made, found.map(\.edge), in: number)
    return made
  }

  /// Sorts entries clockwise from north; so few that they are sorted in place, one by one.
  private static func sort(_ found: inout [ArmReader.Entry]) {
    func isBefore(_ a: ArmReader.Entry, _ b: ArmReader.Entry) -> Bool {
      (a.arm.bearing, a.edge) < (b.arm.bearing, b.edge)
    }
    for index in found.indices.dropFirst() {
      var place = index
      while place > 0, isBefore(found[place], found[place - 1]) {
        found.swapAt(place - 1, place)
        place -= 1
      }
    }
  }

  /// Whether a road continues unchanged past drives, tracks and the like, whose destinations do not matter.
  private static func isPastDrives(
    _ found: [ArmReader.Entry], _ from: EdgeIndex, _ to: EdgeIndex
  ) -> Bool {
    guard found.count > 2, let a = found.first(where: { $0.edge == from })?.arm,
      let b = found.first(where: { $0.edge == to })?.arm, from != to
    else { return false }
    return !a.isMinor && a.name == b.name && a.ref == b.ref && a.road.flags == b.road.flags
      && a.road.roadClass == b.road.roadClass && !a.road.flags.contains(.roundabout)
      && found.allSatisfy { $0.edge == from || $0.edge == to || $0.arm.isMinor }
  }

  /// Whether an edge lies on another: a road that is drawn twice.
  private func isCopy(_ tile: borrowing TileView, _ a: EdgeIndex, of b: EdgeIndex) -> Bool {
    tile.head(a) == tile.head(b) && tile.departureBearing(a) == tile.departureBearing(b)
      && tile.length(a.segment) == tile.length(b.segment)
  }

  /// Whether an arm may be one of two carriageways that meet at the next junction already.
  private func mayPartAhead(_ arm: Junction.Arm) -> Bool {
    arm.partner == nil && arm.metres <= Carriageways.reach && arm.name | arm.ref != 0
      && !(arm.leads && arm.comes) && !arm.road.flags.contains(.roundabout)
  }

  /// The angle between a short arm and the middle of the road that it is a carriageway of, seen from here.
  private func lean(
    of edge: EdgeIndex, from number: TileNumber
  ) throws(NavError) -> Double {
    guard let end = try walk.crossing(along: edge, from: number, within: Carriageways.reach) else {
      return 0
    }
    let map = self.map
    let tile = try map.tile(end.tile)
    let unseen = reader.unseenArms(tile, end.junction)
    guard let index = unseen.firstIndex(where: { $0.edge == end.edge.reversed }),
      carriageways.hasPeer(index, among: unseen)
    else { return 0 }
    let found = try reader.arms(tile, end.junction)
    guard let partner = try carriageways.partner(of: index, found, at: end.junction, in: end.tile)
    else { return 0 }
    return Carriageways.lean(of: index, beside: partner, in: found.map(\.arm))
  }
}
