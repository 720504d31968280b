public import RoadModel

/// The delay at a turn from one edge onto another, in addition to the turn's time on the map.
public struct DelayedTurn: Sendable, Hashable {
  /// The edge before the turn, a base edge.
  public var from: EdgeNumber
  /// The base edge behind the turn; it begins where the other ends.
  public var to: EdgeNumber
  /// The delay in tenths of a second, at least 1.
  public var delay: UInt16

  /// A turn from its parts.
  public init(from: EdgeNumber, to: EdgeNumber, delay: UInt16) {
    self.from = from
    self.to = to
    self.delay = delay
  }

  /// The order of turns in a snapshot: by the edge before, then by the edge behind.
  package static func precedes(_ a: DelayedTurn, _ b: DelayedTurn) -> Bool {
    (a.from, a.to) < (b.from, b.to)
  }
}
