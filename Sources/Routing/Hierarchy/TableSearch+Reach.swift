import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RouteModel

/// Tables, and bounds of the durations of detours, for vehicles that no metric serves, such as those on foot.
extension TableSearch {
  /// The maximum number of states of each search, about 50 bytes each; a longer trip is left to routes.
  private static let maximumLabels = 1_000_000

  /// The fewest pairs for which one search of all roads around a place is quicker than a search for each.
  private static let fewestPairs = 5
  /// The number of searches around a place, each with twice the radius of the one before.
  private static let maximumRounds = 4
  /// The radius of the first search around places that are close together, in hundredths of a second.
  private static let leastRadius: UInt32 = 30_000

  /// The answers for all pairs, a row for each origin; nil if each pair needs its own search.
  ///
  /// One search from each origin serves all destinations, or if these are fewer, one to each destination all origins.
  func reachedAnswers(_ stops: [Stop]) throws(RoutingError) -> [[TableAnswers.Answer]]? {
    let isReversed = destinations.count < originCount
    let roots = isReversed ? destinations : 0..<originCount
    let others = isReversed ? 0..<originCount : destinations
    guard others.count >= Self.fewestPairs, !rules.hasClock, !rules.isShortest, !rules.hasPrices,
      rules.costsAreTimes, model == nil
    else { return nil }
    var answers = [[TableAnswers.Answer]](repeating: unknown, count: originCount)
    var settled = 0
    for root in roots {
      let pairs = others.filter { other in
        isReversed ? stops[other].isPlain(to: stops[root]) : stops[root].isPlain(to: stops[other])
      }
      for (other, answer) in try reached(root, pairs, stops, isReversed, &settled) {
        let (origin, destination) = isReversed ? (other, root) : (root, other)
        answers[origin][destination - originCount] = answer
      }
    }
    if try query.metrics.isDue(settled, rules) { _ = try query.metrics.build(rules) }
    return answers
  }

  /// The paths between a place and others that are found by searches of all roads around it.
  ///
  /// The radius of the first search is half as much again as the least cost to the farthest place, without a ferry,
  /// which is many times faster than walking. It grows while places are missing, but not as far as those with a very
  /// long path, or without any, would need.
  private func reached(
    _ root: Int, _ pairs: [Int], _ stops: [Stop], _ isReversed: Bool, _ settled: inout Int
  ) throws(RoutingError) -> [(other: Int, answer: TableAnswers.Answer)] {
    let farthest = pairs.map { Distance.metres(places[root], places[$0]) }.max() ?? 0
    let least = rules.bound(onRoads: 1.5 * farthest) ?? rules.bound(1.5 * farthest)
    var radius = max(least, Self.leastRadius)
    var found: [(other: Int, answer: TableAnswers.Answer)] = []
    var (rest, count) = (pairs, 0)
    for _ in 0..<Self.maximumRounds where rest.count >= Self.fewestPairs {
      guard radius <= QueryRules.maximumCost,
        var reached = try area(stops[root].chosen.ends, within: radius, isReversed: isReversed)
      else { break }
      settled += reached.settled
      var missing: [Int] = []
      for other in rest {
        if let way = try reached.way(to: stops[other].chosen.ends), way.cost <= radius {
          found.append((other, .way(duration: way.cost, length: way.centimetres)))
        } else {
          missing.append(other)
        }
      }
      // Others have no path if a larger radius has no more roads.
      if reached.settled == count { break }
      (rest, count) = (missing, reached.settled)
      radius *= 2
    }
    return found
  }

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
    try way(to: ends)?.cost ?? Cost.unreachable
  }

  /// The minimum cost between the place and one of some ends of a search, and the length of the path; nil if none is
  /// reached.
  fileprivate mutating func way(
    to ends: [SearchEnd]
  ) throws(RoutingError) -> (cost: UInt32, centimetres: UInt64)? {
    var best: (cost: UInt32, centimetres: UInt64)?
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
          let cost = edges[part].cost(at: along, measure, isReversed: isReversed)
          if cost < best?.cost ?? Cost.unreachable {
            let metres = edges[part].centimetres(at: along, measure, isReversed: isReversed)
            best = (cost, metres)
          }
        }
        part = Int(next[part])
      }
    }
    return best
  }
}
