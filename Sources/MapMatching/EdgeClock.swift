/// Gives the edges of a piece the times at which they were entered and left, in proportion between the
/// fixes, as both come.
///
/// An edge's times are known when a fix lies behind its end. It keeps no more than what lies between.
struct EdgeClock {
  /// The times of an edge; nil for an edge without times.
  struct Times {
    var range: ClosedRange<Double>?
  }

  /// The maximum number of edges that wait for a fix with a time.
  private static let maximumWait = 4_096
  /// The distance before the first fix within which an edge counts as begun there, in metres.
  private static let slack = 1.0

  private var marks: [(metres: Double, time: Double)] = []
  private var nextMark = 0
  private var ends: [Double] = []
  private var nextEnd = 0
  private var farthest = -Double.infinity
  private var entered: Double?
  /// The place of the first fix with a time, in metres along the piece.
  private var firstMark: Double?
  /// The beginning of the next edge, in metres.
  private var begin = 0.0
  private var isFinished = false

  /// Records a fix at a distance along the piece.
  mutating func mark(at metres: Double, time: Double?) {
    // Noise moves some fixes backward, but times advance.
    farthest = max(farthest, metres)
    guard let time else { return }
    if marks.isEmpty { entered = time }
    firstMark = firstMark ?? farthest
    if nextMark > 256 {
      marks.removeFirst(nextMark)
      nextMark = 0
    }
    // If the receiver's clock was set back, the later fixes count.
    while marks.count > nextMark, let last = marks.last, last.time > time { marks.removeLast() }
    if let entered, entered > time { self.entered = nil }
    // Of many fixes at one place, only the first and the last matter.
    let count = marks.count
    if count - nextMark > 2, marks[count - 1].metres == farthest,
      marks[count - 2].metres == farthest
    {
      marks[count - 1].time = time
    } else {
      marks.append((farthest, time))
    }
  }

  /// Records the end of the next edge, at a distance along the piece.
  mutating func leave(at metres: Double) { ends.append(metres) }

  /// Records that no fix follows.
  mutating func finish() { isFinished = true }

  /// The times of the next edge; nil if they are not known yet, or if no edge is left.
  mutating func pop() -> Times? {
    guard nextEnd < ends.count else { return nil }
    let end = ends[nextEnd]
    if marks.isEmpty {
      // Before the first time, no times are known.
      advance()
      return Times(range: nil)
    }
    while nextMark + 2 < marks.count, marks[nextMark + 1].metres < end { nextMark += 1 }
    let isBehind = nextMark + 1 < marks.count && marks[nextMark + 1].metres >= end
    guard isBehind || isFinished || ends.count - nextEnd > Self.maximumWait else { return nil }
    // The time of entry before the first time is unknown.
    let isTimed = begin >= (firstMark ?? 0) - Self.slack
    advance()
    guard nextMark + 1 < marks.count else { return Times(range: nil) }
    let (a, b) = (marks[nextMark], marks[nextMark + 1])
    let share = b.metres > a.metres ? (end - a.metres) / (b.metres - a.metres) : 0
    let start = entered ?? a.time
    let left = max(a.time + min(max(share, 0), 1) * (b.time - a.time), start)
    entered = left
    return Times(range: isTimed ? start...left : nil)
  }

  private mutating func advance() {
    begin = ends[nextEnd]
    nextEnd += 1
    if nextEnd > 256 || nextEnd == ends.count {
      ends.removeFirst(nextEnd)
      nextEnd = 0
    }
  }
}
