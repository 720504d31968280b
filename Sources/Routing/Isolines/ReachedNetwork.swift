import Geo
import MapReader
import NavFormat
import RoadCosts
import RouteModel

/// Writes the reached parts of roads as lines.
struct ReachedNetwork {
  private let reach: ReachedArea

  init(_ reach: ReachedArea) { self.reach = reach }

  /// The parts within the limit, each with its edge.
  func roads() throws(RoutingError) -> [ReachedRoad] {
    var roads: [ReachedRoad] = []
    roads.reserveCapacity(reach.edges.count)
    for (number, part) in reach.edges.enumerated() {
      if number & 4_095 == 0, Task.isCancelled { throw .cancelled }
      let profile: ReachProfile
      do { profile = try reach.profile(part) } catch { throw RoutingError(error) }
      guard let range = profile.within(reach.limit.value) else { continue }
      let map = reach.tiles.map
      let tile = map.view(reach.tiles.slots[part.slot.rawValue].layout)
      roads.append(
        ReachedRoad(
          edge: map.edgeID(reach.tiles.id(part.slot, part.edge)),
          line: line(tile, part.edge, range),
          atBegin: Double(profile.amount(at: range.lowerBound)) / 100,
          atEnd: Double(profile.amount(at: range.upperBound)) / 100,
          isFerry: tile.isFerry(part.edge.segment)))
    }
    return roads
  }

  /// The line of a part of a directed edge.
  private func line(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ range: ClosedRange<UInt32>
  ) -> [Coordinate] {
    let length = Double(tile.length(edge.segment))
    var shape = tile.shape(edge.segment)
    if !edge.isForward { shape.reverse() }
    if range.lowerBound == 0, Double(range.upperBound) >= length { return shape }
    return MeasuredLine(shape, length: length).part(
      Double(range.lowerBound), Double(range.upperBound))
  }
}
