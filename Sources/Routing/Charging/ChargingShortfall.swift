import RouteModel

/// The missing charge of a trip that is not possible with any stops.
struct ChargingShortfall: Sendable, Equatable {
  /// The station, or the origin, from which the missing charge is smallest.
  var place: Int
  /// The maximum charge on departure from it, in milliwatt-hours above the minimum.
  var charge: Int64
  /// The missing charge on the way to the destination or waypoint, or to a station from which it can be reached, in
  /// milliwatt-hours, above 0.
  var missing: Int64
  /// Whether the battery can hold the charge with which the whole trip is possible.
  var isWithinBattery: Bool
  /// The number, in a row, of the first waypoint that can't be reached, or of the destination.
  var waypoint: Int
  /// The stops from the origin to the station, with a charge up to the target at each; none at a waypoint.
  var stops: [ChargingPlan.Stop] = []

  /// The shortfall of a trip without a plan from ``ChargingSearch``.
  ///
  /// It is the smallest charge, at one place, with which the whole trip is possible. If the battery can't hold that, it
  /// is the charge missing to the first waypoint that can't be reached, or to the destination.
  ///
  /// - Parameters:
  ///   - problem: The trip.
  ///   - rows: Its legs.
  ///   - goal: Returns the number, in a row, of the next destination or waypoint of a place; later
  ///     ones have larger numbers.
  ///   - closed: The stations to leave out.
  /// - Returns: The shortfall; nil if no place that can be reached has a path to the destination.
  /// - Complexity: O(n²) for n places and each waypoint. Besides, O(n²) each time a larger charge is found at a place,
  ///   or a smaller one suffices there, which is rare.
  static func find(
    _ problem: ChargingProblem, rows: (Int) -> ChargingSearch.Row, goal: (Int) -> Int,
    without closed: Set<Int> = []
  ) -> ChargingShortfall? {
    let (most, before) = maximumCharges(problem, rows, without: closed)
    let reached = most.indices.filter { most[$0] != nil && rows($0)[goal($0)] != nil }
    guard let first = reached.map(goal).max() else { return nil }
    func least(
      to end: Int, _ arrivals: [Int64?], withinBattery: Bool
    ) -> ChargingShortfall? {
      var best: ChargingShortfall?
      for place in reached {
        // The way counts from where the vehicle can charge, or begins.
        guard let charge = most[place],
          place == problem.origin || problem.stations[place].function != nil
        else { continue }
        for way in ways(from: place, to: end, rows, goal, arrivals) {
          if withinBattery, problem.need(of: way.energy, leaving: way.least) == nil { continue }
          let missing = problem.missing(for: way.energy, leaving: way.least, from: charge)
          if missing < best?.missing ?? .max {
            best = ChargingShortfall(
              place: place, charge: charge, missing: missing, isWithinBattery: withinBattery,
              waypoint: first)
          }
        }
      }
      return best
    }
    let last = problem.stations.count
    let arrivals = leastArrivals(problem, rows, at: last, without: closed)
    guard
      var best = least(to: last, arrivals, withinBattery: true)
        ?? least(
          to: first,
          first == last ? arrivals : leastArrivals(problem, rows, at: first, without: closed),
          withinBattery: false)
    else { return nil }
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

  /// The minimum charge on arrival at each place, by its number in a row, with which the trip goes on to an end; nil
  /// where none suffices.
  private static func leastArrivals(
    _ problem: ChargingProblem, _ rows: (Int) -> ChargingSearch.Row, at end: Int,
    without closed: Set<Int>
  ) -> [Int64?] {
    let count = problem.stations.count
    var least = [Int64?](repeating: nil, count: count + 1)
    least[end] = problem.minimum(at: end == count ? problem.destination : end)
    var waiting: Set = [end]
    // From the smallest on, most charges are found but once.
    while let next = waiting.min(by: { least[$0] ?? 0 < least[$1] ?? 0 }) {
      waiting.remove(next)
      guard let arrival = least[next] else { continue }
      for place in 0..<count where place != next && !closed.contains(place) {
        let minimum = problem.minimum(at: place)
        guard least[place] != minimum, let leg = rows(place)[next],
          let need = problem.need(of: leg.energy, leaving: arrival)
        else { continue }
        let canCharge = problem.stations[place].function != nil
        let suffices = canCharge && need <= problem.target ? minimum : max(minimum, need)
        if suffices < least[place] ?? .max {
          least[place] = suffices
          waiting.insert(place)
        }
      }
    }
    return least
  }

  /// The paths from a place, over waypoints alone, to an end and to the stations from which it can be reached, each
  /// with the minimum charge on arrival.
  private static func ways(
    from place: Int, to end: Int, _ rows: (Int) -> ChargingSearch.Row, _ goal: (Int) -> Int,
    _ arrivals: [Int64?]
  ) -> [(energy: EnergyBalance, least: Int64)] {
    var result: [(energy: EnergyBalance, least: Int64)] = []
    var (place, energy) = (place, EnergyBalance.zero)
    while true {
      let row = rows(place)
      let waypoint = goal(place)
      for (next, leg) in row.enumerated() where next != waypoint || next == end {
        if let leg, let least = arrivals[next] { result.append((energy + leg.energy, least)) }
      }
      guard waypoint < end, let leg = row[waypoint] else { return result }
      energy += leg.energy
      place = waypoint
    }
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
