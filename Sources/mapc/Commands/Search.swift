import ArgumentParser
import Geo
import JSON
import MapReader
import MapServer
import Places
import RoadModel
import RouteModel
import Routing

/// `mapc search`.
struct Search: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", _superCommandName: "mapc",
    abstract: "Find places on a map by name: addresses, streets, towns, points of interest.",
    discussion: """
      Examples:
        mapc search region.nav "rua do almada 12, porto"
        mapc search region.nav --category fuel --near 41.15,-8.61
        mapc search region.nav --reverse --near 41.1496,-8.6110
        mapc search region.nav --from 41.15,-8.61 --to 40.64,-8.65 --category fuel

      Words may stand in any order, without accents, abbreviated, with a typing
      error or two; the last may be unfinished. Also finds coordinates, plus codes
      and crossings ("A and B"). With --from and --to, finds places along the best
      route, in the order in which they are passed.
      The exit status is 1 if nothing is found.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, geojson
  }

  @Argument(help: "A .nav file.", completion: .map)
  var file: String
  @Argument(help: "What to find.")
  var text = ""

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Prefer places near a coordinate.", valueName: "lat,lon"))
  var near: String?
  @Flag(help: "Tell what lies at --near: address, street and settlement.")
  var reverse = false
  @Option(help: ArgumentHelp("The maximum number of places, 1 to 100.", valueName: "n"))
  var limit = 10
  @Option(
    help: ArgumentHelp(
      "Only places of these categories: \(PlaceCategory.allCases.map(\.word).joined(separator: ", ")).",
      valueName: "fuel,…"))
  var category: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Start of a route.", valueName: "place"))
  var from: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Destination of a route.", valueName: "place"))
  var to: String?
  @Option(
    help: ArgumentHelp("Along a route: the maximum detour in minutes.", valueName: "minutes"))
  var detour: Double?
  @Option(
    help: ArgumentHelp(
      "Along a route: the maximum distance from it. (default: 2000)", valueName: "m"))
  var within = 2_000.0
  @Option(
    help: ArgumentHelp("Along a route: reached after so many minutes.", valueName: "minutes"))
  var after: Double?
  @Option(
    help: ArgumentHelp("Along a route: reached before so many minutes.", valueName: "minutes"))
  var before: Double?
  @Flag(help: "Along a route: the last places instead of the first.")
  var last = false
  @Option(
    help: ArgumentHelp("Along a route: sells these fuels.", valueName: "HGV_diesel,…"))
  var fuel: String?
  @Flag(help: "Along a route: leave out places that are closed on arrival (with --depart).")
  var open = false
  @Option(help: "\(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: Format = .text
  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions

  func validate() throws {
    guard 1...PlaceQuery.maximumLimit ~= limit else {
      throw ValidationError("--limit takes 1 to \(PlaceQuery.maximumLimit), not \(limit)")
    }
    if let near { _ = try Place.parse(near) }
    if reverse, near == nil { throw ValidationError("--reverse needs --near") }
    guard (from == nil) == (to == nil) else {
      throw ValidationError("--from and --to go together")
    }
    if from != nil, !text.isEmpty {
      throw ValidationError("along a route, places are found by --category, not by name")
    }
    for (name, value) in [
      ("--detour", detour), ("--after", after), ("--before", before), ("--within", within),
    ] {
      if let value, !(0...1_000_000 ~= value) {
        throw ValidationError("\(name) takes a number from 0 to 1000000, not \(value)")
      }
    }
    _ = try categories()
    if text.isEmpty, from == nil, !reverse, category == nil || near == nil {
      throw ValidationError("say what to find, or give --category and --near")
    }
  }

  private func categories() throws -> Set<PlaceCategory> {
    var result: Set<PlaceCategory> = []
    for word in (category ?? "").split(separator: ",") {
      guard let known = PlaceCategory(word: String(word)) else {
        throw ValidationError("--category does not know '\(word)': see mapc help search")
      }
      result.insert(known)
    }
    return result
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      let search = PlaceSearch(map)
      if from != nil { return try showAhead(map, search) }
      if !map.hasPlaces {
        Console.error("note: \(file) has no places; build it with --places all")
      }
      let position = try near.map { try Place.parse($0) }
      var found: [FoundPlace]
      if reverse, let position {
        found = try search.place(at: position).map { [$0] } ?? []
      } else {
        found = try search.places(
          for: PlaceQuery(text, near: position, limit: limit, categories: try categories()))
      }
      if found.isEmpty {
        if format == .text {
          throw Failure(status: .answerIsNo, message: "\(file): nothing found")
        }
        try show(found, map)
        throw ExitCode(Failure.Status.answerIsNo.rawValue)
      }
      try show(found, map)
    }
  }

  private func show(_ found: [FoundPlace], _ map: NavMap) throws {
    let writer = PlaceWriter(attribution: map.provenance.attribution)
    var json = JSONWriter()
    switch format {
    case .text:
      for place in found { try Console.out(Self.line(place)) }
      return
    case .json:
      json.object { json in
        json.string("query", text)
        json.array("places") { json in
          for place in found {
            json.object { json in
              json.number("lat", place.position.latitude, decimals: 7)
              json.number("lon", place.position.longitude, decimals: 7)
              writer.members(of: place, to: &json)
            }
          }
        }
      }
    case .geojson: writer.geoJSON(found, to: &json)
    }
    try Console.out(verbatim: String(decoding: json.bytes, as: UTF8.self))
  }

  /// A place on a line: coordinate, kind, label, distance.
  static func line(_ place: FoundPlace) -> String {
    var line = "\(place.position)  \(place.kind.word)  \(place.label)"
    if let metres = place.distanceMetres { line += "  (\(Text.distance(metres)))" }
    if !place.isComplete { line += "  (not all words)" }
    return line
  }

  // MARK: Along a route

  private func showAhead(_ map: NavMap, _ search: PlaceSearch) throws {
    guard let from, let to else { return }
    let named = NamedPlaces(map)
    let ends = [try named.position(from), try named.position(to)]
    let engine = OfflineRoutingEngine(map: map)
    let asked = try vehicle.vehicle()
    let response = try engine.routes(
      for: RouteRequest(
        waypoints: ends.map { Waypoint($0) }, vehicle: asked, options: vehicle.options))
    var query = AlongRouteQuery(
      categories: try categories(), corridorMetres: within,
      maximumDetourSeconds: detour.map { $0 * 60 }, limit: limit)
    query.afterSeconds = (after ?? 0) * 60
    query.beforeSeconds = before.map { $0 * 60 }
    query.isLast = last
    query.isOpen = open
    query.fuels = Set((fuel ?? "").split(separator: ",").map(String.init))
    let found = try search.places(
      along: response.routes[0], query, engine: engine, vehicle: asked, options: vehicle.options)
    guard !found.isEmpty else {
      throw Failure(status: .answerIsNo, message: "\(file): no such place along the route")
    }
    if format == .text {
      for place in found { try Console.out(Self.line(place)) }
      return
    }
    let writer = PlaceWriter(attribution: map.provenance.attribution)
    var json = JSONWriter()
    json.object { json in
      json.array("places") { json in
        for ahead in found {
          json.object { json in
            json.number("lat", ahead.place.position.latitude, decimals: 7)
            json.number("lon", ahead.place.position.longitude, decimals: 7)
            json.number("ahead_metres", ahead.distanceMetres, decimals: 1)
            json.number("ahead_seconds", ahead.seconds, decimals: 2)
            json.number("detour_seconds", ahead.detourSeconds, decimals: 2)
            json.number("detour_metres", ahead.detourMetres, decimals: 1)
            json.string("side", ahead.isLeft ? "left" : "right")
            json.string("opening", ahead.opening.rawValue)
            writer.members(of: ahead.place, to: &json)
          }
        }
      }
    }
    try Console.out(verbatim: String(decoding: json.bytes, as: UTF8.self))
  }

  /// A place ahead on a line.
  static func line(_ ahead: PlaceAhead) -> String {
    var line = "\(Text.distance(ahead.distanceMetres)), \(Text.duration(ahead.seconds)) ahead, "
    line += "\(ahead.isLeft ? "left" : "right"), detour \(Text.duration(ahead.detourSeconds)): "
    line += "\(ahead.place.kind.word)  \(ahead.place.label)"
    if ahead.opening != .unknown { line += "  (\(ahead.opening.rawValue))" }
    return line
  }
}
