import ArgumentParser
import Geo
import MapReader
import RoadModel
import RouteModel
import Routing

/// `mapc explain`.
struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", _superCommandName: "mapc",
    abstract: "Show the rules of a road and their effect on a vehicle.",
    discussion: """
      Examples:
        mapc explain region.nav --at 43.7311,7.4197
        mapc explain region.nav --at 43.7311,7.4197 --truck-height 4.0
        mapc explain region.nav --at 43.7311,7.4197 --profile bicycle --json

      Takes the nearest road, whether the vehicle may use it or not, and shows for
      each direction which tags decide.
      """)

  @Argument(help: "A .nav file.", completion: .map)
  var file: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The coordinate to look at, or a place.", valueName: "place"))
  var at: String

  @OptionGroup(title: "Vehicle and time")
  var vehicle: VehicleOptions

  @Flag(help: "Print JSON (Formats/cli-json.md).")
  var json = false

  func validate() throws { try NamedPlaces.check(at) }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      defer { map.tellDamagedNames() }
      let asked = try vehicle.vehicle()
      let place = try NamedPlaces(map).stop(at, of: "at").position
      let found = try roads(map, asked, near: place)
      let label = try vehicle.label()
      let note = found.first.flatMap {
        FarPlaces(map)
          .line("the place", place, on: $0.position, metres: $0.distanceMetres)
      }
      if json {
        try Console.out(verbatim: ExplanationText(found, label, asked.mode).json)
      } else {
        for line in ExplanationText(found, label, asked.mode).lines { try Console.out(line) }
      }
      vehicle.options.tellUnusedDeparture(on: map)
      if let note { Console.error("note: " + note) }
    }
  }

  private func roads(
    _ map: NavMap, _ asked: Vehicle, near place: Coordinate
  ) throws -> [RoadExplanation] {
    do {
      return try OfflineRoutingEngine(map: map).explain(
        at: place, vehicle: asked, options: vehicle.options)
    } catch RoutingError.noRoadNear(_, _, let radius, _) {
      throw Failure(
        status: .answerIsNo,
        message: "no road within \(Text.distance(radius)) of \(at)"
          + FarPlaces(map).hint([place]))
    }
  }
}
