public import RoadModel

/// A change to an edge in a request: a closure, a measured speed, another travel time, a penalty or a preference.
///
/// Get edge ids from ``RouteEdge/id`` or `NavMap.edges(ofWay:)`; an engine refuses edges that its map does not have.
/// The adjustments are part of the key of cached metrics: requests with the same adjustments share a metric.
public struct RoadAdjustment: Sendable, Hashable {
  /// The effect on the edge.
  public enum Effect: Sendable, Hashable {
    /// The edge is closed to all.
    case closed
    /// The speed of motor vehicles on the edge, in tenths of km/h; it replaces the speed of the map.
    ///
    /// It is a measured speed of traffic, at least 10 (1 km/h). The maximum speed of the kind of vehicle and
    /// ``RouteRequest/Options/maximumSpeedKmh`` still apply. If an edge has several speeds, the lowest counts.
    case speed(tenthsOfKmh: UInt16)
    /// The travel time is multiplied by this factor in thousandths: 2000 halves the speed, 500 doubles it.
    case time(permille: UInt32)
    /// The cost is multiplied by this factor in thousandths, without changing the travel time: a penalty above 1000, a
    /// preference below.
    case weight(permille: UInt32)
  }

  /// A directed edge; a via edge counts as its base edge.
  public var edge: EdgeID
  /// The effect on the edge.
  public var effect: Effect

  /// An adjustment; factors are clamped to 1 to 1,000,000 thousandths.
  public init(edge: EdgeID, _ effect: Effect) {
    self.edge = edge
    self.effect = effect
  }
}
