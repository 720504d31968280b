// Navigates the sample trip of a map with a simulated receiver, and prints what an app would show and speak.
//
//   swift run --package-path Samples/navigate navigate region.nav [seed]

import Nav

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

guard CommandLine.arguments.count >= 2 else {
  print("usage: navigate region.nav [seed]")
  exit(64)
}

/// The text that an app shows for an event; nil for none.
func shown(_ event: TripEvent) -> String? {
  switch event {
  case .spoken(let text, _, _): "say:     \(text)"
  case .roadName(let name): "road:    \(name ?? "-")"
  case .leftRoute(let deviation): "off:     \(deviation.kind.rawValue) \(deviation.roadName ?? "")"
  case .returnedToRoute: "on the route again"
  case .didReroute(let route): "route:   \(Int(route.lengthMetres)) m"
  case .failedToReroute(let error): "no route: \(error)"
  case .didArrive(let waypoint): "arrived: waypoint \(waypoint)"
  case .alternativesUpdated(let updated, let removed):
    "alternatives: \(updated.count) new, \(removed.count) gone"
  case .ended(let how): "end:     \(how.rawValue)"
  default: nil
  }
}

/// The banner of an app.
func banner(_ progress: TripProgress) -> String {
  let next = progress.steps.dropFirst().first
  let turn = next?.maneuver.direction?.rawValue ?? "arrive"
  let lanes = progress.lanes.map { $0.isRecommended ? "^" : "." }.joined(separator: " ")
  return "\(Int(progress.metresToManeuver)) m \(turn) \(next?.roadName ?? "") \(lanes)"
}

do {
  let map = try NavMap(path: CommandLine.arguments[1])
  guard let sample = map.sampleTrip else {
    print("the map has no sample trip")
    exit(1)
  }
  let engine: any RoutingEngine = OfflineRoutingEngine(map: map)
  var request = RouteRequest(waypoints: [Waypoint(sample.from), Waypoint(sample.to)])
  request.options.steps = true
  request.options.alternatives = 2
  let response = try await engine.routes(for: request)

  // The trip, and the actor that runs it: this app answers the question about faster routes.
  let options = TripOptions(asks: [.fasterRoute])
  guard
    let trip = Trip(response, of: request, options: options, matcher: MapMatcher(map: map))
  else { exit(1) }
  let session = NavigationSession(trip, engine: engine) { question in
    if case .fasterRoute(_, let gain) = question.kind { print("faster by \(Int(gain)) s: taken") }
    return .yes
  }
  let screen = Task {
    var lastBanner = ""
    for await event in session.events {
      if let text = shown(event) { print(text) }
      if case .progress(let progress) = event {
        let text = banner(progress)
        if Int(progress.time) % 10 == 0, text != lastBanner { print("banner:  \(text)") }
        lastBanner = text
      }
    }
  }

  // The receiver: an app pushes its own fixes, and a tick each second.
  let seed = CommandLine.arguments.count > 2 ? UInt64(CommandLine.arguments[2]) ?? 1 : 1
  var receiver = DriveSimulator(trip.route, options: .init(seed: seed, noiseMetres: 6))
  while let fix = receiver.next() {
    await session.push(fix)
    if await session.current.hasEnded { break }
  }
  // Ends the trip if the receiver did not reach its end; the stream of events ends with it.
  await session.close()
  await screen.value
  _ = await session.feedback(TripFeedback(rating: 5, text: "thank you"))
} catch {
  print(error)
  exit(1)
}
