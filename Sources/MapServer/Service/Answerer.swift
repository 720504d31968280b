import Bytes
import JSON
import Logging
import MapReader
import NIOCore
import NIOHTTP1
import NavFormat
import RoadCosts
import RouteModel
import Routing
import Synchronization

/// Answers all HTTP requests.
final class Answerer: Sendable {
  /// A way to answer a request.
  private enum Plan {
    case ready(HTTPAnswer)
    /// The engine makes the body.
    case work(HTTPAnswer, WorkQueue.Work)
    /// The engine makes the body in parts.
    case stream(HTTPAnswer, StreamWork)
  }

  let map: CurrentMap
  private let isMakingWay = Atomic(false)
  private let reloading = RepeatedWork()
  private let limits: ServiceLimits
  let queue: WorkQueue
  let metrics = ServiceMetrics()
  let date = HTTPDate()
  let logger: Logger

  /// The vehicles to prepare for, besides those of recent requests.
  private let prepared: [PreparedVehicle]
  let seen = SeenVehicles()
  private let warming: Warming
  private let traffic: TrafficFollower?
  /// The traffic in force, which is kept when the map is read again.
  let inForce = Guarded<TrafficSnapshot?>(nil)
  private let usual: UsualSource?
  /// The preparation of the current map.
  private let preparation = Guarded<Task<Void, Never>?>(nil)

  init(
    _ map: NavMap, _ limits: ServiceLimits, prepared: [PreparedVehicle],
    traffic: String? = nil, usual: String? = nil, timers: any EventLoopGroup, logger: Logger
  ) {
    self.usual = usual.map { UsualSource(path: $0, logger: logger) }
    self.traffic = traffic.map { TrafficFollower(path: $0, logger: logger) }
    self.map = CurrentMap(map, limits, logger: logger)
    self.limits = limits
    self.prepared = prepared
    queue = WorkQueue(limits, timers: timers)
    warming = Warming(logger: logger)
    self.logger = logger
  }

  /// Starts to prepare for the given and recent vehicles, in the background.
  func prepare() {
    guard let engine = try? map.answers().engine else { return stop() }
    let task = warming.prepare(engine, for: prepared + recent)
    preparation.withLock { last in
      last?.cancel()
      last = task
    }
  }

  /// The vehicles of recent requests whose metrics are not in the file; in traffic, none is.
  var recent: [PreparedVehicle] {
    let hasTraffic = inForce.withLock { $0 != nil }
    return seen.all.filter { !prepared.contains($0) && (hasTraffic || !$0.isPlain) }
  }

  /// Ends the preparation.
  func stop() { preparation.withLock { $0 }?.cancel() }

  /// Opens the map's file again and checks it completely, then replaces the current map by it.
  ///
  /// This happens on a separate thread, while the current map answers requests. If it is already
  /// under way, the file is read once more afterwards.
  func reload() {
    guard reloading.begin() else { return }
    let isStarted = WorkerThread.start { [self] in
      repeat { readAgain() } while reloading.goesOn()
    }
    if isStarted { return }
    reloading.end()
    metrics.countReload(failed: true)
    logger.error("map not read again, the old one stays", metadata: ["error": "no thread for it"])
  }

  /// Passes the traffic to the engine of a new map if it fits; otherwise the file is read again.
  private func keepTraffic() {
    // Traffic that is being read may be for the old map.
    traffic?.forget()
    let isKept = inForce.withLock { kept -> Bool in
      guard let snapshot = kept, let engine = try? map.answers().engine else { return true }
      do throws(RoutingError) { try engine.replaceTraffic(snapshot) } catch {
        kept = nil
        return false
      }
      return true
    }
    if !isKept {
      logger.warning(
        traffic == nil
          ? "the traffic is of the old map, and ends"
          : "the traffic is of the old map; the file is read again")
    }
  }

  private func readAgain() {
    do throws(NavError) {
      try map.reload { usual?.use(on: $0.engine) }
      keepTraffic()
      prepare()
      metrics.countReload(failed: false)
      logger.info("map read again")
    } catch {
      metrics.countReload(failed: true)
      logger.error("map not read again, the old one stays", metadata: ["error": "\(error)"])
    }
  }

  /// Puts the traffic file in force if it has been replaced, on a separate thread.
  ///
  /// The metrics of recent vehicles are made before that, so that no request without a departure
  /// time waits for them.
  func followTraffic() {
    guard let traffic, traffic.begin() else { return }
    if !WorkerThread.start({ [self] in follow(traffic) }) { traffic.end() }
  }

  /// Puts the traffic file in force before the first request.
  func beginTraffic() {
    useUsual()
    if let traffic, traffic.begin() { follow(traffic) }
  }

  /// Puts the usual speeds in force on the current map.
  private func useUsual() {
    guard let usual, let engine = try? map.answers().engine else { return }
    usual.use(on: engine)
  }

  private func follow(_ traffic: TrafficFollower) {
    let isUsed = traffic.follow { snapshot throws(RoutingError) in try use(snapshot) }
    metrics.countTraffic(isUsed ? traffic.snapshot?.version : nil)
  }

  /// Puts a snapshot in force after making the metrics of recent vehicles.
  ///
  /// If the map is replaced meanwhile, it repeats this on the new one.
  func use(_ snapshot: TrafficSnapshot) throws(RoutingError) {
    for _ in 0..<Self.maximumTries {
      guard let answers = try? map.answers() else { throw .cancelled }
      let engine = answers.engine
      for vehicle in seen.all + prepared {
        var options = vehicle.options
        options.traffic = snapshot
        try engine.prepare(vehicle.vehicle, options: options)
      }
      // Atomic with the stored value, so that traffic that was ended does not return.
      let isInForce = try inForce.withLock { kept throws(RoutingError) -> Bool in
        // Each map has its own store.
        guard let now = try? map.answers(), now.refreshes === answers.refreshes else {
          return false
        }
        try engine.replaceTraffic(snapshot)
        kept = snapshot
        return true
      }
      if isInForce { return }
    }
    throw .cancelled
  }

  /// The maximum number of attempts to prepare traffic while the map is being replaced.
  private static let maximumTries = 5

  /// Switches to a copy of the map if a program waits to write into its file.
  ///
  /// This happens soon, on a thread that may wait for the disk.
  func makeWay() {
    guard map.isAboutToChange,
      !isMakingWay.exchange(true, ordering: .acquiring)
    else { return }
    let isStarted = WorkerThread.start { [self] in
      map.makeWay { usual?.use(on: $0.engine) }
      keepTraffic()
      prepare()
      isMakingWay.store(false, ordering: .releasing)
    }
    if !isStarted { isMakingWay.store(false, ordering: .releasing) }
  }

  /// The answer to bytes that are not a request.
  func refusal(_ error: ServiceError) -> HTTPMessage {
    let answer = HTTPAnswer("http", error)
    metrics.count(answer.service, answer.code, seconds: 0)
    return answer.message(headOnly: false, closes: true, date: date.now)
  }

  /// Records that a connection was cut because its client did not read the answers.
  func noteCut() {
    metrics.count("http", "ClientStalled", seconds: 0)
    logger.debug("connection cut: the client takes nothing of its answers")
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - client: The connection of the client.
  ///   - later: Receives the answer, or one part of it after the other, on any thread if it is not
  ///     available at once.
  /// - Returns: The answer, if it does not need the engine.
  func respond(
    to request: HTTPRequest, for client: ClientConnection,
    later: @escaping @Sendable (HTTPMessage) -> Void
  ) -> HTTPMessage? {
    let start = NIODeadline.now()
    let send: @Sendable (HTTPAnswer, Bool) -> HTTPMessage = { [self] made, isOnLoop in
      var answer = made.without(request.known)
      if request.takesGzip { answer = answer.compressed(isKeptOnly: isOnLoop) }
      note(answer, request, start)
      return answer.message(
        headOnly: request.method == .HEAD, closes: request.closes || client.isLast, date: date.now)
    }
    switch plan(request) {
    case .ready(let answer): return send(answer, true)
    case .work(let part, let work):
      queue.run(for: client, work) { [self] result in
        var answer = part
        switch result {
        case .success(let body): answer.body = body
        case .failure(let error): answer = failed(part.service, error, request.target)
        }
        later(send(answer, false))
      }
      return nil
    case .stream(let part, let work):
      stream(part, work, request, client, since: start, later)
      return nil
    }
  }

  func note(_ answer: HTTPAnswer, _ request: HTTPRequest, _ start: NIODeadline) {
    let seconds = Double((NIODeadline.now() - start).nanoseconds) / 1e9
    metrics.count(answer.service, answer.code, seconds: seconds)
    logger.debug(
      "request",
      metadata: [
        "method": "\(request.method)",
        "target": "\(TerminalText.harmless(String(request.target.prefix(200))))",
        "code": "\(answer.code)", "seconds": "\(seconds)",
      ])
  }

  private func plan(_ request: HTTPRequest) -> Plan {
    let target = request.target
    switch request.method {
    case .OPTIONS: return .ready(HTTPAnswer(service: "options", code: "Ok", status: 204))
    case .GET, .HEAD: break
    case .POST where ValhallaRequest.hasBody(request): return service(request)
    case .POST where DirectionsForm.hasBody(request):
      do throws(ServiceError) { return service(try DirectionsForm.unfolded(request)) } catch {
        return .ready(failed("route", error, target))
      }
    default: return .ready(.methodNotAllowed(takesPost: HTTPRequest.takesPost(target)))
    }
    let path = target.utf8.firstIndex(of: UInt8(ascii: "?")).map { target[..<$0] } ?? target[...]
    if let service = PlaceService(path: path) { return places(request, service) }
    switch path {
    case "/": return .ready(MapPage.shared.answer)
    case "/favicon.ico": return .ready(MapPage.shared.icon)
    case "/map.json": return .ready(told("map", description))
    case "/health": return .ready(told("health", health))
    case "/metrics":
      let (running, waiting) = queue.load
      return .ready(
        HTTPAnswer(
          service: "metrics", type: "text/plain; version=0.0.4",
          Array(metrics.text(running: running, waiting: waiting).utf8)))
    default: return service(request)
    }
  }

  /// A search for places, or whether there can be one.
  private func places(_ request: HTTPRequest, _ service: PlaceService) -> Plan {
    do throws(ServiceError) {
      let url = try PlaceQueryURL(request.target, service, acceptLanguage: request.languages)
      let answers = try map.answers()
      if service == .status { return .ready(.status(isJSON: url["format"] == "json")) }
      return .work(try .places(url)) { () async throws(ServiceError) in try answers.places(url) }
    } catch {
      return .ready(failed("search", error.ofPlaces, request.target))
    }
  }

  /// The answer about the map, if there is one.
  private func told(_ service: String, _ tell: (MapAnswers) -> HTTPAnswer) -> HTTPAnswer {
    do throws(ServiceError) { return tell(try map.answers()) } catch {
      return HTTPAnswer(service, error)
    }
  }

  private func description(_ answers: MapAnswers) -> HTTPAnswer {
    // The limits are in it, too, so the map alone does not identify it.
    let body = answers.description
    return HTTPAnswer(
      service: "map", type: HTTPAnswer.json, body,
      tag: "\"\(SHA256.base64(SHA256.hash(body)))\"")
  }

  private func health(_ answers: MapAnswers) -> HTTPAnswer {
    let header = answers.map.header
    var json = JSONWriter()
    json.object {
      $0.string("status", "ok")
      $0.int("snapshot", Int(header.snapshot))
      $0.int("edges", Int(header.edgeCount))
    }
    return HTTPAnswer(service: "health", type: HTTPAnswer.json, json.bytes)
  }

  private func service(_ request: HTTPRequest) -> Plan {
    let target = request.target
    var name = "unknown"
    do throws(ServiceError) {
      if target.hasPrefix("/\(RefreshURL.name)/") {
        name = RefreshURL.name
        if let url = try RefreshURL(target) {
          let answers = try map.answers()
          return .work(HTTPAnswer(service: name, type: HTTPAnswer.json, [])) {
            () async throws(ServiceError) in try answers.refresh(url)
          }
        }
      }
      let url = try ServiceURL.of(request, assuming: limits.defaultProfile)
      name = url.service.rawValue
      if url.service == .tile { return try tile(url, request) }
      let query = try Query(url)
      try query.check(url, limits)
      let answers = try map.answers()
      try query.check(answers.map)
      if url.service == .route || url.service == .table {
        seen.note(try PreparedVehicle(url, query))
      }
      if url.service == .drive {
        return .stream(HTTPAnswer(service: name, type: MapAnswers.eventStream, [])) {
          send throws(ServiceError) in try answers.answer(url, query, sending: send)
        }
      }
      return .work(HTTPAnswer(service: name, type: HTTPAnswer.json, [])) {
        () async throws(ServiceError) in try answers.answer(url, query) { _ in }
      }
    } catch {
      return .ready(failed(name, error, target))
    }
  }

  /// A tile, made only if neither the client nor the cache has it.
  private func tile(_ url: ServiceURL, _ request: HTTPRequest) throws(ServiceError) -> Plan {
    let query = try TileQuery(url)
    let answers = try map.answers()
    let tag = answers.tileTag(url.profile, query)
    let gzipTag = HTTPAnswer.gzipTag(tag)
    var answer = HTTPAnswer(service: "tile", type: "application/x-protobuf", [], tag: tag)
    if let known = request.known, known.contains(tag) || known.contains(gzipTag) {
      return .ready(answer)
    }
    if request.takesGzip, let kept = answers.tiles[gzipTag] {
      answer.body = kept
      (answer.isGzip, answer.tag) = (true, gzipTag)
      return .ready(answer)
    }
    let kept = answers.tiles[tag]
    if let kept, !request.takesGzip || kept.count < HTTPAnswer.minimumGzip {
      answer.body = kept
      return .ready(answer)
    }
    answer.keepsGzip = { answers.tiles.keep($0, gzipTag) }
    return .work(answer) { () async throws(ServiceError) in
      if let kept { return kept }
      return try answers.tile(url.profile, query)
    }
  }

  /// The answer for an error.
  func failed(_ service: String, _ error: ServiceError, _ target: String) -> HTTPAnswer {
    if error.code == .damagedMap {
      let target = TerminalText.harmless(target)
      logger.error("map damaged", metadata: ["target": "\(target)"])
    }
    return HTTPAnswer(service, error)
  }
}
