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
import TraceIO

/// `mapc drive`.
struct Drive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive", _superCommandName: "mapc",
    abstract: "Drive a route, simulated or from a trace, and tell what happens.",
    discussion: """
      Examples:
        mapc drive region.nav
        mapc drive region.nav --from 43.7311,7.4197 --to 43.7396,7.4273 --noise 10
        mapc drive region.nav --from 43.7311,7.4197 --to 43.7396,7.4273 --trace trip.gpx
        mapc drive region.nav --pace 10
        mapc drive region.nav --events jsonl > events.jsonl
        mapc drive region.nav --ev car.json --charge 12

      The trip that is driven is the same state machine that an app embeds: it
      tells progress, speaks, notices when the vehicle leaves the route and finds
      a new one. The same input gives the same output, byte for byte. Without
      --trace a vehicle is simulated. Fixes of a trace are driven as they come, so
      it may be a pipe (GPX or CSV); a trace without --from, --to and --route is
      read to its end first, and driven along the roads that are matched from it.
      Times are those of the fixes. On a terminal a view of what is next is kept
      below the lines. The events are specified in Formats/trip-events.md.
      """)

  enum Events: String, ExpressibleByArgument, CaseIterable {
    case text, jsonl
  }

  @Argument(help: "A .nav file.", completion: .map)
  var file: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Start of the trip.", valueName: "lat,lon"))
  var from: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Destination of the trip.", valueName: "lat,lon"))
  var to: String?
  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A stop between start and destination; may be repeated.", valueName: "lat,lon"))
  var via: [String] = []
  @Option(
    help: ArgumentHelp(
      "Drive this route: a route or a response of the library as JSON (Formats/route-json.md).",
      valueName: "file"), completion: .file())
  var route: String?
  @Option(
    help: ArgumentHelp(
      "Take the fixes from a trace: GPX, GeoJSON, CSV or JSON lines, with times; - is standard input.",
      valueName: "file"), completion: .file())
  var trace: String?
  @Option(
    help: ArgumentHelp(
      "Which track of the trace to drive; a segment of a GPX track counts as one. (default: 1)",
      valueName: "n"))
  var track: Int?
  @Flag(help: "Simulate the fixes; the default without --trace.")
  var simulate = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Noise of the simulated receiver, 0 to 200. (default: 5)", valueName: "m"))
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
  @Option(help: ArgumentHelp("Seed of the simulation. (default: 1)", valueName: "n"))
  var seed: UInt64?

  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions
  @OptionGroup(title: "Energy")
  var energy: EnergyInput
  @Option(
    help: ArgumentHelp(
      "Language of what is spoken: \(Language.builtInTags.joined(separator: ", ")). (default: en)",
      valueName: "tag"),
    completion: .list(Language.builtInTags))
  var language = "en"
  @Option(help: "Units of lengths in what is spoken; the default is metric.")
  var units: GuidanceOptions.Units?
  @Option(help: "\(Events.allCases.map(\.rawValue).joined(separator: ", ")).")
  var events: Events = .text
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Play so many times as fast as the fixes came, 0.1 to 1000; the default is as fast as possible.",
      valueName: "times"))
  var pace: Double?
  @OptionGroup
  var output: OutputOptions

  func validate() throws {
    guard (from == nil) == (to == nil) else {
      throw ValidationError("--from and --to go together")
    }
    guard from != nil || via.isEmpty else { throw ValidationError("--via needs --from and --to") }
    if route != nil, energy.vehicle != nil {
      throw ValidationError("--ev is for a route that is calculated: leave out --route")
    }
    if route != nil, from != nil {
      throw ValidationError("--route is driven as it is: leave out --from and --to")
    }
    for text in [from, to].compactMap({ $0 }) + via { _ = try Place.parse(text) }
    if trace != nil {
      if simulate { throw ValidationError("--simulate and --trace exclude each other") }
      if noise != nil || speed != nil || interval != nil || dropouts != nil || seed != nil {
        throw ValidationError(
          "--noise, --speed, --interval, --dropouts and --seed simulate fixes: leave out --trace")
      }
    }
    if let track {
      if trace == nil { throw ValidationError("--track needs --trace") }
      if track < 1 { throw ValidationError("--track takes 1 or more, not \(track)") }
    }
    try Self.check(noise, 0...200, "--noise")
    try Self.check(speed, 1...500, "--speed")
    try Self.check(interval, 0.1...60, "--interval")
    try Self.check(dropouts, 0...0.9, "--dropouts")
    try Self.check(pace, 0.1...1_000, "--pace")
    if Language(tag: language) == nil {
      throw ValidationError(
        "--language takes \(Language.builtInTags.joined(separator: ", ")), not '\(language)'")
    }
  }

  private static func check(
    _ value: Double?, _ range: ClosedRange<Double>, _ name: String
  ) throws {
    guard let value, !(range ~= value) else { return }
    throw ValidationError("\(name) takes \(range.lowerBound) to \(range.upperBound), not \(value)")
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      let inputs = [file] + [route, trace].compactMap { $0 } + energy.inputs
      let output = try MatchOutput(path: self.output.path, self.output.rule(inputs: inputs))
      let engine = OfflineRoutingEngine(map: map)
      var track = try trace.map {
        try TrackFixes(path: $0, track: self.track, scratch: output.scratch)
      }
      // Only a route that is matched from the trace needs all of it before the drive begins.
      let fixes = route == nil && from == nil ? try track?.rest() : nil
      let (response, request) = try planned(engine, fixes)
      var options = TripOptions()
      options.language = language
      options.units = units?.distances ?? .metric
      let matcher = MapMatcher(map: map, vehicle: request.vehicle)
      guard
        let trip = Trip(response, of: request, options: options, matcher: matcher),
        let driven = response.activeRoute
      else {
        throw Failure(
          status: .badData,
          message: "\(route ?? file): the route has not as many sections as the trip has stops")
      }
      var run = DriveRun(
        trip: trip, engine: engine, output: output, isJSON: events == .jsonl,
        screen: screen(map), pace: DrivePace(pace),
        battery: request.options.energy?.battery)
      if let fixes {
        for fix in fixes where !run.trip.hasEnded { try await run.take(fix) }
      } else if track != nil {
        while !run.trip.hasEnded, let fix = try track?.next() {
          try await run.take(fix)
          // Whoever reads the events of a live trip wants them now.
          try output.flush()
        }
      } else {
        try await run.drive(
          DriveSimulator(
            driven,
            options: DriveSimulator.Options(
              seed: seed ?? 1, noiseMetres: noise ?? 5, intervalSeconds: interval ?? 1,
              speed: speed.map { $0 / 3.6 }, dropShare: dropouts ?? 0)))
      }
      try run.finish()
      try output.finish()
      self.output.sayWritten()
    }
  }

  /// The view of the drive, if the notes go to a terminal.
  private func screen(_ map: NavMap) -> DriveScreen? {
    guard events == .text, StandardStream.error.isTerminal else { return nil }
    return DriveScreen(
      Instructions(
        language: Language(tag: language) ?? .english, units: units?.distances ?? .metric),
      zone: TimeZoneRule(posix: map.provenance.timeZone))
  }

  /// The route to drive, and its request.
  private func planned(
    _ engine: OfflineRoutingEngine, _ fixes: [Location]?
  ) throws -> (response: RouteResponse, request: RouteRequest) {
    if let route { return try RouteFile.read(route, vehicle: try vehicle.vehicle()) }
    if let fixes { return try matched(fixes, engine.map) }
    var places: [Coordinate]
    if let from, let to {
      places = try [Place.parse(from)] + via.map { try Place.parse($0) } + [Place.parse(to)]
    } else if let trip = engine.map.sampleTrip {
      Console.error("sample trip of the map: --from \(trip.from) --to \(trip.to)")
      places = [trip.from, trip.to]
    } else {
      throw Failure(
        status: .usage, message: "\(file): the map has no sample trip: give --from and --to")
    }
    var options = vehicle.options
    options.steps = true
    options.energy = try energy.options()
    let request = RouteRequest(
      waypoints: places.map { Waypoint($0) }, vehicle: try vehicle.vehicle(), options: options)
    return (try engine.routes(for: request), request)
  }

  /// The roads that were matched from a trace, as a route.
  private func matched(
    _ fixes: [Location], _ map: NavMap
  ) throws -> (response: RouteResponse, request: RouteRequest) {
    if energy.vehicle != nil {
      throw Failure(
        status: .usage,
        message: "--ev is for a route that is calculated: with --trace, give --from and --to")
    }
    let matcher = MapMatcher(map: map, vehicle: try vehicle.vehicle())
    let result = try matcher.match(Trace(fixes))
    // Where the trace is in pieces, the one with the most fixes is driven.
    guard let piece = result.pieces.max(by: { $0.points.count < $1.points.count }) else {
      throw Failure(
        status: .answerIsNo,
        message: "\(trace ?? "-"): no roads were found along the trace: give --from and --to")
    }
    if result.pieces.count > 1 {
      Console.error("note: the longest of \(result.pieces.count) matched pieces is the route")
    }
    let route = try matcher.route(of: piece)
    let ends = [route.sections[0].departure, route.sections[0].arrival]
    var request = RouteRequest(
      waypoints: ends.map { Waypoint($0.position) }, vehicle: matcher.vehicle,
      options: vehicle.options)
    request.options.steps = true
    return (RouteResponse(routes: [route]), request)
  }
}
