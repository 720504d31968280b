import Geo
import Logging
import MapMatching
import MapReader
import OnlineRouting
import RoadModel
import RouteModel
import Routing
import TestSupport

@testable import MapServer

/// The engines that one test suite is run against.
enum EngineKind: String, CaseIterable, Sendable {
  case offline, online
  /// On the device, with a service behind it.
  case hybrid
  /// The service, with its routes found again on the device's map.
  case hybridByServer
}

/// A drawn map, and a service on it that listens on a free port of this machine until the work is done.
struct ServedEngines: Sendable {
  let roads: AsciiRoads
  let port: Int

  var base: String { "http://127.0.0.1:\(port)" }

  /// Starts the service, works with it, and ends it; `traffic` gives the path of a traffic file.
  static func with(
    _ drawing: AsciiMap, limits: ServiceLimits = .patient,
    traffic: @Sendable (AsciiRoads) throws -> String? = { _ in nil },
    _ work: @Sendable (ServedEngines) async throws -> Void
  ) async throws {
    let roads = try await drawing.build()
    let path = try traffic(roads)
    try await serving(roads.built.map, limits: limits, traffic: path) { port in
      try await work(ServedEngines(roads: roads, port: port))
    }
  }

  /// Serves a map while some work is done.
  static func serving(
    _ map: NavMap, limits: ServiceLimits = .patient, traffic: String? = nil,
    _ work: @Sendable (Int) async throws -> Void
  ) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    var service = MapServer(map: map, port: 0, limits: limits, logger: logger)
    service.traffic = traffic
    let server = service
    let (ports, found) = AsyncStream<Int>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { found.finish() }
        try await server.serve(signals: []) { found.yield($0) }
      }
      var iterator = ports.makeAsyncIterator()
      if let port = await iterator.next() { try await work(port) }
      group.cancelAll()
    }
  }

  func engine(_ kind: EngineKind, options: OnlineOptions = .patient()) -> any RoutingEngine {
    let map = roads.built.map
    let online = OnlineRoutingEngine(base: base, options: options)
    switch kind {
    case .offline: return OfflineRoutingEngine(map: map)
    case .online: return online
    case .hybrid: return HybridRoutingEngine(map: map, server: online)
    case .hybridByServer:
      return HybridRoutingEngine(map: map, server: online, policy: .serverOnly)
    }
  }
}

extension ServiceLimits {
  /// Times that a machine which runs hundreds of tests at once does not exceed.
  static let patient: ServiceLimits = {
    var limits = ServiceLimits()
    (limits.seconds, limits.idleSeconds) = (600, 600)
    return limits
  }()
}

extension OnlineOptions {
  /// Times that a machine which runs hundreds of tests at once does not exceed.
  static func patient(
    extensions: Extensions = .ask, unsupported: Unsupported = .refuse
  ) -> OnlineOptions {
    OnlineOptions(
      extensions: extensions, unsupported: unsupported, answerSeconds: 600, totalSeconds: 3600)
  }
}

/// What `routes(for:)` gives or throws, as a value.
func outcome(
  _ engine: any RoutingEngine, _ request: RouteRequest,
  observe: @escaping @Sendable (RouteEvent) -> Void = { _ in }
) async -> Result<RouteResponse, RoutingError> {
  do throws(RoutingError) {
    return .success(try await engine.routes(for: request, observe: observe))
  } catch { return .failure(error) }
}

extension Result where Success == RouteResponse, Failure == RoutingError {
  var error: RoutingError? {
    if case .failure(let error) = self { error } else { nil }
  }
  var route: Route? {
    if case .success(let response) = self { response.routes.first } else { nil }
  }
}

extension HybridRoutingEngine {
  /// The engines and the snapper of a map, if there is one, and a service.
  init(
    map: NavMap?, server: any RoutingEngine, policy: Policy = .combined,
    snapLimitMetres: Double = 100_000
  ) {
    self.init(
      onBoard: map.map { .success(OfflineRoutingEngine(map: $0)) }, server: server,
      snapper: map.map { MapSnapper(map: $0) }, policy: policy, snapLimitMetres: snapLimitMetres)
  }
}
