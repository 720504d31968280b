import Geo
import RouteModel

/// A simulated vehicle that drives a trip, faster than real time.
///
///     var drive = SimulatedDrive(DriveSimulator(trip.route))
///     while let events = drive.next(of: &trip, answering: { answer($0) }) { … }
///
/// The clock ticks once a second without a fix, and the vehicle follows a new route as soon as the trip has one.
public struct SimulatedDrive: Sendable {
  /// Metres within which a new route is looked for around the vehicle.
  private static let followMetres = 60.0

  private var simulator: DriveSimulator
  private var clock = TripClock()

  /// A drive.
  ///
  /// - Parameter simulator: Drives along the trip's route.
  public init(_ simulator: DriveSimulator) { self.simulator = simulator }

  /// Drives to the next fix.
  ///
  /// - Parameters:
  ///   - trip: The trip, before its first fix when the drive begins.
  ///   - answer: Returns the input that answers a request of the trip.
  /// - Returns: The events, in order; nil once the trip or the drive has ended.
  public mutating func next(
    of trip: inout Trip, answering answer: (TripRequest) -> TripInput
  ) -> [TripEvent]? {
    guard !trip.hasEnded, let fix = simulator.next() else { return nil }
    var events: [TripEvent] = []
    for tick in clock.ticks(before: fix) { events += trip.take(.tick(tick), answering: answer) }
    let route = trip.route
    events += trip.take(.fix(fix), answering: answer)
    if trip.route.polyline.first != route.polyline.first
      || trip.route.sections.count != route.sections.count
    {
      let at = DriveSimulator.metres(
        along: trip.route, nearestTo: simulator.position, within: Self.followMetres)
      simulator.follow(trip.route, from: at)
    }
    return events
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
