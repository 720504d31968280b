public import AsyncHTTPClient
import RoadModel
public import RouteModel

/// An engine that uses a service with OSRM's HTTP API, version 1, such as `mapc serve`.
///
///     let engine = OnlineRoutingEngine(base: "http://localhost:5000")
///     let response = try await engine.routes(for: RouteRequest(waypoints: [a, b]))
///     print(response.routes[0].durationSeconds)
///
/// Many calculations may run at the same time on one engine; they share the connections of its HTTP client. Cancelling
/// a calculation closes the connection of its request. A failure that is retried is reported as a non-fatal error; a
/// permanent one throws `RoutingError.service`.
public struct OnlineRoutingEngine: RoutingEngine {
  /// The options of the engine.
  public var options: OnlineOptions { client.options }
  private let client: ServiceClient
  private let extensions: ExtensionCheck

  /// An engine for a service.
  ///
  /// - Parameters:
  ///   - base: The part of the URL before `/route/v1`, such as `https://router.example.org/osrm`.
  ///   - options: Names, timeouts, retries and limits.
  ///   - client: The HTTP client, for TLS or proxy settings; nil for one that all engines share. The caller shuts down
  ///     its own client after the last use of the engine.
  public init(base: String, options: OnlineOptions = OnlineOptions(), client: HTTPClient? = nil) {
    var base = base
    while base.hasSuffix("/") { base.removeLast() }
    self.client = ServiceClient(
      base: base, options: options, client: client ?? ServiceClient.sharedClient)
    extensions = ExtensionCheck(options.extensions)
  }

  /// Requests routes from the service; cancelling the task closes the connection.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - observe: Receives progress after each answer, and the failures that were retried.
  /// - Returns: At least one route, the best first, without edges.
  /// - Throws: `RoutingError`, but never `map` or `noMap`.
  public func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    try request.check()
    let deadline =
      ContinuousClock.now + .seconds(OnlineOptions.bounded(options.totalSeconds))
    var hasExtensions = false
    if ServiceRequest.needsExtensions(request) {
      hasExtensions = try await extensions.isPresent(client, before: deadline, observe: observe)
    }
    let asked = ServiceRequest(request, options, hasExtensions: hasExtensions)
    var calculation = OnlineCalculation(
      asked: asked, client: client, deadline: deadline, observe: observe)
    return try await calculation.run()
  }
}
