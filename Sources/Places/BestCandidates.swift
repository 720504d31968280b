/// The candidates with the highest scores, up to a limit.
struct BestCandidates<Element> {
  private let limit: Int
  private var entries: [(score: Double, order: Int, element: Element)] = []
  private var order = 0
  /// The score up to which elements are not among the best.
  private(set) var least = -Double.infinity

  init(limit: Int) { self.limit = limit }

  /// Adds an element if it is among the best; of equal ones, the first counts.
  mutating func add(_ element: Element, _ score: Double) {
    order += 1
    guard score > least else { return }
    entries.append((score, order, element))
    if entries.count >= 4 * limit { cut() }
  }

  /// Removes all except the best.
  mutating func cut() {
    entries.sort { ($1.score, $0.order) < ($0.score, $1.order) }
    guard entries.count >= limit else { return }
    entries.removeLast(entries.count - limit)
    least = entries[limit - 1].score
  }

  /// The best, best first.
  var sorted: [Element] {
    var copy = self
    copy.cut()
    return copy.entries.map(\.element)
  }
}
