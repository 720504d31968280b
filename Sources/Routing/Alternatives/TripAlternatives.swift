import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Makes the alternatives of a trip from those of its legs.
///
/// One leg may be replaced by one of its alternatives, or several legs at once. The pieces that
/// must be best paths are as long as a share of the whole trip, so trips with more stops have fewer
/// reasonable alternatives.
struct TripAlternatives {
  private let query: TripQuery
  private let best: [Path]
  private let limits: AlternativeLimits
  private let cost: UInt64
  private var tiles: TouchedTiles

  init(_ query: TripQuery, _ best: [Path]) {
    self.query = query
    self.best = best
    limits = query.request.options.alternativeLimits
    cost = best.reduce(0) { $0 + UInt64($1.cost) }
    tiles = TouchedTiles(query.map)
  }

  /// The maximum number of alternatives to search for, regardless of the request.
  private static let mostAlternatives = 64

  /// The maximum number of combinations of the legs' alternatives to consider.
  private static let combinationLimit = 256

  /// The alternatives, cheapest first.
  ///
  /// - Parameter runs: The plans of the runs of the best route.
  /// - Returns: The paths of all legs, for each alternative.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  mutating func routes(_ runs: [RunPlan]) throws(RoutingError) -> [[Path]] {
    let wanted = min(query.request.options.alternatives, Self.mostAlternatives)
    var prices: [UInt32] = []
    for path in best { prices.append(try self.prices(of: path)) }
    let free = zip(best, prices).reduce(0) { $0 + UInt64($1.0.cost - min($1.1, $1.0.cost)) }
    let more = UInt64((Double(free) * limits.stretch).rounded(.down))
    // Replacing other legs, too, makes the whole longer.
    let isLong = best.count > 1
    var choices: [[Path]] = []
    for run in runs {
      var search = run.search
      let first = choices.count
      choices += try search.alternatives(to: run.paths, run.stops) { leg, path in
        var wish = AlternativeWish(
          count: wanted, moreCost: UInt32(clamping: more), restCost: 0, limits: limits,
          prices: prices[first + leg])
        let own = UInt64(wish.free(whole: path.cost))
        wish.restCost = UInt32(clamping: free - own + (isLong ? more : 0))
        if wish.prices > 0 { wish.price = query.rules.commonPrice }
        return wish
      }
    }
    if !isLong { return choices[0].map { [$0] } }
    return try chosen(from: combinations(choices, atMost: cost + more), wanted, atMost: cost + more)
  }

  /// The prices of the avoided and steep roads on a path.
  private mutating func prices(of path: Path) throws(RoutingError) -> UInt32 {
    guard !query.rules.avoid.isEmpty || query.rules.steepPercent != nil else { return 0 }
    var prices: UInt32 = 0
    for (index, step) in path.steps.enumerated() {
      let slot = try tiles.slot(ofTile: step.tile)
      let map = tiles.map
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      // A path that begins at the end of an edge does not use it.
      if index == 0, path.start.along(tile.length(step.segment)) >= tile.length(step.segment) {
        continue
      }
      prices = Costing.sum(prices, query.rules.price(tile, step.edge))
    }
    return prices
  }

  /// The trips with at least one leg replaced that do not cost too much, cheapest first.
  private func combinations(_ choices: [[Path]], atMost bound: UInt64) -> [[Path]] {
    var paths: [[Path]] = []
    for (leg, others) in choices.enumerated() {
      // A later leg begins where the best path of this one ends, on any road that meets there.
      let isLast = leg == choices.count - 1
      let place = best[leg].end.point.position
      paths.append([best[leg]] + others.filter { isLast || $0.end.point.position == place })
    }
    var trips: [(paths: [Path], cost: UInt64)] = []
    for chosen in Self.combinations(of: paths.map(\.count), atMost: Self.combinationLimit) {
      let trip = zip(paths, chosen).map { $0[$1] }
      let cost = trip.reduce(0) { $0 + UInt64($1.cost) }
      if cost <= bound, trip != best { trips.append((trip, cost)) }
    }
    return trips.sorted { $0.cost < $1.cost }.map(\.paths)
  }

  /// The combinations of a choice for each leg; of too many, those that replace the fewest legs.
  ///
  /// - Parameters:
  ///   - counts: The number of choices of each leg; the first of them is the best path.
  ///   - limit: The maximum number of combinations.
  /// - Returns: The indices of the choices, one for each leg.
  static func combinations(of counts: [Int], atMost limit: Int) -> [[Int]] {
    var found: [(choices: [Int], replaced: Int)] = [(choices: [], replaced: 0)]
    for count in counts {
      var longer: [(choices: [Int], replaced: Int)] = []
      for one in found {
        for choice in 0..<count {
          longer.append(
            (choices: one.choices + [choice], replaced: one.replaced + (choice == 0 ? 0 : 1)))
        }
      }
      if longer.count > limit {
        let order = longer.indices.sorted {
          (longer[$0].replaced, $0) < (longer[$1].replaced, $1)
        }
        longer = order.prefix(limit).map { longer[$0] }
      }
      found = longer
    }
    return found.map(\.choices)
  }

  /// The first trips that differ enough from the best one and from each other.
  ///
  /// No leg uses a road twice, but it may use one of another leg, or turn round where that begins.
  ///
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  private mutating func chosen(
    from trips: [[Path]], _ wanted: Int, atMost bound: UInt64
  ) throws(RoutingError) -> [[Path]] {
    var kept = [try DrivenPieces(best, &tiles)]
    let repeated = try DrivenStretches(best, &tiles).repeatedCentimetres
    var found: [[Path]] = []
    for trip in trips {
      if found.count == wanted { break }
      if Task.isCancelled { throw .cancelled }
      let pieces = try DrivenPieces(trip, &tiles)
      guard kept.allSatisfy({ $0.shared(with: pieces) <= limits.sharing }),
        try DrivenStretches(trip, &tiles).repeatedCentimetres <= repeated,
        let onTime = try onTime(trip), onTime.reduce(0, { $0 + UInt64($1.cost) }) <= bound
      else { continue }
      kept.append(pieces)
      found.append(onTime)
    }
    return found
  }

  /// The legs of a trip at the times when they begin; nil if a leg is then forbidden.
  ///
  /// A leg that was not replaced is the best path at its time. Another one may not cost more than before: its pieces
  /// were best paths at that time.
  private mutating func onTime(_ trip: [Path]) throws(RoutingError) -> [Path]? {
    guard query.rules.hasClock else { return trip }
    var result: [Path] = []
    for (leg, path) in trip.enumerated() {
      var start = path.start
      if let before = result.last { start.time = before.end.time }
      if start.time == path.start.time {
        result.append(path)
        continue
      }
      if let later = try replayed(path, from: start), later.cost <= path.cost {
        result.append(later)
      } else if path == best[leg] {
        var ladder = Ladder(query.map, query.metrics, query.rules)
        let place = path.end.point.position
        guard let later = try ladder.paths(from: [start], to: [path.end], near: place).first else {
          return nil
        }
        result.append(later)
      } else {
        return nil
      }
    }
    return result
  }

  /// A path at another time.
  private mutating func replayed(
    _ path: Path, from start: SearchEnd
  ) throws(RoutingError) -> Path? {
    var states: [(slot: TileSlot, edge: EdgeIndex)] = []
    for step in path.steps.dropFirst().dropLast() {
      let slot = try tiles.slot(ofTile: step.tile)
      states.append((slot, tiles.edge(slot, id: step.id)))
    }
    guard path.steps.count > 1 else { return nil }
    var replay = try PathReplay(query.rules, to: [path.end], &tiles)
    return try replay.path(from: start, over: states, to: path.end, &tiles)
  }
}
