import Bytes
import Hierarchy
import MapReader
import RoadCosts
import RoadModel
import RouteModel

/// The metrics of a map's profiles.
///
/// They are made from the file by the rules of its queries, so both agree to the unit.
enum StandardMetrics {
  /// Makes the metrics of some profiles in parallel.
  static func costs(
    _ file: MappedFile, _ profiles: [MetricProfile], _ orders: [[UInt16]], threads: Int
  ) async throws -> [(profile: MetricProfile, up: [UInt32], down: [UInt32])] {
    typealias Costs = (profile: MetricProfile, up: [UInt32], down: [UInt32])
    let map = try NavMap(file)
    return try await withThrowingTaskGroup(of: Costs.self) { group in
      var waiting = profiles[...]
      func start(_ group: inout ThrowingTaskGroup<Costs, any Error>) {
        guard let profile = waiting.popFirst() else { return }
        group.addTask {
          try Task.checkCancellation()
          let metric = try StandardMetric.metric(of: profile, map, orders: orders)
          return (profile, metric.up, metric.down)
        }
      }
      for _ in 0..<max(threads, 1) { start(&group) }
      var found: [Costs] = []
      while let costs = try await group.next() {
        found.append(costs)
        start(&group)
      }
      return found.sorted { $0.profile < $1.profile }
    }
  }
}
