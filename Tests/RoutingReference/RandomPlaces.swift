import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport

/// A place beside a road, and the edges on which a trip may leave it or come to it.
struct RandomPlace {
  var place: Coordinate
  /// Edge ids in the file, with the centimetres from the edge's beginning to the point.
  var edges: [(edge: UInt32, along: UInt32)]
}

/// Draws places on roads that the vehicle can use and that hang together with the main network.
struct RandomPlaces {
  private let graph: ReferenceGraph
  private let candidates: [(tile: TileNumber, segment: SegmentIndex)]
  private let leaving: Bool

  init(_ graph: ReferenceGraph, leaving: Bool) throws {
    self.graph = graph
    self.leaving = leaving
    var found: [(TileNumber, SegmentIndex)] = []
    for number in graph.map.tiles {
      let tile = try graph.map.tile(number)
      let first = Int(graph.map.entry(number).firstEdge)
      for segment in tile.layout.ownSegments {
        let usable =
          graph.edges[first + 2 * segment.rawValue].state.isUsable
          || graph.edges[first + 2 * segment.rawValue + 1].state.isUsable
        if usable { found.append((number, segment)) }
      }
    }
    candidates = found
  }

  /// Whether no road of the map is open to the query.
  var isEmpty: Bool { candidates.isEmpty }

  func next(_ random: inout SeededGenerator) throws -> RandomPlace? {
    for _ in 0..<1_000 {
      guard let (number, segment) = candidates.randomElement(using: &random) else { return nil }
      let tile = try graph.map.tile(number)
      let shape = tile.shape(segment)
      guard let at = shape.indices.dropLast().randomElement(using: &random) else { continue }
      let share = Double.random(in: 0...1, using: &random)
      let place = shape[at].interpolated(to: shape[at + 1], share: share)
      if let found = try snapped(place) { return found }
    }
    return nil
  }

  /// A place near another: on the same road, next to it, in the same quarter.
  func next(
    _ random: inout SeededGenerator, near place: Coordinate, metres: Double
  ) throws -> RandomPlace? {
    let degrees = metres / 111_000
    for _ in 0..<20 {
      let other = Coordinate(
        latitude: place.latitude + Double.random(in: -degrees...degrees, using: &random),
        longitude: place.longitude + Double.random(in: -degrees...degrees, using: &random))
      if let other, let found = try snapped(other) { return found }
    }
    return nil
  }

  /// Whether other closures and conditions may hold when a trip gets to the place.
  private var arrivesLater: Bool {
    !leaving && graph.options.departure != nil && !graph.options.isHeldAtDeparture
  }

  /// Whether one of a segment's two edges can be used when the incidents of the traffic are over.
  private func opensLater(_ first: UInt32) -> Bool {
    [first, first + 1].contains { edge in
      stride(from: UInt32(10_000), through: 100_000, by: 10_000).contains { time in
        graph.state(graph.edges[Int(edge)], at: time).isUsable
      }
    }
  }

  /// The nearest roads and their edges; nil where the nearest are not connected to the network as the
  /// trip needs it, since the engine may then look farther, and where a nearer one opens later.
  private func snapped(_ place: Coordinate) throws -> RandomPlace? {
    func isWanted(_ tile: borrowing TileView, _ segment: SegmentIndex) -> Bool {
      // As the reference reads the rows, not as the engine does.
      if tile.road(segment).flags.contains(.ferry) { return false }
      let first = graph.map.entry(tile.number).firstEdge + UInt32(2 * segment.rawValue)
      return graph.edges[Int(first)].state.isUsable || graph.edges[Int(first) + 1].state.isUsable
    }
    let near = try graph.map.nearest(to: place, within: 1_000, count: 1, where: isWanted)
    guard let first = near.first else { return nil }
    func opens(_ tile: borrowing TileView, _ segment: SegmentIndex) -> Bool {
      if tile.road(segment).flags.contains(.ferry) || isWanted(tile, segment) { return false }
      return opensLater(graph.map.entry(tile.number).firstEdge + UInt32(2 * segment.rawValue))
    }
    if arrivesLater, graph.options.traffic != nil, first.distance > 0.05 {
      let limit = first.distance - 0.05
      let opening = try graph.map.nearest(to: place, within: limit, count: 1, where: opens)
      if !opening.isEmpty { return nil }
    }
    let points = try graph.map.nearest(
      to: place, within: first.distance + 0.05, count: .max, where: isWanted)
    var edges: [(UInt32, UInt32)] = []
    for point in points where point.distance <= first.distance + 0.05 {
      let map = graph.map
      let tile = try map.tile(point.tile)
      let reach = tile.reach(point.segment, graph.vehicle.mode)
      guard reach.contains(leaving ? .leaves : .enters) else { return nil }
      let length = tile.length(point.segment)
      for direction in 0..<2 {
        let id = map.entry(point.tile).firstEdge + UInt32(2 * point.segment.rawValue + direction)
        let edge = graph.edges[Int(id)].state
        // When a trip arrives later, its search decides by then whether the edge may be entered.
        guard edge.isUsable || arrivesLater else { continue }
        let along = direction == 0 ? point.offset : length - point.offset
        edges.append((id, along))
      }
    }
    // At the corner of a private road a trip is not on it.
    if edges.contains(where: { graph.edges[Int($0.0)].state.passes }) {
      edges.removeAll {
        let edge = graph.edges[Int($0.0)]
        return !edge.state.passes
          && edge.road.access(edge.direction)[graph.vehicle.mode] == .privateOnly
      }
    }
    return RandomPlace(place: place, edges: edges)
  }
}
