import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import Synchronization

/// The costs of the arcs of a map's hierarchy for a kind of vehicle.
///
/// It is a metric of the file, with or without changes, or one made in memory. It is a value, so all bounds of a query
/// come from one metric, even if others are made meanwhile.
struct HierarchyMetric: Sendable {
  /// The profile of the stored metric that it is or changes.
  private let profile: MetricProfile
  private let changes: MetricOverlay
  /// A complete metric, independent of the file's; else empty.
  private let whole: TopMetric
  /// Identifies the metric within an engine; for a stored metric, the section's number and key.
  let number: UInt32
  /// The rules of its costs, without a clock.
  let rules: QueryRules
  /// Whether it is a metric of the file, unchanged.
  let isStored: Bool
  /// Whether it gives the costs of the query's rules without a clock, not only lower bounds.
  private(set) var isExact: Bool

  /// A stored metric with its rules.
  init(stored profile: MetricProfile, _ rules: QueryRules, isExact: Bool) {
    self.profile = profile
    number = SectionID.metricNumber &+ SectionID.metric(profile).key
    self.rules = rules
    self.isExact = isExact
    isStored = true
    changes = MetricOverlay()
    whole = TopMetric(up: [], down: [])
  }

  /// A stored metric with changes.
  init(_ rules: QueryRules, _ changes: MetricOverlay, over profile: MetricProfile) {
    self.profile = profile
    number = Self.nextNumber()
    self.rules = rules
    self.changes = changes
    isExact = true
    isStored = false
    whole = TopMetric(up: [], down: [])
  }

  /// A complete metric.
  init(_ rules: QueryRules, whole: TopMetric) {
    profile = MetricProfile(rules.mode)
    number = Self.nextNumber()
    self.rules = rules
    self.whole = whole
    isExact = true
    isStored = false
    changes = MetricOverlay()
  }

  private static let made = Atomic<UInt32>(0)

  private static func nextNumber() -> UInt32 {
    // Above the numbers of all stored metrics.
    made.add(1, ordering: .relaxed).newValue &+ 1 << 16
  }

  /// The same metric as a lower bound, for vehicles to which more roads are closed.
  var asBound: HierarchyMetric {
    var metric = self
    metric.isExact = false
    return metric
  }

  /// Its size in memory, in bytes.
  var byteCount: Int { changes.byteCount + 4 * (whole.up.count + whole.down.count) }

  /// The costs for a search.
  @_lifetime(borrow self, borrow map)
  func view(_ map: borrowing NavMap) throws(RoutingError) -> MetricView {
    if !isStored && changes.byteCount == 0 { return whole.view }
    return MetricView(try map.storedMetric(profile), changes)
  }
}

extension NavMap {
  /// The stored metric of a profile.
  @_lifetime(borrow self)
  func storedMetric(_ profile: MetricProfile) throws(RoutingError) -> MetricView {
    let found: MetricColumns?
    do throws(NavError) { found = try metric(profile) } catch { throw RoutingError(error) }
    guard let found else { throw damagedHierarchy("a metric is missing") }
    return MetricView(found)
  }
}

extension MetricView {
  /// A view of stored costs.
  @_lifetime(copy columns)
  init(_ columns: borrowing MetricColumns) {
    if columns.width == 4 {
      self.init(up: StoredCosts(columns.up), down: StoredCosts(columns.down))
    } else {
      self.init(
        up: StoredCosts(lows: columns.upLows, highs: columns.upHighs),
        down: StoredCosts(lows: columns.downLows, highs: columns.downHighs))
    }
  }
}

extension PathUnpacker {
  /// Unpacks a path that was found on a metric of a map.
  ///
  /// - Throws: ``RoutingError/map(_:)`` if no path has the costs of the metric,
  ///   ``RoutingError/cancelled``.
  mutating func unpack(
    _ path: [TreeSearch.Stop], _ top: TopView, _ metric: HierarchyMetric, _ map: NavMap
  ) throws(RoutingError) {
    let view = try metric.view(map)
    let isWhole: Bool
    do throws(TopFlaw) {
      isWhole = try unpack(path, top, view, number: metric.number)
    } catch {
      throw map.damagedHierarchy("a cost of a metric is that of no way")
    }
    if !isWhole { throw .cancelled }
  }
}

/// Memory of a search on the hierarchy, kept from query to query.
struct HierarchyWorkspace: Sendable {
  var tree: TreeSearch
  /// For the pieces of alternatives; allocated on first use.
  var pieces: TreeSearch?
  /// For the edges of alternatives; allocated on first use.
  var vias: ViaSearch?
  /// Allocated on first use.
  var lower: LowerBounds?
  /// For isolines; allocated on first use.
  var reach: LowerBounds?
  var unpacker = PathUnpacker()
  /// The searches of the cells in which a query begins, and of those in which it ends.
  var origins: [CellSearch] = []
  var targets: [CellSearch] = []
  var ways = CellWays()
  var cells = EndCells()
  var places: [UInt32] = []

  private let count: Int

  /// Memory for a hierarchy of `count` nodes.
  init(count: Int) {
    self.count = count
    tree = TreeSearch(count: count)
  }

  /// Memory for edges of alternatives; put it back into ``vias`` after use.
  mutating func takeVias() -> ViaSearch {
    defer { vias = nil }
    return vias ?? ViaSearch(count: count)
  }

  /// Memory for searches of pieces; put it back into ``pieces`` after use.
  mutating func takePieces() -> TreeSearch {
    defer { pieces = nil }
    return pieces ?? TreeSearch(count: count)
  }

  /// Memory for the costs of isolines; put it back into ``reach`` after use.
  mutating func takeReach() -> LowerBounds {
    defer { reach = nil }
    return reach ?? LowerBounds(.forward, count: count)
  }

  /// Memory for bounds; put it back into ``lower`` after use.
  mutating func takeLower() -> LowerBounds {
    defer { lower = nil }
    return lower ?? LowerBounds(.backward, count: count)
  }
}

extension QueryRules {
  /// The key of a metric by these rules.
  var key: MetricCache.Key { MetricCache.Key(model: model, layers: layers) }
}
