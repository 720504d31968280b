import Geo

/// Combines an offline engine and an online one, by a policy and with fallback.
///
///     let engine = HybridRoutingEngine(
///       onBoard: OfflineRoutingEngine(map: map), server: OnlineRoutingEngine(base: base),
///       snapper: MapSnapper(map: map))
///     let response = try await engine.routes(for: request)
///     print(response.routes[0].origin)
///
/// If one engine fails, the other one is used, and the failure is reported as a non-fatal error. ``Route/origin``
/// states which engine made a route. A refusal that names the rules in the way is final: a service that knows fewer
/// rules must not overrule it. If both engines fail, the most informative error is thrown: one about the request, else
/// a missing map, else the error of the engine that was used first.
public struct HybridRoutingEngine: RoutingEngine {
  /// The choice between the engines.
  public enum Policy: Sendable, Hashable {
    /// Only the offline engine.
    case onBoardOnly
    /// Only the online engine.
    case serverOnly
    /// The offline engine if the straight lines between the waypoints add up to at most this length, else the online
    /// engine; the other one if that fails.
    case onBoardWithin(metres: Double)
    /// The offline engine if the map covers all waypoints, else the online engine; the other one if that fails.
    case onBoardWhereCovered

    /// Offline up to 30 km.
    public static let combined = Policy.onBoardWithin(metres: 30_000)
  }

  /// The choice between the engines.
  public var policy: Policy
  /// The length of an online route to place on the local map, in metres; 0 for none, infinity for all.
  public var snapLimitMetres: Double
  /// Whether durations of an online route are those of the service.
  ///
  /// If `false`, a section that lies on the local map gets the times of the map's roads, without those of turns; it
  /// needs a snapper.
  public var usesServerTimes = true
  private let onBoard: Result<any RegionalRoutingEngine, MapFailure>?
  private let server: any RoutingEngine
  private let snapper: (any RouteSnapper)?

  /// Combines two engines; the offline one may be missing.
  ///
  /// - Parameters:
  ///   - onBoard: The offline engine, or the reason why its map can't be opened; nil without a map.
  ///     Each calculation that needs the map reports the reason.
  ///   - server: The online engine.
  ///   - snapper: Places online routes on the local map; nil to leave them unchanged.
  ///   - policy: The choice between the engines.
  ///   - snapLimitMetres: The length of an online route to place on the local map, in metres.
  public init(
    onBoard: Result<any RegionalRoutingEngine, MapFailure>?, server: any RoutingEngine,
    snapper: (any RouteSnapper)? = nil, policy: Policy = .combined,
    snapLimitMetres: Double = 100_000
  ) {
    self.onBoard = onBoard
    self.server = server
    self.snapper = snapper
    self.policy = policy
    self.snapLimitMetres = snapLimitMetres
  }

  /// Combines two engines.
  public init(
    onBoard: any RegionalRoutingEngine, server: any RoutingEngine,
    snapper: (any RouteSnapper)? = nil, policy: Policy = .combined,
    snapLimitMetres: Double = 100_000
  ) {
    self.init(
      onBoard: .success(onBoard), server: server, snapper: snapper, policy: policy,
      snapLimitMetres: snapLimitMetres)
  }

  private enum Side { case onBoard, server }

  /// Calculates routes with the engine that the policy chooses, or with the other one.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - observe: Receives the events of both engines; the failure of one is a non-fatal error.
  /// - Returns: At least one route, the best first; an engine whose response has none has failed.
  /// - Throws: `RoutingError`; `noMap` contains the box of the waypoints without a map.
  public func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    try request.check()
    let observe: @Sendable (RouteEvent) -> Void = { event in
      if let event = event.duringCalculation { observe(event) }
    }
    let (sides, hint) = sides(for: request)
    if let hint { observe(.nonFatal(hint)) }
    let first: RoutingError
    do throws(RoutingError) { return try await routes(sides[0], request, observe) } catch {
      if sides.count == 1 || error.isFinal { throw error }
      first = error
    }
    observe(.nonFatal(first))
    do throws(RoutingError) { return try await routes(sides[1], request, observe) } catch {
      if error == .cancelled { throw error }
      throw error.weight > first.weight ? error : first
    }
  }

  /// The engines in order of use, and the reason if the offline one is not first although the policy prefers it.
  private func sides(for request: RouteRequest) -> ([Side], RoutingError?) {
    let onBoardFirst = [Side.onBoard, .server]
    let serverFirst = [Side.server, .onBoard]
    switch policy {
    case .onBoardOnly: return ([.onBoard], nil)
    case .serverOnly: return ([.server], nil)
    case .onBoardWithin(let limit):
      let places = request.waypoints.compactMap(\.coordinate)
      let metres = zip(places, places.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
      guard metres <= limit else { return (serverFirst, nil) }
      guard case .success = onBoard, let missing = missing(request) else {
        return (onBoardFirst, nil)
      }
      // It might still find roads at the map's edge, far from the waypoint.
      return (serverFirst, .noMap(missing: missing))
    case .onBoardWhereCovered:
      return (missing(request) == nil ? onBoardFirst : serverFirst, nil)
    }
  }

  private func routes(
    _ side: Side, _ request: RouteRequest, _ observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    switch side {
    case .onBoard: return try await onBoardRoutes(request, observe).nonEmpty()
    case .server:
      let response = try await server.routes(for: request, observe: observe).nonEmpty()
      return try await snapped(response, request, observe)
    }
  }

  private func onBoardRoutes(
    _ request: RouteRequest, _ observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    switch onBoard {
    case .failure(let failure): throw .map(failure)
    case nil: throw .noMap(missing: box(of: request.waypoints.compactMap(\.coordinate)))
    case .success(let engine):
      do throws(RoutingError) {
        return try await engine.routes(for: request, observe: observe)
      } catch {
        // A waypoint outside the map may still be near one of its roads.
        if case .noRoadNear = error, let missing = missing(request) {
          throw .noMap(missing: missing)
        }
        throw error
      }
    }
  }

  private func box(of places: [Coordinate]) -> Box {
    places.reduce(into: Box.empty) { $0.add($1) }
  }

  /// The margin around its roads that a map still covers, in metres.
  private static let margin = 500.0

  /// The box of the waypoints that the map does not cover; nil if it covers all.
  private func missing(_ request: RouteRequest) -> Box? {
    var places = request.waypoints.compactMap(\.coordinate)
    if case .success(let engine) = onBoard {
      let covered = engine.coverage
      places.removeAll { Distance.metres($0, covered.nearest(to: $0)) <= Self.margin }
    }
    return places.isEmpty ? nil : box(of: places)
  }

  /// Places online routes on the local map, where it has their roads.
  private func snapped(
    _ response: RouteResponse, _ request: RouteRequest,
    _ observe: @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    guard snapLimitMetres > 0, let snapper else { return response }
    var response = response
    for index in response.routes.indices
    where response.routes[index].boundingBox.intersects(snapper.coverage) {
      do throws(RoutingError) {
        response.routes[index] = try await snapper.snap(
          response.routes[index], of: request.vehicle, upTo: snapLimitMetres)
        if !usesServerTimes { Self.takeTimesOfMap(&response.routes[index]) }
      } catch {
        if error == .cancelled { throw error }
        observe(.nonFatal(error))
      }
    }
    return response
  }

  private static func takeTimesOfMap(_ route: inout Route) {
    for index in route.sections.indices where route.sections[index].isOnMap {
      route.sections[index].takeTimesOfEdges()
      // It is the traffic in the times of the service.
      route.sections[index].traffic = nil
    }
  }
}

extension Box {
  /// The point of a non-empty box nearest to a coordinate.
  fileprivate func nearest(to place: Coordinate) -> Coordinate {
    Coordinate(
      latitudeUnits: min(max(place.latitudeUnits, minLatitude), maxLatitude),
      longitudeUnits: min(max(place.longitudeUnits, minLongitude), maxLongitude))
  }
}

extension RoutingError {
  /// Whether the other engine can't or must not answer instead.
  fileprivate var isFinal: Bool {
    switch self {
    case .tooFewWaypoints, .invalidWaypoint, .cancelled: true
    case .noRoute(_, _, _, let blockers): !blockers.isEmpty
    default: false
    }
  }

  /// The rank of the error: 2 if it concerns the request, 1 for a missing map, otherwise 0.
  fileprivate var weight: Int {
    switch self {
    case .tooFewWaypoints, .invalidWaypoint, .noRoadNear, .noRoute, .tooLong, .invalidRange,
      .unknownEdge, .unknownTurn, .invalidSetting, .invalidEnergy, .notReachable,
      .noChargingStations, .stationsClosed:
      2
    case .noMap: 1
    case .map, .unsupported, .service, .cancelled, .unknown: 0
    }
  }
}
