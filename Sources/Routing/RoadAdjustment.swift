public import MapReader
import NavFormat
public import RoadModel

/// Something that a request knows of an edge and the map does not: that it is closed, or slow today, or liked.
///
/// Edges are known by their ids in the file, as ``RouteEdge/id`` has them and ``NavMap/edges(ofWay:)`` finds
/// them. Adjustments are part of what a metric is made for: requests with the same ones share it.
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

  /// The id of a directed edge in the file; a via edge stands for its base edge.
  public var edge: UInt32
  /// What is changed.
  public var effect: Effect

  /// An adjustment; factors are held between 1 and 1,000,000 thousandths.
  public init(edge: UInt32, _ effect: Effect) {
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
  /// Ids that are of no edge are left out. Nil if there is nothing to adjust.
  ///
  /// - Throws: ``RoutingError/map(_:)`` when the tile of a via edge is damaged.
  init?(_ list: [RoadAdjustment], _ map: NavMap) throws(RoutingError) {
    if list.isEmpty { return nil }
    var known: [RoadAdjustment] = []
    var changes: [UInt64: Change] = [:]
    for adjustment in Set(list).sorted(by: { ($0.order, $0.edge) < ($1.order, $1.edge) }) {
      guard let place = try map.baseEdge(adjustment.edge) else { continue }
      known.append(adjustment)
      let key = UInt64(place.tile) << 32 | UInt64(place.edge)
      var change = changes[key] ?? Change()
      switch adjustment.effect {
      case .closed: change.isClosed = true
      case .time(let permille): change.time = min(max(permille, 1), 1_000_000)
      case .weight(let permille): change.weight = min(max(permille, 1), 1_000_000)
      }
      changes[key] = change
    }
    self.init(known, changes)
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

extension NavMap {
  /// The ids of the directed edges of an OSM way, in the order of the file.
  ///
  /// - Parameters:
  ///   - way: The way's id.
  ///   - directions: Along the way, against it, or both.
  /// - Returns: The ids; none where the map has no such way.
  /// - Throws: ``RoutingError/map(_:)``.
  /// - Complexity: O(size of the map): there is no index of ways.
  public func edges(
    ofWay way: Int64, _ directions: DirectionSet = .both
  ) throws(RoutingError) -> [UInt32] {
    var edges: [UInt32] = []
    for number in 0..<tileCount {
      do throws(NavError) {
        let tile = try tile(number)
        let ways = (0..<tile.layout.wayCount).filter { tile.wayOSMID($0) == way }
        if ways.isEmpty { continue }
        let first = entry(number).firstEdge
        for segment in 0..<tile.layout.ownSegmentCount where ways.contains(tile.way(segment)) {
          for direction in Direction.allCases where directions.contains(direction) {
            edges.append(first + UInt32(2 * segment) + UInt32(direction.rawValue))
          }
        }
      } catch { throw .map(error) }
    }
    return edges
  }

  /// The tile of an edge that is known by its id, and the number of its base edge there.
  fileprivate func baseEdge(_ id: UInt32) throws(RoutingError) -> (tile: Int, edge: Int)? {
    var low = 0
    var high = tileCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if entry(middle).firstEdge <= id { low = middle } else { high = middle }
    }
    guard tileCount > 0, id >= entry(low).firstEdge else { return nil }
    let edge = Int(id - entry(low).firstEdge)
    let via = edge - 2 * Int(entry(low).segmentCount)
    if via < 0 { return (low, edge) }
    let map = self
    do throws(NavError) {
      let tile = try map.tile(low)
      return via < tile.layout.ownViaCount ? (low, tile.via(via).base) : nil
    } catch { throw .map(error) }
  }
}
