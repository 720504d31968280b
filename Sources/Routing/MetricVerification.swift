internal import Hierarchy
public import MapReader
internal import NavFormat
import RoadCosts
internal import RoadModel
import RouteModel

extension NavMap {
  /// Recomputes every metric of the file and compares all costs, including those of arcs without a path.
  ///
  /// Call ``NavMap/verify(progress:)`` and ``verifyHierarchy()`` first; their checks are not repeated.
  ///
  /// - Throws: ``NavError/format(path:_:)`` for the first cost that differs.
  /// - Complexity: Like making the metrics, which takes most of the time of building a large map.
  public func verifyMetrics() throws(NavError) {
    let map = self
    guard let hierarchy = try map.hierarchy() else { return }
    let (masks, counts) = Self.allWays(hierarchy)
    let top = TopView(
      first: hierarchy.first, starts: hierarchy.starts, lists: hierarchy.lists,
      sizes: hierarchy.sizes, cells: hierarchy.cells, contents: hierarchy.contents,
      upMasks: masks.span, upCounts: counts.span, downMasks: masks.span, downCounts: counts.span)
    for profile in map.metricProfiles {
      guard let stored = try map.metric(profile) else { continue }
      var rules = StandardMetric.rules(profile, map.place)
      rules.tables = RoadTables(tileCount: map.tileCount)
      var costs = TileCosts(map, rules: rules)
      var customizer = TopCustomizer()
      let metric: TopMetric
      do throws(RoutingError) { metric = try customizer.metric(top, &costs) } catch {
        throw map.fault("section 'hierarchy'", "no metric can be made on it: \(error)")
      }
      let check = CostComparison(hierarchy)
      let flaw: CostComparison.Flaw?
      do throws(RoutingError) {
        flaw = try check.firstDifference(metric, stored, top, &costs)
      } catch {
        throw map.fault("section 'hierarchy'", "an edge is not where it says: \(error)")
      }
      if let flaw {
        throw map.fault(
          "section 'metric \(profile.name)'",
          "arc \(flaw.arc) costs \(flaw.stored.up) up and \(flaw.stored.down) down, the roads that it "
            + "stands for \(flaw.made.up) and \(flaw.made.down)")
      }
    }
  }

  /// Masks with a path along every arc between two edges, and their counts.
  private static func allWays(
    _ hierarchy: borrowing HierarchyView
  ) -> (masks: [UInt64], counts: [UInt32]) {
    var masks = [UInt64](repeating: 0, count: hierarchy.upMasks.count)
    for node in 0..<hierarchy.nodeCount where hierarchy.contents[node] & HierarchyView.cellBit == 0
    {
      for arc in Int(hierarchy.first[node])..<Int(hierarchy.first[node + 1]) {
        masks[arc >> 6] |= 1 << UInt64(arc & 63)
      }
    }
    var count: UInt32 = 0
    let counts = masks.map { mask in
      defer { count += UInt32(mask.nonzeroBitCount) }
      return count
    }
    return (masks, counts)
  }

  /// Checks each metric without a search: a turn that is always open to its mode has a cost, and no path is cheaper for
  /// avoiding roads.
  func verifyCosts(
    _ top: TopView, _ ways: [TurnVerification.Way]
  ) throws(NavError) {
    let map = self
    for profile in MetricProfile.all where map.sections[.metric(profile)] != nil {
      guard let metric = try map.metric(profile) else { continue }
      let part = "section 'metric \(profile.name)'"
      if let flaw = MetricView(metric).flaw(top) { throw map.fault(part, "\(flaw)") }
      guard let layout = map.hierarchyLayout else { return }
      let mode = ModeSet(profile.mode).rawValue
      for way in ways where way.modes & mode != 0 {
        let cost = way.isUp ? metric.upCost(way.number) : metric.downCost(way.number)
        guard cost < HierarchyView.maximumCost else {
          let name = way.isUp ? "up" : "down"
          throw map.fault(part, "way \(name) \(way.number) is a turn that is open, but has no cost")
        }
      }
      guard profile.avoided != nil, let plain = try map.metric(MetricProfile(profile.mode)) else {
        continue
      }
      for way in 0..<layout.upCount where metric.upCost(way) < plain.upCost(way) {
        throw map.fault(part, "way up \(way) costs less than without keeping away")
      }
      for way in 0..<layout.downCount where metric.downCost(way) < plain.downCost(way) {
        throw map.fault(part, "way down \(way) costs less than without keeping away")
      }
    }
  }
}

/// Compares the costs of all arcs with those stored in a file.
private struct CostComparison {
  private let up: [Bool]
  private let down: [Bool]

  init(_ hierarchy: borrowing HierarchyView) {
    func bits(_ masks: Span<UInt64>) -> [Bool] {
      (0..<64 * masks.count).map { masks[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 }
    }
    up = bits(hierarchy.upMasks)
    down = bits(hierarchy.downMasks)
  }

  typealias Costs = (up: UInt32, down: UInt32)
  typealias Flaw = (arc: Int, stored: Costs, made: Costs)

  /// The first arc between two edges whose stored cost differs; an arc without a stored path must have no cost.
  ///
  /// Arcs that begin on an edge closed to the mode do not count: no path reaches it, so the hierarchy need not have a
  /// path there, although its turns have costs.
  func firstDifference(
    _ metric: TopMetric, _ stored: borrowing MetricColumns, _ top: TopView,
    _ costs: inout TileCosts
  ) throws(RoutingError) -> Flaw? {
    var (number, upNumber, downNumber, arc) = (0, 0, 0, 0)
    for index in 0..<top.count {
      let node = TopNode(index)
      let isCell = top.cell(node) != nil
      for place in 0..<top.degree(node) {
        defer { arc += 1 }
        if isCell { continue }
        var expected: Costs = (HierarchyView.maximumCost, HierarchyView.maximumCost)
        if up[arc] {
          expected.up = stored.upCost(upNumber)
          upNumber += 1
        }
        if down[arc] {
          expected.down = stored.downCost(downNumber)
          downNumber += 1
        }
        let made: Costs = (metric.up[number], metric.down[number])
        number += 1
        if made == expected { continue }
        let differs = (up: made.up != expected.up, down: made.down != expected.down)
        if differs.up, try costs.isOpen(node) { return (arc, expected, made) }
        if differs.down, try costs.isOpen(top.neighbour(node, place)) {
          return (arc, expected, made)
        }
      }
    }
    return nil
  }
}
