// Simulated trips on maps: false and late reroutes of `Trip` and of the rule of a threshold, side by side; or the
// traces of a CSV file, each driven along the route that was matched from it.
//
//   trips simulate MAP.nav TRIPS NOISE [SEED] [-v] [-t]
//   trips traces MAP.nav TRACES.csv [-v]
//   trips day MAP.nav SEED         memory and time of one trip with a fix a second for a day
//   trips reroutes MAP.nav COUNT   time from a fix to the new route, between any places of the map
//
// -v tells of each that is false or late, -t leaves out the other rule.

import Nav

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

let arguments = CommandLine.arguments.filter { $0 != "-v" && $0 != "-t" }
let isVerbose = CommandLine.arguments.contains("-v")
let isTripAlone = CommandLine.arguments.contains("-t")
let usage =
  "usage: trips simulate MAP.nav TRIPS NOISE [SEED] [-v] [-t] | traces MAP.nav TRACES.csv [-v] "
  + "| day MAP.nav SEED | reroutes MAP.nav COUNT"
guard arguments.count >= 4 else { stop(usage, 64) }

let map = open(arguments[2])
let engine = OfflineRoutingEngine(map: map)
switch arguments[1] {
case "simulate":
  simulate(
    trips: Int(arguments[3]) ?? 10, noise: arguments.count > 4 ? Double(arguments[4]) ?? 5 : 5,
    seed: arguments.count > 5 ? UInt64(arguments[5]) ?? 1 : 1)
case "traces": driveTraces(arguments[3])
case "day": driveDay(seed: UInt64(arguments[3]) ?? 1)
case "reroutes": measureReroutes(Int(arguments[3]) ?? 100, seed: 1)
default: stop(usage, 64)
}

/// Ends the program with a message, and a status of sysexits.h.
func stop(_ message: String, _ status: Int32) -> Never {
  let line = Array("trips: \(message)\n".utf8)
  write(2, line, line.count)
  exit(status)
}

func open(_ path: String) -> NavMap {
  do throws(NavError) { return try NavMap(path: path) } catch { stop("\(error)", 66) }
}

/// Random routes of 2 to 20 km.
func randomRoutes(_ count: Int, _ random: inout Random) -> [(request: RouteRequest, route: Route)] {
  let box = box(ofMap: arguments[2])
  var found: [(request: RouteRequest, route: Route)] = []
  var tries = 0
  while found.count < count, tries < count * 5_000 {
    tries += 1
    func place() -> Coordinate {
      Coordinate(
        latitudeUnits: Int32.random(in: box[0]...box[2], using: &random),
        longitudeUnits: Int32.random(in: box[1]...box[3], using: &random))
    }
    let (a, b) = (place(), place())
    guard 1_500...15_000 ~= Distance.metres(a, b) else { continue }
    var request = RouteRequest(waypoints: [Waypoint(a), Waypoint(b)])
    request.options.steps = true
    request.options.snapRadiusMetres = 200
    guard let route = try? engine.routes(for: request).routes[0],
      2_000...20_000 ~= route.lengthMetres
    else { continue }
    let isFerry = route.sections.flatMap(\.edges).contains { $0.road.flags.contains(.ferry) }
    if !isFerry { found.append((request, route)) }
  }
  return found
}

func simulate(trips: Int, noise: Double, seed: UInt64) {
  var random = Random(seed: seed)
  let routes = randomRoutes(trips, &random)
  var all: [(name: String, outcomes: [Outcome])] = []
  var nanoseconds: [UInt64] = []
  var isBackwards = 0
  var options = TripOptions()
  options.improveSeconds = 0
  if let nats = environment("TRIPS_NATS").flatMap({ Double($0) }) { options.leavingNats = nats }
  func drives(_ name: String, _ run: (SimulatedTrip) -> Outcome) {
    var outcomes: [Outcome] = []
    for (index, made) in routes.enumerated() {
      let trip = SimulatedTrip(
        engine: engine, request: made.request, route: made.route,
        options: DriveSimulator.Options(
          seed: seed &* 1_000 &+ UInt64(index), noiseMetres: noise, dropShare: 0.01,
          secondsAtEnd: DriveSimulator.Options.parking),
        wrongShare: 0.05)
      let outcome = run(trip)
      if isVerbose {
        for line in outcome.late { print("\(name) trip \(index): \(line)") }
        if name == "trip" { print("\(name) trip \(index): arrival \(outcome.arrivalMetres ?? -1)") }
      }
      outcomes.append(outcome)
    }
    all.append((name, outcomes))
  }
  drives("trip") { simulated in
    guard
      let trip = Trip(
        RouteResponse(routes: [simulated.route]), of: simulated.request, options: options,
        matcher: MapMatcher(map: map))
    else { return Outcome() }
    var judge = TripJudge(trip)
    var watch = Watch()
    watch.follow(simulated.route)
    let outcome = simulated.run(&judge, &watch)
    nanoseconds += judge.nanoseconds
    if judge.isBackwards { isBackwards += 1 }
    return outcome
  }
  for (metres, accuracy) in isTripAlone ? [] : [(30.0, 15.0)] {
    drives("threshold \(Int(metres)) m") { simulated in
      var judge = ThresholdJudge(simulated.route, metres: metres, accuracy: accuracy)
      var watch = Watch()
      return simulated.run(&judge, &watch)
    }
  }
  for (name, outcomes) in all {
    print(line(name, outcomes))
    if isVerbose {
      print("delays:", outcomes.flatMap(\.delays).map(String.init).joined(separator: " "))
    }
  }
  nanoseconds.sort()
  func share(_ share: Double) -> Double {
    Double(nanoseconds[Int(Double(nanoseconds.count - 1) * share)]) / 1_000
  }
  let times = all[0].outcomes.flatMap(\.rerouteMilliseconds).sorted()
  if !times.isEmpty {
    print(
      "new routes \(times.count): median \(times[times.count / 2]) ms, longest \(times[times.count - 1]) ms"
    )
  }
  let arrivals = all[0].outcomes.compactMap(\.arrivalMetres).sorted()
  print(
    "arrivals \(arrivals.count) of \(routes.count), within 15 m \(arrivals.filter { $0 <= 15 }.count), "
      + "farthest \(Int(arrivals.last ?? -1)) m; maneuvers \(all[0].outcomes.reduce(0) { $0 + $1.maneuvers }), "
      + "announced \(all[0].outcomes.reduce(0) { $0 + $1.announced }) (the others on a new route from another road: "
      + "\(all[0].outcomes.reduce(0) { $0 + $1.elsewhere })); backwards \(isBackwards); "
      + "CPU a fix: median \(share(0.5)) us, p99 \(share(0.99)), p999 \(share(0.999))")
}

func line(_ name: String, _ outcomes: [Outcome]) -> String {
  let kilometres = outcomes.reduce(0) { $0 + $1.metres } / 1_000
  let wrong = outcomes.reduce(0) { $0 + $1.falseReroutes }
  let delays = outcomes.flatMap(\.delays).sorted()
  let turns = outcomes.reduce(0) { $0 + $1.wrongTurns }
  let unnoticed = outcomes.reduce(0) { $0 + $1.unnoticed }
  func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
  let middle = delays.isEmpty ? -1 : delays[delays.count / 2]
  let slow = delays.isEmpty ? -1 : delays[delays.count * 9 / 10]
  return "\(name): \(outcomes.count) trips, \(Int(kilometres)) km, false \(wrong) "
    + "(\(rounded(Double(wrong) / kilometres * 100)) per 100 km), wrong turns \(turns), "
    + "delay median \(middle) p90 \(slow) fixes, unnoticed \(unnoticed)"
}
