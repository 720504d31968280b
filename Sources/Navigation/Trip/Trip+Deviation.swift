import Geo
import MapMatching
import RoadModel
import RouteModel

/// The kind of deviation of a vehicle that has left its route, and the consequences.
extension Trip {
  /// The maximum metres from the route to a parallel road, and to the route's own road driven back.
  private static let besideMetres = 60.0
  private static let backMetres = 25.0
  /// Seconds in a roundabout, against a one-way street, or in a car park without a new route.
  private static let roundSeconds = 60.0
  private static let wrongWaySeconds = 30.0
  private static let parkingSeconds = 10.0
  /// Nats against the route below which the vehicle may be on it again, and seconds for that.
  static let surelyOff = 2.0
  private static let returnSeconds = 20.0
  /// The minimum seconds between two new routes, on and off the roads.
  private static let againSeconds = 6.0
  private static let offRoadsSeconds = 60.0
  /// Seconds after a jump of the fixes for which no new route is requested: they may jump back.
  private static let jumpSeconds = 10.0
  /// How much of the leg may be left near its end, relative to the distance from there.
  private static let arrivingFactor = 3.0

  /// The deviation of a vehicle from the route.
  func deviation(
    _ place: Coordinate, _ heading: (east: Double, north: Double)?, _ testimony: Testimony?
  ) -> Deviation {
    let road = testimony?.elsewhere
    let flown = heading.map {
      Trigonometry.bearing(east: $0.east, north: $0.north) * 180 / Double.pi
    }
    let here = road?.position ?? place
    return Deviation(
      kind: kind(of: road, here, road?.headingDegrees ?? flown), position: here,
      courseDegrees: road?.headingDegrees ?? flown, wayID: road?.wayID, roadName: road?.name)
  }

  private func kind(
    of road: Testimony.Road?, _ here: Coordinate, _ course: Double?
  ) -> Deviation.Kind {
    let at = nearestMetres(
      here, from: max(plan.start, state.driven - 500), to: min(plan.end, state.driven + 500))
    var angle: Double?
    var metres = Double.infinity
    if let at {
      let beside = line.place(at: at)
      metres = Distance.metres(beside.position, here)
      angle = course.map { Self.angle($0, beside.course) }
    }
    if let road, road.flags.contains(.ferry) { return .ferry }
    if let road, road.isWrongWay { return .wrongWay }
    if let road, road.flags.contains(.roundabout), hasRoundabout { return .roundabout }
    if let angle, angle > 150, metres < Self.backMetres { return .turnedBack }
    guard let road else { return .offRoads }
    if road.roadClass == .service {
      return road.flags.contains(.minorService) ? .carPark : .serviceRoad
    }
    if let angle, angle < 25, metres < Self.besideMetres { return .parallelRoad }
    return .otherRoad
  }

  /// The angle between two directions, 0 to 180 degrees.
  static func angle(_ a: Double, _ b: Double) -> Double {
    let turn = abs(a - b).truncatingRemainder(dividingBy: 360)
    return min(turn, 360 - turn)
  }

  /// Whether the route has a roundabout near the vehicle.
  private var hasRoundabout: Bool {
    guard var index = line.edgeIndex(at: max(state.driven - 200, 0)) else { return false }
    while index < line.edges.count, line.edgeMetres[index] < state.driven + 200 {
      let place = line.edges[index]
      let flags = state.route.sections[place.section].edges[place.edge].road.flags
      if flags.contains(.roundabout) { return true }
      index += 1
    }
    return false
  }

  /// Continues the decision about a new route, if it is due.
  mutating func considerRerouting() {
    guard state.phase == .driving, let deviation = state.deviation, state.taking == nil else {
      return
    }
    let now = state.now ?? 0
    let arrival = state.route.sections[plan.section].arrival.position
    let metres = Distance.metres(deviation.position, arrival)
    switch state.rerouting {
    case .waiting(let time), .declined(let time):
      guard now >= time else { return }
      state.rerouting = .idle
    case .prevented:
      guard metres > 2 * state.options.preventRerouteMetres else { return }
      state.rerouting = .idle
    case .asking, .shaping, .requested: return
    case .idle: break
    }
    let away = now - state.deviatedSince
    if deviation.kind == .roundabout, away < Self.roundSeconds { return }
    if deviation.kind == .wrongWay, away < Self.wrongWaySeconds { return }
    if deviation.kind == .carPark, away < Self.parkingSeconds { return }
    // The vehicle may be returning to the route.
    if let since = state.unsureSince, now - since < Self.returnSeconds { return }
    let pause = deviation.kind == .offRoads ? Self.offRoadsSeconds : Self.againSeconds
    if let last = state.reroutedAt, now >= last, now - last < pause { return }
    if let jumped = state.jumpedAt, now >= jumped, now - jumped < Self.jumpSeconds { return }
    if metres <= state.options.preventRerouteMetres, isArriving {
      guard let isPreventing = state.isPreventing else {
        state.rerouting = .asking(state.nextID)
        ask(.preventReroute(waypoint: state.stops[state.stop]))
        return
      }
      if isPreventing {
        state.rerouting = .prevented
        return
      }
    }
    state.rerouting = .asking(state.nextID)
    ask(.reroute(deviation.position))
  }

  /// Whether little of the leg is left: a route may pass beside its end first, as on the other carriageway.
  private var isArriving: Bool {
    plan.end - state.driven <= Self.arrivingFactor * state.options.preventRerouteMetres
  }

  /// Cancels a new route that is no longer needed.
  mutating func dropRerouting() {
    closeQuestions(.withdrawn) {
      [.reroute, .rerouteOptions, .preventReroute].contains($0.kind.topic)
    }
    cancelRequests(for: .reroute)
    state.rerouting = .idle
    state.attempts = 0
    guard state.isRerouting else { return }
    state.isRerouting = false
    events.append(.rerouteCancelled)
  }
}
