import ArgumentParser
import Bytes
import Geo
import MapReader
import RoadModel
import Routing

/// `mapc bench`.
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Time many routes, one JSON line each.",
    discussion: """
      Examples:
        mapc bench region.nav --pairs pairs.csv --profile car --json
        mapc bench region.nav --pairs pairs.csv --truck-height 4.0
        mapc bench region.nav --pairs pairs.csv --profile truck --fresh-vehicles

      The pairs are a CSV file with the header from_lat,from_lon,to_lat,to_lon.
      For every pair, in order, one line with ms, cpu_ms, duration_s, distance_m
      and status (ok, no-route, error), and how the search went
      (Formats/cli-json.md). The time is that inside the engine: snapping, search
      and geometry. One engine answers all, so that a metric made for the vehicle
      serves the pairs that follow. A refusal says only that there is no way, not
      what stands in it.
      """)

  @Argument(help: "A .nav file.")
  var file: String

  @Option(
    help: ArgumentHelp("The pairs of places; '-' is standard input.", valueName: "csv-file"))
  var pairs: String

  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions

  @OptionGroup(title: "Roads")
  var roads: RoadOptions

  @Flag(
    help: "Give every pair a truck of its own, with a height and weight not seen before.")
  var freshVehicles = false

  @Option(
    help: "So many pairs at once on one engine; the lines then have no cpu_ms, which all share.")
  var threads = 1

  @Flag(help: "Print JSON lines (the only output there is).")
  var json = false

  func validate() throws {
    let mode = try vehicle.vehicle().mode
    guard !freshVehicles || mode == .truck else {
      throw ValidationError("--fresh-vehicles is for trucks: add --profile truck")
    }
    guard (1...256).contains(threads) else {
      throw ValidationError("--threads takes 1 to 256, not \(threads)")
    }
  }

  func run() async throws {
    try await reporting {
      let pairs = try PlacesFile.rows(pairs, header: "from_lat,from_lon,to_lat,to_lon")
      let map = try NavMap(path: file)
      let engine = OfflineRoutingEngine(map: map)
      let vehicle = try vehicle.vehicle()
      var options = self.vehicle.options
      try roads.apply(to: &options, map)
      // As other engines do: that there is no way, not why.
      options.explainsRefusals = false
      let requests = pairs.enumerated().map { index, pair in
        RouteRequest(
          waypoints: pair.places, vehicle: freshVehicles ? fresh(vehicle, index) : vehicle,
          options: options)
      }
      guard threads > 1 else {
        for request in requests { Console.out(await Self.line(engine, request, alone: true).text) }
        return
      }
      await runSideBySide(engine, requests)
    }
  }

  /// Answers several requests at once; the lines come in order, and a note says how many a second that were.
  private func runSideBySide(_ engine: OfflineRoutingEngine, _ requests: [RouteRequest]) async {
    let threads = self.threads
    let start = ContinuousClock.now
    let lines = await withTaskGroup(of: [(Int, String)].self) { tasks in
      for first in 0..<threads {
        tasks.addTask {
          var own: [(Int, String)] = []
          for index in stride(from: first, to: requests.count, by: threads) {
            own.append((index, await Self.line(engine, requests[index], alone: false).text))
          }
          return own
        }
      }
      return await tasks.reduce(into: []) { $0 += $1 }
    }
    let seconds = (ContinuousClock.now - start).milliseconds / 1e3
    for (_, line) in lines.sorted(by: { $0.0 < $1.0 }) { Console.out(line) }
    Console.error(
      "\(requests.count) pairs on \(threads) threads in \(Text.fixed(seconds, 2)) s: "
        + "\(Int(Double(requests.count) / max(seconds, 1e-9))) a second")
  }

  /// The vehicle with a height and weight of its own, a little different for every pair.
  private func fresh(_ vehicle: Vehicle, _ index: Int) -> Vehicle {
    var truck = vehicle
    truck.height = (vehicle.height ?? 3_500) + UInt32(index % 500)
    truck.weight = (vehicle.weight ?? 18_000) + UInt32(index)
    truck[.weightRating] = truck.weight
    return truck
  }

  private static func line(
    _ engine: OfflineRoutingEngine, _ request: RouteRequest, alone: Bool
  ) async -> JSON {
    let cpu = ProcessClock.cpuSeconds
    let start = ContinuousClock.now
    let result: Result<RouteResponse, RoutingError>
    do throws(RoutingError) {
      result = .success(try await engine.routes(for: request))
    } catch {
      result = .failure(error)
    }
    let ms = (ContinuousClock.now - start).milliseconds
    let times: [(String, JSON)] = [
      ("ms", .number(ms, decimals: 4)),
      (
        "cpu_ms",
        alone ? .number((ProcessClock.cpuSeconds - cpu) * 1e3, decimals: 4) : .null
      ),
    ]
    switch result {
    case .success(let response):
      let route = response.routes[0]
      return .object(
        times + [
          ("duration_s", .number(route.durationSeconds, decimals: 2)),
          ("distance_m", .number(route.lengthMetres, decimals: 2)), ("status", .string("ok")),
        ] + StatisticsText.members(response.statistics))
    case .failure(let error):
      let status: String =
        switch error {
        case .noRoute, .noRoadNear: "no-route"
        default: "error"
        }
      return .object(
        times + [
          ("duration_s", .null), ("distance_m", .null), ("status", .string(status)),
          ("reason", .string(error.description)),
        ])
    }
  }
}
