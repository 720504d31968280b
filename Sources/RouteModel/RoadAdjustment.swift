public import RoadModel

/// Something that a request knows of an edge and the map does not: that it is closed, or slow today, or liked.
///
/// Edges are known by their ids, as ``RouteEdge/id`` has them and `NavMap.edges(ofWay:)` finds them; an engine
/// refuses those that its map does not have. Adjustments are part of what a metric is made for: requests with the same ones share it.
public struct RoadAdjustment: Sendable, Hashable {
  /// What is changed.
  public enum Effect: Sendable, Hashable {
    /// Nobody may drive there.
    case closed
    /// Driving takes so many thousandths of the usual time: 2000 is half the speed, 500 is twice.
    case time(permille: UInt32)
    /// It counts as so many thousandths of its time when routes are compared, but takes no longer: above 1000
    /// a penalty, below a preference.
    case weight(permille: UInt32)
  }

  /// A directed edge; a via edge stands for its base edge.
  public var edge: EdgeID
  /// What is changed.
  public var effect: Effect

  /// An adjustment; factors are held between 1 and 1,000,000 thousandths.
  public init(edge: EdgeID, _ effect: Effect) {
    self.edge = edge
    self.effect = effect
  }
}
