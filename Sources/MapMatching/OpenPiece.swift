import Geo
import RouteModel

/// A piece of road that is not complete.
struct OpenPiece {
  /// The edge of the last fix, and its number in the piece.
  var place: TileEdge
  /// The rules that it violates.
  var violations: [MatchedViolation] = []
  var edge = 0
  /// Metres from its beginning to where it was entered.
  var start: Double
  /// Metres from its beginning to the last fix on it; nil if there is none.
  var lastAlong: Double?
  /// Whether the last fix is as near to its road as those of vehicles on it.
  private(set) var lastFits = true
  var lastPosition: Coordinate
  var lastPoint: Coordinate
  /// The time at the last position; nil if unknown.
  private(set) var lastTime: Double?
  var clock = EdgeClock()
  private var lineCount = 1
  private var metres = 0.0
  private var first: Int
  private var last: Int
  private var reason: BreakReason?
  private var fit = 0.0
  private var certainty = 0.0
  /// The highest confidence of a fix on the current edge.
  private var confidence = 0.0
  /// The confidence of the fix before it, for edges without a fix.
  private var lastConfidence = 1.0
  private var fixes = 0
  /// The edges that were left and whose times are not known yet.
  private var untimed: [(edge: MatchedEdge, line: [Coordinate])] = []
  private var untimedStart = 0

  /// A piece that begins at a position on an edge, at a distance in metres from its beginning.
  init(
    at place: TileEdge, along: Double, _ position: Coordinate, fix: Int, reason: BreakReason?
  ) {
    self.place = place
    self.reason = reason
    start = along
    (lastPosition, lastPoint) = (position, position)
    (first, last) = (fix, fix)
  }

  /// Records a fix on the current edge.
  mutating func mark(_ decision: Decision) {
    lastAlong = decision.along
    lastPosition = decision.position
    last = decision.fix.index
    fixes += 1
    lastFits = decision.fitsRoad
    fit += lastFits ? 1 : decision.nearMetres / decision.distance
    lastTime = decision.fix.time
    certainty += decision.confidence
    confidence = max(confidence, decision.confidence)
    clock.mark(at: metres - start + decision.along, time: decision.fix.time)
  }

  /// Records a fix at the place of the last one.
  mutating func extend(to index: Int) { last = max(last, index) }

  /// Records where and when the vehicle left the roads, on the current edge.
  mutating func leaveRoads(at exit: (along: Double, position: Coordinate), time: Double?) {
    lastAlong = exit.along
    lastPosition = exit.position
    lastTime = time
    clock.mark(at: metres - start + exit.along, time: time)
  }

  /// The confidence of the current edge: that of its most certain fix, or of the fixes around it.
  private func edgeConfidence(before next: Double) -> Double {
    lastAlong == nil ? min(lastConfidence, next) : confidence
  }

  /// Takes an edge that was left, before a fix of some confidence.
  mutating func append(
    _ driven: inout (edge: MatchedEdge, line: [Coordinate]), before next: Double
  ) {
    driven.edge.confidence = edgeConfidence(before: next)
    if lastAlong != nil { lastConfidence = confidence }
    confidence = 0
    let points = lineCount - 1
    lineCount += driven.line.count
    driven.edge.points = points...(lineCount - 1)
    lastPoint = driven.line.last ?? lastPoint
    metres += driven.edge.lengthMetres
    clock.leave(at: metres)
    untimed.append(driven)
  }

  /// The next edge whose times are known, or will never be.
  mutating func popTimed() -> (edge: MatchedEdge, line: [Coordinate])? {
    guard untimedStart < untimed.count, let times = clock.pop() else {
      if untimedStart > 0 {
        untimed.removeFirst(untimedStart)
        untimedStart = 0
      }
      return nil
    }
    untimed[untimedStart].edge.times = times.range
    untimedStart += 1
    return untimed[untimedStart - 1]
  }

  var summary: PieceSummary {
    let count = Double(max(fixes, 1))
    return PieceSummary(
      confidence: min(fit / count * (0.5 + 0.5 * certainty / count), 1), points: first...last,
      breakReason: reason, lengthMetres: metres)
  }
}
