import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel

/// Finds slip roads, which cut the corner between the road straight on and one that crosses it.
struct SlipReader {
  /// The maximum length of a slip road and of the roads whose corner it cuts, in metres.
  private static let corner = 120.0
  /// The maximum angle at which a slip road leaves or meets a road, in degrees.
  private static let flat = 80.0

  private let reader: ArmReader
  private var walk: RoadWalk { reader.walk }
  private var map: NavMap { walk.map }

  init(_ reader: ArmReader) { self.reader = reader }

  /// The arm of a junction that is a slip road; nil if there is none.
  ///
  /// - Parameters:
  ///   - junction: The junction; the path takes the slip road, or the road straight on beside it.
  ///   - found: Its arms with their edges.
  ///   - number: The tile that numbers these.
  /// - Returns: The index of the slip road.
  /// - Throws: `NavError` if the map is damaged there.
  func slip(
    at junction: Junction, _ found: [ArmReader.Entry], in number: TileNumber
  ) throws(NavError) -> Int? {
    guard let main = junction.continuation else { return nil }
    for slip in junction.arms.indices
    where (junction.to == slip || junction.to == main) && junction.mayBeSlip(slip, beside: main) {
      let isLeft =
        LineBearing.turn(
          from: junction.arms[main].heading, to: junction.arms[slip].heading) < 0
      let isLink = junction.arms[slip].road.flags.contains(.link)
      let (aside, onward) = (found[slip].edge, found[main].edge)
      if try cutsCorner(aside, onward, in: number, isLeft: isLeft, isLink: isLink) {
        return slip
      }
    }
    return nil
  }

  /// Whether one edge leads, without another choice, onto a road that crosses the other edge.
  private func cutsCorner(
    _ slip: EdgeIndex, _ main: EdgeIndex, in number: TileNumber, isLeft: Bool, isLink: Bool
  ) throws(NavError) -> Bool {
    guard let corner = try walk.crossing(along: main, from: number, within: Self.corner),
      let end = try walk.crossing(along: slip, from: number, within: Self.corner),
      !corner.isSame(as: end)
    else { return false }
    // The end of the slip road first: to look along each road at the corner takes longer.
    let ways = try reader.nearWays(at: end)
    guard ways.count == 3, let onward = try obvious(ways, at: end),
      ways[onward].deviation <= Self.flat, !ways[onward].arm.road.flags.contains(.roundabout),
      let other = ways.indices.first(where: {
        $0 != onward && ways[$0].edge != end.edge.reversed
      }), !isLink || !ways[other].arm.road.flags.contains(.link),
      let back = try walk.crossing(along: ways[other].edge, from: end.tile, within: Self.corner),
      back.isSame(as: corner)
    else { return false }
    let across = try reader.ways(at: corner).filter { $0.edge != corner.edge.reversed }
      .max { isLeft ? $0.turn > $1.turn : $0.turn < $1.turn }
    return across?.arm.leads == true
  }

  /// The index of the obvious road at the end of a walk; nil if there is none.
  private func obvious(
    _ ways: [ArmReader.Way], at end: RoadWalk.End
  ) throws(NavError) -> Int? {
    let map = self.map
    let tile = try map.tile(end.tile)
    let back = end.edge.reversed
    guard let from = ways.firstIndex(where: { $0.edge == back }) else { return nil }
    let arms = ways.map { way in
      var arm = way.arm
      let banned = tile.turn(from: end.edge, to: way.edge)?.banned
      arm.isOpen = arm.leads && way.edge != back && banned?.contains(walk.mode) != true
      return arm
    }
    return Junction(arms: arms, from: from, to: from).obvious
  }
}
