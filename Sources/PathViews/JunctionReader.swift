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
    slips = SlipReader(walk)
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
        let isBanned = tile.turn(from: from, to: edge)?.banned.contains(mode) ?? false
        var arm = reader.arm(tile, edge)
        arm.isOpen = arm.leads && !isBanned && edge != from.reversed || edge == to
        found.append((edge, arm))
      }
    }
    try reader.setHeadings(of: &found, tile)
    found.sort { ($0.arm.bearing, $0.edge) < ($1.arm.bearing, $1.edge) }
    guard let entered = found.firstIndex(where: { $0.edge == from.reversed }),
      let left = found.firstIndex(where: { $0.edge == to })
    else { return nil }
    if found.count < 3 { return Junction(arms: found.map(\.arm), from: entered, to: left) }
    let number = tile.layout.number
    try carriageways.pair(&found, at: junction, in: number)
    for index in found.indices where mayPartAhead(found[index].arm) {
      let lean = try lean(of: found[index].edge, from: number)
      let heading = found[index].arm.heading
      found[index].arm.heading = LineBearing.middle(heading, heading + 2 * lean)
    }
    var made = Junction(arms: found.map(\.arm), from: entered, to: left)
    made.slip = try slips.slip(at: made, found.map(\.edge), in: number)
    return made
  }

  /// Whether an edge lies on another: a road that is drawn twice.
  private func isCopy(_ tile: borrowing TileView, _ a: EdgeIndex, of b: EdgeIndex) -> Bool {
    tile.head(a) == tile.head(b) && tile.departureBearing(a) == tile.departureBearing(b)
      && tile.length(a.segment) == tile.length(b.segment)
  }

  /// Whether an arm may be one of two carriageways that meet at the next junction already.
  private func mayPartAhead(_ arm: Junction.Arm) -> Bool {
    arm.partner == nil && arm.metres <= Carriageways.reach && arm.name != 0
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
    let found = try reader.arms(try map.tile(end.tile), end.junction)
    guard let index = found.firstIndex(where: { $0.edge == end.edge.reversed }),
      let partner = try carriageways.partner(of: index, found, at: end.junction, in: end.tile)
    else { return 0 }
    return Carriageways.lean(of: index, beside: partner, in: found.map(\.arm))
  }
}
