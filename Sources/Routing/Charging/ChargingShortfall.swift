import RouteModel

/// The missing charge of a trip that is not possible with any stops.
///
/// For a trip over several waypoints, it is the charge missing to the first that can't be reached.
struct ChargingShortfall: Sendable, Equatable {
  /// The station, or the origin, from which the missing charge is smallest.
  var place: Int
  /// The maximum charge on departure from it, in milliwatt-hours above the minimum.
  var charge: Int64
  /// The missing charge on the way to the destination or waypoint, or to a station from which it can be reached, in
  /// milliwatt-hours, above 0.
  var missing: Int64
  /// The number of waypoints on this way, where the vehicle can't charge.
  var passed = 0
  /// The stops from the origin to the station, with a charge up to the target at each; none at a waypoint.
  var stops: [ChargingPlan.Stop] = []

  /// The shortfall of a trip without a plan from ``ChargingSearch``.
  ///
  /// - Parameters:
  ///   - problem: The trip.
  ///   - rows: Its legs.
  ///   - goal: Returns the number, in a row, of the next destination or waypoint of a place; later
  ///     ones have larger numbers.
  ///   - closed: The stations to leave out.
  /// - Returns: The shortfall; nil if no place that can be reached has a path to the destination.
  /// - Complexity: O(n²) each time a larger charge is found at one of n stations, which is rare.
  static func find(
    _ problem: ChargingProblem, rows: (Int) -> ChargingSearch.Row, goal: (Int) -> Int,
    without closed: Set<Int> = []
  ) -> ChargingShortfall? {
    let (most, before) = maximumCharges(problem, rows, without: closed)
    guard var best = leastMissing(problem, rows, goal, most, without: closed) else { return nil }
    // The way counts from where the vehicle can charge, or begins.
    while best.place != problem.origin, problem.stations[best.place].function == nil {
      best.place = before[best.place]
      best.charge = most[best.place] ?? problem.initial
      best.passed += 1
    }
    best.stops = stops(to: best.place, before, problem, rows)
    return best
  }

  /// The maximum charge at each place, nil where none suffices to reach it, and the place before each station on the
  /// way with that charge.
  private static func maximumCharges(
    _ problem: ChargingProblem, _ rows: (Int) -> ChargingSearch.Row, without closed: Set<Int>
  ) -> (most: [Int64?], before: [Int]) {
    let count = problem.stations.count
    var most = [Int64?](repeating: nil, count: count + 1)
    most[problem.origin] = problem.initial
    var before = [Int](repeating: problem.origin, count: count)
    var waiting = [problem.origin]
    while let place = waiting.popLast() {
      guard let charge = most[place] else { continue }
      for (station, leg) in rows(place).prefix(count).enumerated() where station != place {
        guard let leg, let need = problem.need(of: leg.energy, to: station), need <= charge,
          !closed.contains(station)
        else { continue }
        let left = problem.charge(after: leg.energy, from: charge)
        let canCharge = problem.stations[station].function != nil
        let reached = canCharge ? max(left, problem.target) : left
        if most[station].map({ $0 < reached }) ?? true {
          most[station] = reached
          before[station] = place
          waiting.append(station)
        }
      }
    }
    return (most, before)
  }

  /// The shortfall on the leg to the last goal for which there is one, or to a station from which it can be reached,
  /// from the place where the least is missing.
  private static func leastMissing(
    _ problem: ChargingProblem, _ rows: (Int) -> ChargingSearch.Row, _ goal: (Int) -> Int,
    _ most: [Int64?], without closed: Set<Int>
  ) -> ChargingShortfall? {
    let reached = most.indices.filter { most[$0] != nil && rows($0)[goal($0)] != nil }
    guard let last = reached.map(goal).max() else { return nil }
    let unreached = problem.stations.indices.filter {
      problem.stations[$0].function != nil && goal($0) == last && most[$0] == nil
        && !closed.contains($0)
    }
    let leadsOn =
      unreached.isEmpty ? [] : stations(problem, rows, before: last, goal, without: closed)
    let ends = [last] + unreached.filter { leadsOn[$0] }
    var best: ChargingShortfall?
    for place in reached where goal(place) == last {
      guard let charge = most[place] else { continue }
      let row = rows(place)
      for next in ends {
        guard let energy = row[next]?.energy else { continue }
        let end = next == problem.stations.count ? problem.destination : next
        let least = problem.minimum(at: end)
        let missing = max(
          max(energy.need, least + energy.net) - charge, energy.peak - problem.capacity,
          energy.tail + least - problem.capacity)
        if missing < best?.missing ?? .max {
          best = ChargingShortfall(place: place, charge: charge, missing: missing)
        }
      }
    }
    return best
  }

  /// Whether each place is a station from which a vehicle with the target charge reaches a goal, charging at others.
  private static func stations(
    _ problem: ChargingProblem, _ rows: (Int) -> ChargingSearch.Row, before last: Int,
    _ goal: (Int) -> Int, without closed: Set<Int>
  ) -> [Bool] {
    var leadsOn = [Bool](repeating: false, count: problem.stations.count + 1)
    let stations = problem.stations.indices.filter {
      problem.stations[$0].function != nil && goal($0) == last && !closed.contains($0)
    }
    var waiting = [last]
    while let next = waiting.popLast() {
      let end = next == problem.stations.count ? problem.destination : next
      for station in stations where !leadsOn[station] {
        guard let leg = rows(station)[next], let need = problem.need(of: leg.energy, to: end),
          need <= problem.target
        else { continue }
        leadsOn[station] = true
        waiting.append(station)
      }
    }
    return leadsOn
  }

  /// The stops on the way to a place that is reached, each after the one that is noted before it.
  private static func stops(
    to place: Int, _ before: [Int], _ problem: ChargingProblem, _ rows: (Int) -> ChargingSearch.Row
  ) -> [ChargingPlan.Stop] {
    var way: [Int] = []
    var last = place
    while last != problem.origin, way.count < before.count {
      way.append(last)
      last = before[last]
    }
    var charge = problem.initial
    var stops: [ChargingPlan.Stop] = []
    for station in way.reversed() {
      guard let leg = rows(last)[station] else { break }
      let arrival = problem.charge(after: leg.energy, from: charge)
      var stop = ChargingPlan.Stop(
        station: station, arrival: arrival, departure: arrival, chargingSeconds: 0)
      if let function = problem.stations[station].function, arrival < problem.target {
        stop.departure = problem.target
        stop.chargingSeconds = function.seconds(to: problem.target) - function.seconds(to: arrival)
      }
      stops.append(stop)
      charge = stop.departure
      last = station
    }
    return stops
  }
}
