import RouteModel

/// Charging stops that the plan of a route has inserted: each is a leg of the trip, and its station a waypoint.
///
/// A new route has charging stops of its own, so those ahead are none of what a new route is requested with, and those
/// of its plan take their place. Waypoints and legs that are behind keep their indices.
extension Trip {
  /// The number of stops ahead that the caller requested.
  var wishedStopsAhead: Int {
    state.stops[state.stop...].count { !isStation($0) }
  }

  /// Whether a waypoint is a charging station inserted by the plan of a route.
  func isStation(_ waypoint: Int) -> Bool { state.stations?.contains(waypoint) ?? false }

  /// The waypoints ahead that the caller requested.
  var wishedWaypointsAhead: [Waypoint] {
    let waypoints = state.request.waypoints
    return waypoints.indices.filter { $0 > state.passedWaypoint && !isStation($0) }
      .map { waypoints[$0] }
  }

  /// Whether a route from here leads to the requested stops, with or without stations between them.
  func leadsToStops(_ route: Route) -> Bool {
    route.stations(between: wishedStopsAhead) != nil && route.isDrivable
  }

  /// Replaces the charging stops ahead by those of a route from here.
  mutating func takeStations(of route: Route) {
    guard let found = route.stations(between: wishedStopsAhead) else { return }
    let known = state.stations ?? []
    let old = known.filter { $0 > state.passedWaypoint }
    if found.isEmpty && old.isEmpty { return }
    for index in old.reversed() { state.request.waypoints.remove(at: index) }
    let new = state.request.insert(found, of: route, behind: state.passedWaypoint)
    state.stations = known.filter { $0 <= state.passedWaypoint } + new
    state.stops = state.request.stops
  }

  /// Seconds of waiting and charging at the stops ahead on the driven route.
  var secondsOfCharging: Double {
    state.route.sections[plan.section...].reduce(0) { $0 + $1.postActionSeconds }
  }

  // MARK: Without enough charge

  /// The maximum seconds between searches for a plan of charging stops.
  private static let planSeconds = 60.0

  /// Whether the vehicle drives without charging stops although its charge does not last: no plan was found.
  var runsOut: Bool {
    state.request.options.energy?.ensureReachability == true && state.route.runsOut
  }

  /// The seconds from one search for better routes to the next.
  var improveInterval: Double {
    let seconds = state.options.improveSeconds
    return max(runsOut ? min(seconds, Self.planSeconds) : seconds, 10)
  }

  /// Looks for a plan of charging stops soon, if the new route has none and the charge does not last.
  mutating func planSoon() {
    guard runsOut, let due = state.nextImprove, let now = state.now else { return }
    state.nextImprove = min(due, now + improveInterval)
  }

  // MARK: At a station

  /// Metres behind a charging station up to which the vehicle may still stand there.
  private static let stationMetres = 30.0

  /// Seconds that are left of waiting and charging at the station where the vehicle stands.
  var secondsAtStation: Double {
    guard let time = state.chargedAt, let now = state.now,
      state.phase == .holding || state.driven < plan.start + Self.stationMetres
    else { return 0 }
    return max(time - now, 0)
  }

  /// The speed in m/s from which a vehicle leaves its station.
  private static let leavingSpeed = 2.0

  /// Whether the vehicle stands at its station and waits or charges there, so that nothing is said of the next leg yet.
  ///
  /// A caller that asks when the leg begins knows better than the plan.
  var isCharging: Bool {
    !state.options.asks.contains(.nextLeg) && secondsAtStation > 0
      && state.follower.speed < Self.leavingSpeed
  }

  /// Seconds of waiting and charging up to the end of the route: at the station where the vehicle stands, and ahead.
  var secondsOfStops: Double {
    let isHere = state.phase == .holding && state.chargedAt != nil
    let here = isHere ? state.route.sections[plan.section].postActionSeconds : 0
    return secondsOfCharging - here + secondsAtStation
  }

  /// The request with the current charge by the model, if the vehicle has a battery.
  ///
  /// It is the initial charge plus the charging and minus the consumption on the route and off it so far.
  func charged(_ request: RouteRequest) -> RouteRequest {
    guard let battery = request.options.energy?.battery,
      state.route.sections.allSatisfy({ $0.energy?.carrier == .electricity })
    else { return request }
    let begin = state.route.sections.first?.energy?.departureChargeKilowattHours
    let charge = state.route.charge(
      at: max(state.driven, startOfRequest), of: battery, beginningWith: begin)
    let away = state.route.consumption(away: state.awayMetres - state.chargedAwayMetres)
    var request = request
    // A request can't have a charge below the minimum.
    let least = battery.minimumChargeKilowattHours
    let left = max((charge ?? least) - away, least)
    request.options.energy?.battery?.initialChargeKilowattHours = left
    return request
  }
}

extension Route {
  /// Whether the charge does not last for it.
  var runsOut: Bool {
    notices.contains { if case .chargeTooLow = $0 { true } else { false } }
  }

  /// The consumption of metres off the route in kWh, which is as high as on the route on average.
  func consumption(away metres: Double) -> Double {
    guard metres > 0 else { return 0 }
    let energies = sections.compactMap(\.energy)
    let whole = energies.reduce(0) { $0 + ($1.consumptionKilowattHours ?? 0) }
    let length = energies.lazy.flatMap(\.spans).reduce(0) { $0 + $1.lengthMetres }
    return length > 0 ? max(whole, 0) / length * metres : 0
  }

  /// The sections that end at charging stations which its plan has inserted between the stops of a request.
  ///
  /// - Parameter stops: The number of stops of the request, the last included.
  /// - Returns: The indices of the sections; nil if the other sections are not as many as the stops.
  func stations(between stops: Int) -> [Int]? {
    if sections.count == stops { return [] }
    let found = sections.indices.filter { sections[$0].chargingStation != nil }
    guard sections.count - found.count == stops, sections.last?.chargingStation == nil
    else { return nil }
    return found
  }
}

extension RouteRequest {
  /// The waypoints at which a trip stops: all except the first and pass-through ones.
  var stops: [Int] {
    let last = waypoints.count - 1
    return waypoints.indices.filter { $0 == last || $0 > 0 && waypoints[$0].kind == .stopover }
  }

  /// Makes charging stations waypoints.
  ///
  /// - Parameters:
  ///   - stations: The sections that end at them.
  ///   - route: The route.
  ///   - waypoint: The waypoint at which the route begins.
  /// - Returns: The indices of the new waypoints, in order.
  mutating func insert(_ stations: [Int], of route: Route, behind waypoint: Int) -> [Int] {
    var inserted: [Int] = []
    var next = waypoint + 1
    for (index, section) in route.sections.enumerated() {
      var passed = section.passed.count
      let station = stations.contains(index) ? section.chargingStation : nil
      while next < waypoints.count - 1, waypoints[next].kind == .passThrough,
        passed > 0 || station == nil
      {
        next += 1
        passed -= 1
      }
      if let station {
        waypoints.insert(Waypoint(station.coordinate), at: next)
        inserted.append(next)
      }
      next += 1
    }
    return inserted
  }
}
