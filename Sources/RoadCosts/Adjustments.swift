package import MapReader
package import NavFormat
import RoadModel
package import RouteModel

/// What is changed of single edges, by where they are: a layer of costs.
package final class Adjustments: Sendable {
  /// What is changed of one directed edge.
  package struct Change: Sendable, Hashable {
    package var isClosed = false
    /// Thousandths of the usual time; nil where nothing is said.
    package var time: UInt32?
    /// Thousandths of what the time counts as.
    package var weight: UInt32?

    /// This change on top of another.
    package func over(_ below: Change) -> Change {
      Change(
        isClosed: isClosed || below.isClosed, time: time ?? below.time,
        weight: weight ?? below.weight)
    }

    /// The share of its usual cost that the edge has.
    fileprivate var factors: (time: Double, weight: Double) {
      (Double(time ?? 1_000) / 1_000, Double(weight ?? 1_000) / 1_000)
    }
  }

  /// What was asked for, in a canonical order.
  package let list: [RoadAdjustment]
  /// What the list hashes to, found once.
  private let hash: Int
  /// By tile, in the upper half, and local base edge there.
  private let changes: [UInt64: Change]
  /// The segments of these edges, and their copies in other tiles.
  private let segments: SegmentFilter
  /// The least share of its usual cost that an edge may have, at most 1.
  package let leastFactor: Double
  /// Whether some edge may cost more than it does otherwise.
  package let raisesCosts: Bool
  /// Whether some edge counts as more or less than its time.
  package let hasWeights: Bool

  /// Finds the edges.
  ///
  /// Nil if there is nothing to adjust.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)`` when the map does not have an edge, ``RoutingError/map(_:)`` when the
  ///   tile of a via edge is damaged.
  package convenience init?(_ list: [RoadAdjustment], _ map: NavMap) throws(RoutingError) {
    if list.isEmpty { return nil }
    var changes: [UInt64: Change] = [:]
    // A segment and its copy, for each of its directions at most.
    var segments = SegmentFilter(capacity: 2 * list.count)
    let sorted = Set(list).sorted { ($0.order, $0.edge.number) < ($1.order, $1.edge.number) }
    for adjustment in sorted {
      let place: EdgePlace?
      do { place = try map.place(ofEdge: adjustment.edge) } catch { throw RoutingError(error) }
      guard let place else { throw .unknownEdge(adjustment.edge) }
      let key = Self.key(place.tile, place.edge)
      var change = changes[key] ?? Change()
      switch adjustment.effect {
      case .closed: change.isClosed = true
      case .time(let permille): change.time = min(max(permille, 1), 1_000_000)
      case .weight(let permille): change.weight = min(max(permille, 1), 1_000_000)
      }
      changes[key] = change
      segments.insert(tile: place.tile, segment: place.segment)
      // Who comes to a tile that can't be read learns that anyway.
      if let copy = try? map.copy(of: place) {
        segments.insert(tile: copy.tile, segment: copy.there)
      }
    }
    self.init(sorted: sorted, changes, segments)
  }

  private init(
    sorted list: [RoadAdjustment], _ changes: [UInt64: Change], _ segments: SegmentFilter
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
  }

  /// Whether some edge may cost less than it does otherwise.
  package var lowersCosts: Bool { leastFactor < 1 }

  /// Whether nothing is said of times and weights.
  package var onlyCloses: Bool { list.allSatisfy { $0.effect == .closed } }

  /// What is closed; nil if nothing is.
  package var closures: Adjustments? {
    let closed = changes.filter(\.value.isClosed).mapValues { _ in Change(isClosed: true) }
    return closed.isEmpty
      ? nil : Adjustments(sorted: list.filter { $0.effect == .closed }, closed, segments)
  }

  /// Whether something may be changed of a segment of a tile, own or a copy; of few where nothing is.
  @inline(__always)
  package func mayChange(tile: TileNumber, segment: SegmentIndex) -> Bool {
    segments.mayContain(tile: tile, segment: segment)
  }

  /// What is changed of an edge of a tile.
  package func change(tile: TileNumber, edge: EdgeIndex) -> Change? {
    changes[Self.key(tile, edge)]
  }

  private static func key(_ tile: TileNumber, _ edge: EdgeIndex) -> UInt64 {
    UInt64(tile) << 32 | UInt64(edge)
  }
}

/// By what was asked for, so that queries with the same adjustments share a metric.
extension Adjustments: Hashable {
  /// Whether the same was asked for of the same edges.
  package static func == (a: Adjustments, b: Adjustments) -> Bool {
    a === b || a.hash == b.hash && a.list == b.list
  }

  /// Hashes what was asked for.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension RoadAdjustment {
  /// An order in which the largest factor of an edge is the last, which counts.
  fileprivate var order: UInt64 {
    switch effect {
    case .closed: 0
    case .time(let permille): 1 << 32 | UInt64(permille)
    case .weight(let permille): 2 << 32 | UInt64(permille)
    }
  }
}

extension NavMap {
  /// The copy of a segment in the tile where its other end lies; nil where it has none.
  fileprivate func copy(of place: EdgePlace) throws(NavError) -> Crossing? {
    let map = self
    return try map.tile(place.tile).crossing(ofSegment: place.segment)
  }
}
