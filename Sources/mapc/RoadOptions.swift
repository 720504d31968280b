import ArgumentParser
import MapReader
import RoadModel
import RouteModel
import Routing

/// The options that close, slow down or weigh single roads.
struct RoadOptions: ParsableArguments {
  @Option(
    name: .customLong("close-way"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Close an OSM way, or one direction of it: 4711, 4711:forward, 4711:backward. This option "
        + "and the next two may be repeated.", valueName: "way"))
  var closed: [String] = []
  @Option(
    name: .customLong("slow-way"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Multiply the travel time on a way: 4711=2.5; a factor below 1 makes it faster: "
        + "4711:backward=0.8.", valueName: "way=factor"))
  var slow: [String] = []
  @Option(
    name: .customLong("weigh-way"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Multiply the cost of a way, but not its travel time: 4711=2 is a penalty, 4711=0.5 a "
        + "preference.", valueName: "way=factor"))
  var weighed: [String] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The traffic of today: a file of 'mapc traffic compile', or a feed that it takes, such as CSV "
        + "with the columns way_id, direction and speed_kmh (0 is closed). '-' is standard input.",
      valueName: "file"), completion: .file())
  var traffic: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Speeds by the time of the week, for --depart: a file of 'mapc traffic compile --usual', or CSV "
        + "that it takes, with the columns way_id, direction, minutes and speed_kmh.",
      valueName: "file"), completion: .file())
  var usual: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum speed of the vehicle.", valueName: "km/h"))
  var maxSpeed: Double?

  /// Whether none of the options is given.
  var isEmpty: Bool {
    (closed + slow + weighed).isEmpty && inputs.isEmpty && maxSpeed == nil
  }

  func validate() throws {
    try StandardInput.check(files)
    for text in closed { _ = try Self.way(text) }
    for text in slow + weighed { _ = try Self.factor(text) }
    try OptionRange.check(maxSpeed, 1...1_000, "--max-speed", "km/h")
  }

  /// Adds the adjustments to the options of a request, and prints the ways that the map lacks.
  ///
  /// - Throws: `Failure` if the map lacks data for the options, and the errors of files.
  func apply(to options: inout RouteRequest.Options, _ map: NavMap) throws {
    try options.checkElevation(of: map)
    options.maximumSpeedKmh = maxSpeed
    if let traffic { options.traffic = try TrafficInput(traffic, zone: map.zone).snapshot(on: map) }
    var wishes: [(way: Way, effect: RoadAdjustment.Effect)] = []
    for text in closed { wishes.append((try Self.way(text), .closed)) }
    for text in slow {
      let (way, permille) = try Self.factor(text)
      wishes.append((way, .time(permille: permille)))
    }
    for text in weighed {
      let (way, permille) = try Self.factor(text)
      wishes.append((way, .weight(permille: permille)))
    }
    if wishes.isEmpty { return }
    let edges = try map.edges(ofWays: Set(wishes.map(\.way.id)))
    for (way, effect) in wishes {
      guard let known = edges[way.id] else {
        Console.error("note: way \(way.id) is not a road of this map: ignored")
        continue
      }
      options.adjustments += known.filter { way.directions.contains($0.direction) }
        .map { RoadAdjustment(edge: $0.edge, effect) }
    }
  }

  /// Gives an engine the usual speeds, and prints the records without a place on its map.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - departs: Whether trips have a departure time; without one, usual speeds have no effect.
  /// - Throws: `Failure`, and the errors of files.
  func equip(_ engine: OfflineRoutingEngine, departs: Bool) throws {
    guard let usual else { return }
    try engine.replaceUsualSpeeds(try UsualInput(usual).speeds(on: engine.map))
    if !departs { Console.error("note: --usual has no effect without --depart") }
  }

  /// The input files, by option.
  var files: [(name: String, path: String?)] { [("--traffic", traffic), ("--usual", usual)] }

  /// The input files.
  var inputs: [String] { files.compactMap(\.path) }

  /// A way, or one direction of it.
  private typealias Way = (id: Int64, directions: DirectionSet)

  /// The way of a text such as `4711` or `4711:forward`.
  private static func way(_ text: String) throws -> Way {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let directions: DirectionSet? =
      switch parts.count > 1 ? parts[1] : "both" {
      case "both": .both
      case "forward": .forward
      case "backward": .backward
      default: nil
      }
    guard parts.count <= 2, let id = Int64(parts[0]), let directions else {
      throw ValidationError(
        "'\(text)' is not a way: write its OSM id, and :forward or :backward for one direction")
    }
    return (id, directions)
  }

  /// The way and factor of a text such as `4711=2.5`.
  private static func factor(
    _ text: String
  ) throws -> (way: Way, permille: UInt32) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let factor = Double(parts[1]), (0.001...1_000).contains(factor) else {
      throw ValidationError(
        "'\(text)' is not a way with a factor: write 4711=2.5, 0.001 to 1000")
    }
    return (try way(String(parts[0])), UInt32((factor * 1_000).rounded()))
  }
}

extension RouteRequest.Options {
  /// Checks whether a map has the elevation that the options need.
  ///
  /// - Throws: `Failure` for steep roads to avoid; an engine's power without an effect is only noted.
  func checkElevation(of map: NavMap) throws {
    if map.hasElevation { return }
    if costs.steepPercent != nil {
      throw Failure(
        status: .usage,
        message: "\(map.path): --avoid steep=… needs a map with elevation: "
          + "build it with --elevation FOLDER")
    }
    if costs.enginePowerKilowatts != nil {
      Console.error("note: the map has no elevation: --truck-power has no effect")
    }
  }

  /// Notes on standard error that a map without a time zone does not use the departure, where no answer says so.
  func tellUnusedDeparture(on map: NavMap) {
    guard let departure, departure.offset == nil, map.provenance.timeZone.isEmpty else { return }
    Console.error("note: \(RouteNotice.departureIgnored.text)")
  }
}
