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

  init(_ map: NavMap, _ limits: ServiceLimits, timers: any EventLoopGroup, logger: Logger) {
    current = Mutex(MapAnswers(map, limits))
    self.limits = limits
    queue = WorkQueue(limits, timers: timers)
    self.logger = logger
  }

  /// Opens the file again; requests that are under way stay with the map that they began with.
  func reload() {
    let path = current.withLock { $0.map.path }
    do throws(NavError) {
      let answers = MapAnswers(try NavMap(path: path), limits)
      current.withLock { $0 = answers }
      metrics.countReload(failed: false)
      logger.info("map read again", metadata: ["file": "\(path)"])
    } catch {
      metrics.countReload(failed: true)
      logger.error("map not read again, the old one stays", metadata: ["error": "\(error)"])
    }
  }

  /// The answer to a request.
  func respond(to request: Request) async -> Response {
    let clock = ContinuousClock()
    let start = clock.now
    let target = request.head.path ?? "/"
    let answer = await answer(request.method, target)
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

  private func answer(_ method: HTTPRequest.Method, _ target: String) async -> HTTPAnswer {
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
    case "/health": return health
    case "/metrics":
      let (running, waiting) = queue.load
      return HTTPAnswer(
        service: "metrics", type: "text/plain; version=0.0.4",
        Array(metrics.text(running: running, waiting: waiting).utf8))
    default: return await service(target)
    }
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

  private func service(_ target: String) async -> HTTPAnswer {
    var name = "unknown"
    do throws(ServiceError) {
      let url = try ServiceURL(target)
      name = url.service.rawValue
      let query = try Query(url)
      try query.check(url, limits)
      let answers = current.withLock { $0 }
      let body = try await queue.run { () async throws(ServiceError) in
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
}

/// What is sent back.
struct HTTPAnswer {
  static let json = "application/json; charset=UTF-8"

  var service: String
  var code = "Ok"
  var status = 200
  var type = HTTPAnswer.json
  var body: [UInt8] = []
  /// Whether the methods are listed.
  var allows = false

  init(service: String, code: String, status: Int) {
    (self.service, self.code, self.status) = (service, code, status)
  }

  init(service: String, type: String, _ body: [UInt8]) {
    (self.service, self.type, self.body) = (service, type, body)
  }

  init(_ service: String, _ error: ServiceError) {
    self.service = service
    code = error.code.rawValue
    status = error.status
    body = error.json
  }

  private static let methods = "GET, HEAD, OPTIONS"

  /// The response with its headers.
  func response(headOnly: Bool) -> Response {
    var headers = HTTPFields()
    headers[.accessControlAllowOrigin] = "*"
    headers[.accessControlAllowMethods] = Self.methods
    headers[.accessControlAllowHeaders] = "X-Requested-With, Content-Type"
    if status != 204 { headers[.contentType] = type }
    if type == Self.json && status != 204 {
      headers[.contentDisposition] = "inline; filename=\"response.json\""
    }
    if allows { headers[.allow] = Self.methods }
    if status == 503 { headers[.retryAfter] = "1" }
    if headOnly { headers[.contentLength] = String(body.count) }
    return Response(
      status: HTTPResponse.Status(code: status), headers: headers,
      body: headOnly || body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: body)))
  }
}
