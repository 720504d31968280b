import ArgumentParser
import Bytes
import Logging
import MapReader
import MapServer

/// `mapc serve`.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", _superCommandName: "mapc",
    abstract: "Answer requests over HTTP as osrm-routed does.",
    discussion: """
      Examples:
        mapc serve region.nav --port 5000
        curl '127.0.0.1:5000/route/v1/driving/7.42,43.73;7.43,43.74?steps=true'
        curl '127.0.0.1:5000/route/v1/truck/7.42,43.73;7.43,43.74?height=4.0'
        mapc serve region.nav --warm 'truck?height=4.0&weight=40'

      At / is a page that plans trips on the map.
      Services: /route/v1, /nearest/v1, /table/v1, /match/v1, /tile/v1, with the
      profiles driving, truck, cycling, walking, bus, taxi, scooter, motorcycle,
      also by the names that clients send for them (car, bike, foot,
      driving-traffic, ...);
      /map.json, /health, and /metrics for Prometheus.
      Limits of the vehicle: height, width, length, weight, weight_rating,
      axle_load, bogie_load, axle_count, trailers, hazmat, tunnel_category; on
      driving they mean truck. depart_at=2026-11-21T10:00 is when the trip begins,
      explain=true says what stands in the way.

      SIGTERM ends it when the requests under way are answered; SIGHUP opens the
      file again, which a rename is to replace as mapc build does, and checks it in
      the background before it takes the place of the old one. Who writes into
      the file all the same waits until the service goes on with a copy; where the
      system can't let him wait, a copy is served from the beginning.
      Logs go to standard error.
      """)

  enum Level: String, ExpressibleByArgument, CaseIterable {
    case debug, info, warning, error
  }

  @Argument(help: "A .nav file.", completion: .map)
  var file: String
  @Option(
    parsing: .unconditional, help: "The port; 0 for a free one, which the log names.")
  var port = 5_000
  @Option(help: "The address to listen at.")
  var host = "127.0.0.1"
  @Option(
    help: ArgumentHelp(
      "Prepare for a vehicle in the background, so that its first routes are as quick as later ones; "
        + "again when the file is read again.", valueName: "profile?parameters"))
  var warm: [String] = []
  @Option(
    help: ArgumentHelp(
      "The profile of requests whose own is not known; an answer names it. (default: they are refused)",
      valueName: "profile"),
    completion: .list(Profile.allCases.map(\.rawValue)))
  var defaultProfile: String?
  @Option(help: "Log from this level on: debug tells every request.")
  var logLevel: Level = .info

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes 0 to 65535, not \(port)")
    }
    if let defaultProfile, Profile(name: defaultProfile) == nil {
      let all = Profile.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--default-profile takes one of \(all), not '\(defaultProfile)'")
    }
    for text in warm where PreparedVehicle(text) == nil {
      throw ValidationError(
        "--warm takes a profile and parameters such as 'truck?height=4.0&weight=40', not '\(text)'")
    }
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      // Whoever read the log may go.
      CurrentProcess.outlivesClosedPipes()
      LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
      var logger = Logger(label: "mapc.serve")
      logger.logLevel = Logger.Level(rawValue: logLevel.rawValue) ?? .info
      var limits = limits.limits
      limits.defaultProfile = defaultProfile.flatMap { Profile(name: $0) }
      var server = MapServer(map: map, host: host, port: port, limits: limits, logger: logger)
      server.prepared = warm.compactMap { PreparedVehicle($0) }
      do {
        try await server.run { [logger, host, file] port in
          logger.info(
            "listening",
            metadata: ["host": "\(host)", "port": "\(port)", "file": "\(file)"])
        }
      } catch { throw Self.failure(error, host, port) }
      logger.info("ended")
    }
  }

  /// Why the service does not run.
  private static func failure(_ error: any Error, _ host: String, _ port: Int) -> Failure {
    guard let error = error as? FileError else {
      return Failure(
        status: .cannotCreate, message: "can't listen at \(host) port \(port): \(error)")
    }
    if error.isAddressInUse {
      return Failure(
        status: .cannotCreate, message: "port \(port) is in use; choose another with --port")
    }
    return Failure(
      status: error.isNotPermitted ? .noPermission : .cannotCreate,
      message: "can't listen at \(host) port \(port): \(error.reason)")
  }
}

/// The limits of the service.
struct LimitOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "Coordinates of a route.")
  var maxCoordinates = 500
  @Option(parsing: .unconditional, help: "Further routes beside the best.")
  var maxAlternatives = 3
  @Option(
    parsing: .unconditional,
    help: "Coordinates of a table; it has 10,000,000 pairs at most in any case.")
  var maxTableSize = 100
  @Option(parsing: .unconditional, help: "Coordinates of a trace.")
  var maxMatchingSize = 100
  @Option(parsing: .unconditional, help: "Roads near a place.")
  var maxNearestSize = 100
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far a road may be from a coordinate where the request says nothing (radiuses). "
        + "(default: any distance)", valueName: "m"))
  var defaultRadius: Double?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("How long a request may take.", valueName: "s"))
  var timeout = 30.0
  @Option(
    parsing: .unconditional,
    help: "Requests that are worked on at once. (default: one for each core)")
  var workers: Int?
  @Option(parsing: .unconditional, help: "Requests that wait; more are refused with status 503.")
  var maxWaiting = 1_024
  @Option(
    parsing: .unconditional, help: "Connections that are open; more wait to be accepted.")
  var maxConnections = 4_096

  func validate() throws {
    let counts = [
      ("--max-coordinates", maxCoordinates, 2), ("--max-alternatives", maxAlternatives, 0),
      ("--max-table-size", maxTableSize, 2), ("--max-matching-size", maxMatchingSize, 2),
      ("--max-nearest-size", maxNearestSize, 1), ("--workers", workers ?? 1, 1),
      ("--max-waiting", maxWaiting, 0), ("--max-connections", maxConnections, 1),
    ]
    for (option, value, least) in counts where !(least...1_000_000).contains(value) {
      throw ValidationError("\(option) takes \(least) to 1000000, not \(value)")
    }
    if let workers, workers > 256 {
      throw ValidationError("--workers takes 1 to 256, not \(workers)")
    }
    guard timeout >= 0.001, timeout <= 86_400 else {
      throw ValidationError("--timeout takes 0.001 to 86400, not \(timeout)")
    }
    if let defaultRadius, !(defaultRadius > 0) {
      throw ValidationError("--default-radius takes more than 0, not \(defaultRadius)")
    }
  }

  /// The limits as the service has them.
  var limits: ServiceLimits {
    var limits = ServiceLimits()
    limits.coordinates = maxCoordinates
    limits.alternatives = maxAlternatives
    limits.tablePlaces = maxTableSize
    limits.tracePlaces = maxMatchingSize
    limits.nearest = maxNearestSize
    limits.radius = defaultRadius ?? .infinity
    limits.seconds = timeout
    if let workers { limits.workers = workers }
    limits.waiting = maxWaiting
    limits.connections = maxConnections
    return limits
  }
}
