import Hierarchy

/// Pieces of ways that are best paths, so that parts of them in other ways need no search.
///
/// Candidates have long parts in common, and each part of a best path is one.
struct BestPieces {
  private var pieces: [(way: TopWay, first: Int, last: Int)] = []

  /// Adds a piece of a way that is a best path; see ``LocalOptimality/Test``.
  mutating func add(_ way: TopWay, _ first: Int, _ last: Int) {
    pieces.append((way, first, last))
  }

  /// Whether a piece of a way costs as much as a part of one of these between the same ends.
  func contain(_ way: TopWay, _ first: Int, _ last: Int) -> Bool {
    pieces.contains { piece in
      guard let begin = Self.index(of: way, first, in: piece.way, piece.first...piece.last),
        let end = Self.index(of: way, last, in: piece.way, begin...piece.last)
      else { return false }
      return piece.way.cost(from: begin, to: end) == way.cost(from: first, to: last)
    }
  }

  /// The index in a part of another way at which that is where a way is at an index; nil if it is not there.
  private static func index(
    of way: TopWay, _ index: Int, in other: TopWay, _ part: ClosedRange<Int>
  ) -> Int? {
    if index < 0 { return part.lowerBound < 0 ? -1 : nil }
    if index > way.hops.count {
      return part.upperBound > other.hops.count ? part.upperBound : nil
    }
    let node = way.node(index)
    let inner = max(part.lowerBound, 0)...min(part.upperBound, other.hops.count)
    return inner.first { other.node($0) == node }
  }
}
