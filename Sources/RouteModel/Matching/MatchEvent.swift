public import Geo

/// A result about a trace as soon as it is known, for traces that do not fit into memory.
///
/// Fixes are reported in order, and so are the edges of a piece. An edge is reported once its times are known, a few
/// fixes after those on it.
public enum MatchEvent: Sendable, Hashable {
  /// A piece begins at this point on a road; pieces are counted from 0.
  case began(at: Coordinate)
  /// The next edge of the piece, and the next points of the piece's line.
  ///
  /// ``MatchedEdge/points`` counts from the beginning of the piece.
  case edge(MatchedEdge, line: [Coordinate])
  /// The piece is complete.
  case ended(PieceSummary)
  /// The vehicle was off the roads before the next piece, or after the last.
  case offRoad(OffRoadStretch)
  /// The vehicle stood.
  case stopped(MatchedStop)
  /// The outcome of the next fix.
  case point(MatchedPoint)
}

/// A summary of a complete piece.
public struct PieceSummary: Sendable, Hashable {
  /// Confidence, 0 to 1: how well the fixes fit these roads and no others; a heuristic.
  public var confidence: Double
  /// Indices of its first and last fix in the trace.
  public var points: ClosedRange<Int>
  /// The reason for the break before it; nil for the first piece.
  public var breakReason: BreakReason?
  /// Length in metres.
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
