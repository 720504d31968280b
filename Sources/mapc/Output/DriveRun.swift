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
  /// The charge of the battery; nil if it is not asked for.
  private var charge: TripCharge?

  init(
    trip: Trip, engine: OfflineRoutingEngine, output: MatchOutput, isJSON: Bool, isLive: Bool,
    battery: Battery? = nil
  ) {
    self.trip = trip
    self.engine = engine
    self.output = output
    self.isJSON = isJSON
    self.isLive = isLive
    text = DriveText()
    charge = battery.map { TripCharge($0, on: trip.route) }
    tellCharge()
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
    // A new route begins with the charge that is left.
    let asked = charge?.request(request.request) ?? request.request
    do throws(RoutingError) {
      return .response(request.id, try engine.routes(for: asked))
    } catch {
      return .failure(request.id, error)
    }
  }

  /// Drives a simulated vehicle.
  mutating func drive(_ simulator: DriveSimulator) throws {
    var drive = SimulatedDrive(simulator)
    for _ in 0..<Self.longest {
      guard let events = drive.next(of: &trip, answering: answer) else { return }
      for event in events { try write(event) }
    }
  }

  /// Follows the charge of the battery.
  private mutating func followCharge(_ event: TripEvent) {
    let change = charge?.take(event, of: trip)
    switch event {
    case .didReroute, .tookFasterRoute, .didTakeAlternative: tellCharge()
    case .ended(let how) where how == .arrived:
      if let left = charge?.kilowattHours {
        Console.error("charge at the end: \(Text.fixed(left, 2)) kWh")
      }
    default: if change != nil { tellCharge() }
    }
  }

  /// Prints whether the charge is enough for the route.
  private func tellCharge() {
    guard let charge, let forecast = charge.forecast else { return }
    let now = "charge: \(Text.fixed(charge.kilowattHours ?? 0, 2)) kWh"
    if let left = forecast.arrivalChargeKilowattHours, forecast.isReached {
      Console.error("\(now), \(Text.fixed(left, 2)) kWh left at the destination")
    } else {
      Console.error(
        "\(now), \(Text.fixed(forecast.missingKilowattHours, 2)) kWh are missing: it reaches "
          + Text.distance(forecast.reachMetres))
    }
  }

  private mutating func write(_ event: TripEvent) throws {
    followCharge(event)
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
