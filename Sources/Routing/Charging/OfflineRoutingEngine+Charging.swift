import RoadCosts
import RoadModel
import RouteModel

extension OfflineRoutingEngine {
  /// The maximum number of corrections of a plan, for sections whose energy differs from the table.
  private static let corrections = 10

  /// The route of a request with reachability, with its stops.
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
    var closedStops: [ClosedStop] = []
    while true {
      var request = trip.request
      request.options.energy?.ensureReachability = false
      var response: RouteResponse
      do throws(RoutingError) {
        response = try routes(
          for: request, offers: nil, stays: trip.stays(planner.battery), observe: observe)
      } catch {
        trip = try otherTrip(than: trip, planner, after: error, &closedStops)
        continue
      }
      let stays = trip.stays(planner.battery)
      let energies = response.routes[0].sections.compactMap { $0.energy?.balance }
      trip.plan = trip.staged.charging(trip.plan, driving: energies)
      response.routes[0] = Self.charged(response.routes[0], trip, planner.battery)
      let isReached = !response.routes[0].notices.contains {
        if case .chargeTooLow = $0 { true } else { false }
      }
      // The legs of the plan have the times at the departure, the route those at the actual times
      // of day.
      let driving = response.routes[0].sections.map(\.durationSeconds)
      let visits = trip.staged.visits(trip.plan, driving: driving)
      let closed = planner.firstMissed(trip.staged.visits(trip.plan), visits)
      response.routes[0].notices += planner.notices(visits)
      if closed == nil {
        corrections += 1
        trip.plan = trip.staged.waiting(trip.plan, driving: driving)
        let isInTime = zip(trip.stays(planner.battery), stays).allSatisfy {
          max($0, $1) - min($0, $1) < 100
        }
        if isReached && isInTime || corrections > Self.corrections { return response }
        if isReached { continue }
      }
      var staged = trip.staged
      let isCorrected = staged.correct(trip.plan, energies)
      if let closed {
        closedStops.append(
          ClosedStop(stage: staged.place(closed.number).stage, station: closed.station))
        let waits = planner.open(&staged, closed.number)
        if !waits { staged.postpone(closed.number, after: closed.beginning) }
      }
      if isCorrected || closed != nil, let plan = try planner.plan(&staged) {
        trip = planner.trip(staged, plan)
      } else if isCorrected || closed != nil,
        let other = try planner.trip(without: closedStops, corrections: staged.corrections)
      {
        // Farther stations may be open, or make the trip possible.
        trip = other
      } else {
        return response
      }
    }
  }

  /// The trip without a station from which or to which no route leads.
  ///
  /// The table of the plan may join the station with roads around it, if it lies on roads that are cut off. A route
  /// does not, if another waypoint is there as well.
  ///
  /// - Throws: The error of the route, if there is no such station or no other trip.
  private func otherTrip(
    than trip: ChargingPlanner.Trip, _ planner: ChargingPlanner, after error: RoutingError,
    _ closed: inout [ClosedStop]
  ) throws(RoutingError) -> ChargingPlanner.Trip {
    guard case .noRoute(let from, let to, _, _) = error,
      let stop = trip.closedStop(at: from) ?? trip.closedStop(at: to)
    else { throw error }
    closed.append(stop)
    let other: ChargingPlanner.Trip?
    do throws(RoutingError) {
      other = try planner.trip(without: closed, corrections: trip.staged.corrections)
    } catch {
      other = nil
    }
    if Task.isCancelled { throw .cancelled }
    guard let other else { throw error }
    return other
  }

  /// A route with the actions at its stops.
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
