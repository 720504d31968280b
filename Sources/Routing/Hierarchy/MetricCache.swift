import Bytes
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The metrics of an open map that are not in its file.
///
/// They are made when they pay off, shared by all queries of a vehicle, and evicted if they take too much memory.
/// Making a metric takes as long as a number of guided searches, which depends on the vehicle. The cost of a vehicle's
/// searches is counted; when it reaches that of making the metric, the metric is made. So no vehicle pays more than
/// twice what the better choice would have cost (the ski-rental rule; Karlin, Manasse, Rudolph and Sleator,
/// "Competitive snoopy caching", 1988, doi:10.1007/BF01762111).
final class MetricCache: Sendable {
  /// The key of a metric: the model, with its class's canonical vehicle, and the layers.
  struct Key: Hashable, Sendable {
    var model: CostModel
    let layers: CostLayers

    /// Whether all costs by the other key are at least those by this one.
    fileprivate func isBound(of other: Key) -> Bool {
      model.isBound(of: other.model) && layers.isBound(of: other.layers)
    }
  }

  private struct Entry {
    var metric: HierarchyMetric
    /// The rules for which it was made.
    var rules: QueryRules
    var rank: Int
    var lastUse: UInt64
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// The number of edges settled by the searches of vehicles without a metric.
    var spent: [Key: Int] = [:]
    var building: Set<Key> = []
    var uses: UInt64 = 0
    var classes: VehicleClasses?
    /// Vehicles to which no road is open that is closed to their mode.
    var bounded: Set<Key> = []
    var bases: [MetricProfile: QueryRules] = [:]
    var workspaces: [HierarchyWorkspace] = []
    var tables: [(rules: QueryRules, tables: RoadTables)] = []
    var adjustments: [(list: [RoadAdjustment], found: Adjustments)] = []
    /// The engine's live adjustments, and the number of replacements.
    var live: Adjustments?
    var liveVersion: UInt64 = 0
    /// The engine's traffic, and that of requests, the latest last.
    var traffic: TrafficLayer?
    var brought: [TrafficLayer] = []
    /// The engine's previous traffic; its metrics serve queries that began before the replacement.
    var earlier: TrafficLayer?
    /// The engine's usual speeds.
    var usual: UsualLayer?

    /// Whether later queries may use the traffic of some layers.
    func isKnown(_ layers: CostLayers) -> Bool {
      if layers.usual != nil, layers.usual != usual { return false }
      guard let traffic = layers.traffic else { return true }
      return traffic == self.traffic || traffic == earlier || brought.contains(traffic)
    }

    /// Drops metrics of traffic that neither the engine, now or before, nor a recent request has.
    mutating func forgetOldTraffic() {
      let known = self
      forget { !known.isKnown($0) }
    }

    /// Drops the metrics with layers that are no longer needed.
    mutating func forget(_ isOld: (CostLayers) -> Bool) {
      entries = entries.filter { !isOld($0.key.layers) }
      spent = spent.filter { !isOld($0.key.layers) }
      bounded = bounded.filter { !isOld($0.layers) }
    }
  }

  private let map: NavMap
  private let place: MapPlace
  private let byteLimit: Int
  /// The profiles of the stored metrics, for the modes whose turns the hierarchy has.
  private let profiles: [MetricProfile]
  private let orders: CellOrders
  private let state = Guarded(State())
  /// The cells of recent isolines.
  let reachCells = ReachCellCache()
  /// What roads touch in the drawings of recent isolines, and the ferries of the map.
  let (rasters, ferries) = (RoadRasterCache(), FerryCache())
  /// The energies along arcs in recent tables.
  let energyArcs = EnergyArcCache()

  /// A cache of metrics that take at most `byteLimit` bytes; at least one is kept.
  init(_ map: NavMap, place: MapPlace, byteLimit: Int) {
    self.map = map
    self.place = place
    self.byteLimit = byteLimit
    profiles = map.metricProfiles
    orders = CellOrders(map)
  }

  // MARK: Memory of searches

  /// Memory for a search; return it with ``put(_:)``.
  func workspace() throws(RoutingError) -> HierarchyWorkspace {
    if let kept = state.withLock({ $0.workspaces.popLast() }) { return kept }
    let map = self.map
    return HierarchyWorkspace(count: try map.columns().sizes.count)
  }

  /// Keeps memory for the next searches.
  func put(_ workspace: HierarchyWorkspace) {
    state.withLock { if $0.workspaces.count < 16 { $0.workspaces.append(workspace) } }
  }

  /// The rules with the cached road tables for them.
  func withTables(_ rules: QueryRules) -> QueryRules {
    var result = rules
    result.tables = state.withLock { state in
      if let place = state.tables.firstIndex(where: { $0.rules.hasSameRoads(rules) }) {
        let known = state.tables.remove(at: place)
        state.tables.append(known)
        return known.tables
      }
      let made = RoadTables(tileCount: map.tileCount)
      state.tables.append((rules.withoutLayers(), made))
      // A table takes two kilobytes per tile; most vehicles of an engine are of few kinds.
      if state.tables.count > 16 { state.tables.removeFirst() }
      return made
    }
    return result
  }

  /// The current live adjustments and traffic, with those of a request on top.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)``, ``RoutingError/map(_:)``.
  func layers(_ options: RouteRequest.Options) throws(RoutingError) -> CostLayers {
    let request = try adjustments(options.adjustments)
    let brought = try options.traffic.map { snapshot throws(RoutingError) in
      try layer(of: snapshot)
    }
    let (live, traffic, usual) = state.withLock { ($0.live, brought ?? $0.traffic, $0.usual) }
    let isConsidered = options.considerTraffic
    return CostLayers(
      live: live, request: request, traffic: isConsidered ? traffic : nil,
      usual: isConsidered && options.departure != nil ? usual : nil)
  }

  /// The traffic of a request, found on the map; cached, because many requests in a row have the same.
  private func layer(of snapshot: TrafficSnapshot) throws(RoutingError) -> TrafficLayer {
    let known = state.withLock { state in
      (state.brought + [state.traffic, state.earlier].compactMap(\.self))
        .first { $0.snapshot == snapshot }
    }
    if let known { return known }
    let layer = try TrafficLayer(snapshot, map)
    state.withLock { state in
      state.brought.append(layer)
      if state.brought.count > 4 {
        state.brought.removeFirst()
        state.forgetOldTraffic()
      }
    }
    return layer
  }

  var traffic: TrafficSnapshot? { state.withLock { $0.traffic?.snapshot } }

  /// Replaces the traffic of the engine.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)``, ``RoutingError/map(_:)``.
  func replaceTraffic(_ snapshot: TrafficSnapshot?) throws(RoutingError) {
    let layer = try snapshot.map { new throws(RoutingError) in try TrafficLayer(new, map) }
    state.withLock { state in
      state.earlier = state.traffic
      state.traffic = layer
      state.forgetOldTraffic()
    }
  }

  var usual: UsualSpeeds? { state.withLock { $0.usual?.speeds } }

  /// Replaces the usual speeds of the engine.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)``, ``RoutingError/map(_:)``.
  func replaceUsual(_ speeds: UsualSpeeds?) throws(RoutingError) {
    let layer = try speeds.map { speeds throws(RoutingError) in try UsualLayer(speeds, map) }
    state.withLock { state in
      state.usual = layer
      state.forgetOldTraffic()
    }
  }

  var liveVersion: UInt64 { state.withLock { $0.liveVersion } }

  /// Replaces the live adjustments; returns their version.
  func replaceLive(_ layer: Adjustments?) -> UInt64 {
    state.withLock { state in
      if let old = state.live, old != layer { state.forget { $0.live == old } }
      state.live = layer
      state.liveVersion += 1
      return state.liveVersion
    }
  }

  /// The adjustments of a request, found on the map; cached, because many requests in a row have the same.
  private func adjustments(_ list: [RoadAdjustment]) throws(RoutingError) -> Adjustments? {
    if list.isEmpty { return nil }
    // Comparing lists that share their storage takes no time.
    let known = state.withLock { $0.adjustments.first { $0.list == list }?.found }
    if let known { return known }
    guard let found = try Adjustments(list, map) else { return nil }
    state.withLock { state in
      state.adjustments.append((list, found))
      if state.adjustments.count > 8 { state.adjustments.removeFirst() }
    }
    return found
  }

  // MARK: Metrics

  /// The metric to search with: the vehicle's own, or one that bounds its costs from below; nil if none fits.
  func metric(_ rules: QueryRules) throws(RoutingError) -> HierarchyMetric? {
    guard rules.tolerance == .none, knows(rules.mode) else { return nil }
    let bounding = rules.atAnyTime()
    let key = try key(bounding)
    if let own = try made(for: key, bounding) { return own }
    let base = base(rules)
    guard base.rules.bounds(bounding) else { return nil }
    if try lowersCosts(bounding, key) { return try build(rules) }
    return HierarchyMetric(stored: base.profile, base.rules, isExact: key == base.rules.key)
  }

  /// Whether the hierarchy has the turns of a mode.
  private func knows(_ mode: Mode) -> Bool { profiles.contains(MetricProfile(mode)) }

  /// The key of a metric by given rules.
  private func key(_ rules: QueryRules) throws(RoutingError) -> Key {
    var key = rules.key
    if !rules.isUnlimited { key.model.vehicle = try classes().canonical(rules.vehicle) }
    return key
  }

  private func classes() throws(RoutingError) -> VehicleClasses {
    if let known = state.withLock({ $0.classes }) { return known }
    let classes = try VehicleClasses(map)
    state.withLock { $0.classes = classes }
    return classes
  }

  /// Whether a vehicle may have a lower cost somewhere than in the stored metric.
  private func lowersCosts(_ rules: QueryRules, _ key: Key) throws(RoutingError) -> Bool {
    if rules.layers.lowersCosts { return true }
    if rules.conditionKinds == 0 || state.withLock({ $0.bounded.contains(key) }) { return false }
    let base = base(rules)
    let openings = try classes().openings
    if openings.contains(where: { rules.mayApply($0) && !base.rules.mayApply($0) }),
      try OverlayBuilder(map, base: base, rules: rules, orders).lowersCosts()
    {
      return true
    }
    state.withLock { state in
      if state.bounded.count > 10_000 { state.bounded.removeAll() }
      if state.isKnown(key.layers) { state.bounded.insert(key) }
    }
    return false
  }

  /// The metric made for a vehicle, or the closest one made for a vehicle to which less is closed.
  private func made(
    for key: Key, _ rules: QueryRules
  ) throws(RoutingError) -> HierarchyMetric? {
    let own = state.withLock { state -> HierarchyMetric? in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]?.metric
    }
    if let own { return own }
    let others = state.withLock { state in
      state.entries.filter { $0.key.isBound(of: key) }.sorted { $0.value.rank > $1.value.rank }
    }
    guard !others.isEmpty else { return nil }
    let classes = try classes()
    for (other, entry) in others
    where entry.rules.bounds(rules) && classes.haveSameConditions(entry.rules, rules) {
      state.withLock { state in
        state.uses += 1
        state.entries[other]?.lastUse = state.uses
      }
      return entry.metric.asBound
    }
    return nil
  }

  /// The stored metric closest to given rules, and its own rules.
  ///
  /// It is a metric of the mode, and avoids only road types that the rules avoid or exclude. A road
  /// with a price in the metric may be closed to the query, so the query's costs are never lower.
  private func base(_ rules: QueryRules) -> (profile: MetricProfile, rules: QueryRules) {
    let avoided = rules.avoid.union(rules.exclude)
    let profile =
      profiles.last { $0.mode == rules.mode && avoided.isSuperset(of: Avoidance($0.avoided)) }
      ?? MetricProfile(rules.mode)
    if let known = state.withLock({ $0.bases[profile] }) { return (profile, known) }
    let base = withTables(StandardMetric.rules(profile, place))
    state.withLock { $0.bases[profile] = base }
    return (profile, base)
  }

  /// The number of edges that searches settle in about the time of making a vehicle's metric.
  ///
  /// It is all edges of the map for a complete metric, a fifth for changes to a stored one, and
  /// less if only adjustments change it.
  func worth(_ rules: QueryRules) -> Int {
    let all = Int(map.header.edgeCount)
    guard isChange(rules) else { return all }
    let changes = max(all / 5, 2_000)
    let adjusted = rules.layers.count
    guard adjusted > 0, rules.isUnlimited,
      rules.atAnyTime().conditionKinds == 0, !rules.hasExclusions,
      base(rules).rules.avoid == rules.avoid
    else { return changes }
    return min(max(100 * adjusted, 2_000), changes)
  }

  /// Counts the cost of a search without the vehicle's own metric.
  ///
  /// - Returns: Whether the metric is due.
  func isDue(_ settled: Int, _ rules: QueryRules) throws(RoutingError) -> Bool {
    guard knows(rules.mode) else { return false }
    let key = try key(rules.atAnyTime())
    let worth = worth(rules)
    return state.withLock { state in
      // A query with old traffic makes no metric.
      guard state.isKnown(key.layers) else { return false }
      if state.spent.count > 10_000 { state.spent.removeAll() }
      state.spent[key, default: 0] += settled
      return state.spent[key, default: 0] >= worth
    }
  }

  /// Whether the metric of a vehicle differs from the stored one only at single edges.
  private func isChange(_ rules: QueryRules) -> Bool {
    base(rules).rules.bounds(rules) && rules.speedCap == nil && rules.weights.isUsual
      && rules.steepPercent == nil
  }

  /// Makes the metric of a vehicle unless it exists.
  func prepare(_ rules: QueryRules) throws(RoutingError) {
    guard knows(rules.mode) else { return }
    if let metric = try metric(rules), metric.isExact { return }
    _ = try build(rules)
  }

  /// The vehicle's own metric, made if needed; a bounding one while another task makes it, or nil.
  func closest(_ rules: QueryRules) throws(RoutingError) -> HierarchyMetric? {
    guard rules.tolerance == .none, knows(rules.mode) else { return nil }
    let metric = try metric(rules)
    if let metric, metric.isExact { return metric }
    return try build(rules) ?? metric
  }

  /// Makes the metric of a vehicle; nil if another task is making it.
  func build(_ rules: QueryRules) throws(RoutingError) -> HierarchyMetric? {
    let bounding = rules.atAnyTime()
    let key = try key(bounding)
    guard state.withLock({ $0.building.insert(key).inserted }) else { return nil }
    defer { state.withLock { _ = $0.building.remove(key) } }
    // Making the metric, and the searches before that, leave megabytes of free pages.
    Heap.giveBack()
    defer { Heap.giveBack() }
    let builder = OverlayBuilder(map, base: base(rules), rules: bounding, orders)
    let metric = try isChange(rules) ? builder.overlay() : builder.whole()
    keep(metric, key, bounding, rank: try classes().rank(key.model.vehicle))
    return metric
  }

  private func keep(
    _ metric: HierarchyMetric, _ key: Key, _ rules: QueryRules, rank: Int
  ) {
    state.withLock { state in
      guard state.isKnown(key.layers) else { return }
      state.uses += 1
      state.entries[key] = Entry(
        metric: metric, rules: rules, rank: rank, lastUse: state.uses)
      state.spent[key] = nil
      var bytes = state.entries.values.reduce(0) { $0 + $1.metric.byteCount }
      while bytes > byteLimit, state.entries.count > 1,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        bytes -= oldest.value.metric.byteCount
        state.entries[oldest.key] = nil
      }
    }
  }
}
