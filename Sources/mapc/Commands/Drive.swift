import ArgumentParser
import Bytes
import Geo
import Guidance
import JSON
import MapMatching
import MapReader
import Navigation
import RoadModel
import RouteModel
import Routing

/// `mapc drive`.
struct Drive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive", _superCommandName: "mapc",
    abstract: "Drive a route, simulated or from a trace, and report what happens.",
    discussion: """
      Examples:
        mapc drive region.nav
        mapc drive region.nav --from 43.7311,7.4197 --to 43.7396,7.4273 --noise 10
        mapc drive region.nav --wrong-turns 0.1 --stops 0.2 --seed 7
        mapc drive region.nav --trace trip.gpx
        mapc drive region.nav --pace 10
        mapc drive region.nav --events jsonl > events.jsonl
        mapc drive region.nav --ev car.json --charge 12

      The trip that is driven is the same state machine that an app embeds: it
      reports progress, speaks, notices when the vehicle leaves the route and finds
      a new one. The same input gives the same output, byte for byte. Without
      --trace a vehicle is simulated. Fixes of a trace are driven as they come, so
      it may be a pipe (GPX, CSV or JSON lines); a trace without --from, --to and
      --route is read to its end first, and driven along the roads that are
      matched from it. Times are those of the fixes. On a terminal, a view below the
      lines shows what comes next. Formats/trip-events.md specifies the events.
      """)

  enum Events: String, ExpressibleByArgument, CaseIterable {
    case text, jsonl
  }

  @Argument(help: "A .nav file.", completion: .map)
  var file: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start of the trip: a coordinate, or a place.", valueName: "place"))
  var from: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Destination of the trip.", valueName: "place"))
  var to: String?
  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A stop between start and destination; may be repeated.", valueName: "place"))
  var via: [String] = []
  @Option(
    help: ArgumentHelp(
      "Drive this route: the JSON of mapc route, of the library (Formats/route-json.md) or of another "
        + "engine, or GPX. One of another map or engine is laid on this map by its line.",
      valueName: "file"), completion: .file())
  var route: String?
  @Option(
    help: ArgumentHelp(
      "Take the fixes from a trace: GPX, GeoJSON, CSV or JSON lines, with times; - is standard input.",
      valueName: "file"), completion: .file())
  var trace: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Which track of the trace to drive; a segment of a GPX track counts as one. (default: 1)",
      valueName: "n"))
  var track: Int?
  @Flag(help: "Simulate the fixes; the default without --trace.")
  var simulate = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Noise of the simulated receiver, 0 to 50. (default: 5)", valueName: "m"))
  var noise: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Speed of the simulated vehicle; the default is that of the roads.", valueName: "km/h"))
  var speed: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seconds from fix to fix, 0.1 to 60. (default: 1)", valueName: "s"))
  var interval: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Share of fixes that are missing, 0 to 0.9. (default: 0)", valueName: "share"))
  var dropouts: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Share of the junctions at which the simulated driver turns wrong, 0 to 1. (default: 0)",
      valueName: "share"))
  var wrongTurns: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Share of the junctions at which the simulated vehicle stands for a while, 0 to 1. (default: 0)",
      valueName: "share"))
  var stops: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of the simulation. (default: 1)", valueName: "n"))
  var seed: UInt64?

  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions
  @OptionGroup(title: "Energy")
  var energy: EnergyInput
  @OptionGroup(title: "Words")
  var guidance: GuidanceOptions
  @Option(help: "\(Events.allCases.map(\.rawValue).joined(separator: ", ")).")
  var events: Events = .text
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Playback speed as a multiple of real time, 0.1 to 1000; the default is as fast as possible.",
      valueName: "times"))
  var pace: Double?
  @OptionGroup
  var output: OutputOptions

  func validate() throws {
    guard (from == nil) == (to == nil) else {
      throw ValidationError("--from and --to go together")
    }
    guard from != nil || via.isEmpty else { throw ValidationError("--via needs --from and --to") }
    if route != nil, energy.vehicle.path != nil {
      throw ValidationError("--ev is for a route that is calculated: leave out --route")
    }
    if route != nil, from != nil {
      throw ValidationError("--route is driven as it is: leave out --from and --to")
    }
    for text in [from, to].compactMap({ $0 }) + via { try NamedPlaces.check(text) }
    try energy.checkStops(isShortest: vehicle.shortest)
    try StandardInput.check([("--route", route), ("--trace", trace)] + energy.files)
    if trace != nil {
      if simulate { throw ValidationError("--simulate and --trace exclude each other") }
      let simulated = [noise, speed, interval, dropouts, wrongTurns, stops]
      if simulated.contains(where: { $0 != nil }) || seed != nil {
        throw ValidationError(
          "--noise, --speed, --interval, --dropouts, --wrong-turns, --stops and --seed simulate "
            + "fixes: leave out --trace")
      }
    }
    if let track {
      if trace == nil { throw ValidationError("--track needs --trace") }
      if track < 1 { throw ValidationError("--track takes 1 or more, not \(track)") }
    }
    try OptionRange.check(noise, 0...DriveSimulator.Options.mostUsedNoise, "--noise", "metres")
    try OptionRange.check(speed, 1...500, "--speed", "km/h")
    try OptionRange.check(interval, 0.1...60, "--interval", "seconds")
    try OptionRange.check(dropouts, 0...0.9, "--dropouts")
    try OptionRange.check(wrongTurns, 0...1, "--wrong-turns")
    try OptionRange.check(stops, 0...1, "--stops")
    try OptionRange.check(pace, 0.1...1_000, "--pace")
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      defer { map.tellDamagedNames() }
      var words = try guidance.words()
      let inputs = [file] + [route, trace, guidance.file].compactMap { $0 } + energy.inputs
      let output = try MatchOutput(path: self.output.path, self.output.rule(inputs: inputs))
      let engine = OfflineRoutingEngine(map: map)
      var track = try trace.map {
        try TrackFixes(path: $0, track: self.track, scratch: output.scratch)
      }
      // Only matching a route from the trace needs the whole trace before the drive.
      var fixes = route == nil && from == nil ? try track?.rest() : nil
      let (response, request) = try planned(
        engine, &fixes, language: guidance.language == nil ? nil : words.language.tag)
      var options = TripOptions()
      options.units = words.units
      // No traffic makes another route of pedestrians and bicycles the better one.
      if !request.vehicle.mode.isMotorised { options.improveSeconds = 0 }
      let matcher = MapMatcher(map: map, vehicle: request.vehicle)
      guard
        var trip = Trip(response, of: request, options: options, matcher: matcher),
        let driven = response.activeRoute
      else {
        throw Failure(
          status: .badData,
          message: "\(route ?? file): the route has not as many sections as the trip has stops")
      }
      words.mode = request.vehicle.mode
      trip.speak(words)
      var run = DriveRun(
        trip: trip, engine: engine, output: output, isJSON: events == .jsonl,
        words: words, screen: screen(map, words), pace: DrivePace(pace),
        battery: request.options.energy?.battery)
      if let fixes {
        for fix in fixes where !run.trip.hasEnded { try await run.take(fix) }
      } else if track != nil {
        while !run.trip.hasEnded, let fix = try track?.next() {
          try await run.take(fix)
          // Readers of a live trip need its events immediately.
          try output.flush()
        }
      } else {
        try await run.drive(simulated(driven))
      }
      let reason = try run.finish()
      try output.finish()
      self.output.sayWritten()
      switch reason {
      case .noTime: throw Failure.noTimes(traceName)
      case let flaw?:
        throw Failure(status: .answerIsNo, message: "\(traceName): no fix was used: \(flaw.words)")
      case nil: break
      }
    }
  }

  /// The simulated drive along a route.
  private func simulated(_ route: RouteModel.Route) -> SimulatedDrive {
    let options = DriveSimulator.Options(
      seed: seed ?? 1, noiseMetres: noise ?? 5, intervalSeconds: interval ?? 1,
      speed: speed.map { $0 / 3.6 }, dropShare: dropouts ?? 0,
      secondsAtEnd: DriveSimulator.Options.parking)
    return SimulatedDrive(
      DriveSimulator(route, options: options), wrongTurns: wrongTurns ?? 0, stops: stops ?? 0,
      seed: seed ?? 1)
  }

  /// The name of the trace in messages.
  private var traceName: String { TextError.name(ofSource: trace ?? file) }

  /// The view of the drive, if the notes go to a terminal.
  private func screen(_ map: NavMap, _ words: Instructions) -> DriveScreen? {
    guard events == .text, Style.isCapable(.error) else { return nil }
    return DriveScreen(words, zone: TimeZoneRule(posix: map.provenance.timeZone))
  }

  /// The route to drive, and its request.
  private func planned(
    _ engine: OfflineRoutingEngine, _ fixes: inout [Location]?, language: String?
  ) throws -> (response: RouteResponse, request: RouteRequest) {
    var options = vehicle.options
    try options.checkElevation(of: engine.map)
    options.tellUnusedDeparture(on: engine.map)
    options.steps = true
    options.language = language
    if let route {
      return try RouteFile.read(
        route, vehicle: try vehicle.vehicle(), options: options, on: engine.map)
    }
    if let all = fixes {
      let (piece, own, matcher) = try matched(all, engine.map)
      fixes = own
      return try driven(piece, matcher, options)
    }
    let stops: [NamedPlaces.Stop]
    if let from, let to {
      stops = try NamedPlaces(engine.map).stops([from] + via + [to])
    } else if let trip = engine.map.sampleTrip {
      Console.error("sample trip of the map: --from \(trip.from) --to \(trip.to)")
      stops = [trip.from, trip.to].map {
        NamedPlaces.Stop(position: $0, waypoint: Waypoint($0))
      }
    } else {
      throw Failure(
        status: .usage, message: "\(file): the map has no sample trip: give --from and --to")
    }
    options.energy = try energy.options(for: vehicle.vehicle())
    let request = RouteRequest(
      waypoints: stops.map(\.waypoint), vehicle: try vehicle.vehicle(), options: options)
    do throws(RoutingError) {
      return (try engine.routes(for: request), request)
    } catch {
      throw FarPlaces(engine.map).failure(error, stops.map(\.position))
    }
  }

  /// The piece of a trace that is driven, and its fixes.
  private func matched(
    _ fixes: [Location], _ map: NavMap
  ) throws -> (piece: MatchedPiece, fixes: [Location], matcher: MapMatcher) {
    if energy.vehicle.path != nil {
      throw Failure(
        status: .usage,
        message: "--ev is for a route that is calculated: with --trace, give --from and --to")
    }
    let times = fixes.compactMap(\.time)
    if times.isEmpty { throw Failure.noTimes(traceName) }
    let early = zip(times, times.dropFirst()).count { $1 < $0 }
    if 2 * early > fixes.count { OddTimes.tell(unordered: 1, in: trace ?? file) }
    let matcher = MapMatcher(map: map, vehicle: try vehicle.vehicle())
    let result = try matcher.match(Trace(fixes))
    // If the trace has several pieces, the one with the most fixes is driven.
    guard let drive = result.longestDrive(of: fixes) else {
      let first = fixes.first.flatMap {
        Coordinate(latitude: $0.latitude, longitude: $0.longitude)
      }
      let hint = FarPlaces(map).hint(first.map { [$0] } ?? [])
      throw Failure(
        status: .answerIsNo, message: "\(traceName): no fix is near a road of the map" + hint)
    }
    if result.pieces.count > 1 {
      Console.error("note: the longest of \(result.pieces.count) matched pieces is driven")
    }
    return (drive.piece, Array(fixes[drive.fixes]), matcher)
  }

  /// The roads that were matched from a trace, as a route.
  private func driven(
    _ piece: MatchedPiece, _ matcher: MapMatcher, _ options: RouteRequest.Options
  ) throws -> (response: RouteResponse, request: RouteRequest) {
    let route = try matcher.route(of: piece, language: options.language)
    let ends = [route.sections[0].departure, route.sections[0].arrival]
    let request = RouteRequest(
      waypoints: ends.map { Waypoint($0.position) }, vehicle: matcher.vehicle, options: options)
    return (RouteResponse(routes: [route]), request)
  }
}

extension Failure {
  /// The error of a trace without times.
  fileprivate static func noTimes(_ name: String) -> Failure {
    Failure(status: .badData, message: "\(name): no fix has a time: a drive needs times")
  }
}
