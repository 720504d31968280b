import RouteModel

/// A station that is closed when the vehicle is there, in a stage of a trip.
struct ClosedStop {
  let stage: Int
  let station: ChargingStation
}

/// A trip over waypoints among charging stations, as the input of ``ChargingSearch``.
///
/// Each stretch from a waypoint to the next is a *stage*. The places are numbered stage by stage: the n stations, then
/// the waypoint at the end of the stage. So the destination comes last, as the problem numbers it.
struct StagedTrip: Sendable {
  let stations: [ChargingPlace]
  /// The number of stages.
  let stages: Int
  private(set) var problem: ChargingProblem
  /// The legs by row and column.
  ///
  /// A row is a station, or n + s for the waypoint at the beginning of stage s; a column is a
  /// station, or n + s for the waypoint at its end.
  private(set) var legs: [[ChargingLeg?]]
  private var rows: [ChargingSearch.Row] = []
  /// The numbers of the excluded places.
  private(set) var closed: Set<Int> = []
  /// The energies of driven legs that differ from those of the table.
  private(set) var corrections: [Correction] = []
  /// The number of the station whose hours were the first to count; nil if plans do not wait for openings yet.
  private(set) var firstClosed: Int?

  /// A trip from its legs.
  init(
    _ battery: Battery, _ stations: [ChargingPlace], stages: Int, legs: [[ChargingLeg?]]
  ) {
    self.stations = stations
    self.stages = stages
    self.legs = legs
    let least = battery.minimumChargeKilowattHours
    let places = stations.map {
      ChargingProblem.Station(function: $0.function(battery), delay: $0.delay(battery))
    }
    let waypoint = ChargingProblem.Station(function: nil, delay: 0)
    problem = ChargingProblem(
      capacity: battery.usable,
      initial: battery.aboveMinimum(battery.initialChargeKilowattHours),
      target: battery.aboveMinimum(
        battery.targetChargeKilowattHours ?? battery.capacityKilowattHours),
      minimumAtStation: battery.aboveMinimum(battery.minimumAtChargerKilowattHours ?? least),
      minimumAtDestination: battery.aboveMinimum(
        battery.minimumAtDestinationKilowattHours ?? least),
      stations: Array((0..<stages).map { _ in places + [waypoint] }.joined().dropLast()))
    fill()
  }

  /// A place by its number: a station of a stage, or the waypoint at its end (nil).
  func place(_ number: Int) -> (stage: Int, station: Int?) {
    let (stage, index) = number.quotientAndRemainder(dividingBy: stations.count + 1)
    return (stage, index < stations.count ? index : nil)
  }

  /// The number, as a place, of the waypoint that follows a place.
  func goal(_ number: Int) -> Int {
    let width = stations.count + 1
    let stage = number == problem.origin ? 0 : (number + 1) / width
    return stage * width + stations.count
  }

  /// The row of ``legs`` of a place.
  private func row(_ number: Int) -> Int {
    if number == problem.origin { return stations.count }
    let (stage, station) = place(number)
    return station ?? stations.count + stage + 1
  }

  private mutating func fill() {
    let (count, width) = (stations.count, stations.count + 1)
    rows = (0...problem.stations.count).map { number in
      let from = legs[row(number)]
      let stage = goal(number) / width
      var row = ChargingSearch.Row(repeating: nil, count: stages * width)
      for station in 0..<count where !closed.contains(stage * width + station) {
        row[stage * width + station] = from[station]
      }
      row[stage * width + count] = from[count + stage]
      return row
    }
  }

  /// The best plan; nil if there is none, or if the task was cancelled.
  func plan() -> ChargingPlan? {
    let rows = self.rows
    var search = ChargingSearch(problem, rows: { rows[$0] })
    return search.run().map { waiting($0) }
  }

  /// Gives the stations the times at which they are open, so that plans wait for them.
  ///
  /// A station without any is excluded.
  ///
  /// - Parameters:
  ///   - openings: By station; nil for one that never closes.
  ///   - firstClosed: The station that makes this necessary.
  mutating func open(_ openings: [[ChargingProblem.Opening]?], firstClosed: Int) {
    self.firstClosed = firstClosed
    for number in problem.stations.indices {
      guard let station = place(number).station, openings.indices.contains(station),
        let times = openings[station]
      else { continue }
      if times.isEmpty { closed.insert(number) } else { problem.stations[number].openings = times }
    }
    fill()
  }

  /// Leaves out the times of a station that are not after a time; without later ones, excludes it.
  mutating func postpone(_ number: Int, after time: Double) {
    let later = problem.stations[number].openings?.filter { $0.lowerBound > time } ?? []
    if later.isEmpty { close(number) } else { problem.stations[number].openings = later }
  }

  /// Excludes a station from now on.
  ///
  /// - Complexity: O(places): at night hundreds of stations may be closed, each found by a plan of its own.
  mutating func close(_ number: Int) {
    closed.insert(number)
    for row in rows.indices { rows[row][number] = nil }
  }

  /// Excludes stations from now on, each at its stage.
  mutating func close(_ stops: [ClosedStop]) {
    for stop in stops {
      for (index, place) in stations.enumerated() where place.offer.station == stop.station {
        close(stop.stage * (stations.count + 1) + index)
      }
    }
  }

  /// The seconds of driving to each stop of a plan, by the legs.
  func driving(_ plan: ChargingPlan) -> [Double] {
    var from = problem.origin
    return plan.stops.map { stop in
      let (stage, station) = place(stop.station)
      let leg = legs[row(from)][station ?? stations.count + stage]
      from = stop.station
      return Double(leg?.time ?? 0) / 100
    }
  }

  /// The missing charge if there is no plan.
  ///
  /// - Parameter closed: The numbers of stations to leave out, besides ``closed``.
  /// - Returns: The missing charge.
  func shortfall(without closed: Set<Int>) -> ChargingShortfall? {
    ChargingShortfall.find(problem, rows: { rows[$0] }, goal: goal, without: closed)
  }

  /// A plan whose stops charge from the charge with which the vehicle arrives, up to that of the plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - energies: The energies of the sections that were driven.
  /// - Returns: The plan with the charges and charging times of the drive.
  func charging(_ plan: ChargingPlan, driving energies: [EnergyBalance]) -> ChargingPlan {
    var plan = plan
    var charge = problem.initial
    for (index, energy) in zip(plan.stops.indices, energies) {
      charge = max(problem.charge(after: energy, from: charge), 0)
      var stop = plan.stops[index]
      stop.arrival = charge
      if stop.chargingSeconds > 0, stop.departure > charge,
        let function = problem.stations[stop.station].function
      {
        stop.chargingSeconds = function.seconds(to: stop.departure) - function.seconds(to: charge)
      } else {
        stop.departure = charge
        stop.chargingSeconds = 0
      }
      plan.stops[index] = stop
      charge = stop.departure
    }
    return plan
  }

  // MARK: Corrections

  /// An end of a leg: a station, or a waypoint of the request by its index.
  enum End: Sendable, Hashable {
    case station(ChargingStation)
    case waypoint(Int)
  }

  /// The energy of a leg as it is driven.
  struct Correction: Sendable {
    let from: End
    let to: End
    let energy: EnergyBalance
  }

  /// The ends of legs: by row, from waypoint 0 on; by column, from waypoint 1 on.
  private func ends(fromWaypoint first: Int) -> [End] {
    stations.map { .station($0.offer.station) } + (0..<stages).map { .waypoint(first + $0) }
  }

  /// Replaces the energy of the legs of a plan by that of the sections that were driven.
  ///
  /// Of equally fast paths, the table may have another one than the route, and at the actual time of day another path
  /// may be the fastest.
  ///
  /// - Returns: Whether a leg changed.
  mutating func correct(_ plan: ChargingPlan, _ energies: [EnergyBalance]) -> Bool {
    let (origins, destinations) = (ends(fromWaypoint: 0), ends(fromWaypoint: 1))
    var isChanged = false
    var from = problem.origin
    for (number, energy) in zip(plan.stops.map(\.station) + [problem.stations.count], energies) {
      let (stage, station) = place(number)
      let (row, column) = (row(from), station ?? stations.count + stage)
      if legs[row][column]?.energy != energy {
        legs[row][column]?.energy = energy
        corrections.append(
          Correction(from: origins[row], to: destinations[column], energy: energy))
        isChanged = true
      }
      from = number
    }
    if isChanged { fill() }
    return isChanged
  }

  /// Takes over the corrections of a trip among other stations.
  mutating func correct(_ corrections: [Correction]) {
    if corrections.isEmpty { return }
    let (origins, destinations) = (ends(fromWaypoint: 0), ends(fromWaypoint: 1))
    for correction in corrections {
      guard let row = origins.firstIndex(of: correction.from),
        let column = destinations.firstIndex(of: correction.to)
      else { continue }
      legs[row][column]?.energy = correction.energy
    }
    self.corrections = corrections
    fill()
  }
}
