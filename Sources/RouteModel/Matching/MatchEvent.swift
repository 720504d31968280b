public import Geo

/// What a ``MatchWorker`` has found out about a trace, as it comes: for traces that do not fit into memory.
///
/// The fixes come in their order, and so do the edges of a piece; but an edge comes when its times are
/// known, which is some fixes after those on it.
public enum MatchEvent: Sendable, Hashable {
  /// A piece begins, at a place on a road; pieces are counted from 0.
  case began(at: Coordinate)
  /// The next edge of the piece, and the points of the piece's line behind those that were there.
  ///
  /// ``MatchedEdge/points`` counts from the place where the piece began.
  case edge(MatchedEdge, line: [Coordinate])
  /// The piece is complete.
  case ended(PieceSummary)
  /// What became of the next fix.
  case point(MatchedPoint)
}

/// What is known of a piece when it is complete.
public struct PieceSummary: Sendable, Hashable {
  /// 0 to 1: how well the fixes agree with the roads and how few other roads explain them as well.
  public var confidence: Double
  /// The first and the last fix of the trace that lie on it.
  public var points: ClosedRange<Int>
  /// Why it does not go on from the piece before; nil for the first.
  public var breakReason: BreakReason?
  /// Its length in metres.
  public var lengthMetres: Double

  /// A summary from its parts.
  public init(
    confidence: Double, points: ClosedRange<Int>, breakReason: BreakReason? = nil,
    lengthMetres: Double
  ) {
    self.confidence = confidence
    self.points = points
    self.breakReason = breakReason
    self.lengthMetres = lengthMetres
  }
}
