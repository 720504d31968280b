import ArgumentParser
import Geo
import Guidance
import MapReader
import RoadModel
import RouteModel
import Routing

/// `mapc route`.
struct Route: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", _superCommandName: "mapc",
    abstract: "Find the best route on a map, offline.",
    discussion: """
      Examples:
        mapc route region.nav                      the map's own sample trip
        mapc route region.nav --truck-height 4.0   the same trip with a truck
        mapc route region.nav --from 43.7311,7.4197 --to 43.7396,7.4273
        mapc route region.nav --from "porto, aliados" --to aveiro
        mapc route region.nav --truck-height 4.0 --compare car
        mapc route region.nav --steps --language de
        mapc route region.nav --alternatives 2
        mapc route region.nav --format html -o route.html
        mapc route region.nav --ev car.json --charge 30

      A limit is checked only if the vehicle's value is given. If no route is legal,
      the error names the limits in the way and the exit status is 1.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, geojson, gpx, html
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
  @Flag(help: "Pass the places of --via straight on, without a stop.")
  var passThrough = false

  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions
  @OptionGroup(title: "Roads")
  var roads: RoadOptions
  @OptionGroup(title: "Energy")
  var energy: EnergyInput
  @Flag(help: "Give every maneuver, turn by turn, in all formats. The HTML page always does.")
  var steps = false
  @OptionGroup(title: "Turn by turn")
  var guidance: GuidanceOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Also find up to N reasonable alternatives, 0 to 16.", valueName: "n"))
  var alternatives = 0

  @Option(
    help: "Also find the route of another profile, and show where the two differ.",
    completion: .modes)
  var compare: String?

  @Option(help: "\(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: Format = .text
  @Flag(
    help: ArgumentHelp(
      "If no route is legal, find the one that violates the fewest rules, and name them. Roads that the traffic closes "
        + "stay closed."))
  var allowViolations = false
  @Flag(help: "In text output, list all roads and notes, not only what fits a screen.")
  var allRoads = false
  @Flag(
    help: "Show ascent and descent, and heights along the route, of a map built with --elevation.")
  var elevation = false
  @Flag(help: "Print search statistics on standard error.")
  var stats = false
  @OptionGroup
  var output: OutputOptions

  func validate() throws {
    guard (from == nil) == (to == nil) else {
      throw ValidationError("--from and --to go together")
    }
    guard from != nil || via.isEmpty else { throw ValidationError("--via needs --from and --to") }
    for text in [from, to].compactMap({ $0 }) + via { try NamedPlaces.check(text) }
    if let compare, !Mode.allCases.contains(where: { $0.name == compare }) {
      throw ValidationError("--compare takes a profile such as car, not '\(compare)'")
    }
    try Self.checkAlternatives(alternatives)
    try energy.checkStops(isShortest: vehicle.shortest, alternatives: alternatives)
    try StandardInput.check(roads.files + energy.files)
    guard format == .text else { return }
    if steps, allRoads {
      throw ValidationError("--steps tells maneuvers and --all-roads roads: choose one of them")
    }
    // Other formats ignore them, so that a script may always give them.
    if !steps, guidance.language != nil || guidance.units != nil {
      let option = guidance.language != nil ? "--language" : "--units"
      throw ValidationError("\(option) is for steps: add --steps, or choose another --format")
    }
  }

  /// Throws unless this number of alternatives is allowed.
  static func checkAlternatives(_ count: Int) throws {
    guard 0...16 ~= count else {
      throw ValidationError("--alternatives takes 0 to 16, not \(count)")
    }
  }

  func run() async throws {
    try await reporting {
      let words = try guidance.words()
      let map = try NavMap(path: file)
      if elevation && !map.hasElevation {
        throw Failure(
          status: .usage,
          message: "\(file): the map has no elevation: build it with --elevation FOLDER")
      }
      let rule = output.rule(
        inputs: [file] + [guidance.file].compactMap { $0 } + roads.inputs + energy.inputs)
      try output.check(rule)
      let named = try places(map)
      let options = try self.options(map, words)
      // One engine for all vehicles, so that they share its caches.
      let engine = OfflineRoutingEngine(map: map)
      try roads.equip(engine, departs: options.departure != nil)
      let (found, refusal) = try answers(engine, named, options)
      // The comparison is shown even if the vehicle has no route: it shows what is in the way.
      if !found.isEmpty {
        try Console.write(try text(map, found, words, refusal), to: output.path, rule)
        output.sayWritten()
      }
      if let refusal {
        if found.isEmpty && format == .json {
          try Console.out(verbatim: RouteJSON.refusal(refusal))
        }
        throw refusal
      }
    }
  }

  /// The given waypoints, or those of the map's sample trip.
  private func places(_ map: NavMap) throws -> [NamedPlaces.Stop] {
    if let from, let to { return try NamedPlaces(map).stops([from] + via + [to]) }
    guard let trip = map.sampleTrip else {
      throw Failure(
        status: .usage, message: "\(file): the map has no sample trip: give --from and --to")
    }
    Console.error("sample trip of the map: --from \(trip.from) --to \(trip.to)")
    return [trip.from, trip.to].map { NamedPlaces.Stop(position: $0, waypoint: Waypoint($0)) }
  }

  /// The options of the request.
  private func options(_ map: NavMap, _ words: Instructions) throws -> RouteRequest.Options {
    var options = vehicle.options
    options.allowViolations = allowViolations
    options.alternatives = alternatives
    options.elevation = elevation
    options.energy = try energy.options(for: vehicle.vehicle())
    options.steps = steps || format == .html
    // Names are those on signs unless a language is selected.
    options.language = guidance.language == nil ? nil : words.language.tag
    try roads.apply(to: &options, map)
    return options
  }

  /// The routes of the vehicle and of the one to compare it with, and the first refusal if one has none.
  private func answers(
    _ engine: OfflineRoutingEngine, _ named: [NamedPlaces.Stop], _ options: RouteRequest.Options
  ) throws -> (found: [Answer], refusal: RoutingError?) {
    var wanted = [(try vehicle.vehicle(), try vehicle.label())]
    if let compare, let mode = Mode.allCases.first(where: { $0.name == compare }) {
      wanted.append((Vehicle(mode), compare))
    }
    var found: [Answer] = []
    var refusal: RoutingError?
    for (vehicle, label) in wanted {
      do throws(RoutingError) {
        found += try answers(engine, named, vehicle, options, label: label)
      } catch {
        let hint = FarPlaces(engine.map).hint(error, named.map(\.position))
        if !hint.isEmpty {
          throw Failure(status: .answerIsNo, message: error.description + hint)
        }
        guard Failure(error).status == .answerIsNo else { throw error }
        refusal = refusal ?? error
      }
    }
    return (found, refusal)
  }

  /// The routes of a vehicle, the best first.
  private func answers(
    _ engine: OfflineRoutingEngine, _ named: [NamedPlaces.Stop],
    _ vehicle: Vehicle, _ options: RouteRequest.Options, label: String
  ) throws(RoutingError) -> [Answer] {
    let places = named.map(\.position)
    var waypoints = named.map(\.waypoint)
    if passThrough {
      for index in waypoints.indices.dropFirst().dropLast() { waypoints[index].kind = .passThrough }
    }
    let request = RouteRequest(waypoints: waypoints, vehicle: vehicle, options: options)
    let response = try engine.routes(for: request)
    if stats { Console.error("\(label): " + StatisticsText.line(response.statistics, engine.map)) }
    let wishedWays = try wishedWays(engine, request)
    let zone = TimeZoneRule(posix: engine.map.provenance.timeZone)
    let summaries = response.summaries(for: request, in: zone)
    return response.routes.indices.map { index in
      let route = response.routes[index]
      // A road or the side of each distinguishes several routes.
      var name = label
      if response.routes.count > 1 {
        let side = summaries[index].side.map { " in the \($0.rawValue)" }
        name += summaries[index].via.map { " via \($0)" } ?? side ?? ", route \(index + 1)"
      }
      return Answer(
        label: name, vehicle: vehicle, places: places, route: route, summary: summaries[index],
        statistics: response.statistics, placeNames: named.map(\.waypoint.name),
        farPlaces: FarPlaces(engine.map).lines(places, route),
        wishedWays: wishedWays, trafficVersion: response.trafficVersion)
    }
  }

  /// The ways that the vehicle would take without its limits, for the HTML page, which marks avoided limits.
  private func wishedWays(
    _ engine: OfflineRoutingEngine, _ request: RouteRequest
  ) throws(RoutingError) -> Set<Int64> {
    var request = request
    request.options.alternatives = 0
    for kind in LimitKind.allCases { request.vehicle[kind] = nil }
    guard format == .html else { return [] }
    let response = try engine.routes(for: request)
    return Set(response.routes[0].sections.flatMap { $0.edges.map(\.wayID) })
  }

  private func text(
    _ map: NavMap, _ answers: [Answer], _ words: Instructions, _ refusal: RoutingError?
  ) throws -> String {
    let wanted = steps ? words : nil
    return switch format {
    case .text: RouteText(answers, tellsAll: allRoads, words: wanted).text
    case .json: try RouteJSON.text(answers, map, wanted, refusal: refusal)
    case .geojson: RouteJSON.geoJSON(answers, map, wanted)
    case .gpx: RouteGPX.text(answers, map, wanted)
    case .html: try RoutePage.html(answers, map, words)
    }
  }
}

/// A route found for the command line, with its request.
struct Answer {
  var label: String
  var vehicle: Vehicle
  var places: [Coordinate]
  var route: RouteModel.Route
  var summary: RouteSummary
  var statistics: SearchStatistics
  /// The names of the places; nil for those given by coordinates.
  var placeNames: [String?] = []
  /// The notes about waypoints far from the road.
  var farPlaces: [String]
  /// The ways that the vehicle would take without its limits; empty unless the format needs them.
  var wishedWays: Set<Int64> = []
  /// The version of the traffic that was considered; nil for none.
  var trafficVersion: UInt64?
}

/// A coordinate on the command line: `LAT,LON` in degrees.
enum Place {
  static func parse(_ text: String) throws -> Coordinate {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.drop { $0 == " " })
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
      throw ValidationError(
        "'\(text)' is not a coordinate: write LAT,LON in degrees, such as 43.73,7.42")
    }
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw ValidationError(
        "'\(text)' is out of range: latitude -90 to 90, then longitude -180 to 180")
    }
    return place
  }
}
