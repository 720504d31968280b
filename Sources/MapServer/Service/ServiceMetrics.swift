import Bytes

/// Counts requests, for Prometheus.
final class ServiceMetrics: Sendable {
  /// The labels that distinguish requests.
  private struct Key: Hashable {
    var service: String
    var code: String
  }

  private struct Histogram {
    var counts = [Int](repeating: 0, count: bounds.count)
    var seconds = 0.0
    var count = 0
  }

  /// The upper bounds of the histogram of durations, in seconds.
  private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

  private struct State {
    var requests: [Key: Int] = [:]
    var durations: [String: Histogram] = [:]
    var reloads = 0
    var failedReloads = 0
    var trafficVersion: UInt64?
    var trafficUpdates = 0
    var failedTrafficUpdates = 0
  }

  private let state = Guarded(State())

  /// Counts an answer.
  func count(_ service: String, _ code: String, seconds: Double) {
    state.withLock { state in
      state.requests[Key(service: service, code: code), default: 0] += 1
      var histogram = state.durations[service] ?? Histogram()
      histogram.seconds += seconds
      histogram.count += 1
      for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
        histogram.counts[index] += 1
      }
      state.durations[service] = histogram
    }
  }

  /// Counts a successful or failed reading of a new map.
  func countReload(failed: Bool) {
    state.withLock { state in
      if failed { state.failedReloads += 1 } else { state.reloads += 1 }
    }
  }

  /// Counts traffic put in force, by its version; nil counts a failure.
  func countTraffic(_ version: UInt64?) {
    state.withLock { state in
      if let version {
        state.trafficVersion = version
        state.trafficUpdates += 1
      } else {
        state.failedTrafficUpdates += 1
      }
    }
  }

  /// The metrics in the text format of Prometheus.
  func text(running: Int, waiting: Int) -> String {
    let state = state.withLock { $0 }
    var text = "# TYPE mapc_requests_total counter\n"
    for (key, count) in state.requests.sorted(by: {
      ($0.key.service, $0.key.code) < ($1.key.service, $1.key.code)
    }) {
      text += "mapc_requests_total{service=\"\(key.service)\",code=\"\(key.code)\"} \(count)\n"
    }
    text += "# TYPE mapc_request_seconds histogram\n"
    for (service, histogram) in state.durations.sorted(by: { $0.key < $1.key }) {
      for (bound, count) in zip(Self.bounds, histogram.counts) {
        text += "mapc_request_seconds_bucket{service=\"\(service)\",le=\"\(bound)\"} \(count)\n"
      }
      text += "mapc_request_seconds_bucket{service=\"\(service)\",le=\"+Inf\"} \(histogram.count)\n"
      text += "mapc_request_seconds_sum{service=\"\(service)\"} \(histogram.seconds)\n"
      text += "mapc_request_seconds_count{service=\"\(service)\"} \(histogram.count)\n"
    }
    text += "# TYPE mapc_engine_running gauge\nmapc_engine_running \(running)\n"
    text += "# TYPE mapc_engine_waiting gauge\nmapc_engine_waiting \(waiting)\n"
    text += "# TYPE mapc_reloads_total counter\n"
    text += "mapc_reloads_total{result=\"ok\"} \(state.reloads)\n"
    text += "mapc_reloads_total{result=\"failed\"} \(state.failedReloads)\n"
    text += "# TYPE mapc_traffic_updates_total counter\n"
    text += "mapc_traffic_updates_total{result=\"ok\"} \(state.trafficUpdates)\n"
    text += "mapc_traffic_updates_total{result=\"failed\"} \(state.failedTrafficUpdates)\n"
    if let version = state.trafficVersion {
      text += "# TYPE mapc_traffic_version gauge\nmapc_traffic_version \(version)\n"
    }
    return text
  }
}
