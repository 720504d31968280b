import RouteModel

/// Finds the charging stops with the minimum total time: driving, waiting, set-up and charging.
///
/// The choice of stations and the charging times are exact for this model: between stops the
/// vehicle drives the given legs, and the charging time is a function that is linear between its
/// points (``ChargingFunction``).
///
/// Let tᵢ(c) be the time in which station i charges from the minimum to c. A vehicle that begins to charge at station i
/// at time τ with charge b, leaves with c, and drives a leg of energy n and time x to station j, may begin to charge
/// there at g(c) = τ + tᵢ(c) − tᵢ(b) + x, with charge c − n. From j it has charge d ≥ c − n at
/// g(c) + tⱼ(d) − tⱼ(c − n). For every d, the best c minimises H(c) = g(c) − tⱼ(c − n) among those with c − n ≤ d. H is
/// linear between the points of tᵢ and those of tⱼ moved by n, so each minimum over c ≤ d + n is
/// - at one of these points or at an end of the range of c: these become *labels* (time, charge) at j, or
/// - at c = d + n, where H falls: the vehicle passes station j without charging. A *through label* keeps it: its charge
///   at the last station is still open, as in Baum, Dibbelt, Gemsa, Wagner and Zündorf, "Shortest Feasible Paths with
///   Charging Stops for Battery Electric Vehicles" (2015, doi:10.1145/2820783.2820826). It ends where H falls no more,
///   and is left out if the direct leg is as good.
///
/// So the labels represent the earliest time for every charge at every station. At the destination only the least
/// charge that suffices matters. Labels are taken in the order of time plus a lower bound of the
/// remaining time (``ChargingBounds``), so the first at the destination is the best. A label is
/// dropped if another label of the station can have each of its charges at the same time or
/// earlier.
///
/// A station that closes has labels for each time during which it is open. Its vehicles may wait for the opening, so
/// g(c) is at least that time: up to the c with which a vehicle arrives then, H falls. The closing bounds d. Passing
/// the station needs no opening: through labels, and labels that can't charge, do so at any time.
struct ChargingSearch {
  /// The legs from a place, by destination: all stations, then the destination of the trip at their count; nil where
  /// no path exists.
  typealias Row = [ChargingLeg?]

  /// A set of states at a place, ready to charge or to continue.
  struct Label {
    /// The station or the end of the trip.
    var place: Int
    /// The previous label; -1 at the origin.
    var parent: Int
    /// The time at which charging can begin; for a through label, at the last station that charges.
    var time: Double
    /// The charge on arrival; for a through label, on arrival at the last station that charges.
    var charge: Int64
    /// The charge on departure from the previous station that charged; at first that at the origin.
    var departure: Int64
    /// The maximum charge on departure from the place.
    var most: Int64
    /// The index of its frontier: of the openings of the station, then of passing; 0 if the station never closes.
    var frontier = 0
    /// The path behind the last station that charges; nil unless this is a through label.
    var through: Through?
  }

  /// A path from a station that charges to a place, past stations that do not.
  struct Through {
    /// The label of the station that charges.
    var base: Int
    /// Seconds from there: driving, and the delays of the stations passed.
    var seconds: Double
    /// The energy of all legs.
    var energy: EnergyBalance
    /// The charges with which the vehicle leaves the base.
    var departures: ClosedRange<Int64>
  }

  /// The tolerance for rounding, in seconds.
  static let tolerance = 1e-7

  let problem: ChargingProblem
  let bounds: ChargingBounds
  let rows: (Int) -> Row
  private(set) var labels: [Label] = []
  private var queue = LabelQueue()
  /// The labels of each place: of a station that closes, those of each opening, then those that pass.
  private var frontiers: [[Frontier]]
  /// The through labels of each station.
  private var throughs: [[Int]]
  private var detours: ChargingDetours
  /// The minimum time of a label at the destination so far.
  private var best = Double.infinity

  /// A search over legs.
  ///
  /// - Parameters:
  ///   - problem: The trip.
  ///   - rows: Returns the legs from a station or the origin; called several times.
  init(_ problem: ChargingProblem, rows: @escaping (Int) -> Row) {
    self.problem = problem
    self.rows = rows
    bounds = ChargingBounds(problem, rows)
    frontiers = problem.stations.map { station in
      let frontier = Frontier(station.function, target: problem.target)
      guard let openings = station.openings else { return [frontier] }
      return openings.map { _ in frontier } + [Frontier(nil, target: problem.target)]
    }
    throughs = problem.stations.map { _ in [] }
    detours = ChargingDetours(problem, rows)
  }

  /// The best plan; nil if the destination can't be reached, or if the task was cancelled.
  ///
  /// - Complexity: O(n²) for the bounds of n stations; then O(n) for each label taken.
  mutating func run() -> ChargingPlan? {
    let origin = Label(
      place: problem.origin, parent: -1, time: 0, charge: problem.initial,
      departure: problem.initial, most: problem.initial)
    labels = [origin]
    queue.push(bounds.remaining(from: problem.origin, charge: problem.initial), 0)
    while let index = queue.pop() {
      if Task.isCancelled { return nil }
      let label = labels[index]
      if label.place == problem.destination { return plan(index) }
      if label.through == nil, label.place != problem.origin,
        !frontiers[label.place][label.frontier].contains(index)
      {
        continue
      }
      let onlyPlace = placeOfReturn(label)
      for (place, leg) in rows(label.place).enumerated() {
        guard let leg, place == onlyPlace ?? place else { continue }
        // The destination follows the stations in a row.
        let place = place == problem.stations.count ? problem.destination : place
        if place != label.place { extend(index, leg, to: place) }
      }
    }
    return nil
  }

  // MARK: Legs

  private func canCharge(at place: Int) -> Bool {
    place < problem.stations.count && problem.stations[place].function != nil
  }

  /// The label of the station that charged last, or of the origin.
  private func base(of index: Int) -> Int { labels[index].through?.base ?? index }

  /// Adds the labels at the end of a leg that follow from a label.
  private mutating func extend(_ index: Int, _ leg: ChargingLeg, to place: Int) {
    let base = base(of: index)
    let seconds = (labels[index].through?.seconds ?? 0) + Double(leg.time) / 100
    var energy = leg.energy
    let charge = labels[base].charge
    var range = charge...labels[base].most
    if let through = labels[index].through {
      energy = through.energy + energy
      range = through.departures
    }
    guard let need = problem.need(of: energy, to: place), need <= range.upperBound else { return }
    let low = max(range.lowerBound, need)
    // Charge beyond a full battery on the way is useless.
    let high = max(low, min(range.upperBound, problem.capacity - energy.tail + energy.net))
    let candidate = Through(
      base: base, seconds: seconds, energy: energy, departures: low...high)
    if labels[index].through != nil, isDetour(candidate, to: place) { return }
    let label = arrival(candidate, at: place, leaving: low, parent: index)
    if place == problem.destination {
      best = min(best, label.time)
      add(label, bound: label.time)
    } else if label.time + bounds.remaining(from: place, charge: label.charge) < best {
      addStops(candidate, at: place, parent: index)
    }
  }

  /// The place of the base of a through label if it leads nowhere else better than the direct legs; nil for others.
  private mutating func placeOfReturn(_ label: Label) -> Int? {
    guard let way = label.through, labels[label.parent].through == nil else { return nil }
    let base = labels[way.base].place
    return detours.isDetour(past: label.place, from: base) ? base : nil
  }

  /// Whether driving directly, or staying, is as good as a path past stations that do not charge.
  private func isDetour(_ way: Through, to place: Int) -> Bool {
    let base = labels[way.base].place
    if base == place { return way.energy.net >= 0 && !mayReturn(to: labels[way.base]) }
    guard let direct = rows(base)[min(place, problem.stations.count)],
      let need = problem.need(of: direct.energy, to: place)
    else { return false }
    return need <= way.departures.lowerBound && Double(direct.time) / 100 <= way.seconds
      && arrives(with: direct.energy, as: way)
  }

  /// Whether a vehicle that returns to a station can charge more at another opening.
  private func mayReturn(to label: Label) -> Bool {
    guard label.most < problem.target, let openings = problem.stations[label.place].openings else {
      return false
    }
    return label.frontier + 1 < openings.count
  }

  /// Whether a path leaves the battery at least as much charge as another, for every charge at the start.
  private func arrives(with energy: EnergyBalance, as way: Through) -> Bool {
    // Between its ends, the charge behind the way is linear, and that behind the path concave.
    [way.departures.lowerBound, way.departures.upperBound].allSatisfy {
      problem.charge(after: energy, from: $0) >= problem.charge(after: way.energy, from: $0)
    }
  }

  /// The label at the end of a path from a station or the origin, left with a given charge.
  private func arrival(
    _ way: Through, at place: Int, leaving departure: Int64, parent: Int
  ) -> Label {
    let base = labels[way.base]
    let charge = problem.charge(after: way.energy, from: departure)
    return Label(
      place: place, parent: parent,
      time: base.time + chargingSeconds(of: base, to: departure) + way.seconds, charge: charge,
      departure: departure, most: canCharge(at: place) ? max(charge, problem.target) : charge)
  }

  /// Seconds from the charge of a label to a charge at its station.
  private func chargingSeconds(of label: Label, to charge: Int64) -> Double {
    guard label.place < problem.stations.count, charge > label.charge,
      let function = problem.stations[label.place].function
    else { return 0 }
    return function.seconds(to: charge) - function.seconds(to: label.charge)
  }

  // MARK: Stops

  /// Adds the labels of a place at the end of a path.
  private mutating func addStops(_ way: Through, at place: Int, parent: Int) {
    var way = way
    way.seconds += problem.stations[place].delay
    guard let function = problem.stations[place].function else {
      return addPlace(way, at: place, parent: parent)
    }
    guard let openings = problem.stations[place].openings else {
      return addStops(way, at: place, function, parent: parent)
    }
    addPlace(way, at: place, parent: parent)
    let earliest = arrival(way, at: place, leaving: way.departures.lowerBound, parent: parent).time
    for (index, opening) in openings.enumerated() where earliest <= opening.upperBound {
      if opening.lowerBound >= best { return }
      let suffices = addStops(
        way, at: place, function, during: opening, frontier: index, parent: parent)
      if suffices { return }
    }
  }

  /// Adds the labels of a station that never closes: at the minima of H (see above), and where H falls.
  private mutating func addStops(
    _ way: Through, at place: Int, _ function: ChargingFunction, parent: Int
  ) {
    let departures = departures(way, to: function)
    if departures.count == 1 {
      return addStop(arrival(way, at: place, leaving: departures[0], parent: parent))
    }
    let arrivals = departures.map {
      arrival(way, at: place, leaving: $0, parent: parent)
    }
    let (minima, falls) = minima(arrivals, function)
    for label in minima { addStop(label) }
    guard let falls, labels[way.base].place != problem.origin else { return }
    var way = way
    way.departures = falls
    addThrough(way, at: place, parent: parent)
  }

  /// Adds the labels of a stay while a station is open.
  ///
  /// - Returns: Whether no later opening is better, because this one lasts until the target is charged.
  private mutating func addStops(
    _ way: Through, at place: Int, _ function: ChargingFunction,
    during opening: ChargingProblem.Opening, frontier: Int, parent: Int
  ) -> Bool {
    let beginning = opening.lowerBound + problem.stations[place].delay
    var way = way
    // Who arrives earlier waits with less charge.
    let low = departure(way, toArriveBy: beginning)
    way.departures = low...way.departures.upperBound
    let arrivals = departures(way, to: function).map { departure in
      var label = arrival(way, at: place, leaving: departure, parent: parent)
      label.time = max(label.time, beginning)
      let seconds = function.seconds(to: label.charge) + opening.upperBound - label.time
      label.most = min(function.charge(after: seconds), problem.target)
      label.frontier = frontier
      return label
    }
    for label in minima(arrivals, function).labels where label.most > label.charge {
      addStop(label)
    }
    return arrivals[0].most >= problem.target
  }

  /// The labels at the minima of H (see above), and the departures between which it falls.
  ///
  /// - Parameters:
  ///   - arrivals: The labels between which H is linear, by departure.
  ///   - function: The charging time at their place.
  /// - Returns: Both; nil for the departures if H never falls.
  private func minima(
    _ arrivals: [Label], _ function: ChargingFunction
  ) -> (labels: [Label], falls: ClosedRange<Int64>?) {
    let heights = arrivals.map { $0.time - function.seconds(to: $0.charge) }
    var least = Double.infinity
    var minima: [Label] = []
    var falls: ClosedRange<Int64>?
    for (k, label) in arrivals.enumerated() {
      if k + 1 < arrivals.count {
        let isFalling = heights[k + 1] < min(heights[k], least) - Self.tolerance
        // No station charges above the target; a vehicle that arrives with more can only pass.
        if isFalling || arrivals[k + 1].charge > max(problem.target, label.charge) {
          falls = (falls?.lowerBound ?? label.departure)...arrivals[k + 1].departure
        }
        if isFalling { continue }
      }
      guard heights[k] < least - Self.tolerance else { continue }
      least = heights[k]
      minima.append(label)
    }
    return (minima, falls)
  }

  /// The maximum charge with which a vehicle leaves the base of a path and arrives by a time; the minimum if it can't.
  private func departure(_ way: Through, toArriveBy time: Double) -> Int64 {
    let base = labels[way.base]
    let departures = way.departures
    guard departures.lowerBound < departures.upperBound, canCharge(at: base.place),
      let function = problem.stations[base.place].function
    else { return departures.lowerBound }
    let seconds = function.seconds(to: base.charge) + time - base.time - way.seconds
    return min(max(function.charge(after: seconds), departures.lowerBound), departures.upperBound)
  }

  /// Adds the label at a place where the vehicle doesn't charge.
  private mutating func addPlace(_ way: Through, at place: Int, parent: Int) {
    let low = way.departures.lowerBound
    if low == way.departures.upperBound {
      var label = arrival(way, at: place, leaving: low, parent: parent)
      label.most = label.charge
      label.frontier = frontiers[place].count - 1
      addStop(label)
    } else {
      addThrough(way, at: place, parent: parent)
    }
  }

  private mutating func addStop(_ label: Label) {
    let bound = label.time + bounds.remaining(from: label.place, charge: label.charge)
    guard bound < best, frontiers[label.place][label.frontier].admits(label.time, label.charge)
    else { return }
    frontiers[label.place][label.frontier].insert(labels.count, label.time, label.charge)
    add(label, bound: bound)
  }

  private mutating func addThrough(_ way: Through, at place: Int, parent: Int) {
    let known = throughs[place].contains { index in
      guard let other = labels[index].through else { return false }
      return other.base == way.base && other.seconds <= way.seconds
        && other.departures.contains(way.departures) && arrives(with: other.energy, as: way)
    }
    if known { return }
    let departure = way.departures.lowerBound
    let reached = arrival(way, at: place, leaving: departure, parent: parent)
    let bound = reached.time + bounds.remaining(from: place, charge: reached.charge)
    guard bound < best else { return }
    throughs[place].append(labels.count)
    let base = labels[way.base]
    let label = Label(
      place: place, parent: parent, time: base.time, charge: base.charge, departure: departure,
      most: base.most, through: way)
    add(label, bound: bound)
  }

  /// The charges on departure between which H is linear, ascending.
  private func departures(_ way: Through, to next: ChargingFunction) -> [Int64] {
    let (low, high) = (way.departures.lowerBound, way.departures.upperBound)
    let base = labels[way.base].place
    guard low < high, base < problem.stations.count,
      let from = problem.stations[base].function
    else { return [low] }
    let first = problem.charge(after: way.energy, from: low)
    let last = problem.charge(after: way.energy, from: high)
    guard first < last else { return [low] }
    // If the next station charges at least as fast at every charge, H never falls.
    if from.isFalling, next.isFalling, last <= problem.target,
      from.power(at: low) <= next.power(at: last - 1)
    {
      return [low]
    }
    var charges = from.points(between: low, and: high).map { from.charges[$0] }
    charges += next.points(between: first, and: last).map {
      next.charges[$0] + way.energy.net
    }
    charges.append(problem.target + way.energy.net)
    return [low] + charges.filter { low < $0 && $0 < high }.sorted() + [high]
  }

  private mutating func add(_ label: Label, bound: Double) {
    queue.push(bound, labels.count)
    labels.append(label)
  }
}
