import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import Synchronization

/// The costs of the arcs of a map's hierarchy for some vehicles: a metric of the file, with changes or without,
/// or one made in memory.
///
/// A value, so that the bounds of one query are all of one metric, whatever is made meanwhile.
struct HierarchyMetric: Sendable {
  /// Whose metric in the file it is, or changes.
  private let profile: MetricProfile
  private let changes: MetricOverlay
  /// One that has nothing to do with the file's; else empty.
  private let whole: TopMetric
  /// What no other metric of an engine has: that of the section for those of the file.
  let number: UInt32
  /// What it gives the costs of, without a clock.
  let rules: QueryRules
  /// Whether it is one of the file, as it is there.
  let isStored: Bool
  /// Whether it is what the query's rules give, if they have no clock, rather than a bound of that.
  private(set) var isExact: Bool

  /// The metric that the file has for somebody, with its rules.
  init(stored profile: MetricProfile, _ rules: QueryRules, isExact: Bool) {
    self.profile = profile
    number = SectionID.metricNumber &+ SectionID.metric(profile).key
    self.rules = rules
    self.isExact = isExact
    isStored = true
    changes = MetricOverlay()
    whole = TopMetric(up: [], down: [])
  }

  /// A metric of the file with changes.
  init(_ rules: QueryRules, _ changes: MetricOverlay, over profile: MetricProfile) {
    self.profile = profile
    number = Self.nextNumber()
    self.rules = rules
    self.changes = changes
    isExact = true
    isStored = false
    whole = TopMetric(up: [], down: [])
  }

  /// A metric of its own.
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
    // Beyond the keys of all sections with metrics of the modes and roads that there are.
    made.add(1, ordering: .relaxed).newValue &+ 1 << 16
  }

  /// The same for vehicles to which more is closed.
  var asBound: HierarchyMetric {
    var metric = self
    metric.isExact = false
    return metric
  }

  /// The bytes that it takes in memory.
  var byteCount: Int { changes.byteCount + 4 * (whole.up.count + whole.down.count) }

  /// The costs, to be searched.
  @_lifetime(borrow self, borrow map)
  func view(_ map: borrowing NavMap) throws(RoutingError) -> MetricView {
    if !isStored && changes.byteCount == 0 { return whole.view }
    return MetricView(try map.storedMetric(profile), changes)
  }
}

extension NavMap {
  /// The metric that the file has for somebody.
  @_lifetime(borrow self)
  func storedMetric(_ profile: MetricProfile) throws(RoutingError) -> MetricView {
    let found: MetricColumns?
    do throws(NavError) { found = try metric(profile) } catch { throw RoutingError(error) }
    guard let found else { throw damagedHierarchy("a metric is missing") }
    return MetricView(found)
  }
}

extension MetricView {
  /// A view of the costs that a file has.
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
  /// - Throws: ``RoutingError/map(_:)`` where the costs of the metric are those of no way,
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

/// Memory of a search on the hierarchy that is worth keeping from query to query.
struct HierarchyWorkspace: Sendable {
  var tree: TreeSearch
  /// Made when it is first needed.
  var lower: LowerBounds?
  var unpacker = PathUnpacker()
  /// A search for each cell in which a query begins, and for each in which it ends.
  var origins: [CellSearch] = []
  var targets: [CellSearch] = []
  var ways = CellWays()
  var cells = EndCells()
  var places: [UInt32] = []

  private let count: Int

  /// Memory for a hierarchy of so many nodes.
  init(count: Int) {
    self.count = count
    tree = TreeSearch(count: count)
  }

  /// Memory for bounds, to be put back into ``lower``.
  mutating func takeLower() -> LowerBounds {
    defer { lower = nil }
    return lower ?? LowerBounds(.backward, count: count)
  }
}
