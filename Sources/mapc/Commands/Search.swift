import ArgumentParser
import Geo
import JSON
import MapMatching
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
        mapc search region.nav --category fuel --near "porto, aliados" --by-time
        mapc search region.nav --reverse --near 41.1496,-8.6110
        mapc search region.nav --from 41.15,-8.61 --to 40.64,-8.65 --category fuel
        mapc search eu.nav --route osrm.json --category parking --before 4h30min

      Words may stand in any order, without accents, abbreviated, with a typing error
      or two; the last may be unfinished. Also finds coordinates, links to other
      maps, plus codes, road numbers ("A28"), crossings ("A and B") and kinds of
      places by their words in English, German, French, Spanish and Portuguese
      ("pharmacy", "apotheke"). With --from and --to, finds places along the best
      route, and with --route along that of another engine, in the order in which
      they are passed; with --by-time those that the vehicle reaches first. The exit
      status is 1 if nothing is found.
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
    help: ArgumentHelp("Prefer places near a coordinate, or near a place.", valueName: "place"))
  var near: String?
  @Flag(help: "Show what lies at --near: address, street and settlement.")
  var reverse = false
  @Flag(help: "The places of --category that the vehicle reaches first from --near.")
  var byTime = false
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of places, 1 to 100.", valueName: "n"))
  var limit = 10
  @OptionGroup(title: "What places must be and have")
  var filter: PlaceFilterOptions
  @OptionGroup(title: "Along a route")
  var along: AlongRouteOptions
  @Option(help: "\(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: Format = .text
  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions
  @OptionGroup(title: "Roads, along a route or --by-time")
  var roads: RoadOptions

  func validate() throws {
    try StandardInput.check([("--route", along.route)] + roads.files)
    guard 1...PlaceQuery.maximumLimit ~= limit else {
      throw ValidationError("--limit takes 1 to \(PlaceQuery.maximumLimit), not \(limit)")
    }
    if let near { try NamedPlaces.check(near) }
    if along.isWanted, near != nil {
      throw ValidationError("along a route, places are found near it: leave out --near")
    }
    if reverse, near == nil { throw ValidationError("--reverse needs --near") }
    if byTime, near == nil || filter.category == nil {
      throw ValidationError("--by-time needs --near and --category")
    }
    if !along.isWanted, !along.before.isEmpty {
      guard byTime else {
        throw ValidationError("--before is for places along a route or --by-time")
      }
      guard along.before.count == 1, along.beforeSeconds != nil else {
        throw ValidationError("--before takes a time with --by-time, not a distance")
      }
    }
    if along.isWanted || byTime {
      guard !(along.isWanted && byTime), !reverse else {
        throw ValidationError("choose one of --by-time, --reverse and a route")
      }
      guard text.isEmpty else {
        throw ValidationError(
          "along a route and by time, places are found by --category, not by name")
      }
    }
    if reverse, !text.isEmpty || !filter.isEmpty {
      throw ValidationError("--reverse tells what lies at --near; it takes no name and no filter")
    }
    if filter.open, vehicle.depart == nil { throw ValidationError("--open needs --depart") }
    if filter.open, !along.isWanted, !byTime {
      throw ValidationError("--open is for places along a route or --by-time")
    }
    if !vehicle.isEmpty || !roads.isEmpty, !along.isWanted, !byTime {
      throw ValidationError(
        "options of vehicle and route, such as --profile, are for places along a route or --by-time"
      )
    }
    if text.allSatisfy(\.isWhitespace), !along.isWanted, !reverse,
      filter.category == nil || near == nil
    {
      throw ValidationError("say what to find, or give --category and --near")
    }
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      defer { map.tellDamagedNames() }
      let search = PlaceSearch(map)
      if !map.hasPlaces {
        Console.error("note: \(file) has no places; build it with --places all")
      }
      // Other searches have no options of roads.
      var options = vehicle.options
      try roads.apply(to: &options, map)
      vehicle.options.tellUnusedDeparture(on: map)
      let position = try near.map { try NamedPlaces(map).stop($0, of: "near").position }
      let found: [ListedPlace]
      if along.isWanted {
        found = try ahead(map, search, options)
      } else if byTime, let position {
        found = try reached(map, search, options, from: position)
      } else if reverse, let position {
        found = try search.place(at: position).map { [ListedPlace($0)] } ?? []
      } else {
        var query = PlaceQuery(text, near: position, limit: limit)
        query.filter = try filter.filter()
        found = try search.places(for: query).map(ListedPlace.init)
      }
      if !found.isEmpty || format != .text { try show(found, map) }
      if found.isEmpty {
        if format != .text { throw ExitCode(Failure.Status.answerIsNo.rawValue) }
        let what = along.isWanted ? "no such place along the route" : "nothing found"
        let advice =
          filter.fuel != nil || filter.connector != nil
          ? "; fuels and connectors have the names of OpenStreetMap's keys fuel:… and socket:…" : ""
        let far = FarPlaces(map)
        let hint = position.map { reverse ? far.hint([$0]) : far.hint(outside: $0) } ?? ""
        throw Failure(status: .answerIsNo, message: "\(file): \(what)\(advice)\(hint)")
      }
    }
  }

  private func show(_ found: [ListedPlace], _ map: NavMap) throws {
    let writer = PlaceWriter(attribution: map.provenance.attribution)
    var json = JSONWriter()
    switch format {
    case .text:
      let saysHours = vehicle.depart != nil
      for place in found { try Console.out(PlaceLine.text(place, saysHours: saysHours)) }
      return
    case .json:
      let isByName = !along.isWanted && !byTime
      let places = try found.withArrivals(PlaceSearch(map))
      writer.list(places, query: isByName ? text : nil, to: &json)
    case .geojson: writer.geoJSON(try found.withArrivals(PlaceSearch(map)), to: &json)
    }
    try Console.out(verbatim: String(decoding: json.bytes, as: UTF8.self))
  }

  // MARK: On the way

  /// An engine with the usual speeds.
  private func engine(_ map: NavMap) throws -> OfflineRoutingEngine {
    let engine = OfflineRoutingEngine(map: map)
    try roads.equip(engine, departs: vehicle.depart != nil)
    return engine
  }

  private func reached(
    _ map: NavMap, _ search: PlaceSearch, _ options: RouteRequest.Options,
    from position: Coordinate
  ) throws -> [ListedPlace] {
    var query = NearestByTimeQuery(try filter.filter(), limit: limit)
    query.isOpen = filter.open
    query.maximumSeconds = along.beforeSeconds ?? query.maximumSeconds
    let asked = try vehicle.vehicle()
    let engine = try engine(map)
    do throws(RoutingError) {
      return try search.places(
        byTimeFrom: Waypoint(position), query, engine: engine, vehicle: asked, options: options
      ).map(ListedPlace.init)
    } catch { throw FarPlaces(map).failure(error, [position]) }
  }

  private func ahead(
    _ map: NavMap, _ search: PlaceSearch, _ options: RouteRequest.Options
  ) throws -> [ListedPlace] {
    let engine = try engine(map)
    let asked = try vehicle.vehicle()
    var query = try along.query(try filter.filter(), limit: limit)
    query.isOpen = filter.open
    let route: RouteModel.Route
    if let path = along.route {
      // The other engine knew neither the maximum speed, nor the traffic, nor the conditions at the departure.
      route = try engine.retrace(
        foreign(path, map, asked), vehicle: asked, options: options
      ).route
      query.keepsRoute = true
    } else {
      let stops = try NamedPlaces(map).stops(along.stops)
      let request = RouteRequest(
        waypoints: stops.map(\.waypoint), vehicle: asked, options: options)
      do throws(RoutingError) { route = try engine.routes(for: request).routes[0] } catch {
        throw FarPlaces(map).failure(error, stops.map(\.position))
      }
    }
    return try search.places(
      along: route, query, engine: engine, vehicle: asked, options: options
    ).map(ListedPlace.init)
  }

  /// The route of a file on the roads of the map.
  private func foreign(
    _ path: String, _ map: NavMap, _ vehicle: Vehicle
  ) throws -> RouteModel.Route {
    let name = TextError.name(ofSource: path)
    let found = try MapMatcher(map: map, vehicle: vehicle).snap(ForeignRoute.line(path, on: map))
    guard !found.route.sections.isEmpty else {
      throw Failure(status: .badData, message: "\(name): the map has no road along the route")
    }
    let gap = found.disagreements.reduce(0) { $0 + $1.span.upperBound - $1.span.lowerBound }
    if gap >= 100 {
      Console.error(
        "note: for \(Text.distance(gap)) of \(name), the map has no road or another way")
    }
    return found.route
  }
}
