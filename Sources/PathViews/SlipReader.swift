import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel

/// Finds slip roads: those that cut the corner between the road straight on and one that crosses it.
struct SlipReader {
  /// A slip road and the roads whose corner it cuts are no longer than this, in metres.
  private static let corner = 120.0
  /// Slip roads leave and meet roads at no wider angle, in degrees.
  private static let flat = 80.0

  private let walk: RoadWalk
  private var map: NavMap { walk.map }

  init(_ walk: RoadWalk) { self.walk = walk }

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
