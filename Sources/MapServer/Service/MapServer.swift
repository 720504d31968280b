import Hummingbird
import HummingbirdCore
public import Logging
public import MapReader
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// The HTTP service on a map: OSRM's API, version 1.
///
///     let server = MapServer(map: try NavMap(path: "region.nav"), port: 5000)
///     try await server.run()
///
/// It ends gracefully on SIGTERM and SIGINT: requests under way are answered first. On SIGHUP it opens the
/// file again.
public struct MapServer: Sendable {
  /// Where it listens.
  public var host: String
  /// The port; 0 for a free one.
  public var port: Int
  /// How much may be asked for.
  public var limits: ServiceLimits
  /// Vehicles that the engine is prepared for, in the background, when the service begins and when the map is
  /// read again; then also for those that were asked for last.
  public var prepared: [PreparedVehicle] = []
  /// Where it tells what happens.
  public var logger: Logger
  /// The map it begins with.
  private let map: NavMap

  /// A service.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - host: The address to listen at; only this machine unless told otherwise.
  ///   - port: The port; 0 for a free one.
  ///   - limits: How much may be asked for.
  ///   - logger: Where it tells what happens.
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
  /// - Parameter started: Gets the port once the service listens.
  /// - Throws: What the system says when the port can't be had.
  public func run(started: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
    try await serve(signals: [.sigterm, .sigint], started: started)
  }

  /// Serves, and takes signals of the process only where there are any.
  func serve(
    signals: [UnixSignal], started: @escaping @Sendable (Int) -> Void
  ) async throws {
    let loops = MultiThreadedEventLoopGroup.singleton
    let answerer = Answerer(map, limits, prepared: prepared, timers: loops, logger: logger)
    answerer.prepare()
    defer { answerer.stop() }
    var services: [any Service] = [application(answerer, loops, started)]
    if !signals.isEmpty { services.append(Reloader(answerer: answerer)) }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: services.map { .init(service: $0) }, gracefulShutdownSignals: signals,
        logger: quiet))
    try await withTaskExecutorPreference(LoopExecutor(loops)) { try await group.run() }
  }

  /// The logger of what is below the service, which tells only what is wrong.
  private var quiet: Logger {
    var logger = logger
    logger.logLevel = max(logger.logLevel, .warning)
    return logger
  }

  private func application(
    _ answerer: Answerer, _ loops: any EventLoopGroup, _ started: @escaping @Sendable (Int) -> Void
  ) -> Application<CallbackResponder<ClientContext>> {
    let connections = ClientConnections()
    var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
    decoder.maxHeaderFieldSize = limits.headerBytes
    decoder.maxHeaderListSize = limits.headerBytes
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [RefusalHandler(), ClientConnections.Watch(connections)],
      idleTimeout: .seconds(Int64(limits.idleSeconds)), httpDecoderConfiguration: decoder)
    return Application(
      responder: CallbackResponder { request, context in
        await answerer.respond(to: request, from: connections[context.channel])
      },
      server: .http1(configuration: channel),
      configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
      onServerRunning: { channel in started(channel.localAddress?.port ?? 0) },
      eventLoopGroupProvider: .shared(loops), logger: quiet)
  }
}

/// Knows the channel of a request.
private struct ClientContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// Waits for SIGHUP.
private struct Reloader: Service {
  let answerer: Answerer

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    for await _ in signals.cancelOnGracefulShutdown() { answerer.reload() }
  }
}
