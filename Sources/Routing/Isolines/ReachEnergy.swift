import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The net energy along a path in a range, in hundredths of a watt-hour or millilitre, as a number that is never
/// negative: so labels need no room of their own for it.
enum ReachEnergy {
  /// Nothing used.
  static let zero: UInt32 = 1 << 31

  /// The net energy behind an edge that consumes so much; it ends at the bounds, far beyond any range.
  static func sum(_ net: UInt32, _ energy: Int64) -> UInt32 {
    UInt32(clamping: Int64(net) + energy)
  }

  /// What a net energy is above nothing.
  @inline(__always)
  static func used(_ net: UInt32) -> UInt32 { net > zero ? net &- zero : 0 }
}

extension EdgeEnergy {
  /// The energy of a base edge, or of the part behind a point, in the unit of a range.
  func reached(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds, time: Centiseconds,
    from along: UInt32 = 0
  ) throws(NavError) -> Int64 {
    let length = tile.length(edge.segment)
    return Self.hundredths(
      try energy(
        tile, edge, at: entered, time: time, turn: 0, .init(driven: length - along, length: length))
    )
  }

  /// The energy of a turn in the unit of a range.
  func reached(turn: Centiseconds) -> Int64 { Self.hundredths(energy(ofTurn: turn)) }

  private static func hundredths(_ thousandths: Int64) -> Int64 {
    (thousandths + (thousandths < 0 ? -5 : 5)) / 10
  }
}

extension ReachSearch {
  /// Adds the energy of an edge that is entered to its label.
  ///
  /// What is needed to get to a place is the largest net energy of a path up to there: it never falls along the path.
  func addEnergy(
    _ energy: EdgeEnergy, to label: inout Label, after before: Label, turn: Centiseconds,
    _ tile: borrowing TileView, _ edge: EdgeIndex
  ) throws(RoutingError) {
    let entered = label.duration &- label.whole
    let begin = ReachEnergy.sum(
      before.length, tile.isFerry(edge.segment) ? 0 : energy.reached(turn: turn))
    label.near = max(before.near, ReachEnergy.used(before.length), ReachEnergy.used(begin))
    do throws(NavError) {
      label.length = ReachEnergy.sum(
        begin,
        try energy.reached(tile, edge, at: rules.time(0, after: entered), time: label.whole))
    } catch { throw RoutingError(error) }
  }
}
