import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import RouteModel

/// Sends requests to a service over HTTP, with retries if they may help.
struct ServiceClient: Sendable {
  /// The answer.
  struct Reply: Sendable {
    var status: Int
    var body: ByteBuffer
    /// Seconds before a retry, if the service states them.
    var retryAfter: Double?
  }

  /// The client of all engines without their own; it lives as long as the process.
  static let sharedClient: HTTPClient = {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .follow(max: 3, allowCycles: false),
      timeout: .init(connect: .seconds(5)))
    // The engine retries itself, and reports it.
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
  }()

  let base: String
  let options: OnlineOptions
  let client: HTTPClient

  /// Gets an answer that is not 429 or 503.
  ///
  /// - Parameters:
  ///   - target: Path and query behind the base address.
  ///   - deadline: The deadline for all attempts.
  ///   - observe: Receives the failures that are retried.
  /// - Returns: The answer, with any status.
  /// - Throws: `RoutingError.service`, `RoutingError.cancelled`.
  func get(
    _ target: String, before deadline: ContinuousClock.Instant,
    observe: @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> Reply {
    var pauses = Pauses(options)
    while true {
      let trouble: AttemptFailure
      switch await attempt(target, before: deadline) {
      case .success(let reply):
        guard reply.status == 429 || reply.status == 503 else { return reply }
        trouble = AttemptFailure(.busy(retryAfterSeconds: reply.retryAfter), isTransient: true)
      case .failure(let error): trouble = error
      }
      guard !Task.isCancelled, !trouble.isCancellation else { throw .cancelled }
      guard trouble.isTransient, let pause = pauses.next(atLeast: trouble.retryAfter),
        ContinuousClock.now + pause < deadline
      else { throw .service(trouble.failure) }
      observe(.nonFatal(.service(trouble.failure)))
      do { try await Task.sleep(for: pause) } catch { throw .cancelled }
    }
  }

  /// Sends one request; cancels it after a timeout, and closes its connection.
  private func attempt(
    _ target: String, before deadline: ContinuousClock.Instant
  ) async -> Result<Reply, AttemptFailure> {
    let limit = Duration.seconds(OnlineOptions.bounded(options.answerSeconds))
    let left = min(limit, ContinuousClock.now.duration(to: deadline))
    let first = await withTaskGroup(of: Result<Reply, AttemptFailure>?.self) { group in
      group.addTask {
        do { return .success(try await fetch(target, within: left)) } catch {
          return .failure(AttemptFailure(error, options))
        }
      }
      group.addTask {
        try? await Task.sleep(for: left)
        return nil
      }
      let first = await group.next()
      group.cancelAll()
      return first
    }
    guard let result = first ?? nil else {
      return .failure(AttemptFailure(.timedOut(seconds: left / .seconds(1)), isTransient: false))
    }
    return result
  }

  private func fetch(_ target: String, within time: Duration) async throws -> Reply {
    var request = HTTPClientRequest(url: base + target)
    request.headers.add(name: "Accept", value: "application/json")
    request.headers.add(name: "User-Agent", value: "mapc")
    for header in options.headers {
      request.headers.replaceOrAdd(name: header.name, value: header.value)
    }
    // A second after the engine's own limit, which gives the better error.
    let deadline = NIODeadline.now() + .nanoseconds(Int64(time / .nanoseconds(1))) + .seconds(1)
    let response = try await client.execute(request, deadline: deadline)
    let body = try await response.body.collect(upTo: options.answerBytes)
    return Reply(
      status: Int(response.status.code), body: body,
      retryAfter: RetryAfter.seconds(
        response.headers.first(name: "Retry-After"), date: response.headers.first(name: "Date")))
  }
}

/// The backoff before the retries of a request.
struct Pauses {
  private let options: OnlineOptions
  private var taken = 0

  init(_ options: OnlineOptions) { self.options = options }

  /// The next pause; nil after the last retry.
  mutating func next(atLeast least: Double?) -> Duration? {
    guard taken < options.maximumRetries else { return nil }
    var pause = options.backoffSeconds
    for _ in 0..<taken where pause < options.maximumBackoffSeconds { pause *= 2 }
    taken += 1
    pause = min(max(pause, 0), options.maximumBackoffSeconds) * Double.random(in: 0.5...1)
    return .seconds(OnlineOptions.bounded((least ?? 0) + pause))
  }
}
