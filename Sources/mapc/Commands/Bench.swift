import ArgumentParser
import Bytes
import Geo
import Guidance
import JSON
import MapReader
import RoadModel
import RouteModel
import Routing

/// `mapc bench`.
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", _superCommandName: "mapc",
    abstract: "Time many routes, with one line of JSON for each.",
    discussion: """
      Examples:
        mapc bench region.nav --pairs pairs.csv --profile car --json
        mapc bench region.nav --pairs pairs.csv --truck-height 4.0
        mapc bench region.nav --pairs pairs.csv --profile truck --fresh-vehicles

      The pairs are a CSV file whose header names from_lat, from_lon, to_lat and
      to_lon, in any order.
      Prints one line per pair, in order, with ms, cpu_ms, duration_s, distance_m
      and status (ok, no-route, error), and search statistics
      (Formats/cli-json.md). The time is spent inside the engine: snapping, search
      and geometry. One engine answers all pairs, so a metric made for the vehicle
      serves later pairs. If there is no route, the engine does not search for the
      reason.

      All pairs are routed twice. ms and cpu_ms are the shorter of the two times,
      as for an engine that stays in memory. first_ms and first_cpu_ms are those of
      the first round, in which parts of the map are read and checked for the first
      time.
      """)

  @Argument(help: "A .nav file.", completion: .map)
  var file: String

  @Option(
    help: ArgumentHelp("The pairs of coordinates; '-' is standard input.", valueName: "csv-file"),
    completion: .file())
  var pairs: String

  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions

  @OptionGroup(title: "Roads")
  var roads: RoadOptions

  @Flag(
    help: "Give every pair its own truck, with a height and weight not seen before.")
  var freshVehicles = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Also find up to N reasonable alternatives, 0 to 16. The lines have the number "
        + "found.", valueName: "n"))
  var alternatives = 0

  @Flag(
    help: ArgumentHelp(
      "Ask each pair again with turn-by-turn steps, and write and speak them in English. The "
        + "lines have the time of all this."))
  var steps = false

  @Option(
    parsing: .unconditional,
    help: "Pairs to route at the same time on one engine; above 1 the lines have no cpu_ms.")
  var threads = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of times to route all pairs. (default: 2, or 1 with --fresh-vehicles or --threads)"))
  var rounds: Int?

  @Flag(help: "Print JSON lines (the only output format).")
  var json = false

  func validate() throws {
    let mode = try vehicle.vehicle().mode
    guard !freshVehicles || mode == .truck else {
      throw ValidationError("--fresh-vehicles is for trucks: add --profile truck")
    }
    try Route.checkAlternatives(alternatives)
    try StandardInput.check([("--pairs", pairs)] + roads.files)
    guard (1...256).contains(threads) else {
      throw ValidationError("--threads takes 1 to 256, not \(threads)")
    }
    guard !steps || threads == 1 else {
      throw ValidationError("--steps is for one thread: leave out --threads")
    }
    guard let rounds else { return }
    guard (1...1000).contains(rounds) else {
      throw ValidationError("--rounds takes 1 to 1000, not \(rounds)")
    }
    guard rounds == 1 || threads == 1 && !freshVehicles else {
      throw ValidationError(
        "--rounds is for one thread and one vehicle: leave out --threads and --fresh-vehicles")
    }
  }

  func run() async throws {
    try await reporting {
      let pairs = try PlacesFile.rows(pairs, prefixes: ["from_", "to_"])
      let map = try NavMap(path: file)
      let engine = OfflineRoutingEngine(map: map)
      let vehicle = try vehicle.vehicle()
      var options = self.vehicle.options
      try roads.apply(to: &options, map)
      try roads.equip(engine, departs: options.departure != nil)
      options.tellUnusedDeparture(on: map)
      // Other engines report that there is no route, without a reason.
      options.explainsRefusals = false
      options.alternatives = alternatives
      let requests = pairs.enumerated().map { index, pair in
        RouteRequest(
          waypoints: pair.places, vehicle: freshVehicles ? fresh(vehicle, index) : vehicle,
          options: options)
      }
      guard threads > 1 else {
        try runInTurn(engine, requests)
        return
      }
      try await runSideBySide(engine, requests)
    }
  }

  /// Answers the requests in succession, once per round.
  private func runInTurn(_ engine: OfflineRoutingEngine, _ requests: [RouteRequest]) throws {
    let rounds = rounds ?? (freshVehicles ? 1 : 2)
    var samples: [Sample] = []
    for round in 1...rounds {
      for (index, request) in requests.enumerated() {
        var sample = Sample(engine, request)
        if steps { sample.tell(engine, request) }
        if round == 1 { samples.append(sample) } else { samples[index].add(sample) }
        if round == rounds { try Console.out(verbatim: samples[index].line(alone: true)) }
      }
    }
  }

  /// Answers several requests at once, and prints their lines in order and the answers per second.
  private func runSideBySide(
    _ engine: OfflineRoutingEngine, _ requests: [RouteRequest]
  ) async throws {
    let threads = self.threads
    let start = ContinuousClock.now
    let lines = await withTaskGroup(of: [(Int, String)].self) { tasks in
      for first in 0..<threads {
        tasks.addTask {
          var own: [(Int, String)] = []
          for index in stride(from: first, to: requests.count, by: threads) {
            own.append((index, Sample(engine, requests[index]).line(alone: false)))
          }
          return own
        }
      }
      return await tasks.reduce(into: []) { $0 += $1 }
    }
    let seconds = (ContinuousClock.now - start).milliseconds / 1e3
    for (_, line) in lines.sorted(by: { $0.0 < $1.0 }) { try Console.out(verbatim: line) }
    Console.error(
      "\(requests.count) pairs on \(threads) threads in \(Text.fixed(seconds, 2)) s: "
        + "\(Int(Double(requests.count) / max(seconds, 1e-9))) per second")
  }

  /// The vehicle with its own height and weight, slightly different for every pair.
  private func fresh(_ vehicle: Vehicle, _ index: Int) -> Vehicle {
    var truck = vehicle
    truck.height = (vehicle.height ?? 3_500) + UInt32(index % 500)
    truck.weight = (vehicle.weight ?? 18_000) + UInt32(index)
    truck[.weightRating] = truck.weight
    return truck
  }
}

/// The answer to a request, and the time it took.
private struct Sample {
  private struct Times {
    var ms: Double
    var cpuMs: Double
  }

  private let first: Times
  private var best: Times
  /// The time for an answer with steps and their words.
  private var told: Double?
  private let answer: Answer

  /// The printed facts of an answer; the routes of many answers would fill the memory.
  private struct Answer {
    var status: String
    var seconds: Double?
    var metres: Double?
    var alternatives: Int?
    var statistics: SearchStatistics?
    var reason: String?

    init(_ response: RouteResponse) {
      status = "ok"
      seconds = response.routes[0].durationSeconds
      metres = response.routes[0].lengthMetres
      alternatives = response.routes.count - 1
      statistics = response.statistics
    }

    init(_ error: RoutingError) {
      switch error {
      case .noRoute, .noRoadNear: status = "no-route"
      default: status = "error"
      }
      reason = error.description
    }
  }

  /// Requests an answer from an engine and measures the time.
  init(_ engine: OfflineRoutingEngine, _ request: RouteRequest) {
    let cpu = ProcessClock.cpuSeconds
    let start = ContinuousClock.now
    let result: Result<RouteResponse, RoutingError>
    do throws(RoutingError) {
      result = .success(try engine.routes(for: request))
    } catch {
      result = .failure(error)
    }
    let ms = (ContinuousClock.now - start).milliseconds
    first = Times(ms: ms, cpuMs: (ProcessClock.cpuSeconds - cpu) * 1e3)
    best = first
    switch result {
    case .success(let response): answer = Answer(response)
    case .failure(let error): answer = Answer(error)
    }
  }

  /// Requests an answer with steps, writes their texts and announcements, and measures the time.
  mutating func tell(_ engine: OfflineRoutingEngine, _ request: RouteRequest) {
    guard answer.status == "ok" else { return }
    var request = request
    request.options.steps = true
    let words = Instructions(language: .english, units: .metric)
    let start = ContinuousClock.now
    guard let response = try? engine.routes(for: request) else { return }
    // As without steps, the answer is freed after the clock has stopped.
    told = withExtendedLifetime(response) {
      var length = 0
      for section in response.routes[0].sections {
        for step in section.steps { length += words.text(for: step).utf8.count }
        for sentence in words.announcements(for: section).joined() {
          length += sentence.ssml.utf8.count
        }
      }
      return length > 0 ? (ContinuousClock.now - start).milliseconds : nil
    }
  }

  /// Keeps the times of a later round if they are shorter.
  mutating func add(_ later: Sample) {
    best.ms = min(best.ms, later.best.ms)
    best.cpuMs = min(best.cpuMs, later.best.cpuMs)
    if let other = later.told { told = min(told ?? other, other) }
  }

  /// The line to print; `alone` means that no other request was answered at the same time.
  func line(alone: Bool) -> String {
    var json = JSONWriter()
    json.object {
      $0.number("ms", best.ms, decimals: 4)
      $0.number("cpu_ms", alone ? best.cpuMs : nil, decimals: 4)
      $0.number("first_ms", first.ms, decimals: 4)
      $0.number("first_cpu_ms", alone ? first.cpuMs : nil, decimals: 4)
      if let told { $0.number("with_steps_ms", told, decimals: 4) }
      $0.number("duration_s", answer.seconds, decimals: 2)
      $0.number("distance_m", answer.metres, decimals: 2)
      $0.int("alternatives", answer.alternatives)
      $0.string("status", answer.status)
      if let statistics = answer.statistics {
        StatisticsText.write(statistics, to: &$0)
        StatisticsText.writeTimes(statistics, to: &$0)
      } else {
        $0.string("reason", answer.reason)
      }
    }
    return json.text
  }
}
