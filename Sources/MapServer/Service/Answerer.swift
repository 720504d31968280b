import HTTPTypes
import Hummingbird
import Logging
import MapReader
import NIOCore
import NavFormat
import Synchronization

/// Answers every request of HTTP.
final class Answerer: Sendable {
  private let current: Mutex<MapAnswers>
  private let limits: ServiceLimits
  private let queue: WorkQueue
  private let metrics = ServiceMetrics()
  private let logger: Logger

  /// The vehicles to prepare for, besides those that were seen.
  private let prepared: [PreparedVehicle]
  private let seen = SeenVehicles()
  private let warming: Warming
  /// The preparation of the map of the moment.
  private let preparation = Mutex<Task<Void, Never>?>(nil)

  init(
    _ map: NavMap, _ limits: ServiceLimits, prepared: [PreparedVehicle],
    timers: any EventLoopGroup, logger: Logger
  ) {
    current = Mutex(MapAnswers(map, limits))
    self.limits = limits
    self.prepared = prepared
    queue = WorkQueue(limits, timers: timers)
    warming = Warming(logger: logger)
    self.logger = logger
  }

  /// Begins to prepare for the vehicles that were named or seen, in the background.
  func prepare() {
    let engine = current.withLock { $0.engine }
    let vehicles = prepared + seen.all.filter { !prepared.contains($0) }
    let task = warming.prepare(engine, for: vehicles)
    preparation.withLock { last in
      last?.cancel()
      last = task
    }
  }

  /// Ends the preparation.
  func stop() { preparation.withLock { $0 }?.cancel() }

  /// Opens the file again; requests that are under way stay with the map that they began with.
  func reload() {
    let path = current.withLock { $0.map.path }
    do throws(NavError) {
      let answers = MapAnswers(try NavMap(path: path), limits)
      current.withLock { $0 = answers }
      prepare()
      metrics.countReload(failed: false)
      logger.info("map read again", metadata: ["file": "\(path)"])
    } catch {
      metrics.countReload(failed: true)
      logger.error("map not read again, the old one stays", metadata: ["error": "\(error)"])
    }
  }

  /// The answer to a request.
  func respond(to request: Request, from client: ClientConnection?) async -> Response {
    let clock = ContinuousClock()
    let start = clock.now
    let target = request.head.path ?? "/"
    let known = request.headers[.ifNoneMatch]
    let answer = await answer(request.method, target, known, client).without(known)
    let seconds = (clock.now - start) / .seconds(1)
    metrics.count(answer.service, answer.code, seconds: seconds)
    logger.debug(
      "request",
      metadata: [
        "method": "\(request.method)", "target": "\(target.prefix(200))",
        "code": "\(answer.code)", "seconds": "\(seconds)",
      ])
    return answer.response(headOnly: request.method == .head)
  }

  private func answer(
    _ method: HTTPRequest.Method, _ target: String, _ known: String?,
    _ client: ClientConnection?
  ) async -> HTTPAnswer {
    switch method {
    case .options: return HTTPAnswer(service: "options", code: "Ok", status: 204)
    case .get, .head: break
    default:
      var answer = HTTPAnswer(
        "http", ServiceError(.invalidMethod, "Method not allowed. Use GET, HEAD, or OPTIONS."))
      answer.allows = true
      return answer
    }
    switch target.prefix(while: { $0 != "?" }) {
    case "/": return MapPage.shared.answer
    case "/favicon.ico": return MapPage.shared.icon
    case "/map.json": return description
    case "/health": return health
    case "/metrics":
      let (running, waiting) = queue.load
      return HTTPAnswer(
        service: "metrics", type: "text/plain; version=0.0.4",
        Array(metrics.text(running: running, waiting: waiting).utf8))
    default: return await service(target, known, client)
    }
  }

  private var description: HTTPAnswer {
    let answers = current.withLock { $0 }
    return HTTPAnswer(
      service: "map", type: HTTPAnswer.json, answers.description,
      tag: "\"\(String(answers.map.header.buildID, radix: 16))\"")
  }

  private var health: HTTPAnswer {
    let map = current.withLock { $0.map }
    var json = JSONText()
    json.object {
      $0.string("status", "ok")
      $0.int("snapshot", Int(map.header.snapshot))
      $0.int("edges", Int(map.header.edgeCount))
    }
    return HTTPAnswer(service: "health", type: HTTPAnswer.json, json.bytes)
  }

  private func service(
    _ target: String, _ known: String?, _ client: ClientConnection?
  ) async -> HTTPAnswer {
    var name = "unknown"
    do throws(ServiceError) {
      let url = try ServiceURL(target)
      name = url.service.rawValue
      if url.service == .tile { return try await tile(url, known, client) }
      let query = try Query(url)
      try query.check(url, limits)
      let answers = current.withLock { $0 }
      try query.check(answers.map)
      if url.service == .route || url.service == .table {
        seen.note(PreparedVehicle(try query.vehicle(url.profile), avoid: query.avoid))
      }
      let body = try await queue.run(for: client) { () async throws(ServiceError) in
        try await answers.answer(url, query)
      }
      return HTTPAnswer(service: name, type: HTTPAnswer.json, body)
    } catch {
      if error.code == .damagedMap {
        logger.error("map damaged", metadata: ["target": "\(target)"])
      }
      return HTTPAnswer(name, error)
    }
  }

  /// A tile: made only where the client has not got it and it is not kept.
  private func tile(
    _ url: ServiceURL, _ known: String?, _ client: ClientConnection?
  ) async throws(ServiceError) -> HTTPAnswer {
    let query = try TileQuery(url)
    let answers = current.withLock { $0 }
    let tag = answers.tileTag(url.profile, query)
    var answer = HTTPAnswer(service: "tile", type: "application/x-protobuf", [], tag: tag)
    if let known, known.contains(tag) { return answer }
    if let kept = answers.tiles[tag] {
      answer.body = kept
    } else {
      answer.body = try await queue.run(for: client) { () async throws(ServiceError) in
        try answers.tile(url.profile, query)
      }
    }
    return answer
  }
}
