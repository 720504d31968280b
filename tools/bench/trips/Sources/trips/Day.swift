import Nav

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Drives one trip for a day with a fix a second, and prints the memory of the process as it goes.
///
/// The trip has a stop every few kilometres. The vehicle drives between them by the shortest way and the route is the
/// quickest one, so that it leaves the route again and again, and new routes come all day.
func driveDay(seed: UInt64) {
  var random = Random(seed: seed)
  var request = RouteRequest(waypoints: [])
  request.options.steps = true
  var way = request
  way.options.objective = .shortest
  // Legs that both can drive, until they take more than a day.
  var seconds = 0.0
  var legs: [Route] = []
  while seconds < 90_000 {
    guard let made = randomRoutes(1, &random).first else { stop("no routes on this map", 65) }
    let from = request.waypoints.last ?? made.request.waypoints[0]
    way.waypoints = [from, made.request.waypoints[1]]
    guard let leg = try? engine.routes(for: way).routes[0] else { continue }
    if request.waypoints.isEmpty { request.waypoints.append(from) }
    request.waypoints.append(made.request.waypoints[1])
    legs.append(leg)
    seconds += leg.durationSeconds
  }
  guard let response = try? engine.routes(for: request),
    var trip = Trip(response, of: request, options: TripOptions(), matcher: MapMatcher(map: map))
  else { stop("no route through all stops", 65) }
  print("a trip with \(legs.count) stops, \(Int(response.routes[0].lengthMetres / 1_000)) km")
  var (fixes, routes, nanoseconds) = (0, 0, [UInt64]())
  var time = 0.0
  let prints: Set<Int> = [60, 600, 3_600, 7_200, 14_400, 28_800, 43_200, 57_600, 72_000, 86_400]
  for (number, leg) in legs.enumerated() where !trip.hasEnded && fixes < 86_400 {
    var drive = DriveSimulator(
      leg,
      options: DriveSimulator.Options(
        seed: seed &+ UInt64(number), noiseMetres: 5, secondsAtEnd: 15, startTime: time))
    while let fix = drive.next(), !trip.hasEnded, fixes < 86_400 {
      fixes += 1
      let start = cpuNanoseconds()
      let events = trip.take(.fix(fix))
      if !events.contains(where: { if case .request = $0 { true } else { false } }) {
        nanoseconds.append(cpuNanoseconds() - start)
      }
      for case .request(let asked) in events {
        guard let found = try? engine.routes(for: asked.request) else {
          _ = trip.take(.failure(asked.id, .cancelled))
          continue
        }
        for case .didReroute in trip.take(.response(asked.id, found)) { routes += 1 }
      }
      if prints.contains(fixes) {
        nanoseconds.sort()
        func share(_ share: Double) -> Double {
          Double(nanoseconds[Int(Double(nanoseconds.count - 1) * share)]) / 1_000
        }
        print(
          "fix \(fixes): \(residentMegabytes()), \(routes) new routes, stop \(number) of \(legs.count); "
            + "CPU a fix: median \(share(0.5)) us, p99 \(share(0.99))")
        nanoseconds = []
      }
    }
    time = drive.time
  }
}

/// The memory of this process that is not of files, and that of files such as the map.
private func residentMegabytes() -> String {
  guard let file = fopen("/proc/self/status", "r") else { return "unknown" }
  defer { fclose(file) }
  var words: [String] = []
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, 256, file) != nil {
    let text = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard text.hasPrefix("RssAnon") || text.hasPrefix("RssFile") else { continue }
    words.append(text.split { " \t\n".contains($0) }.joined(separator: " "))
  }
  return words.joined(separator: ", ")
}
