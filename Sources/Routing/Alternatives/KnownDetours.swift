import Hierarchy

/// Pieces of rejected ways that are detours, by which other ways are rejected without a search.
///
/// Many candidates leave a road for the same exit and come back at the same entry.
struct KnownDetours {
  /// A piece from the end of an edge of the top, nil for the start, to that of another, nil for the end.
  private struct Detour {
    let first: TopNode?
    let last: TopNode?
    /// The cost of the piece; there is a cheaper path.
    let cost: UInt32
  }

  private var detours: [Detour] = []

  /// Adds a piece of a way; see ``LocalOptimality/Test``.
  mutating func add(_ way: TopWay, _ first: Int, _ last: Int) {
    detours.append(
      Detour(
        first: first < 0 ? nil : way.node(first),
        last: last > way.hops.count ? nil : way.node(last),
        cost: way.cost(from: first, to: last)))
  }

  /// Whether a way has one of the detours as a piece that must be a best path.
  func contains(_ way: TopWay, _ pieces: LocalOptimality) -> Bool {
    detours.contains { detour in
      var (first, last) = (-1, way.hops.count + 1)
      if let node = detour.first {
        guard let found = (0...way.hops.count).first(where: { way.node($0) == node }) else {
          return false
        }
        first = found
      }
      if let node = detour.last {
        guard
          let found = (max(first, 0)...way.hops.count).first(where: { way.node($0) == node })
        else { return false }
        last = found
      }
      return way.cost(from: first, to: last) >= detour.cost && pieces.mustBeBest(first, last)
    }
  }
}
