public import AsyncHTTPClient
import RoadModel
public import RouteModel

/// Calculates routes by asking a service that speaks OSRM's HTTP API, version 1: `mapc serve`, `osrm-routed`, or
/// another.
///
///     let engine = OnlineRoutingEngine(base: "http://localhost:5000")
///     let response = try await engine.routes(for: RouteRequest(waypoints: [a, b]))
///     print(response.routes[0].durationSeconds)
///
/// Many calculations may run at once on one engine; they share the connections of its HTTP client. To cancel a
/// calculation closes the connection of its request. What goes wrong on the way and is tried again is told as
/// a non-fatal error; what can't be helped is a `RoutingError.service`.
public struct OnlineRoutingEngine: RoutingEngine {
  /// How the service is asked.
  public var options: OnlineOptions { client.options }
  private let client: ServiceClient
  private let extensions: ExtensionCheck

  /// An engine that asks a service.
  ///
  /// - Parameters:
  ///   - base: The address before `/route/v1`, such as `https://router.example.org/osrm`.
  ///   - options: How to ask.
  ///   - client: The HTTP client to use, for settings of TLS or a proxy; nil for one that all engines share.
  ///     Who gives one shuts it down when the engine is no longer used.
  public init(base: String, options: OnlineOptions = OnlineOptions(), client: HTTPClient? = nil) {
    var base = base
    while base.hasSuffix("/") { base.removeLast() }
    self.client = ServiceClient(
      base: base, options: options, client: client ?? ServiceClient.sharedClient)
    extensions = ExtensionCheck(options.extensions)
  }

  /// Asks for the routes of a request; cancelling the task closes the connection.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - observe: Gets progress after each answer, and the failures after which it was asked again.
  /// - Returns: At least one route, the best first, without edges.
  /// - Throws: `RoutingError`; never `map` or `noMap`.
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
