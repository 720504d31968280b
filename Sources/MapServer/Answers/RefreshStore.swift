import Bytes
import RoadModel
import RouteModel
import Synchronization

/// Routes that their clients may ask about again: the latest, up to a number of edges.
final class RefreshStore: Sendable {
  /// Routes of a request.
  struct Entry: Sendable {
    let query: Query
    let vehicle: Vehicle
    let options: RouteRequest.Options
    let routes: [Route]

    /// The edges of the routes, and a hundred for what else is kept.
    fileprivate var edgeCount: Int {
      routes.reduce(100) { $0 + $1.sections.reduce(1) { $0 + $1.edges.count } }
    }
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// The names, the latest last.
    var order: [String] = []
    var edgeCount = 0
  }

  /// The maximum number of edges of all routes: some 100 MB.
  private let limit: Int
  private let state = Guarded(State())
  private let count = Atomic<UInt64>(0)

  init(limit: Int = 400_000) { self.limit = limit }

  /// A number that no other answer has: in other traffic, the same request has other routes.
  func nextNumber() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The routes of a name; nil if they are not kept.
  subscript(name: String) -> Entry? { state.withLock { $0.entries[name] } }

  /// Keeps routes, and drops the oldest if there are too many.
  func keep(_ entry: Entry, name: String) {
    state.withLock { state in
      if let old = state.entries.removeValue(forKey: name) {
        state.edgeCount -= old.edgeCount
        state.order.removeAll { $0 == name }
      }
      state.entries[name] = entry
      state.order.append(name)
      state.edgeCount += entry.edgeCount
      while state.edgeCount > limit, state.order.count > 1 {
        let oldest = state.order.removeFirst()
        state.edgeCount -= state.entries.removeValue(forKey: oldest)?.edgeCount ?? 0
      }
    }
  }
}
