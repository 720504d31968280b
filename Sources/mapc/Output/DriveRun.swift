import Bytes
import Geo
import Guidance
import JSON
import Navigation
import RouteModel
import Routing

/// Drives a trip.
///
/// It gives the trip fixes and clock ticks, answers its requests with the offline engine, and
/// writes its events.
struct DriveRun {
  /// The maximum number of fixes of a simulation: a week with one a second.
  private static let longest = 604_800

  private(set) var trip: Trip
  private let engine: OfflineRoutingEngine
  private let output: MatchOutput
  private let isJSON: Bool
  private var text: DriveText
  /// The view on a terminal; nil if there is none.
  private var screen: DriveScreen?
  private var pace: DrivePace
  private var clock = TripClock()
  /// Whether any fix was used, and the number of others.
  private var hasPlace = false
  private var discarded: [FixFlaw: Int] = [:]
  /// The charge of the battery; nil if it is not requested.
  private var charge: TripCharge?

  init(
    trip: Trip, engine: OfflineRoutingEngine, output: MatchOutput, isJSON: Bool,
    words: Instructions, screen: DriveScreen? = nil, pace: DrivePace = DrivePace(nil),
    battery: Battery? = nil
  ) {
    self.trip = trip
    self.engine = engine
    self.output = output
    self.isJSON = isJSON
    text = DriveText(words)
    self.screen = screen
    self.pace = pace
    charge = battery.map { TripCharge($0, on: trip.route) }
    tellCharge()
  }

  /// Adds a fix, after a tick of the clock as in an app.
  mutating func take(_ fix: Location) async throws {
    for tick in clock.ticks(before: fix) {
      text.reach(tick)
      let events = trip.take(.tick(tick), answering: answer)
      try await write(events)
    }
    let events = trip.take(.fix(fix), answering: answer)
    try await write(events)
  }

  /// Writes events; those before a progress event have the same time.
  private mutating func write(_ events: [TripEvent]) async throws {
    for (index, event) in events.enumerated() {
      if let time = Self.time(events[index...]) { text.reach(time) }
      try await write(event)
    }
  }

  private func answer(_ request: TripRequest) -> TripInput {
    // The offline engine has no traffic that changes during a trip.
    if request.purpose == .refresh { return .failure(request.id, .cancelled) }
    // A new route begins with the remaining charge.
    let asked = charge?.request(request.request) ?? request.request
    do throws(RoutingError) {
      return .response(request.id, try engine.routes(for: asked))
    } catch {
      return .failure(request.id, error)
    }
  }

  /// Drives a simulated vehicle.
  mutating func drive(_ drive: SimulatedDrive) async throws {
    var drive = drive
    for _ in 0..<Self.longest {
      guard let events = drive.next(of: &trip, answering: answer) else { return }
      try await write(events)
    }
  }

  /// The time of the first progress, or of a fix discarded before it.
  private static func time(_ events: ArraySlice<TripEvent>) -> Double? {
    for event in events {
      switch event {
      case .progress(let progress): return progress.time
      // The time of such a fix is wrong.
      case .discarded(_, .outOfOrder), .discarded(_, .old): continue
      case .discarded(let fix, _): return fix.time
      default: continue
      }
    }
    return nil
  }

  /// Follows the charge of the battery.
  private mutating func followCharge(_ event: TripEvent) {
    let change = charge?.take(event, of: trip)
    switch event {
    case .didReroute, .tookFasterRoute, .didTakeAlternative: tellCharge()
    case .ended(let how) where how == .arrived:
      if let charge { Console.error("charge at the end: \(Self.left(charge))") }
    default: if change != nil { tellCharge() }
    }
  }

  /// Prints whether the charge is enough for the route.
  private func tellCharge() {
    guard let charge, let forecast = charge.forecast else { return }
    let now = "charge: \(Self.left(charge))"
    if let left = forecast.arrivalChargeKilowattHours, forecast.isReached {
      Console.error("\(now), \(Text.fixed(left, 2)) kWh left at the destination")
    } else {
      Console.error(
        "\(now), \(Text.fixed(forecast.missingKilowattHours, 2)) kWh are missing: "
          + (forecast.reachMetres > 0
            ? "it reaches \(text.words.distance(forecast.reachMetres))"
            : "the minimum is \(Text.fixed(charge.battery.minimumChargeKilowattHours, 2)) kWh"))
    }
  }

  /// The text of the remaining charge.
  private static func left(_ charge: TripCharge) -> String {
    charge.kilowattHours.map { "\(Text.fixed($0, 2)) kWh" } ?? "the battery is empty"
  }

  private mutating func write(_ event: TripEvent) async throws {
    followCharge(event)
    if case .discarded(_, let flaw) = event { discarded[flaw, default: 0] += 1 }
    if case .progress(let progress) = event {
      hasPlace = true
      text.note(progress)
      let isShown = try await pace.reach(progress.time)
      let stop = progress.leg == trip.leg ? trip.guidanceStop : GuidanceStop()
      if isShown, let picture = screen?.draw(progress, at: stop) { show(picture) }
    }
    if isJSON {
      var json = JSONWriter()
      json.value(event)
      try output.write(json.text + "\n")
      if pace.isPaced { try output.flush() }
      return
    }
    guard let line = text.line(event) else { return }
    if let picture = screen?.clear() { show(picture) }
    try output.write(TerminalText.harmless(line) + "\n")
    if screen != nil || pace.isPaced { try output.flush() }
    if let picture = screen?.redraw() { show(picture) }
  }

  /// Draws on the terminal; failures are ignored.
  private func show(_ picture: String) { try? StandardStream.error.write(picture) }

  /// Removes the view, and reports if the trip has not ended.
  ///
  /// - Returns: The most frequent reason why no fix was used; nil if any was.
  mutating func finish() throws -> FixFlaw? {
    if let picture = screen?.clear() { show(picture) }
    if trip.hasEnded { return nil }
    let most = discarded.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
    if !hasPlace, let most { return most.key }
    let flaws = most.map { "; discarded \($0.value): \($0.key.words)" } ?? ""
    Console.error("note: the fixes end before the trip does\(flaws)")
    return nil
  }
}
