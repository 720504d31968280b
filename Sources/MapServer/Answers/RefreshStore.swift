import Bytes
import RoadModel
import RouteModel
import Synchronization

/// The most recent routes that clients may refresh, up to a number of edges.
final class RefreshStore: Sendable {
  /// Routes of a request.
  struct Entry: Sendable {
    let query: Query
    let request: RouteRequest
    let routes: [Route]

    /// The number of edges of the routes, plus a hundred for the other data.
    fileprivate var edgeCount: Int {
      routes.reduce(100) { $0 + $1.sections.reduce(1) { $0 + $1.edges.count } }
    }
  }

  private struct State {
    var entries: [String: (entry: Entry, turn: UInt64)] = [:]
    /// The names in the order of storing, with their turns; those before `first` are dropped.
    ///
    /// A name that was stored again occurs once for each turn; the last one counts.
    var order: [(name: String, turn: UInt64)] = []
    var first = 0
    var turns: UInt64 = 0
    var edgeCount = 0

    /// Drops the oldest routes, or an outdated turn of a name.
    mutating func dropFirst() {
      let (name, turn) = order[first]
      first += 1
      guard let known = entries[name], known.turn == turn else { return }
      edgeCount -= known.entry.edgeCount
      entries[name] = nil
    }

    /// Removes the dropped names once they are most of the order, so that each takes constant time.
    mutating func tidy() {
      guard order.count > 2 * entries.count + 64 else { return }
      order = order[first...].filter { entries[$0.name]?.turn == $0.turn }
      first = 0
    }
  }

  /// The maximum number of edges of all routes, about 100 MB.
  private let limit: Int
  private let state = Guarded(State())
  private let count = Atomic<UInt64>(0)

  init(limit: Int = 400_000) { self.limit = limit }

  /// A unique number for an answer; in other traffic, the same request has other routes.
  func nextNumber() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The routes of a name; nil if they are not kept.
  subscript(name: String) -> Entry? { state.withLock { $0.entries[name]?.entry } }

  /// Keeps routes, and drops the oldest if there are too many.
  func keep(_ entry: Entry, name: String) {
    state.withLock { state in
      state.edgeCount -= state.entries[name]?.entry.edgeCount ?? 0
      state.turns += 1
      state.entries[name] = (entry, state.turns)
      state.order.append((name, state.turns))
      state.edgeCount += entry.edgeCount
      while state.edgeCount > limit, state.entries.count > 1 { state.dropFirst() }
      state.tidy()
    }
  }
}
