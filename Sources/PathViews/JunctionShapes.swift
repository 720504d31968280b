import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel

/// What roads at a junction are together: carriageways of one road, slip roads beside another.
struct JunctionShapes {
  /// A slip road and the roads whose corner it cuts are no longer than this, in metres.
  private static let corner = 120.0
  /// Slip roads leave and meet roads at no wider angle, in degrees.
  private static let flat = 80.0
  /// Turns into a road across, in degrees.
  private static let across = 50.0...130

  private let walk: RoadWalk
  private var map: NavMap { walk.map }

  init(_ walk: RoadWalk) { self.walk = walk }

  /// Pairs the arms of a junction that are carriageways of one road.
  func pairCarriageways(
    _ arms: inout [Junction.Arm], _ edges: [EdgeIndex], in number: TileNumber
  ) throws(NavError) {
    for index in arms.indices where arms[index].leads && !arms[index].comes {
      if let partner = try partner(of: index, arms, edges, in: number) {
        Carriageways.pair(index, partner, in: &arms)
      }
    }
  }

  /// The arm that is the other carriageway of the road of one; nil if none is.
  func partner(
    of index: Int, _ arms: [Junction.Arm], _ edges: [EdgeIndex], in number: TileNumber
  ) throws(NavError) -> Int? {
    for other in arms.indices where Carriageways.mayBeOne(index, other, in: arms) {
      if try areOneRoad((arms[index], edges[index]), (arms[other], edges[other]), in: number) {
        return other
      }
    }
    return nil
  }

  /// Whether two arms part at an island, or run beside each other.
  private func areOneRoad(
    _ a: (arm: Junction.Arm, edge: EdgeIndex), _ b: (arm: Junction.Arm, edge: EdgeIndex),
    in number: TileNumber
  ) throws(NavError) -> Bool {
    let reach = Carriageways.triangle
    if let first = try walk.crossing(along: a.edge, from: number, within: reach),
      let second = try walk.crossing(along: b.edge, from: number, within: reach)
    {
      if first.isSame(as: second) {
        return Distance.metres(first.place, try start(of: a.edge, in: number)) < Carriageways.reach
      }
      let metres = Distance.metres(first.place, second.place)
      let isLeft = LineBearing.turn(from: a.arm.heading, to: b.arm.heading) > 0
      let (left, right) = isLeft ? (first, second) : (second, first)
      if Carriageways.haveIsland(a.arm, b.arm, metres: metres), try isAcross(left, right) {
        return true
      }
    }
    return Carriageways.areParallel(
      try course(of: a.edge, in: number), try course(of: b.edge, in: number))
  }

  private func start(of edge: EdgeIndex, in number: TileNumber) throws(NavError) -> Coordinate {
    let map = self.map
    let tile = try map.tile(number)
    let line = walk.line(tile, edge)
    return line.first ?? Coordinate(latitudeUnits: 0, longitudeUnits: 0)
  }

  /// Whether a road leads straight across from the end of one carriageway to that of the one to its right.
  ///
  /// Where they end on a ring, the ring is no road across.
  private func isAcross(_ left: RoadWalk.End, _ right: RoadWalk.End) throws(NavError) -> Bool {
    let map = self.map
    let tile = try map.tile(left.tile)
    for (out, turn) in turns(tile, left) where Self.across ~= turn {
      if let end = try walk.crossing(along: out, from: left.tile, within: Self.corner),
        end.isSame(as: right)
      {
        return true
      }
    }
    return false
  }

  /// The line of an edge and of those that continue it straight on by the same name, across junctions.
  private func course(
    of edge: EdgeIndex, in number: TileNumber
  ) throws(NavError) -> [Coordinate] {
    var course: [Coordinate] = []
    var (length, number, last) = (0.0, number, edge)
    while true {
      let map = self.map
      let here = try map.layout(number)
      let tile = map.view(here)
      course += walk.line(tile, last).dropFirst(course.isEmpty ? 0 : 1)
      length += max(Double(tile.length(last.segment)) / 100, 0.1)
      if length >= Carriageways.course { return course }
      let end = try map.arrival(of: last, in: here)
      guard let next = straightOn(try map.tile(end.tile), end.junction, of: end.edge) else {
        return course
      }
      (number, last) = (end.tile, next)
    }
  }

  /// The straightest edge with the name of the one that ends at a junction; a ring is another road.
  private func straightOn(
    _ tile: borrowing TileView, _ junction: JunctionIndex, of edge: EdgeIndex
  ) -> EdgeIndex? {
    let name = tile.nameOffset(tile.way(edge.segment))
    let coming = LineBearing.opposite(tile.departureBearing(edge.reversed).degrees)
    var best: (edge: EdgeIndex, angle: Double)?
    for out in walk.edges(tile, junction)
    where out != edge.reversed && !tile.isRing(out.segment)
      && tile.nameOffset(tile.way(out.segment)) == name
    {
      let angle = abs(LineBearing.turn(from: coming, to: tile.departureBearing(out).degrees))
      if angle < best?.angle ?? 60 { best = (out, angle) }
    }
    return best?.edge
  }

  /// The arm of a junction that cuts the corner between the road straight on and one that crosses it; nil if none does.
  ///
  /// - Parameters:
  ///   - junction: The junction; the path takes the slip road, or the road straight on beside it.
  ///   - edges: The edges of its arms.
  ///   - number: The tile that numbers them.
  /// - Returns: The index of the slip road.
  /// - Throws: `NavError` if the map is damaged there.
  func slip(
    at junction: Junction, _ edges: [EdgeIndex], in number: TileNumber
  ) throws(NavError) -> Int? {
    guard let main = junction.continuation else { return nil }
    for slip in junction.arms.indices
    where (junction.to == slip || junction.to == main) && junction.mayBeSlip(slip, beside: main) {
      let isLeft =
        LineBearing.turn(
          from: junction.arms[main].heading, to: junction.arms[slip].heading) < 0
      let isLink = junction.arms[slip].road.flags.contains(.link)
      if try cutsCorner(edges[slip], edges[main], in: number, isLeft: isLeft, isLink: isLink) {
        return slip
      }
    }
    return nil
  }

  /// Whether one edge leads, past no other choice, onto a road that crosses the other edge.
  private func cutsCorner(
    _ slip: EdgeIndex, _ main: EdgeIndex, in number: TileNumber, isLeft: Bool, isLink: Bool
  ) throws(NavError) -> Bool {
    guard let corner = try walk.crossing(along: main, from: number, within: Self.corner),
      let end = try walk.crossing(along: slip, from: number, within: Self.corner),
      !corner.isSame(as: end)
    else { return false }
    let map = self.map
    let there = try map.tile(corner.tile)
    let across = turns(there, corner).max { isLeft ? $0.turn > $1.turn : $0.turn < $1.turn }
    guard let across, leads(there, across.edge) else { return false }
    let tile = try map.tile(end.tile)
    let ways = turns(tile, end)
    let onward = ways.filter { leads(tile, $0.edge) }
    guard ways.count == 2, onward.count == 1, let way = onward.first, abs(way.turn) <= Self.flat,
      let other = ways.first(where: { $0.edge != way.edge })
    else { return false }
    if isLink, tile.roadOutline(other.edge.segment).flags.contains(.link) { return false }
    guard let back = try walk.crossing(along: other.edge, from: end.tile, within: Self.corner)
    else { return false }
    return back.isSame(as: corner)
  }

  private func leads(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    tile.access(edge.segment, edge.direction)[walk.mode].isUsable
  }

  /// The edges on which one may go on where a walk ends, and the turns into them.
  private func turns(
    _ tile: borrowing TileView, _ end: RoadWalk.End
  ) -> [(edge: EdgeIndex, turn: Double)] {
    let coming = LineBearing.opposite(tile.departureBearing(end.edge.reversed).degrees)
    return walk.edges(tile, end.junction).filter { $0 != end.edge.reversed }.map {
      ($0, LineBearing.turn(from: coming, to: tile.departureBearing($0).degrees))
    }
  }
}
