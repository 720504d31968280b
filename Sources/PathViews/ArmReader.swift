import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel

/// Reads the roads that meet at a junction, and the headings in which a driver sees them.
struct ArmReader {
  /// An arm and the edge on which it leaves the junction.
  typealias Entry = (edge: EdgeIndex, arm: Junction.Arm)

  /// Room for the points of a line near a junction; few have more.
  private static let usualPoints = 32

  let walk: RoadWalk
  private var map: NavMap { walk.map }
  /// A cache of arms by junction: junctions of a path and their neighbours need each other's arms.
  private let seen = SeenArms()

  init(walk: RoadWalk) { self.walk = walk }

  /// The arms of a junction, each with its heading.
  func arms(
    _ tile: borrowing TileView, _ junction: JunctionIndex
  ) throws(NavError) -> [Entry] {
    if let known = seen.arms(tile.layout.number, junction) { return known }
    var found = unseenArms(tile, junction)
    try setHeadings(of: &found, tile)
    seen.keep(found, tile.layout.number, junction)
    return found
  }

  /// Sets the headings of some arms of a junction, from the cache if they are all of its arms.
  func setHeadings(
    of entries: inout [Entry], at junction: JunctionIndex, _ tile: borrowing TileView
  ) throws(NavError) {
    guard let known = seen.arms(tile.layout.number, junction), known.count == entries.count,
      entries.allSatisfy({ entry in known.contains { $0.edge == entry.edge } })
    else { return try setHeadings(of: &entries, tile) }
    for index in entries.indices {
      guard let arm = known.first(where: { $0.edge == entries[index].edge })?.arm else { continue }
      (entries[index].arm.heading, entries[index].arm.first) = (arm.heading, arm.first)
    }
  }

  /// The arms of a junction, with the headings of the map.
  func unseenArms(_ tile: borrowing TileView, _ junction: JunctionIndex) -> [Entry] {
    walk.edges(tile, junction).map { (edge: $0, arm: arm(tile, $0)) }
  }

  /// The arm on which an edge leaves its junction, with the heading of the map.
  func arm(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Junction.Arm {
    let (segment, direction) = (edge.segment, edge.direction)
    let way = tile.way(segment)
    let row = tile.attributeRow(way)
    let degrees = tile.departureBearing(segment, direction).degrees
    let (out, back) = (
      tile.access(row: row, direction), tile.access(row: row, direction.reversed)
    )
    let access = out[walk.mode].isUsable ? out : back
    var road = tile.roadOutline(row: row)
    // People on foot walk along a ring in both directions, as along any street.
    if walk.mode == .foot { road.flags.remove(.roundabout) }
    return Junction.Arm(
      bearing: Int(degrees.rounded()) % 360, heading: degrees, isOpen: false,
      leads: out[walk.mode].isUsable, comes: back[walk.mode].isUsable,
      road: road,
      name: tile.nameOffset(way), ref: tile.refOffset(way),
      metres: Double(tile.length(segment)) / 100,
      isRestricted: access[walk.mode].isEndOnly, isPushed: out[walk.mode] == .dismount,
      isPushedTowards: back[walk.mode] == .dismount)
  }

  /// Sets the headings of the arms of a junction; they are not needed if only the path continues.
  func setHeadings(of entries: inout [Entry], _ tile: borrowing TileView) throws(NavError) {
    let isSeen = entries.count > 2
    let lanes = entries.reduce(0) { max($0, Int($1.arm.road.lanes)) }
    // All share one line; allocating one for each would take most of the time.
    var shape: [Coordinate] = []
    shape.reserveCapacity(Self.usualPoints)
    for index in entries.indices {
      let edge = entries[index].edge
      if isSeen {
        let road = SeenHeading(entries[index].arm.road, lanes: lanes)
        guard let found = try headings(of: road, tile, edge, &shape) else { continue }
        entries[index].arm.heading = found.seen
        entries[index].arm.first = found.first
      } else if let heading = firstHeading(tile, edge, &shape) {
        entries[index].arm.heading = heading
        entries[index].arm.first = heading
      }
    }
  }

  /// The direction of the first piece of an edge; nil if it has no length.
  func firstHeading(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ shape: inout [Coordinate]
  ) -> Double? {
    let found = SeenHeading.first(walk.start(tile, edge), walk.second(tile, edge))
    if let found { return found }
    walk.read(tile, edge, into: &shape)
    return SeenHeading.first(shape)
  }

  /// The headings of an edge, reading only the necessary part of its line.
  private func headings(
    of road: SeenHeading, _ tile: borrowing TileView, _ edge: EdgeIndex, _ shape: inout [Coordinate]
  ) throws(NavError) -> (seen: Double, first: Double)? {
    let isReversed = !edge.isForward && tile.innerPointCount(edge.segment) > 0
    // The first piece of a line from its end on is known only when all of it has been read.
    if isReversed { walk.read(tile, edge, into: &shape) }
    let next = !isReversed ? walk.second(tile, edge) : shape.count > 1 ? shape[1] : shape[0]
    if let found = road.headings(from: walk.start(tile, edge), to: next) { return found }
    if !isReversed { walk.read(tile, edge, into: &shape) }
    try extend(&shape, tile, edge, to: road.reach)
    return road.headings(shape)
  }

  /// Extends the line of an edge by its continuations up to the next road, to a minimum length.
  private func extend(
    _ shape: inout [Coordinate], _ tile: borrowing TileView, _ edge: EdgeIndex, to metres: Double
  ) throws(NavError) {
    var length = Double(tile.length(edge.segment)) / 100
    var (number, last) = (tile.layout.number, edge)
    while length < metres {
      let end = try map.arrival(of: last, in: map.layout(number))
      let map = self.map
      let there = try map.tile(end.tile)
      guard let next = continuation(there, end.junction, of: end.edge) else { break }
      there.appendShape(next.segment, next.direction, to: &shape)
      length += max(Double(there.length(next.segment)) / 100, 0.1)
      (number, last) = (end.tile, next)
    }
  }

  /// The edge that continues another with equal class, lanes and names; nil if other roads meet.
  private func continuation(
    _ tile: borrowing TileView, _ junction: JunctionIndex, of edge: EdgeIndex
  ) -> EdgeIndex? {
    guard case .on(let next) = walk.way(tile, junction, past: edge) else { return nil }
    let (a, b) = (tile.roadOutline(edge.segment), tile.roadOutline(next.segment))
    let (old, new) = (tile.way(edge.segment), tile.way(next.segment))
    guard a.roadClass == b.roadClass, a.lanes == b.lanes,
      tile.nameOffset(old) == tile.nameOffset(new), tile.refOffset(old) == tile.refOffset(new)
    else { return nil }
    return next
  }
}

/// The roads at the end of a walk, as an arriving traveller sees them.
extension ArmReader {
  /// A road at the end of a walk.
  struct Way {
    var edge: EdgeIndex
    var arm: Junction.Arm
    /// The turn into it in degrees, -180 ..< 180, clockwise positive; -180 is the way back.
    var turn: Double

    /// Degrees from straight on.
    var deviation: Double { abs(turn) }

    /// The angle between it and another.
    func angle(to other: Way) -> Double { abs(LineBearing.turn(from: turn, to: other.turn)) }

    /// The angle between it and a turn.
    func angle(to turn: Double) -> Double { abs(LineBearing.turn(from: self.turn, to: turn)) }
  }

  /// The roads at the end of a walk, including the way back.
  func ways(at end: RoadWalk.End) throws(NavError) -> [Way] {
    let map = self.map
    let tile = try map.tile(end.tile)
    return ways(try arms(tile, end.junction), at: end)
  }

  /// The same roads, with turns by the first pieces of their lines.
  func nearWays(at end: RoadWalk.End) throws(NavError) -> [Way] {
    let map = self.map
    let tile = try map.tile(end.tile)
    var shape: [Coordinate] = []
    shape.reserveCapacity(Self.usualPoints)
    var found = unseenArms(tile, end.junction)
    for index in found.indices {
      guard let heading = firstHeading(tile, found[index].edge, &shape) else { continue }
      found[index].arm.heading = heading
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

/// A cache of the arms of junctions.
private final class SeenArms {
  private var known: [LocalKey<TileNumber, JunctionIndex>: [ArmReader.Entry]] = [:]

  func arms(_ tile: TileNumber, _ junction: JunctionIndex) -> [ArmReader.Entry]? {
    known[LocalKey(tile, junction)]
  }

  func keep(_ arms: [ArmReader.Entry], _ tile: TileNumber, _ junction: JunctionIndex) {
    known[LocalKey(tile, junction)] = arms
  }
}
