import Bytes
import Geo
import JSON
import Navigation
import RouteModel
import Routing

/// Drives a trip: gives it fixes and the clock, answers its requests by the offline engine, and writes its events.
struct DriveRun {
  /// Fixes of a simulation, at most: a week at one a second.
  private static let longest = 604_800

  private(set) var trip: Trip
  private let engine: OfflineRoutingEngine
  private let output: MatchOutput
  private let isJSON: Bool
  private let isLive: Bool
  private var text: DriveText
  private var clock = TripClock()

  init(
    trip: Trip, engine: OfflineRoutingEngine, output: MatchOutput, isJSON: Bool, isLive: Bool
  ) {
    self.trip = trip
    self.engine = engine
    self.output = output
    self.isJSON = isJSON
    self.isLive = isLive
    text = DriveText()
  }

  /// Takes an input and what follows from it.
  mutating func take(_ input: TripInput) throws {
    for event in trip.take(input, answering: answer) { try write(event) }
  }

  /// Takes a fix; before it the clock ticks, as an app's does.
  mutating func take(_ fix: Location) throws {
    for tick in clock.ticks(before: fix) { try take(.tick(tick)) }
    try take(.fix(fix))
  }

  private func answer(_ request: TripRequest) -> TripInput {
    // The offline engine has no traffic that changes on the way.
    if request.purpose == .refresh { return .failure(request.id, .cancelled) }
    do throws(RoutingError) {
      return .response(request.id, try engine.routes(for: request.request))
    } catch {
      return .failure(request.id, error)
    }
  }

  /// Drives a simulated vehicle.
  mutating func drive(_ simulator: DriveSimulator) throws {
    var drive = SimulatedTrip(trip, simulator: simulator)
    for _ in 0..<Self.longest {
      guard let events = drive.next(answering: answer) else { break }
      for event in events { try write(event) }
    }
    trip = drive.trip
  }

  private mutating func write(_ event: TripEvent) throws {
    if isJSON {
      var json = JSONWriter()
      json.value(event)
      try output.write(json.text + "\n")
      return
    }
    if case .progress(let progress) = event {
      text.note(progress)
      if isLive { try? StandardStream.error.write("\r\u{1B}[K" + text.live(progress)) }
      return
    }
    guard let line = text.line(event) else { return }
    if isLive { try? StandardStream.error.write("\r\u{1B}[K") }
    try output.write(TerminalText.harmless(line) + "\n")
    if isLive { try output.flush() }
  }

  /// Ends the live line, and says if the trip has not ended.
  mutating func finish() throws {
    if isLive { try? StandardStream.error.write("\r\u{1B}[K") }
    if !trip.hasEnded { Console.error("note: the fixes end before the trip does") }
  }
}
