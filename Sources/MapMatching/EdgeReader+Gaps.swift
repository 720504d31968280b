import Geo
import RouteModel

/// The places where a path leaves the roads for a gap in the map, and where it returns.
///
/// Between two fixes a vehicle was on the road for as long as the road led its way: the sum of the way on the road and
/// of the straight line across the gap is least, with each metre off the roads counted as several on them.
///
/// A fix too far from its road shows that the road did not lead its way: ``PieceBuilder`` then asks for no such place.
extension EdgeReader {
  /// The metres between compared places, and their maximum number.
  private static let step = 5.0
  private static let maximumSteps = 100.0

  /// The place of an edge where a path leaves the roads for `goal`; nil if it is the present one.
  func exit(
    _ edge: TileEdge, after along: Double, to goal: Coordinate, factor: Double
  ) throws(RoutingError) -> (along: Double, position: Coordinate)? {
    try turningPoint(edge, from: along, by: 1, goal, factor)
  }

  /// The place of an edge where a path from `start` returns to the roads, or nil.
  ///
  /// It is nil for the present place.
  func entry(
    _ edge: TileEdge, before along: Double, from start: Coordinate, factor: Double
  ) throws(RoutingError) -> (along: Double, position: Coordinate)? {
    try turningPoint(edge, from: along, by: -1, start, factor)
  }

  /// The best place from a distance along an edge to its end (`direction` 1) or its beginning (-1).
  private func turningPoint(
    _ edge: TileEdge, from along: Double, by direction: Double, _ other: Coordinate,
    _ factor: Double
  ) throws(RoutingError) -> (along: Double, position: Coordinate)? {
    let limit = direction > 0 ? try length(edge) : 0
    let room = max((limit - along) * direction, 0)
    let count = min((room / Self.step).rounded(.up), Self.maximumSteps)
    var best: (along: Double, position: Coordinate)?
    var least = factor * Distance.metres(try place(edge, along: along).position, other)
    for index in stride(from: 1.0, through: count, by: 1) {
      let driven = room * index / count
      let position = try place(edge, along: along + direction * driven).position
      let cost = driven + factor * Distance.metres(position, other)
      if cost < least { (least, best) = (cost, (along + direction * driven, position)) }
    }
    return best
  }
}
