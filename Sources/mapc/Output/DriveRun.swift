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

  private func answer(_ request: TripRequest) -> TripInput {
    // The offline engine has no traffic that changes on the way.
    if request.purpose == .refresh { return .failure(request.id, .cancelled) }
    do throws(RoutingError) {
      return .response(request.id, try engine.routes(for: request.request))
    } catch {
      return .failure(request.id, error)
    }
  }

  /// Drives a simulated vehicle, which follows new routes; a tick comes for each second without a fix.
  mutating func drive(_ simulator: DriveSimulator) throws {
    var simulator = simulator
    var last: Double?
    for _ in 0..<Self.longest {
      guard !trip.hasEnded, let fix = simulator.next() else { return }
      if let last, let time = fix.time {
        var second = last + 1
        while second < time - 0.5 {
          try take(.tick(second))
          second += 1
        }
      }
      last = fix.time
      let route = trip.route
      try take(.fix(fix))
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
