import ArgumentParser
import Bytes
import Geo
import MapReader
import RoadModel
import Routing

/// `mapc table`.
struct Table: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Travel times from each of some places to each of some others.",
    discussion: """
      The places are CSV files with the header lat,lon. Each duration is that of the
      route between the two places, by the same rules.

        mapc table region.nav --from depots.csv --to customers.csv
        mapc table region.nav --from a.csv --to b.csv --truck-height 4.0 --distances
        mapc table region.nav --from a.csv --to a.csv --format csv -o table.csv

      Without a way from one place to another the field is empty, or null in JSON.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case json, csv }

  @Argument(help: "A .nav file.")
  var file: String
  @Option(help: "CSV file of the origins, '-' for standard input.")
  var from: String
  @Option(help: "CSV file of the destinations.")
  var to: String
  @Flag(help: "Lengths of the routes too.")
  var distances = false

  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions
  @OptionGroup(title: "Roads")
  var roads: RoadOptions

  @Option(help: "\(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: Format = .json
  @Option(name: .shortAndLong, help: "Write to a file instead of standard output.")
  var output: String?

  func run() async throws {
    try await reporting {
      let origins = try PlacesFile.read(from)
      let destinations = from == to ? origins : try PlacesFile.read(to)
      let map = try NavMap(path: file)
      var options = vehicle.options
      try roads.apply(to: &options, map)
      let table = try await OfflineRoutingEngine(map: map).table(
        from: origins, to: destinations, vehicle: try vehicle.vehicle(), options: options,
        withDistances: distances)
      try Console.write(format == .json ? json(table) : csv(table), to: output)
    }
  }

  private func json(_ table: TravelTable) -> String {
    func rows(_ rows: [[Double?]]) -> JSON {
      .array(rows.map { .array($0.map { $0.map { .number($0, decimals: 2) } ?? .null }) })
    }
    func stops(_ stops: [SnappedWaypoint]) -> JSON {
      .array(
        stops.map { stop in
          .object([
            ("lat", .number(stop.position.latitude, decimals: 7)),
            ("lon", .number(stop.position.longitude, decimals: 7)),
            ("distance_m", .number(stop.distanceMetres, decimals: 2)),
          ])
        })
    }
    var members: [(String, JSON)] = [("durations_s", rows(table.durations))]
    if let distances = table.distances { members.append(("distances_m", rows(distances))) }
    members += [("origins", stops(table.origins)), ("destinations", stops(table.destinations))]
    return JSON.object(members).text + "\n"
  }

  /// A line for each pair.
  private func csv(_ table: TravelTable) -> String {
    var text = "from,to,duration_s" + (table.distances == nil ? "\n" : ",distance_m\n")
    func field(_ value: Double?) -> String { value.map { Text.fixed($0, 2) } ?? "" }
    for (origin, row) in table.durations.enumerated() {
      for (destination, duration) in row.enumerated() {
        text += "\(origin),\(destination),\(field(duration))"
        if let distances = table.distances { text += "," + field(distances[origin][destination]) }
        text += "\n"
      }
    }
    return text
  }
}

/// Places in CSV.
enum PlacesFile {
  private static let header = "lat,lon"

  static func read(_ path: String) throws -> [Waypoint] {
    var lines: [String]
    do { lines = try TextFile.lines(path) } catch { throw Failure(error) }
    guard !lines.isEmpty, lines.removeFirst() == header else {
      throw Failure(status: .badData, message: "\(path): line 1 is not the header \(header)")
    }
    let places = try lines.enumerated().filter { !$0.element.isEmpty }.map { index, line in
      let numbers = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
        throw Failure(
          status: .badData, message: "\(path): line \(index + 2) is not two numbers: '\(line)'")
      }
      return Waypoint(latitude, longitude)
    }
    guard !places.isEmpty else {
      throw Failure(status: .badData, message: "\(path): no places behind the header")
    }
    return places
  }
}
