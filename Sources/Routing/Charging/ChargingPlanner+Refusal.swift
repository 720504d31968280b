import RoadModel
import RouteModel

/// The reasons why a trip has no plan.
extension ChargingPlanner {
  /// The refusal of a trip from whose start no station can be reached; nil if one can be, or if another charge may be
  /// the smallest that is missing.
  ///
  /// It spares the legs between thousands of stations, of which none matters then. A charge smaller than what is
  /// missing to each station, and on the way past the first waypoint, is the smallest whatever lies behind them.
  ///
  /// - Parameters:
  ///   - direct: The trip without stations, which has no plan.
  ///   - places: All stations that are connected to the trip.
  /// - Returns: The refusal.
  /// - Throws: ``RoutingError/cancelled``, or an error of tables.
  func refusalAtStart(
    _ direct: StagedTrip, _ places: [ChargingPlace]
  ) throws(RoutingError) -> RoutingError? {
    let problem = direct.problem
    guard let onward = direct.legs[0][0] else { return nil }
    var least = Int64.max
    if stages > 1 {
      least = problem.missing(for: onward.energy, leaving: 0, from: problem.initial)
      // The vehicle may charge behind the waypoint.
      if least <= 0 { return nil }
    }
    let table = try engine.table(
      from: [request.waypoints[0]], to: places.map(Self.waypoint), vehicle: request.vehicle,
      options: options)
    var missing: [(place: ChargingPlace, charge: Int64)] = []
    for (place, energy) in zip(places, table.energies?.first ?? []) {
      guard let energy else { continue }
      let charge = problem.missing(
        for: energy, leaving: problem.minimumAtStation, from: problem.initial)
      if charge <= 0 { return nil }
      least = min(least, charge)
      missing.append((place, charge))
    }
    let nearest = missing.enumerated().sorted {
      ($0.element.charge, $0.offset) < ($1.element.charge, $1.offset)
    }.prefix(Self.firstCount).map(\.element.place)
    let staged = try staged(nearest)
    guard let shortfall = try shortfall(staged), shortfall.isWithinBattery,
      shortfall.missing <= least
    else { return nil }
    return try refusal(staged)
  }

  /// The error for more stations than the search can handle.
  func tooMany(_ count: Int) -> RoutingError {
    .invalidEnergy(
      name: "ensureReachability",
      reason: "the \(count) stations with the smallest detours do not suffice, and more are not "
        + "searched: plan the trip in parts")
  }

  /// The shortfall of a trip past stations that are open when the vehicle comes to charge there.
  ///
  /// A station is left out if no opening lasts for a full charge, so that the distance is never overstated.
  ///
  /// - Throws: ``RoutingError/cancelled``.
  private func shortfall(_ staged: StagedTrip) throws(RoutingError) -> ChargingShortfall? {
    var staged = staged
    var closed: Set<Int> = []
    while let shortfall = staged.shortfall(without: closed) {
      // At night, hundreds of stations may be closed.
      if Task.isCancelled { throw .cancelled }
      let way = ChargingPlan(stops: shortfall.stops, seconds: 0, arrival: shortfall.charge)
      guard let visit = firstClosed(staged.visits(way)) else { return shortfall }
      if !open(&staged, visit.number) { closed.insert(visit.number) }
    }
    return nil
  }

  /// The reason why there is no plan.
  func refusal(_ staged: StagedTrip) throws(RoutingError) -> RoutingError {
    if let number = staged.firstClosed ?? staged.closed.min(),
      let index = staged.place(number).station
    {
      let station = staged.stations[index].offer.station
      return .stationsClosed(station: station.name ?? station.id)
    }
    guard let shortfall = try shortfall(staged) else {
      return .notReachable(metres: 0, station: nil, missingKilowattHours: 0)
    }
    let (stage, station) =
      shortfall.place == staged.problem.origin ? (0, nil) : staged.place(shortfall.place)
    let place = station.map { staged.stations[$0] }
    var leg = request
    leg.waypoints = [place.map(Self.waypoint) ?? request.waypoints[0]]
    leg.waypoints += request.waypoints[(stage + 1)...]
    leg.options = options
    var left = battery
    left.initialChargeKilowattHours = battery.kilowattHours(aboveMinimum: shortfall.charge)
    leg.options.energy?.battery = left
    let route = try engine.routes(for: leg).routes[0]
    // The end of the last stage is the destination.
    let end = staged.place(shortfall.waypoint).stage + 1
    return .notReachable(
      metres: route.forecast(of: left)?.reachMetres ?? 0,
      station: place.map { $0.offer.station.name ?? $0.offer.station.id },
      missingKilowattHours: Double(shortfall.missing) / 1e6, waypoint: end < stages ? end : nil)
  }
}
