import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel

/// Roads that are mapped twice.
extension JunctionReader {
  /// The maximum difference of the lengths of two roads that coincide, in centimetres.
  private static let sameLength = 100
  /// The maximum angle between their beginnings, in degrees: bearings are kept to 1.4 of them.
  private static let sameBearing = 3.0
  /// The maximum number of edges of one that coincide with an edge of the other.
  private static let pieces = 8

  /// Whether an edge coincides with another: a road that is mapped twice.
  func isCopy(_ tile: borrowing TileView, _ a: EdgeIndex, of b: EdgeIndex) -> Bool {
    tile.head(a) == tile.head(b) && tile.departureBearing(a) == tile.departureBearing(b)
      && tile.length(a.segment) == tile.length(b.segment)
  }

  /// Whether an edge and some that follow it coincide with another edge: of a road that is mapped twice, only one copy
  /// has a junction there, as where a drive meets it.
  ///
  /// The roads have one title and the same directions, leave in one direction, and come to the same place after as many
  /// metres.
  func isPartlyCopy(
    _ tile: borrowing TileView, _ a: EdgeIndex, of b: EdgeIndex
  ) throws(NavError) -> Bool {
    let bearings = (tile.departureBearing(a).degrees, tile.departureBearing(b).degrees)
    guard abs(LineBearing.turn(from: bearings.0, to: bearings.1)) <= Self.sameBearing,
      haveOneTitle(tile, a, b)
    else { return false }
    let isLonger = tile.length(a.segment) > tile.length(b.segment)
    let (whole, piece) = isLonger ? (a, b) : (b, a)
    let metres = Int(tile.length(whole.segment))
    let goal = try walk.end(of: whole, from: tile.layout.number)
    var rest = metres - Int(tile.length(piece.segment))
    var end = try walk.end(of: piece, from: tile.layout.number)
    for _ in 1..<Self.pieces {
      if end.isSame(as: goal) { return abs(rest) <= Self.sameLength }
      let map = self.map
      let there = try map.tile(end.tile)
      guard let next = straightOn(there, end) else { return false }
      rest -= Int(there.length(next.segment))
      if rest < -Self.sameLength { return false }
      end = try walk.end(of: next, from: end.tile)
    }
    return false
  }

  /// Whether two edges of a tile have the same name, number, class and directions.
  private func haveOneTitle(_ tile: borrowing TileView, _ a: EdgeIndex, _ b: EdgeIndex) -> Bool {
    let (first, second) = (tile.way(a.segment), tile.way(b.segment))
    guard tile.nameOffset(first) == tile.nameOffset(second),
      tile.refOffset(first) == tile.refOffset(second),
      tile.roadOutline(a.segment).roadClass == tile.roadOutline(b.segment).roadClass
    else { return false }
    return isOpen(tile, a) == isOpen(tile, b)
      && isOpen(tile, a.reversed) == isOpen(tile, b.reversed)
  }

  private func isOpen(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    tile.access(edge.segment, edge.direction)[mode].isUsable
  }

  /// The road at the end of a walk that goes on most nearly in its direction.
  private func straightOn(_ tile: borrowing TileView, _ end: RoadWalk.End) -> EdgeIndex? {
    let coming = tile.arrivalBearing(end.edge).degrees
    var best: (edge: EdgeIndex, turn: Double)?
    for entry in tile.outRange(end.junction) {
      let edge = tile.out(entry)
      guard edge != end.edge.reversed, walk.isKnown(tile, edge) else { continue }
      let turn = abs(LineBearing.turn(from: coming, to: tile.departureBearing(edge).degrees))
      if best.map({ turn < $0.turn }) ?? true { best = (edge, turn) }
    }
    return best?.edge
  }
}
