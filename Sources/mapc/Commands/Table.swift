import ArgumentParser
import Bytes
import Geo
import JSON
import MapReader
import RoadModel
import RouteModel
import Routing
import TraceIO

/// `mapc table`.
struct Table: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table", _superCommandName: "mapc",
    abstract: "Compute the travel times between many places.",
    discussion: """
      Examples:
        mapc table region.nav --from depots.csv --to customers.csv
        mapc table region.nav --from a.csv --to b.csv --truck-height 4.0 --distances
        mapc table region.nav --from a.csv --to a.csv --format csv -o table.csv

      A file of places is CSV whose header names lat and lon, in any order. The
      columns id and name are copied to the answer; others are ignored. Each duration
      is that of 'mapc route' between the two places with the same options, in
      seconds. If there is no route, it is null, or an empty field in CSV. If a place
      has no road nearby, there is no table and the exit status is 1. Places far from
      the road, and places moved to another road, are named on standard error.
      A file has at most 100,000 places, in lines of up to 1 MB; a table has at most
      10,000,000 pairs.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case json, csv }

  @Argument(help: "A .nav file.", completion: .map)
  var file: String
  @Option(
    help: ArgumentHelp(
      "The origins; '-' is standard input.", valueName: "csv-file"),
    completion: .file())
  var from: String
  @Option(
    help: ArgumentHelp(
      "The destinations; may be the same file.", valueName: "csv-file"),
    completion: .file())
  var to: String
  @Flag(help: "Also give the lengths of the routes, in metres.")
  var distances = false
  @Flag(
    help: ArgumentHelp(
      "Also give the energies along the routes, in kWh, or in litres of fuel; of a usual electric "
        + "vehicle without --ev."))
  var energy = false

  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions
  @OptionGroup(title: "Energy")
  var vehicleEnergy: EnergyVehicle
  @OptionGroup(title: "Roads")
  var roads: RoadOptions

  @Option(help: "An object of matrices, or one line per pair.")
  var format: Format = .json
  @OptionGroup
  var output: OutputOptions

  func validate() throws {
    // The same file may be given for both ends.
    let ends: [(String, String?)] = [("--from", from), ("--to", to == from ? nil : to)]
    try StandardInput.check(ends + roads.files + vehicleEnergy.files)
  }

  func run() async throws {
    try await reporting {
      let origins = try Self.rows(from)
      // Canonically equivalent strings may be the names of two files.
      let isSame = from.utf8.elementsEqual(to.utf8)
      let destinations = isSame ? origins : try Self.rows(to)
      try checkSize(origins.count, destinations.count)
      let map = try NavMap(path: file)
      let rule = output.rule(inputs: [file, from, to] + roads.inputs + vehicleEnergy.inputs)
      try output.check(rule)
      var options = self.vehicle.options
      try roads.apply(to: &options, map)
      options.energy = try energyOptions(map)
      let isFuel = options.energy?.model.carrier.isFuel ?? false
      let vehicle = try vehicle.vehicle()
      let engine = OfflineRoutingEngine(map: map)
      try roads.equip(engine, departs: options.departure != nil)
      options.tellUnusedDeparture(on: map)
      let table: TravelTable
      do throws(RoutingError) {
        table = try await engine.table(
          from: origins.flatMap(\.places), to: destinations.flatMap(\.places),
          vehicle: vehicle, options: options, withLengths: distances)
      } catch { throw failure(error, origins, destinations, map) }
      try Console.write(
        format == .json
          ? json(table, map, origins, destinations, isFuel: isFuel)
          : csv(table, origins, destinations, isFuel: isFuel),
        to: output.path, rule)
      let notes = TableNotes(far: FarPlaces(map), files: (from, to))
      for line in notes.lines(table, origins, destinations) { Console.error(line) }
      output.sayWritten()
    }
  }

  /// The places of a file, one per line; at least one.
  private static func rows(_ path: String) throws -> [PlacesFile.Row] {
    let rows = try PlacesFile.rows(path, maximum: TravelTable.maximumPlaces)
    let name = TextError.name(ofSource: path)
    guard !rows.isEmpty else {
      throw Failure(
        status: .badData,
        message: "\(name): no places: write a header such as lat,lon, then one place per line")
    }
    for row in rows where row.places.contains(where: { $0.coordinate == nil }) {
      throw Failure(
        status: .badData,
        message: "\(name): line \(row.line) is out of range: latitude -90 to 90, "
          + "longitude -180 to 180")
    }
    return rows
  }

  /// Refuses a table that is too large before it is computed.
  private func checkSize(_ origins: Int, _ destinations: Int) throws {
    let pairs = origins * destinations
    guard pairs > TravelTable.maximumPairs else { return }
    throw Failure(
      status: .badData,
      message: "a table from \(Text.count(origins)) to \(Text.count(destinations)) places has "
        + "\(Text.count(pairs)) pairs, more than the maximum of "
        + "\(Text.count(TravelTable.maximumPairs)): split it into several tables")
  }

  /// An error with the file and line of its place.
  private func failure(
    _ error: RoutingError, _ origins: [PlacesFile.Row], _ destinations: [PlacesFile.Row],
    _ map: NavMap
  ) -> Failure {
    guard case .noRoadNear(let index, _, _, _) = error else { return Failure(error) }
    let rows = origins + destinations
    let file = TextError.name(ofSource: index < origins.count ? from : to)
    let hint = FarPlaces(map).hint(error, rows.flatMap(\.places).compactMap(\.coordinate))
    return Failure(
      status: .answerIsNo,
      message: "\(file): line \(rows[index].line): "
        + error.description { _ in "this place" } + hint)
  }

  private func json(
    _ table: TravelTable, _ map: NavMap, _ origins: [PlacesFile.Row],
    _ destinations: [PlacesFile.Row], isFuel: Bool
  ) -> String {
    var json = JSONWriter()
    json.object {
      $0.string("map", map.path)
      $0.string("attribution", map.provenance.attribution)
      if let version = table.trafficVersion { $0.string("traffic_version", "\(version)") }
      $0.rows("durations_s", table.durationSeconds, decimals: 2)
      if let distances = table.lengthMetres { $0.rows("distances_m", distances, decimals: 2) }
      if let energies = Self.energies(table) {
        // The energy of the routes, and the minimum charge for driving them.
        $0.rows(isFuel ? "energies_l" : "energies_kwh", energies.used, decimals: 6)
        if !isFuel { $0.rows("needed_kwh", energies.needed, decimals: 6) }
      }
      Self.write("origins", table.origins, origins, to: &$0)
      Self.write("destinations", table.destinations, destinations, to: &$0)
    }
    return json.text + "\n"
  }

  /// The vehicle's energy model: that of its file, or the usual one if energies are requested.
  private func energyOptions(_ map: NavMap) throws -> EnergyOptions? {
    let own = try vehicleEnergy.options(for: vehicle.vehicle())
    guard let options = own ?? (energy ? EnergyOptions() : nil) else {
      return nil
    }
    if !map.hasElevation { Console.error("note: \(RouteNotice.energyWithoutElevation.text)") }
    return options
  }

  /// The energy that routes use, and that they need at the beginning, in kWh or litres.
  private static func energies(_ table: TravelTable) -> (used: [[Double?]], needed: [[Double?]])? {
    guard let energies = table.energies else { return nil }
    return (
      energies.map { $0.map { $0.map { Double($0.net) / 1e6 } } },
      energies.map { $0.map { $0.map { Double($0.need) / 1e6 } } }
    )
  }

  private static func write(
    _ key: String, _ stops: [SnappedWaypoint], _ rows: [PlacesFile.Row], to json: inout JSONWriter
  ) {
    json.array(key) { list in
      for (stop, row) in zip(stops, rows) {
        list.object {
          $0.place("at", stop.position)
          $0.number("distance_m", stop.distanceMetres, decimals: 2)
          if let id = row.id { $0.string("id", id) }
          if let name = row.name { $0.string("name", name) }
        }
      }
    }
  }

  /// One line per pair, followed by the ids of its places if their files have ids.
  private func csv(
    _ table: TravelTable, _ origins: [PlacesFile.Row], _ destinations: [PlacesFile.Row],
    isFuel: Bool
  ) -> String {
    func ids(_ rows: [PlacesFile.Row]) -> [String]? {
      let ids = rows.compactMap { ($0.id ?? $0.name).map(CSVLine.quoted) }
      return ids.isEmpty ? nil : ids
    }
    let (from, to) = (ids(origins), ids(destinations))
    let energies = Self.energies(table)?.used
    var text =
      "from,to,duration_s" + (table.lengthMetres == nil ? "" : ",distance_m")
      + (energies == nil ? "" : "," + (isFuel ? "energy_l" : "energy_kwh"))
      + (from == nil ? "" : ",from_id") + (to == nil ? "" : ",to_id") + "\n"
    func field(_ value: Double?) -> String { value.map { Text.fixed($0, 2) } ?? "" }
    for (origin, row) in table.durationSeconds.enumerated() {
      for (destination, duration) in row.enumerated() {
        text += "\(origin),\(destination),\(field(duration))"
        if let distances = table.lengthMetres {
          text += "," + field(distances[origin][destination])
        }
        if let energies {
          text += "," + (energies[origin][destination].map { Text.fixed($0, 6) } ?? "")
        }
        if let from { text += "," + from[origin] }
        if let to { text += "," + to[destination] }
        text += "\n"
      }
    }
    return text
  }
}
