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
  /// Seconds of a gap between two fixes in which the clock ticks; after them nothing changes any more.
  private static let longestTicking = 3_600.0

  private(set) var trip: Trip
  private let engine: OfflineRoutingEngine
  private let output: MatchOutput
  private let isJSON: Bool
  private let isLive: Bool
  private var text: DriveText
  /// The time of the last fix.
  private var last: Double?

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
    var waiting = [input]
    while !waiting.isEmpty {
      for event in trip.take(waiting.removeFirst()) {
        try write(event)
        if case .request(let request) = event { waiting.append(answer(request)) }
      }
    }
  }

  /// Takes a fix; before it the clock ticks for each second since the last one, as an app's does.
  mutating func take(_ fix: Location) throws {
    if let last, let time = fix.time, time.isFinite {
      var second = last + 1
      while second < min(time - 0.5, last + Self.longestTicking) {
        try take(.tick(second))
        second += 1
      }
    }
    if let time = fix.time, time.isFinite { last = max(time, last ?? time) }
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

  /// Drives a simulated vehicle, which follows new routes.
  mutating func drive(_ simulator: DriveSimulator) throws {
    var simulator = simulator
    for _ in 0..<Self.longest {
      guard !trip.hasEnded, let fix = simulator.next() else { return }
      let route = trip.route
      try take(fix)
      if trip.route.polyline.first != route.polyline.first
        || trip.route.sections.count != route.sections.count
      {
        let at = DriveSimulator.metres(along: trip.route, nearestTo: simulator.position, within: 60)
        simulator.follow(trip.route, from: at)
      }
    }
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
