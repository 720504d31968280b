import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The energy along paths of a query.
struct PathEnergy {
  private let map: NavMap
  private let edges: EdgeEnergy

  init(_ model: ConsumptionModel, _ rules: QueryRules, _ map: NavMap) {
    self.map = map
    edges = EdgeEnergy(model, rules, map)
  }

  /// The energy of each step of a path, the first and the last in part.
  ///
  /// - Parameter path: The path.
  /// - Returns: As many spans as steps.
  /// - Throws: `NavError` if the map is damaged there.
  func spans(of path: Path) throws(NavError) -> [SectionEnergy.Span] {
    var spans: [SectionEnergy.Span] = []
    spans.reserveCapacity(path.steps.count)
    let map = self.map
    for (index, step) in path.steps.enumerated() {
      let tile = try map.tile(step.tile)
      let length = tile.length(step.edge.segment)
      let low = index == 0 ? path.start.along(length) : 0
      let high = index == path.steps.count - 1 ? path.end.along(length) : length
      let driven = high > low ? high - low : 0
      let energy = try edges.energy(
        tile, step.edge, at: step.time, time: step.edgeTime, turn: step.turnDuration,
        .init(driven: driven, length: length))
      spans.append(.init(lengthMetres: Double(driven) / 100, energy: energy))
    }
    return spans
  }
}
