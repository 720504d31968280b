import ArgumentParser
import Bytes
import Geo
import MapReader
import RoadModel
import RouteModel
import Routing

/// `mapc isoline`.
struct IsolineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "isoline", _superCommandName: "mapc",
    abstract: "Draw what can be reached from a place within a time, a distance or a charge.",
    discussion: """
      Examples:
        mapc isoline region.nav --at 43.7311,7.4197 --minutes 10,20 -o area.geojson
        mapc isoline region.nav --at 43.7311,7.4197 --km 5 --reverse --truck-height 4
        mapc isoline region.nav --at "monaco, gare" --minutes 15 --network
        mapc isoline region.nav --at 43.7311,7.4197 --kwh 5,10 --ev car.json

      Each area contains those of smaller values. A polygon contains every road
      that is reached, and none that is not, except within the error that the answer
      states; fields between roads are filled up to 500 m. Islands that a ferry
      reaches are polygons of their own. Distances are those along the quickest
      routes, with --shortest along the shortest ones. --kwh is the charge that the
      quickest route needs at its start; beyond a pass, that includes the whole
      climb. --reverse draws the area from which the place can be reached; with
      --depart, all roads then have the rules and speeds of that time. With --kwh
      it may have islands: above a descent a trip needs less charge than below it.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case geojson, json, text }

  @Argument(help: "A .nav file.", completion: .map)
  var file: String
  @Option(
    parsing: .unconditional, help: ArgumentHelp("A coordinate, or a place.", valueName: "place"))
  var at: String
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Travel times in minutes, up to 1440, such as 10,20,30.", valueName: "list"))
  var minutes: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Distances in kilometres, up to 5000, such as 5,10.", valueName: "list"))
  var km: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Charges in kWh, or litres of fuel, such as 5,10; of a usual electric vehicle without --ev.",
      valueName: "list"))
  var kwh: String?
  @Flag(help: "Draw the area from which the place can be reached.")
  var reverse = false
  @Flag(help: "Draw lines instead of polygons.")
  var lines = false
  @Flag(help: "Give the reached roads, each with the value at its ends, instead of areas.")
  var network = false
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of points of each area, at least 12.", valueName: "n"))
  var maxPoints: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The error that the areas may have, 25 by default; with --max-points it suits the range.",
      valueName: "metres"))
  var error: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Leave out islands and holes below this share of the largest polygon, 0 to 1. (default: 0)",
      valueName: "share"))
  var denoise: Double?

  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions
  @OptionGroup(title: "Energy")
  var energy: EnergyVehicle
  @OptionGroup(title: "Roads")
  var roads: RoadOptions

  @Option(help: "Features, an object with all that is known, or a line per area.")
  var format: Format = .geojson
  @OptionGroup
  var output: OutputOptions

  func validate() throws {
    try NamedPlaces.check(at)
    guard [minutes, km, kwh].count(where: { $0 != nil }) == 1 else {
      throw ValidationError("give one of --minutes, --km and --kwh")
    }
    if kwh == nil && energy.path != nil { throw ValidationError("--ev needs --kwh") }
    if network && lines { throw ValidationError("--network and --lines can't be combined") }
    if network, maxPoints != nil || error != nil || denoise != nil {
      throw ValidationError(
        "--max-points, --error and --denoise are for areas: leave them out with --network")
    }
    _ = try parsedValues()
    try StandardInput.check(roads.files + energy.files)
    if let maxPoints, maxPoints < IsolineRequest.Drawing.minimumPoints {
      throw ValidationError(
        "--max-points takes at least \(IsolineRequest.Drawing.minimumPoints), not \(maxPoints)")
    }
    try OptionRange.check(error, IsolineRequest.Drawing.errors, "--error", "metres")
    try OptionRange.check(denoise, 0...1, "--denoise")
  }

  private var quantity: IsolineRequest.Quantity {
    minutes != nil ? .time : kwh == nil ? .distance : .energy
  }

  /// The values in seconds, metres or watt-hours; throws for other texts and numbers out of range.
  private func parsedValues() throws -> [Double] {
    let (option, unit) =
      minutes != nil ? ("--minutes", 60.0) : (kwh == nil ? "--km" : "--kwh", 1_000)
    let words = (minutes ?? km ?? kwh ?? "").split(
      separator: ",", omittingEmptySubsequences: false)
    guard words.count <= IsolineRequest.maximumValues else {
      throw ValidationError(
        "\(option) takes at most \(IsolineRequest.maximumValues) numbers, not \(words.count)")
    }
    let maximum = quantity.maximum
    // A second, a metre or a watt-hour, rounded up.
    let least = quantity == .time ? "0.017" : "0.001"
    return try words.map {
      guard let value = Double($0) else {
        throw ValidationError("\(option) takes numbers such as 10,20, not '\($0)'")
      }
      guard (1...maximum).contains(value * unit) else {
        throw ValidationError(
          "\(option) takes numbers from \(least) to \(Int(maximum / unit)), not '\($0)'")
      }
      return value * unit
    }
  }

  /// The error by default in metres.
  ///
  /// With it, roads 50 m from the border are reached inside and not reached outside. That costs a command little; a
  /// program that answers many requests draws more coarsely.
  private static let usualError = 25.0

  /// The options for drawing the areas.
  var drawing: IsolineRequest.Drawing {
    IsolineRequest.Drawing(
      maximumPoints: maxPoints, errorMetres: error ?? (maxPoints == nil ? Self.usualError : nil),
      minimumShare: denoise ?? 0)
  }

  /// The note on an error that is larger than asked for, or than by default.
  ///
  /// - Parameter metres: The error of the drawing; 0 without one.
  /// - Returns: The note; nil if the drawing keeps the error.
  func note(onError metres: Double) -> String? {
    guard let wish = drawing.errorMetres, metres > wish * 1.05 else { return nil }
    return "the error is \(Text.fixed(metres, 1)) m: the area is too large for "
      + "\(Text.fixed(wish, 1)) m" + (maxPoints.map { " with \($0) points" } ?? "")
  }

  private func request(
    _ place: Waypoint, _ vehicle: Vehicle, _ options: RouteRequest.Options
  ) throws -> IsolineRequest {
    IsolineRequest(
      place: place,
      quantity: quantity,
      values: try parsedValues(), vehicle: vehicle, options: options, isReversed: reverse,
      drawing: drawing, wantsPolygons: !network, wantsNetwork: network)
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      let rule = output.rule(inputs: [file] + roads.inputs + energy.inputs)
      try output.check(rule)
      var options = self.vehicle.options
      try roads.apply(to: &options, map)
      options.energy = try energy.options(for: vehicle.vehicle())
      let stop = try NamedPlaces(map).stop(at, of: "at")
      let place = stop.position
      let request = try self.request(stop.waypoint, vehicle.vehicle(), options)
      let engine = OfflineRoutingEngine(map: map)
      try roads.equip(engine, departs: options.departure != nil)
      let response: IsolineResponse
      do throws(RoutingError) {
        response = try await engine.isolines(for: request)
      } catch {
        let failure = Failure(error)
        throw Failure(
          status: failure.status,
          message: error.description { _ in "the place" } + FarPlaces(map).hint(error, [place]))
      }
      let text = IsolineOutput(request, response, map, drawsLines: lines)
      switch format {
      case .geojson: try Console.write(text.geojson, to: output.path, rule)
      case .json: try Console.write(text.json, to: output.path, rule)
      case .text: try Console.write(text.text, to: output.path, rule)
      }
      if let note = note(onError: response.errorMetres) { Console.error("note: " + note) }
      for notice in response.notices {
        Console.error("note: " + notice.text { _ in "the place" })
      }
      let far = FarPlaces(map).line(
        "the place", place, on: response.place.position, metres: response.place.distanceMetres)
      if let far { Console.error("note: " + far) }
      output.sayWritten()
    }
  }
}
