package import MapReader
package import NavFormat
import RoadModel
package import RouteModel

/// A layer of adjustments of single edges.
package final class Adjustments: Sendable {
  /// The adjustment of one directed edge.
  package struct Change: Sendable, Hashable {
    /// Whether the edge is closed.
    package var isClosed = false
    /// The measured speed in tenths of km/h; nil for none.
    package var speed: UInt16?
    /// Factor of the time in thousandths; nil for none.
    package var time: UInt32?
    /// Factor of the cost for its time, in thousandths; nil for none.
    package var weight: UInt32?

    /// This change, completed by another one below it.
    package func over(_ below: Change) -> Change {
      Change(
        isClosed: isClosed || below.isClosed, speed: speed ?? below.speed,
        time: time ?? below.time,
        weight: weight ?? below.weight)
    }

    /// This change with its weight multiplied by that of another one.
    package func times(_ other: Change) -> Change {
      var change = self
      let weight = UInt64(weight ?? 1_000) * UInt64(other.weight ?? 1_000) / 1_000
      change.weight = UInt32(min(max(weight, 1), 1_000_000))
      return change
    }

    /// The factors of time and weight, 1 for none.
    fileprivate var factors: (time: Double, weight: Double) {
      (Double(time ?? 1_000) / 1_000, Double(weight ?? 1_000) / 1_000)
    }
  }

  /// The adjustments in a canonical order.
  package let list: [RoadAdjustment]
  /// The hash of the list, computed once.
  private let hash: Int
  /// The changes by tile and local base edge.
  private let changes: [LocalKey<TileNumber, EdgeIndex>: Change]
  /// The segments of these edges, and their copies in other tiles.
  private let segments: SegmentFilter
  /// The minimum factor of an edge's cost, at most 1.
  package let leastFactor: Double
  /// Whether some edge may cost more than without the adjustments.
  package let raisesCosts: Bool
  /// Whether some edge has a weight other than 1.
  package let hasWeights: Bool
  /// The highest measured speed, which may be above that of the map; 0 without speeds.
  package let maximumSpeed: UInt16

  /// The lowest speed: 1 km/h.
  private static let leastSpeed: UInt16 = 10

  /// Finds the edges; nil for an empty list.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)`` if the map does not have an edge, ``RoutingError/map(_:)`` if the tile
  ///   of a via edge is damaged.
  package convenience init?(_ list: [RoadAdjustment], _ map: NavMap) throws(RoutingError) {
    if list.isEmpty { return nil }
    var changes: [LocalKey<TileNumber, EdgeIndex>: Change] = [:]
    // At most a segment and its copy for each adjustment.
    var segments = SegmentFilter(capacity: 2 * list.count)
    let sorted = Set(list).sorted { ($0.order, $0.edge.number) < ($1.order, $1.edge.number) }
    for adjustment in sorted {
      let place: EdgePlace?
      do { place = try map.place(ofEdge: adjustment.edge) } catch { throw RoutingError(error) }
      guard let place else { throw .unknownEdge(adjustment.edge) }
      let key = LocalKey(place.tile, place.edge)
      var change = changes[key] ?? Change()
      switch adjustment.effect {
      case .closed: change.isClosed = true
      case .speed(let speed): change.speed = max(speed, Self.leastSpeed)
      case .time(let permille): change.time = min(max(permille, 1), 1_000_000)
      case .weight(let permille): change.weight = min(max(permille, 1), 1_000_000)
      }
      changes[key] = change
      segments.insert(tile: place.tile, segment: place.segment)
      // A search that reaches an unreadable tile reports it.
      if let copy = try? map.copy(of: place) {
        segments.insert(tile: copy.tile, segment: copy.there)
      }
    }
    self.init(sorted: sorted, changes, segments)
  }

  private init(
    sorted list: [RoadAdjustment], _ changes: [LocalKey<TileNumber, EdgeIndex>: Change],
    _ segments: SegmentFilter
  ) {
    self.list = list
    hash = list.hashValue
    self.changes = changes
    self.segments = segments
    leastFactor = changes.values.reduce(1) { least, change in
      let (time, weight) = change.factors
      return min(least, time, weight, time * weight)
    }
    raisesCosts = changes.values.contains { $0.factors.time > 1 || $0.factors.weight > 1 }
    hasWeights = changes.values.contains { $0.factors.weight != 1 }
    maximumSpeed = changes.values.reduce(0) { max($0, $1.speed ?? 0) }
  }

  /// Whether some edge may cost less than without the adjustments.
  package var lowersCosts: Bool { leastFactor < 1 || maximumSpeed > 0 }

  /// Whether all adjustments are closures.
  package var onlyCloses: Bool { list.allSatisfy { $0.effect == .closed } }

  /// Only the closures; nil if there are none.
  package var closures: Adjustments? {
    let closed = changes.filter(\.value.isClosed).mapValues { _ in Change(isClosed: true) }
    return closed.isEmpty
      ? nil : Adjustments(sorted: list.filter { $0.effect == .closed }, closed, segments)
  }

  /// Whether a base edge of a tile, own or copied, may have changes; false positives are rare.
  @inline(__always)
  package func mayChange(tile: TileNumber, edge: EdgeIndex) -> Bool {
    segments.mayContain(tile: tile, segment: edge.segment)
  }

  /// The change of an edge of a tile.
  package func change(tile: TileNumber, edge: EdgeIndex) -> Change? {
    changes[LocalKey(tile, edge)]
  }
}

/// Equality by the list of adjustments, so that queries with the same adjustments share a metric.
extension Adjustments: Hashable {
  /// Whether both have the same adjustments.
  package static func == (a: Adjustments, b: Adjustments) -> Bool {
    a === b || a.hash == b.hash && a.list == b.list
  }

  /// Hashes the adjustments.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension RoadAdjustment {
  /// An order in which an edge's largest factor and lowest speed come last, so that they count.
  fileprivate var order: UInt64 {
    switch effect {
    case .closed: 0
    case .time(let permille): 1 << 32 | UInt64(permille)
    case .weight(let permille): 2 << 32 | UInt64(permille)
    case .speed(let speed): 3 << 32 | UInt64(UInt16.max - speed)
    }
  }
}

extension NavMap {
  /// The crossing of a segment into another tile, which has a copy of it; nil if there is none.
  fileprivate func copy(of place: EdgePlace) throws(NavError) -> Crossing? {
    let map = self
    return try map.tile(place.tile).crossing(ofSegment: place.segment)
  }
}
