import Hierarchy
import MapReader
import RoadModel
import Routing

/// The metrics of a map's profiles, made from the file itself by the rules that its queries ask: so the two
/// agree to the unit.
enum StandardMetrics {
  /// Makes the metrics of some modes, side by side.
  static func costs(
    _ path: String, _ modes: [Mode], _ orders: [[UInt16]], threads: Int
  ) async throws -> [(mode: Mode, up: [UInt32], down: [UInt32])] {
    typealias Costs = (mode: Mode, up: [UInt32], down: [UInt32])
    let map = try NavMap(path: path)
    return try await withThrowingTaskGroup(of: Costs.self) { group in
      var waiting = modes[...]
      func start(_ group: inout ThrowingTaskGroup<Costs, any Error>) {
        guard let mode = waiting.popFirst() else { return }
        group.addTask {
          try Task.checkCancellation()
          let metric = try StandardMetric.metric(of: mode, map, orders: orders)
          return (mode, metric.up, metric.down)
        }
      }
      for _ in 0..<max(threads, 1) { start(&group) }
      var found: [Costs] = []
      while let costs = try await group.next() {
        found.append(costs)
        start(&group)
      }
      return found.sorted { $0.mode.rawValue < $1.mode.rawValue }
    }
  }
}
