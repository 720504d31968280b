import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The net energy along a path in a range, in hundredths of a watt-hour or millilitre, as a number that is never
/// negative: so labels need no room of their own for it.
///
/// In a search backward it is the energy that the way to the place needs, so it is never less than zero.
enum ReachEnergy {
  /// The number for zero net energy.
  static let zero: UInt32 = 1 << 31

  /// The net energy after an edge's energy; limited to the bounds, which are far beyond any range.
  static func sum(_ net: UInt32, _ energy: Int64) -> UInt32 {
    UInt32(clamping: Int64(net) + energy)
  }

  /// The consumed part of a net energy; 0 if it is negative.
  @inline(__always)
  static func used(_ net: UInt32) -> UInt32 { net > zero ? net &- zero : 0 }
}

extension EdgeEnergy {
  /// The energy of a base edge, or of its part between two points, in the unit of a range.
  func reached(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds, time: Centiseconds,
    from begin: UInt32 = 0, to end: UInt32 = .max
  ) throws(NavError) -> Int64 {
    let length = tile.length(edge.segment)
    let driven = min(end, length) - begin
    return Self.hundredths(
      try energy(
        tile, edge, at: entered, time: time, turn: 0, .init(driven: driven, length: length)))
  }

  /// The energy of a turn in the unit of a range.
  func reached(turn: Centiseconds) -> Int64 { Self.hundredths(energy(ofTurn: turn)) }

  private static func hundredths(_ thousandths: Int64) -> Int64 {
    (thousandths + (thousandths < 0 ? -5 : 5)) / 10
  }
}

extension ReachSearch {
  /// The energy that a trip needs before a stretch, from what it needs behind it.
  ///
  /// What the stretch recovers lowers the need, but not below zero. A need beyond ``most`` stays, because no way leads
  /// back from there into the range.
  func need(before energy: Int64, then behind: UInt32) -> UInt32 {
    if ReachEnergy.used(behind) > most { return behind }
    return max(ReachEnergy.sum(behind, energy), ReachEnergy.zero)
  }

  /// The energy that a trip needs at the beginning of an edge, from what it needs at a point of it, or at its end.
  func need(
    before edge: EdgeIndex, _ tile: borrowing TileView, time: Centiseconds, to point: UInt32 = .max,
    then behind: UInt32
  ) throws(RoutingError) -> UInt32 {
    guard let energy else { return behind }
    do throws(NavError) {
      return need(
        before: try energy.reached(tile, edge, at: 0, time: time, to: point), then: behind)
    } catch { throw RoutingError(error) }
  }

  /// Adds the energy of an edge that is entered to its label.
  ///
  /// The energy needed to reach a place is the largest net energy of the path up to there, so it
  /// never falls along the path.
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
