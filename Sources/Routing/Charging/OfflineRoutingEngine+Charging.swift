import RoadCosts
import RouteModel

extension OfflineRoutingEngine {
  /// How often a plan is corrected where a section is driven with another energy than the table has.
  private static let corrections = 10

  /// The route of a request that wants reachability, with its stops.
  ///
  /// - Parameters:
  ///   - planner: The planner of its stops.
  ///   - observe: Receives progress events.
  /// - Returns: The response; nil if the waypoints are not connected.
  /// - Throws: ``RoutingError``.
  func chargedRoutes(
    _ planner: ChargingPlanner, observe: (RouteEvent) -> Void
  ) throws(RoutingError) -> RouteResponse? {
    guard var trip = try planner.trip() else { return nil }
    var corrections = 0
    while true {
      var request = trip.request
      request.options.energy?.ensureReachability = false
      var response = try routes(
        for: request, offers: nil, stays: trip.stays(planner.battery), observe: observe)
      response.routes[0] = Self.charged(response.routes[0], trip, planner.battery)
      corrections += 1
      let isReached = !response.routes[0].notices.contains {
        if case .chargeTooLow = $0 { true } else { false }
      }
      // The legs of the plan have the times at departure, the route those of the day that it comes to.
      let visits = trip.staged.visits(
        trip.plan, driving: response.routes[0].sections.map(\.durationSeconds), planner.battery)
      let closed = planner.firstClosed(visits)
      for visit in visits
      where planner.hours.answer(visit.station, from: visit.arrival, to: visit.leaving) != .open {
        response.routes[0].notices.append(
          .stationMayBeClosed(station: visit.station.name ?? visit.station.id))
      }
      if isReached && closed == nil || corrections > Self.corrections { return response }
      // Of two paths that are equally quick, the table may know another than the route drives.
      let energies = response.routes[0].sections.compactMap { $0.energy?.balance }
      var staged = trip.staged
      let isCorrected = staged.correct(trip.plan, energies)
      if let closed { staged.close(closed.number) }
      guard isCorrected || closed != nil, let plan = planner.plan(&staged) else { return response }
      trip = planner.trip(staged, plan)
    }
  }

  /// A route with what is done at its stops.
  private static func charged(
    _ route: Route, _ trip: ChargingPlanner.Trip, _ battery: Battery
  ) -> Route {
    var route = route
    for (section, stop) in zip(route.sections.indices, trip.plan.stops) {
      guard let station = trip.staged.place(stop.station).station else { continue }
      let place = trip.staged.stations[station]
      route.sections[section].chargingStation = place.offer.station
      route.sections[section].postActions = place.actions(stop, battery)
    }
    route.notices.removeAll { if case .chargeTooLow = $0 { true } else { false } }
    if let notice = route.setCharges(battery) { route.notices.append(notice) }
    return route
  }
}
