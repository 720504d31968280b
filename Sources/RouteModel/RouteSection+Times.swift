import RoadModel

extension RouteSection {
  /// Sets the duration of the section and of its steps to the sums of their edges.
  package mutating func takeTimesOfEdges() {
    durationSeconds = edges.durationSeconds
    if steps.isEmpty { return }
    var times = [UInt64](repeating: 0, count: steps.count)
    var step = 0
    for edge in edges {
      while step + 1 < steps.count, edge.points.upperBound > steps[step].points.upperBound {
        step += 1
      }
      times[step] += UInt64(edge.time) + UInt64(edge.turnTime)
    }
    for index in steps.indices { steps[index].durationSeconds = Double(times[index]) / 100 }
  }

  /// Whether the edges cover at least 99 % of the section's length.
  package var isOnMap: Bool {
    edges.reduce(0) { $0 + $1.lengthMetres } >= 0.99 * lengthMetres
  }
}
