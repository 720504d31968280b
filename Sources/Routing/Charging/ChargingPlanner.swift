import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Plans the stops of a trip at charging stations.
///
/// The model: between stops the vehicle drives the fastest path. The plan minimises the total time
/// over the choice of stations and of charging times (``ChargingSearch``). With a departure time,
/// the legs are those at the departure; the route is then driven at the actual times of day.
/// Stations are added by their detour: the smallest first, then those whose detour alone takes less
/// than the best plan so far, until no other station can improve the plan. An attempt has at most
/// ``growth`` times the stations of the one before, because a better plan may rule out the others. At
/// most ``maximumCount`` are added, because the search needs all legs between them.
///
/// If a plan stops at a station while it is closed, the trip is planned again with the opening hours of
/// all stations: the vehicle may then wait for an opening, up to a week after the departure.
struct ChargingPlanner {
  /// A trip with its stops.
  struct Trip {
    /// The request with the stations as waypoints.
    var request: RouteRequest
    /// The plan, its stations counted as in `staged`.
    var plan: ChargingPlan
    var staged: StagedTrip

    /// The duration of the stop at each waypoint of the request; 0 at the first.
    func stays(_ battery: Battery) -> [Centiseconds] {
      [0]
        + plan.stops.map { stop in
          let station = staged.place(stop.station).station
          let delay = station.map { staged.stations[$0].delay(battery) } ?? 0
          let seconds = stop.openingSeconds + delay + stop.chargingSeconds
          return Centiseconds(min(seconds * 100, 1e9).rounded())
        }
    }

    /// The station at a waypoint of the request, to be left out; nil if there is none.
    func closedStop(at waypoint: Int) -> ClosedStop? {
      guard plan.stops.indices.contains(waypoint - 1) else { return nil }
      let (stage, station) = staged.place(plan.stops[waypoint - 1].station)
      return station.map {
        ClosedStop(stage: stage, station: staged.stations[$0].offer.station)
      }
    }
  }

  /// The number of stations in the first attempt.
  static let firstCount = 40
  /// The maximum ratio of the numbers of stations of an attempt and of the one before.
  private static let growth = 4
  /// The maximum distance in metres of a station from its road.
  static let snapRadius = 1_000.0

  let engine: OfflineRoutingEngine
  let request: RouteRequest
  let energy: EnergyOptions
  let battery: Battery
  let places: [ChargingPlace]

  /// A planner for a request with reachability.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - request: The request, checked.
  ///   - offers: The stations of a provider; nil for those of the map.
  /// - Throws: ``RoutingError``.
  init?(
    _ engine: OfflineRoutingEngine, _ request: RouteRequest, offers: [ChargingOffer]?
  ) throws(RoutingError) {
    guard let energy = request.options.energy, energy.ensureReachability,
      let battery = energy.battery
    else { return nil }
    guard battery.usable > 0 else {
      throw .invalidEnergy(
        name: "minimumChargeKilowattHours", reason: "it leaves no charge to drive with")
    }
    guard request.waypoints.dropFirst().dropLast().allSatisfy({ $0.kind == .stopover }) else {
      throw .invalidEnergy(
        name: "ensureReachability", reason: "it does not go with pass-through waypoints")
    }
    let own = energy.stations.map { ChargingOffer($0) }
    let known: [ChargingOffer]
    var isAnyKnown = !own.isEmpty
    if let offers {
      for offer in offers where !offer.station.coordinate.isOnEarth {
        throw .invalidEnergy(
          name: "stations", reason: "\(offer.station.id): its coordinate is out of range")
      }
      known = offers
      isAnyKnown = isAnyKnown || !known.isEmpty
    } else {
      var stations: [ChargingStation] = []
      for box in engine.stationBoxes {
        stations += try StationReader(engine.map).stations(in: box, for: request.vehicle.mode)
      }
      known = stations.map { ChargingOffer($0) }
      // Those that serve only other vehicles are stations of the map as well.
      if !isAnyKnown { isAnyKnown = try StationReader(engine.map).count() > 0 }
    }
    self.engine = engine
    self.request = request
    self.energy = energy
    self.battery = battery
    // A station far from the map is near no road of it.
    let boxes = engine.stationBoxes
    let near = (own + known).filter { offer in
      boxes.contains { $0.contains(offer.station.coordinate) }
    }
    places = Self.best(near.compactMap { ChargingPlace($0, battery) }, battery)
    hasStations = isAnyKnown
    hours = StationHours(
      departure: request.options.departure, zone: engine.map.place.zone,
      holidays: request.options.publicHolidays)
  }

  /// The opening hours of stations at the times of the trip.
  let hours: StationHours
  private let hasStations: Bool
  var stages: Int { request.waypoints.count - 1 }
  /// The maximum number of stations, so that there are no more legs than in the largest table.
  private var maximumCount: Int {
    max(Int(Double(TravelTable.maximumPairs).squareRoot()) / stages, 1)
  }

  /// The trip with the stops that take the least time.
  ///
  /// - Parameters:
  ///   - closed: Stations that are left out.
  ///   - corrections: The energies of legs as they were driven.
  /// - Returns: The trip; nil if the waypoints are not connected.
  /// - Throws: ``RoutingError/notReachable(metres:station:missingKilowattHours:waypoint:)``,
  ///   ``RoutingError/noChargingStations``, ``RoutingError/stationsClosed(station:)``,
  ///   ``RoutingError/invalidEnergy(name:reason:)`` if there is no plan among the maximum number of stations, or an
  ///   error of tables.
  func trip(
    without closed: [ClosedStop] = [], corrections: [StagedTrip.Correction] = []
  ) throws(RoutingError) -> Trip? {
    var direct = try staged([])
    direct.correct(corrections)
    guard (0..<stages).allSatisfy({ direct.legs[$0][$0] != nil }) else { return nil }
    if let plan = direct.plan() { return trip(direct, plan) }
    // The route may drive another, equally fast path that needs less energy than that of the table.
    let waypoints = (0..<stages - 1).map {
      ChargingPlan.Stop(station: $0, arrival: 0, departure: 0, chargingSeconds: 0)
    }
    let driven = ChargingPlan(stops: waypoints, seconds: 0, arrival: 0)
    if direct.correct(driven, try energiesWithoutStops()), let plan = direct.plan() {
      return trip(direct, plan)
    }
    guard hasStations else { throw .noChargingStations }
    let times = (0..<stages).map { Double(direct.legs[$0][$0]?.time ?? 0) / 100 }
    let sorted = try detours(times)
    let base = times.reduce(0, +)
    let most = min(sorted.count, maximumCount)
    var count = min(Self.firstCount, most)
    while true {
      if Task.isCancelled { throw .cancelled }
      var staged = try staged(sorted.prefix(count).map(\.place))
      staged.correct(corrections)
      staged.close(closed)
      if let plan = try plan(&staged) {
        let useful = sorted.prefix(most).prefix { base + $0.seconds < plan.seconds }.count
        if useful <= count { return trip(staged, plan) }
        // A plan that waits for hours, or charges slowly, makes all stations useful, until one with more of them does
        // not.
        count = min(useful, Self.growth * count)
      } else {
        guard count < most else {
          throw most < sorted.count ? tooMany(most) : try refusal(staged)
        }
        if count == Self.firstCount, closed.isEmpty, corrections.isEmpty,
          let refusal = try refusalAtStart(direct, sorted.map(\.place))
        {
          throw refusal
        }
        count = min(2 * count, most)
      }
    }
  }

  /// The energy of each stage on the route without stops.
  private func energiesWithoutStops() throws(RoutingError) -> [EnergyBalance] {
    var request = request
    request.options = options
    let sections = try engine.routes(for: request).routes[0].sections
    return sections.compactMap { $0.energy?.balance }
  }

  /// The best plan that stops only at open stations; nil if there is none.
  ///
  /// - Throws: ``RoutingError/cancelled``.
  func plan(_ staged: inout StagedTrip) throws(RoutingError) -> ChargingPlan? {
    while let plan = staged.plan() {
      guard let closed = firstClosed(staged.visits(plan)) else { return plan }
      if !open(&staged, closed.number) { staged.close(closed.number) }
    }
    if Task.isCancelled { throw .cancelled }
    return nil
  }

  /// The first stop at a closed station.
  func firstClosed(_ visits: [StationVisit]) -> StationVisit? {
    visits.first { state($0) == .closed }
  }

  /// The notices on stations that may be closed while the vehicle is there.
  func notices(_ visits: [StationVisit]) -> [RouteNotice] {
    visits.filter {
      state($0) != .open
        || hours.dependOnHoliday($0.station, from: $0.beginning, to: $0.leaving)
    }.map { .stationMayBeClosed(station: $0.station.name ?? $0.station.id) }
  }

  /// Whether the station of a stop is open.
  private func state(_ visit: StationVisit) -> OpeningState {
    hours.answer(visit.station, from: visit.beginning, to: visit.leaving)
  }

  /// The first stop at a station that is closed, or that opens again, when the vehicle comes there.
  ///
  /// - Parameters:
  ///   - planned: The stops as planned.
  ///   - driven: The same stops at the times of the route.
  /// - Returns: The stop as planned; nil if there is none.
  func firstMissed(_ planned: [StationVisit], _ driven: [StationVisit]) -> StationVisit? {
    zip(planned, driven).first { $1.closing > $0.closing || state($1) == .closed }?.0
  }

  /// Lets the plans of a trip wait for stations to open.
  ///
  /// - Parameters:
  ///   - staged: The trip.
  ///   - closed: The number of a station that is closed.
  /// - Returns: Whether they did not wait before.
  func open(_ staged: inout StagedTrip, _ closed: Int) -> Bool {
    guard staged.firstClosed == nil else { return false }
    // Most stations of an area have the same hours.
    var known: [String: [ChargingProblem.Opening]?] = [:]
    let openings = staged.stations.map { place -> [ChargingProblem.Opening]? in
      guard let text = place.offer.station.openingHours else { return nil }
      if let openings = known[text] { return openings }
      let openings = hours.openings(text)
      known.updateValue(openings, forKey: text)
      return openings
    }
    staged.open(openings, firstClosed: closed)
    return true
  }

  /// The trip of a plan.
  func trip(_ staged: StagedTrip, _ plan: ChargingPlan) -> Trip {
    var waypoints = [request.waypoints[0]]
    for stop in plan.stops {
      let (stage, station) = staged.place(stop.station)
      waypoints.append(
        station.map { Self.waypoint(staged.stations[$0]) } ?? request.waypoints[stage + 1])
    }
    waypoints.append(request.waypoints[stages])
    var request = request
    request.waypoints = waypoints
    return Trip(request: request, plan: plan, staged: staged)
  }

  /// The waypoint at a station.
  static func waypoint(_ place: ChargingPlace) -> Waypoint {
    var waypoint = Waypoint(place.road ?? place.offer.station.coordinate)
    waypoint.radiusMetres = snapRadius
    return waypoint
  }

  // MARK: Tables

  var options: RouteRequest.Options {
    var options = request.options
    options.energy?.ensureReachability = false
    options.energy?.battery = nil
    options.steps = false
    options.elevation = false
    return options
  }

  /// The trip among some stations.
  func staged(_ stations: [ChargingPlace]) throws(RoutingError) -> StagedTrip {
    let waypoints = stations.map(Self.waypoint)
    let table = try engine.table(
      from: waypoints + request.waypoints.dropLast(),
      to: waypoints + request.waypoints.dropFirst(), vehicle: request.vehicle, options: options)
    var legs: [[ChargingLeg?]] = []
    for (seconds, energies) in zip(table.durationSeconds, table.energies ?? []) {
      legs.append(
        zip(seconds, energies).map { seconds, energy in
          guard let seconds, let energy else { return nil }
          return ChargingLeg(time: Centiseconds((seconds * 100).rounded()), energy: energy)
        })
    }
    return StagedTrip(battery, stations, stages: stages, legs: legs)
  }

  /// The stations connected to the trip, in the order of their minimum detour without charging.
  private func detours(
    _ direct: [Double]
  ) throws(RoutingError) -> [(place: ChargingPlace, seconds: Double)] {
    var options = options
    options.energy = nil
    var near: [ChargingPlace] = []
    for place in places {
      if Task.isCancelled { throw .cancelled }
      if let placed = try placed(place, options) { near.append(placed) }
    }
    guard !near.isEmpty else { return [] }
    let stations = near.map(Self.waypoint)
    let there = try engine.table(
      from: Array(request.waypoints.dropLast()), to: stations, vehicle: request.vehicle,
      options: options
    ).durationSeconds
    let back = try engine.table(
      from: stations, to: Array(request.waypoints.dropFirst()), vehicle: request.vehicle,
      options: options
    ).durationSeconds
    var result: [(place: ChargingPlace, seconds: Double)] = []
    for (index, place) in near.enumerated() {
      let seconds = (0..<stages).compactMap { stage -> Double? in
        guard let first = there[stage][index], let second = back[index][stage] else { return nil }
        return first + second - direct[stage]
      }.min()
      if let seconds { result.append((place, seconds + place.delay(battery))) }
    }
    return result.enumerated().sorted {
      ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset)
    }.map(\.element)
  }
}
