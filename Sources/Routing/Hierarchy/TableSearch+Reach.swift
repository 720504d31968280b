import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RouteModel

/// Bounds of the durations of detours for vehicles that no metric serves, such as those on foot.
extension TableSearch {
  /// The maximum number of states of each search, about 50 bytes each; a longer trip is left to routes.
  private static let maximumLabels = 1_000_000

  /// The durations of trips from the first place over a stop to the second place, in centiseconds.
  ///
  /// One search from the first place, and one to the second, serve all stops. They end at the maximum duration.
  ///
  /// - Parameter seconds: The maximum duration.
  /// - Returns: A duration for each stop; nil if it is not known, and ``Cost/unreachable`` for a stop without a road or
  ///   beyond the maximum. Nil if none is known.
  /// - Throws: ``RoutingError``.
  func reachedDurations(within seconds: Double) throws(RoutingError) -> [UInt32?]? {
    guard !rules.hasClock, !rules.isShortest, !rules.hasPrices else { return nil }
    var parts = RoadParts(query.map, rules.mode)
    let finder = EndFinder(query, time: 0, breakingRules: false)
    guard let start = try settledPoints(0, &parts), let end = try settledPoints(1, &parts) else {
      return nil
    }
    // Durations of routes are rounded.
    let most = UInt32(min(max(seconds, 0) * 100 + 1, Double(QueryRules.maximumCost)))
    guard
      var there = try area(
        try finder.ends(start, waypoint: 0, leaving: true), within: most, isReversed: false),
      var onward = try area(
        try finder.ends(end, waypoint: 1, leaving: false), within: most, isReversed: true)
    else { return nil }
    if try query.metrics.isDue(there.settled + onward.settled, rules) {
      _ = try query.metrics.build(rules)
    }
    var durations: [UInt32?] = []
    for stop in places.indices.dropFirst(2) {
      if Task.isCancelled { throw .cancelled }
      do throws(RoutingError) {
        guard let points = try settledPoints(stop, &parts) else {
          durations.append(nil)
          continue
        }
        durations.append(
          Cost.sum(
            try there.cost(of: try finder.ends(points, waypoint: stop, leaving: false)),
            try onward.cost(of: try finder.ends(points, waypoint: stop, leaving: true))))
      } catch {
        guard case .noRoadNear = error else { throw error }
        durations.append(Cost.unreachable)
      }
    }
    return durations
  }

  /// The durations of trips from the first place to each other one, in centiseconds, by one search.
  ///
  /// - Parameter seconds: The maximum duration.
  /// - Returns: A duration for each destination; nil if it is not known, and ``Cost/unreachable`` for one without a
  ///   road or beyond the maximum. Nil if none is known.
  /// - Throws: ``RoutingError``.
  func arrivalDurations(within seconds: Double) throws(RoutingError) -> [UInt32?]? {
    guard !rules.hasClock, !rules.isShortest, !rules.hasPrices, rules.costsAreTimes else {
      return nil
    }
    var parts = RoadParts(query.map, rules.mode)
    let finder = EndFinder(query, time: 0, breakingRules: false)
    // Durations of routes are rounded.
    let most = UInt32(min(max(seconds, 0) * 100 + 1, Double(QueryRules.maximumCost)))
    guard let start = try settledPoints(0, &parts),
      var reached = try area(
        try finder.ends(start, waypoint: 0, leaving: true), within: most, isReversed: false)
    else { return nil }
    var durations: [UInt32?] = []
    for place in places.indices.dropFirst() {
      if Task.isCancelled { throw .cancelled }
      do throws(RoutingError) {
        let points = try settledPoints(place, as: .destination, &parts)
        durations.append(
          try points.map { (points) throws(RoutingError) in
            try reached.cost(of: try finder.ends(points, waypoint: place, leaving: false))
          })
      } catch {
        guard case .noRoadNear = error else { throw error }
        durations.append(Cost.unreachable)
      }
    }
    return durations
  }

  /// All that is reached from some ends within a duration, or from where they are; nil if it is too much.
  private func area(
    _ ends: [SearchEnd], within most: UInt32, isReversed: Bool
  ) throws(RoutingError) -> ReachedArea? {
    var search = ReachSearch(
      query.map, rules: rules, limit: ReachLimit(quantity: .time, value: most),
      maximumLabels: Self.maximumLabels
    ) { _ in }
    do throws(RoutingError) {
      if isReversed {
        try search.runBackward(to: ends)
      } else {
        try search.runForward(from: ends)
      }
      return try ReachedArea(search, isReversed: isReversed)
    } catch {
      guard case .invalidRange = error else { throw error }
      return nil
    }
  }
}

extension ReachedArea {
  /// The minimum cost between the place and one of some ends of a search; ``Cost/unreachable`` if none is reached.
  fileprivate mutating func cost(of ends: [SearchEnd]) throws(RoutingError) -> UInt32 {
    var least = Cost.unreachable
    for end in ends {
      let slot = try tiles.slot(ofTile: end.point.tile)
      let edge = end.edge
      guard slot.rawValue < first.count, edge.rawValue < first[slot.rawValue].edgeCount else {
        continue
      }
      let map = tiles.map
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      let measure = rules.measure(tile, edge, at: 0)
      let along = min(end.along(measure.length), measure.length)
      var part = Int(first[slot.rawValue][edge])
      while part >= 0 {
        if edges[part].begin <= along, along <= edges[part].end {
          least = min(least, edges[part].cost(at: along, measure, isReversed: isReversed))
        }
        part = Int(next[part])
      }
    }
    return least
  }
}
