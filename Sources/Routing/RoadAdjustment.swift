import MapReader
import NavFormat
public import RoadModel

/// Something that a request knows of an edge and the map does not: that it is closed, or slow today, or liked.
///
/// Edges are known by their ids, as ``RouteEdge/id`` has them and ``NavMap/edges(ofWay:_:)`` finds them; an engine
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

/// The adjustments of a request, by where the edges are.
package struct Adjustments: Sendable {
  /// What is changed of one directed edge.
  struct Change: Sendable, Hashable {
    var isClosed = false
    var time: UInt32 = 1_000
    var weight: UInt32 = 1_000
  }

  /// What was asked for, in a canonical order.
  let list: [RoadAdjustment]
  /// By tile, in the upper half, and local base edge there.
  private let changes: [UInt64: Change]
  /// The least share of its usual cost that an edge may have, at most 1.
  let leastFactor: Double
  /// Whether some edge may cost more than it does otherwise.
  let raisesCosts: Bool
  /// Whether some edge counts as more or less than its time.
  let hasWeights: Bool

  /// Finds the edges.
  ///
  /// Nil if there is nothing to adjust.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)`` when the map does not have an edge, ``RoutingError/map(_:)`` when the
  ///   tile of a via edge is damaged.
  init?(_ list: [RoadAdjustment], _ map: NavMap) throws(RoutingError) {
    if list.isEmpty { return nil }
    var changes: [UInt64: Change] = [:]
    let sorted = Set(list).sorted { ($0.order, $0.edge.number) < ($1.order, $1.edge.number) }
    for adjustment in sorted {
      let place: EdgePlace?
      do { place = try map.place(ofEdge: adjustment.edge) } catch { throw .map(error) }
      guard let place else { throw .unknownEdge(adjustment.edge) }
      let edge = UInt64(2 * place.segment) + UInt64(place.direction.rawValue)
      let key = UInt64(place.tile) << 32 | edge
      var change = changes[key] ?? Change()
      switch adjustment.effect {
      case .closed: change.isClosed = true
      case .time(let permille): change.time = min(max(permille, 1), 1_000_000)
      case .weight(let permille): change.weight = min(max(permille, 1), 1_000_000)
      }
      changes[key] = change
    }
    self.init(sorted, changes)
  }

  private init(_ list: [RoadAdjustment], _ changes: [UInt64: Change]) {
    self.list = list
    self.changes = changes
    leastFactor = changes.values.reduce(1) { least, change in
      let (time, weight) = (Double(change.time) / 1_000, Double(change.weight) / 1_000)
      return min(least, time, weight, time * weight)
    }
    raisesCosts = changes.values.contains { $0.time > 1_000 || $0.weight > 1_000 }
    hasWeights = changes.values.contains { $0.weight != 1_000 }
  }

  /// Whether some edge may cost less than it does otherwise.
  var lowersCosts: Bool { leastFactor < 1 }

  /// What is closed; nil if nothing is.
  var closures: Adjustments? {
    let closed = changes.filter(\.value.isClosed).mapValues { _ in Change(isClosed: true) }
    return closed.isEmpty ? nil : Adjustments(list.filter { $0.effect == .closed }, closed)
  }

  /// What is changed of an edge of a tile.
  func change(tile: UInt32, edge: Int) -> Change? {
    changes[UInt64(tile) << 32 | UInt64(edge)]
  }
}

extension RoadAdjustment {
  /// An order in which the greatest factor of an edge is the last, which counts.
  fileprivate var order: UInt64 {
    switch effect {
    case .closed: 0
    case .time(let permille): 1 << 32 | UInt64(permille)
    case .weight(let permille): 2 << 32 | UInt64(permille)
    }
  }
}
