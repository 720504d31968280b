import Geo
import RouteModel

/// A simulated vehicle that drives a trip, faster than real time.
///
///     var drive = SimulatedDrive(DriveSimulator(trip.route))
///     while let events = drive.next(of: &trip, answering: { answer($0) }) { … }
///
/// The clock ticks once a second without a fix, and the vehicle follows a new route as soon as the trip has one, also
/// one that the caller has selected. It stands at charging stations for as long as the route plans. Its driver may stop
/// at junctions, and turn wrong at some. After a wrong turn the vehicle goes on as if nothing had been noticed, until
/// the trip has a new route or the way comes back to the old one.
public struct SimulatedDrive: Sendable {
  /// Metres of a new route, beyond the place of the trip on it, within which the vehicle is searched.
  private static let followMetres = 60.0

  /// Metres before a junction at which the driver decides on a wrong turn: with the first fix there, or at the latest.
  private static let (decided, latest) = (30.0, 5.0)

  private var simulator: DriveSimulator
  private let wrongTurnShare: Double
  private let stopShare: Double
  /// The seed of the next route; it changes, because the same mistakes would never end.
  private var seed: UInt64
  private var clock = TripClock()
  /// The trip's route after the last fix; nil before the drive begins.
  private var route: Route?
  /// The wrong turns ahead; nil before the drive begins.
  private var wrongTurns: [WrongTurn]?
  /// Metres on a detour at which the vehicle is on the route again; nil on the route.
  private var backMetres: Double?

  /// A drive.
  ///
  /// - Parameters:
  ///   - simulator: Drives along the trip's route.
  ///   - wrongTurns: The share of the junctions, 0 to 1, at which the driver turns wrong: of those with another open
  ///     road, 400 m from each other. The trip's route needs steps.
  ///   - stops: The share of the junctions, 0 to 1, before which the vehicle stands for 5 to 60 seconds; these stops,
  ///     and those of a plan that charges, take the place of the simulator's.
  ///   - seed: The same seed gives the same wrong turns and stops.
  public init(
    _ simulator: DriveSimulator, wrongTurns: Double = 0, stops: Double = 0, seed: UInt64 = 1
  ) {
    self.simulator = simulator
    wrongTurnShare = wrongTurns
    stopShare = stops
    self.seed = seed
  }

  /// Drives to the next fix.
  ///
  /// - Parameters:
  ///   - trip: The trip, before its first fix when the drive begins.
  ///   - answer: Returns the input that answers a request, of the trip or of a driver who turns wrong.
  /// - Returns: The events, in order; nil once the trip or the drive has ended.
  public mutating func next(
    of trip: inout Trip, answering answer: (TripRequest) -> TripInput
  ) -> [TripEvent]? {
    if trip.hasEnded { return nil }
    if wrongTurns == nil {
      follow(trip.route, from: 0, stopsAnew: stopShare > 0 || trip.route.postActionSeconds > 0)
    }
    followChange(of: trip)
    turnWrong(trip, answer)
    while simulator.isWaiting {
      simulator.goOn()
      turnWrong(trip, answer)
    }
    guard let fix = simulator.next() else { return nil }
    var events: [TripEvent] = []
    for tick in clock.ticks(before: fix) { events += trip.take(.tick(tick), answering: answer) }
    events += trip.take(.fix(fix), answering: answer)
    followChange(of: trip)
    return events
  }

  /// Follows the trip's route if it leads elsewhere than the one before.
  private mutating func followChange(of trip: Trip) {
    defer { self.route = trip.route }
    // The traffic of now changes the times only.
    guard let route, route.sections.map(\.polyline) != trip.route.sections.map(\.polyline) else {
      return
    }
    let at = DriveSimulator.metres(
      along: trip.route, nearestTo: simulator.position,
      within: trip.drivenMetres + Self.followMetres)
    follow(trip.route, from: at, stopsAnew: true)
  }

  /// Follows a route of the trip.
  private mutating func follow(_ route: Route, from metres: Double, stopsAnew: Bool) {
    if stopsAnew {
      let stops =
        DriveSimulator.Options.Stop.stops(on: route, share: stopShare, seed: seed)
        + DriveSimulator.Options.Stop.charging(on: route)
      simulator.follow(route, from: metres, stops: stops)
    }
    wrongTurns = WrongTurn.turns(on: route, share: wrongTurnShare, seed: seed ^ 0x5EED)
      .filter { $0.metres > metres + Self.decided }
    seed &+= 1
    backMetres = nil
    awaitTurn()
  }

  /// Lets the vehicle wait before the next wrong turn, however far it drives between two fixes.
  private mutating func awaitTurn() {
    simulator.decisionMetres = wrongTurns?.first.map { $0.metres - Self.latest } ?? .infinity
  }

  /// Leaves the route at a wrong turn, and returns where the detour does.
  private mutating func turnWrong(_ trip: Trip, _ answer: (TripRequest) -> TripInput) {
    if let backMetres {
      guard simulator.along > backMetres else { return }
      let at = DriveSimulator.metres(along: trip.route, nearestTo: simulator.position)
      return follow(trip.route, from: at, stopsAnew: true)
    }
    guard let turn = wrongTurns?.first, simulator.along > turn.metres - Self.decided else {
      return awaitTurn()
    }
    wrongTurns?.removeFirst()
    awaitTurn()
    // While fixes were missing, the vehicle has passed it.
    guard simulator.along <= turn.metres else { return }
    let request = turn.request(from: trip.route, trip.requestFromHere())
    // The number is not one of the trip's, which does not know this request.
    guard
      case .response(_, let response) = answer(
        TripRequest(id: .max, purpose: .reroute, request: request)),
      let found = response.activeRoute,
      let detour = turn.detour(found, from: trip.route, at: simulator.position)
    else { return }
    simulator.follow(detour.route, from: detour.startMetres)
    backMetres = detour.backMetres
  }
}

extension Trip {
  /// Takes an input, and the answers to the requests that follow from it.
  ///
  /// - Parameters:
  ///   - input: A fix, the clock, or an answer.
  ///   - answer: Returns the input that answers a request.
  /// - Returns: All events, in order.
  public mutating func take(
    _ input: TripInput, answering answer: (TripRequest) -> TripInput
  ) -> [TripEvent] {
    var events: [TripEvent] = []
    var waiting = [input]
    while !waiting.isEmpty {
      for event in take(waiting.removeFirst()) {
        if case .request(let request) = event { waiting.append(answer(request)) }
        events.append(event)
      }
    }
    return events
  }
}
