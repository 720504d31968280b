import Geo

/// Calculates routes on the device or by a service, whichever is set or can.
///
///     let engine = HybridRoutingEngine(
///       onBoard: OfflineRoutingEngine(map: map), server: OnlineRoutingEngine(base: base),
///       snapper: MapSnapper(map: map))
///     let response = try await engine.routes(for: request)
///     print(response.routes[0].origin)
///
/// Where one engine fails, the other is asked, the failure is told as a non-fatal error, and the route says which
/// engine made it. No failure, but the answer, is a refusal that names the rules which stand in the way: a
/// service that knows less of them must not overrule it. If both fail, the error is the one that says most: of the
/// request, else of a map that is missing, else that of the engine that was asked first.
public struct HybridRoutingEngine: RoutingEngine {
  /// Which engine is asked.
  public enum Policy: Sendable, Hashable {
    /// The one on the device.
    case onBoardOnly
    /// The service.
    case serverOnly
    /// The one on the device where the straight lines between the waypoints are together no longer than this,
    /// else the service; the other one if that fails.
    case onBoardWithin(metres: Double)
    /// The one on the device where the map covers all waypoints, else the service; the other one if that fails.
    case onBoardWhereCovered

    /// On the device up to 30 km.
    public static let combined = Policy.onBoardWithin(metres: 30_000)
  }

  /// Which engine is asked.
  public var policy: Policy
  /// Metres of a service's route that are snapped to the map on the device; none for 0, all for infinity.
  public var snapLimitMetres: Double
  private let onBoard: Result<any RegionalRoutingEngine, MapFailure>?
  private let server: any RoutingEngine
  private let snapper: (any RouteSnapper)?

  /// An engine of two, of which the one on the device may not be there.
  ///
  /// - Parameters:
  ///   - onBoard: The engine on the device; or why its map can't be opened, which is then told for each
  ///     calculation that needs it; nil without a map.
  ///   - server: The engine that asks a service.
  ///   - snapper: Puts the service's routes onto the map on the device; nil to leave them as they are.
  ///   - policy: Which one is asked.
  ///   - snapLimitMetres: Metres of a service's route that are snapped to the map on the device.
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

  /// An engine of two that are both there.
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

  /// Calculates the routes of a request with the engine of the policy, or the other.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - observe: Gets the events of both engines; the failure of one is a non-fatal error.
  /// - Returns: At least one route, the best first.
  /// - Throws: `RoutingError`; `noMap` names the box of the waypoints for which no map is there.
  public func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    try request.check()
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

  /// The engines in the order in which they are asked, and why the one on the device is not the first though the
  /// policy has it so.
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
    case .onBoard: return try await onBoardRoutes(request, observe)
    case .server:
      let response = try await server.routes(for: request, observe: observe)
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
        // A waypoint beside the map may still have a road of it near.
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

  /// Metres beside the roads of a map that it still covers.
  private static let margin = 500.0

  /// The box of the waypoints that the map does not cover; nil when it covers all.
  private func missing(_ request: RouteRequest) -> Box? {
    var places = request.waypoints.compactMap(\.coordinate)
    if case .success(let engine) = onBoard {
      let covered = engine.coverage
      places.removeAll { Distance.metres($0, covered.nearest(to: $0)) <= Self.margin }
    }
    return places.isEmpty ? nil : box(of: places)
  }

  /// The service's routes on the local map, as far as it goes.
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
      } catch {
        if error == .cancelled { throw error }
        observe(.nonFatal(error))
      }
    }
    return response
  }
}

extension Box {
  /// The place in a box that is not empty which is nearest to another.
  fileprivate func nearest(to place: Coordinate) -> Coordinate {
    Coordinate(
      latitudeUnits: min(max(place.latitudeUnits, minLatitude), maxLatitude),
      longitudeUnits: min(max(place.longitudeUnits, minLongitude), maxLongitude))
  }
}

extension RoutingError {
  /// Whether another engine can't do better, or must not.
  fileprivate var isFinal: Bool {
    switch self {
    case .tooFewWaypoints, .invalidWaypoint, .cancelled: true
    case .noRoute(_, _, _, let blockers): !blockers.isEmpty
    default: false
    }
  }

  /// How much it says: of the request, of a map that one may get, or of an engine that failed.
  fileprivate var weight: Int {
    switch self {
    case .noRoute, .noRoadNear, .tooLong: 2
    case .noMap: 1
    default: 0
    }
  }
}
