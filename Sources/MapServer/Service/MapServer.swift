import Bytes
public import Logging
public import MapReader
import NIOCore
import NIOPosix
import UnixSignals

/// The HTTP service on a map: OSRM's API, version 1.
///
///     let server = MapServer(map: try NavMap(path: "region.nav"), port: 5000)
///     try await server.run()
///
/// It ends gracefully on SIGTERM and SIGINT: requests under way are answered first. On SIGHUP it opens the file again,
/// checks it whole in the background, and answers from it unless it is damaged. A program that writes into the file
/// meanwhile waits until the service has switched to a copy, if the system supports that (``NavMap/isGuarded``).
public struct MapServer: Sendable {
  /// The address to listen on.
  public var host: String
  /// The port; 0 for a free one.
  public var port: Int
  /// The limits of requests.
  public var limits: ServiceLimits
  /// Vehicles to prepare the engine for, in the background, when the service reads the map.
  ///
  /// When it reads the map again, it also prepares for those of the most recent requests.
  public var prepared: [PreparedVehicle] = []
  /// A traffic file to follow: a replacement takes effect within a second; nil for none.
  public var traffic: String?
  /// The address at which clients may send traffic; nil for none.
  public var trafficPort: TrafficPort?
  /// A file of usual speeds, read when the service starts and when the map is read again; nil for none.
  public var usual: String?
  /// The logger.
  public var logger: Logger
  /// The map it begins with.
  private let map: NavMap

  /// The threads for connections: one for four cores, for the lifetime of the program.
  ///
  /// A request takes seven times as long in the engine, and more threads would take cores from the
  /// engine.
  private static let loops = MultiThreadedEventLoopGroup(
    numberOfThreads: max(System.coreCount / 4, 1))

  /// A service.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - host: The address to listen on; by default only this machine.
  ///   - port: The port; 0 for a free one.
  ///   - limits: The limits of requests.
  ///   - logger: The logger.
  public init(
    map: NavMap, host: String = "127.0.0.1", port: Int = 5_000,
    limits: ServiceLimits = ServiceLimits(), logger: Logger = Logger(label: "mapc.serve")
  ) {
    self.map = map
    self.host = host
    self.port = port
    self.limits = limits
    self.logger = logger
  }

  /// Serves until a signal or the cancellation of the task ends it.
  ///
  /// - Parameter started: Receives the port once the service listens.
  /// - Throws: `FileError` with the call `listen` if the port is not available; its path is the host. ``UnknownHost``
  ///   if no address is known for the host.
  public func run(started: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
    try await serve(signals: [.sigterm, .sigint, .sighup], started: started)
  }

  /// Serves, and handles only these signals.
  func serve(
    signals: [UnixSignal], started: @escaping @Sendable (Int) -> Void
  ) async throws {
    let loops = Self.loops
    let answerer = Answerer(
      map, limits, prepared: prepared, traffic: traffic, usual: usual, timers: loops,
      logger: logger)
    answerer.beginTraffic()
    answerer.prepare()
    let watch = loops.next().scheduleRepeatedTask(
      initialDelay: .zero, delay: .milliseconds(250)
    ) { _ in
      answerer.makeWay()
      answerer.followTraffic()
    }
    defer {
      watch.cancel()
      answerer.stop()
    }
    // Before the service listens, so that early signals are kept.
    let signals = await UnixSignalsSequence(trapping: signals)
    let service = try await Self.listening(on: host) {
      try await HTTPService.listen(
        at: host, port: port, answerer, limits, loops: loops, logger: logger)
    }
    let intake: TrafficService?
    do { intake = try await takeTraffic(answerer) } catch {
      service.end()
      throw error
    }
    defer { intake?.cut() }
    started(service.port)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await signal in signals {
          if signal == .sighup {
            answerer.reload()
          } else {
            intake?.end()
            service.end()
          }
        }
      }
      await service.untilEnded()
      group.cancelAll()
    }
  }
  /// Listens for traffic, if the service accepts any.
  private func takeTraffic(_ answerer: Answerer) async throws -> TrafficService? {
    guard let trafficPort else { return nil }
    let intake = try await Self.listening(on: trafficPort.host) {
      try await TrafficService.listen(trafficPort, answerer, loops: Self.loops)
    }
    trafficPort.started(intake.port)
    return intake
  }

  /// Listens, with the address in errors.
  private static func listening<Listener>(
    on host: String, _ listen: () async throws -> Listener
  ) async throws -> Listener {
    do { return try await listen() } catch let error as IOError {
      throw FileError(path: host, call: "listen", code: error.errnoCode)
    } catch is SocketAddressError.UnknownHost {
      throw UnknownHost(name: host)
    }
  }
}

/// The host to listen on is a name without an address.
public struct UnknownHost: Error, Hashable, CustomStringConvertible {
  /// The name.
  public let name: String

  /// The reason in words.
  public var description: String { "no address is known for '\(name)'" }
}
