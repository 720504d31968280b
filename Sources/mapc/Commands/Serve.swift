import ArgumentParser
import Bytes
import Logging
import MapReader
import MapServer
import RouteModel
import Traffic

/// `mapc serve`.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", _superCommandName: "mapc",
    abstract: "Serve routes over HTTP, with the API of osrm-routed.",
    discussion: """
      Examples:
        mapc serve region.nav --port 5000
        curl '127.0.0.1:5000/route/v1/driving/7.42,43.73;7.43,43.74?steps=true'
        curl '127.0.0.1:5000/route/v1/truck/7.42,43.73;7.43,43.74?height=4.0'
        mapc serve region.nav --warm 'truck?height=4.0&weight=40'

      / is a web page that plans trips on the map.
      Services: /route/v1, /nearest/v1, /table/v1, /match/v1, /tile/v1,
      /isochrone/v1, /drive/v1, /directions/v5 (Mapbox) and /isochrone (Valhalla),
      with the profiles driving, truck, cycling, walking, bus, taxi, scooter,
      motorcycle, or the names that other clients use (car, bike, foot,
      driving-traffic, ...);
      /search, /reverse and /api find places as Nominatim and Photon do; /map.json,
      /health, and /metrics for Prometheus.
      Vehicle limits: height, width, length, weight, weight_rating, axle_load,
      bogie_load, axle_count, trailers, hazmat, tunnel_category; with driving they
      imply truck. depart_at=2026-11-21T10:00 is the departure time; explain=true
      names what is in the way if there is no route.

      SIGTERM ends the service once the open requests are answered. SIGHUP reopens
      the file and checks it in the background before it replaces the old map.
      Replace the file by a rename, as mapc build does. A program that writes into
      the open file has to wait until the service has switched to a copy; on systems
      without such locks the service uses a copy from the start.
      Logs go to standard error.
      """)

  enum Level: String, ExpressibleByArgument, CaseIterable {
    case debug, info, warning, error
  }

  @Argument(help: "A .nav file.", completion: .map)
  var file: String
  @Option(
    parsing: .unconditional, help: "The port; 0 picks a free one and logs it.")
  var port = 5_000
  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"
  @Option(
    help: ArgumentHelp(
      "Prepare for a vehicle in the background, so that its first routes are as fast as later ones; "
        + "repeated after each reload.", valueName: "profile?parameters"))
  var warm: [String] = []
  @Option(
    help: ArgumentHelp(
      "A file of 'mapc traffic compile' to follow: what replaces it, by a rename, is in force soon "
        + "after.", valueName: "file"), completion: .file())
  var traffic: String?
  @Option(
    help: ArgumentHelp(
      "Take traffic at an address of its own: PUT or POST of a traffic file or a feed to /traffic "
        + "replaces it, DELETE ends it, GET shows its version and age. Anyone who reaches the address can "
        + "change all routes. (default: nowhere)", valueName: "address:port"))
  var trafficListen: ListenAddress?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum length of traffic sent to --traffic-listen.", valueName: "MB"))
  var maxTrafficSize = 64
  @Option(
    help: ArgumentHelp(
      "A file of 'mapc traffic compile --usual': speeds by the time of the week, for requests with "
        + "depart_at. It is read again with the map.", valueName: "file"), completion: .file())
  var usual: String?
  @Option(
    help: ArgumentHelp(
      "The profile for requests with an unknown one; the answer names it. (default: such requests fail)",
      valueName: "profile"),
    completion: .list(Profile.allCases.map(\.rawValue)))
  var defaultProfile: String?
  @Option(help: "Minimum level to log; debug logs every request.")
  var logLevel: Level = .info

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes 0 to 65535, not \(port)")
    }
    if host.isEmpty { throw ValidationError("--host takes an address such as 127.0.0.1, not ''") }
    guard (1...1_024).contains(maxTrafficSize) else {
      throw ValidationError("--max-traffic-size takes 1 to 1024 MB, not \(maxTrafficSize)")
    }
    for (option, path) in [("--traffic", traffic), ("--usual", usual)] where path == "-" {
      throw ValidationError("\(option) of serve takes the name of a file, not standard input")
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
      if let traffic { try Self.check(traffic, map) }
      if let usual { try Self.check(usual: usual, map) }
      // The reader of the log may close its pipe.
      CurrentProcess.outlivesClosedPipes()
      LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
      var logger = Logger(label: "mapc.serve")
      logger.logLevel = Logger.Level(rawValue: logLevel.rawValue) ?? .info
      var limits = limits.limits
      limits.defaultProfile = defaultProfile.flatMap { Profile(name: $0) }
      var server = MapServer(map: map, host: host, port: port, limits: limits, logger: logger)
      server.prepared = warm.compactMap { PreparedVehicle($0) }
      server.traffic = traffic
      if let trafficListen {
        server.trafficPort = Self.trafficPort(trafficListen, maxTrafficSize << 20, logger)
      }
      server.usual = usual
      do {
        try await server.run { [logger, host, file] port in
          logger.info(
            "listening",
            metadata: ["host": "\(host)", "port": "\(port)", "file": "\(file)"])
        }
      } catch { throw Self.failure(error, host, port, trafficListen) }
      logger.info("ended")
    }
  }

  /// The maximum time in seconds for placing a feed, during which no other is accepted.
  private static var trafficSeconds: Int { 60 }

  /// The port of the service for feeds and traffic files.
  private static func trafficPort(
    _ address: ListenAddress, _ maximumBytes: Int, _ logger: Logger
  ) -> TrafficPort {
    var port = TrafficPort(host: address.host, port: address.port)
    port.maximumBytes = maximumBytes
    port.started = { [logger] number in
      logger.info(
        "listening for traffic", metadata: ["host": "\(address.host)", "port": "\(number)"])
    }
    port.reader = { body, map throws(TrafficRefusal) in
      // No feed begins with this byte.
      if body.first == 0x89 { return try TrafficPort.readFile(body, map) }
      do {
        let placed = try TrafficInput(body: body, zone: map.zone).placed(
          on: map, within: trafficSeconds)
        return SentTraffic(placed.snapshot, unplaced: placed.note)
      } catch let failure as Failure {
        throw TrafficRefusal(failure.message)
      } catch let error as NavError {
        throw TrafficRefusal(status: 500, "\(error)")
      } catch { throw TrafficRefusal("\(error)") }
    }
    return port
  }

  /// Refuses a traffic file that can't be used from the start.
  private static func check(_ traffic: String, _ map: NavMap) throws {
    try checkIsRegular(traffic)
    let input = try TrafficInput(traffic)
    guard case .compiled = input else {
      throw Failure(status: .badData, message: "\(traffic): \(TrafficFileError.notTraffic)")
    }
    _ = try input.snapshot(on: map)
  }

  /// Refuses a pipe, which can't be read again.
  private static func checkIsRegular(_ path: String) throws {
    guard FileStamp(path: path)?.isRegular ?? true else {
      throw Failure(status: .badData, message: "\(path): is not a regular file")
    }
  }

  /// Refuses a file of usual speeds that can't be used from the start.
  private static func check(usual: String, _ map: NavMap) throws {
    try checkIsRegular(usual)
    let input = try UsualInput(usual)
    guard case .compiled = input else {
      throw Failure(status: .badData, message: "\(usual): \(UsualFileError.notUsual)")
    }
    _ = try input.speeds(on: map)
  }

  /// The reason why the service can't run.
  private static func failure(
    _ error: any Error, _ host: String, _ port: Int, _ traffic: ListenAddress?
  ) -> Failure {
    let at = traffic.map { "\(host) port \(port), or \($0) for traffic" } ?? "\(host) port \(port)"
    guard let error = error as? FileError else {
      return Failure(
        status: .cannotCreate, message: "can't listen on \(at): \(error)")
    }
    if error.isAddressInUse, traffic != nil {
      return Failure(
        status: .cannotCreate,
        message: "port \(port), or that of --traffic-listen, is in use; choose another")
    }
    if error.isAddressInUse {
      return Failure(
        status: .cannotCreate, message: "port \(port) is in use; choose another with --port")
    }
    return Failure(
      status: error.isNotPermitted ? .noPermission : .cannotCreate,
      message: "can't listen on \(at): \(error.reason)")
  }
}

/// An address and a port, such as `127.0.0.1:5001` or `[::1]:5001`.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
  let host: String
  let port: Int

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = Int(argument[argument.index(after: colon)...]), (0...65_535).contains(port)
    else { return nil }
    var host = argument[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.host = String(host)
    self.port = port
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The limits of the service.
struct LimitOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "Maximum coordinates of a route.")
  var maxCoordinates = 500
  @Option(parsing: .unconditional, help: "Maximum alternatives to the best route.")
  var maxAlternatives = 3
  @Option(
    parsing: .unconditional,
    help: "Maximum coordinates of a table; no table has more than 10,000,000 pairs.")
  var maxTableSize = 100
  @Option(parsing: .unconditional, help: "Maximum coordinates of a trace.")
  var maxMatchingSize = 100
  @Option(parsing: .unconditional, help: "Maximum roads that /nearest returns.")
  var maxNearestSize = 100
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum snap distance if the request sets no radiuses. (default: any distance)",
      valueName: "m"))
  var defaultRadius: Double?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum duration of a request.", valueName: "s"))
  var timeout = 30.0
  @Option(
    parsing: .unconditional,
    help: "Requests processed at the same time. (default: one per core)")
  var workers: Int?
  @Option(parsing: .unconditional, help: "Maximum waiting requests; further ones get status 503.")
  var maxWaiting = 1_024
  @Option(
    parsing: .unconditional, help: "Maximum open connections; further ones wait to be accepted.")
  var maxConnections = 4_096

  func validate() throws {
    let counts = [
      ("--max-coordinates", maxCoordinates, 2), ("--max-alternatives", maxAlternatives, 0),
      ("--max-table-size", maxTableSize, 2), ("--max-matching-size", maxMatchingSize, 2),
      ("--max-nearest-size", maxNearestSize, 1),
      ("--max-waiting", maxWaiting, 0), ("--max-connections", maxConnections, 1),
    ]
    for (option, value, least) in counts where !(least...1_000_000).contains(value) {
      throw ValidationError("\(option) takes \(least) to 1000000, not \(value)")
    }
    if let workers, !(1...256).contains(workers) {
      throw ValidationError("--workers takes 1 to 256, not \(workers)")
    }
    try OptionRange.check(timeout, 0.001...86_400, "--timeout", "seconds")
    if let defaultRadius, !(defaultRadius > 0) {
      throw ValidationError("--default-radius takes more than 0, not \(defaultRadius)")
    }
  }

  /// The limits for the service.
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
