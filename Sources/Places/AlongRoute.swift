internal import Bytes
internal import Geo
internal import MapReader
internal import RoadCosts
public import RoadModel
public import RouteModel
public import Routing

/// A search for places along a route.
public struct AlongRouteQuery: Sendable, Hashable {
  /// The requirements on places.
  public var filter: PlaceFilter
  /// The maximum straight-line distance from the route, in metres, clamped to 1 m to 50 km; NaN counts as 1 m.
  ///
  /// If it is nil, places are as far away as ``maximumDetourSeconds`` allows, or at most
  /// ``defaultCorridorMetres`` without such a limit.
  public var corridorMetres: Double?
  /// The maximum detour in seconds, where NaN counts as 0; nil for any.
  public var maximumDetourSeconds: Double?
  /// The minimum time and distance from the start of the route at which places are reached, where NaN counts as 0.
  public var after: (seconds: Double, metres: Double) {
    get { (afterSeconds, afterMetres) }
    set { (afterSeconds, afterMetres) = newValue }
  }
  /// See ``after``.
  public var afterSeconds = 0.0
  /// See ``after``.
  public var afterMetres = 0.0
  /// The maximum time in seconds from the start of the route at which places are reached, where NaN counts as 0; nil
  /// for any.
  public var beforeSeconds: Double?
  /// The maximum distance in metres along the route, where NaN counts as 0; nil for any.
  public var beforeMetres: Double?
  /// Whether places that are known to be closed on arrival are left out; needs a departure time.
  public var isOpen = false
  /// Whether to find the last places before the end of the range instead of the first.
  public var isLast = false
  /// Whether the trip keeps to the route except for the detour to a place.
  ///
  /// Set it for routes of external engines, which need not be the best on this map. The trip leaves such a route, and
  /// returns to it, at one of at most ``PlaceSearch/maximumStations`` points of a section, 300 metres apart or more.
  /// For a vehicle that no metric serves, these are the five before a place and the five behind it.
  public var keepsRoute = false
  /// The stops of the route's request, one more than it has sections, whose courses and sides of the road also hold for
  /// the trips over places; ignored if they are another number, or with ``keepsRoute``.
  ///
  /// Without them, a trip begins at the snapped point in any direction, as if the vehicle could turn round there.
  public var stops: [Waypoint] = []
  /// The maximum number of places, clamped to 1 to ``PlaceQuery/maximumLimit``.
  public var limit: Int

  /// A search for places of some categories; an empty set means all points of interest.
  public init(
    categories: Set<PlaceCategory>, corridorMetres: Double? = nil,
    maximumDetourSeconds: Double? = nil, limit: Int = 20
  ) {
    filter = PlaceFilter(categories)
    self.corridorMetres = corridorMetres
    self.maximumDetourSeconds = maximumDetourSeconds
    self.limit = limit
  }

  /// The maximum distance from the route without any limit, in metres.
  public static let defaultCorridorMetres = 2_000.0

  /// The categories of ``filter``.
  public var categories: Set<PlaceCategory> {
    get { filter.categories }
    set { filter.categories = newValue }
  }
  /// The fuels of ``filter``.
  public var fuels: Set<String> {
    get { filter.fuels }
    set { filter.fuels = newValue }
  }
  /// The sockets of ``filter``.
  public var sockets: Set<String> {
    get { filter.sockets }
    set { filter.sockets = newValue }
  }
  /// The minimum number of trucks of ``filter``.
  public var minimumTruckCapacity: Int? {
    get { filter.minimumTruckCapacity }
    set { filter.minimumTruckCapacity = newValue }
  }
}

extension PlaceSearch {
  /// The maximum number of places for which paths are calculated: of those that may be in the wanted range, as many
  /// that are nearest to the route, and as many of the others that are passed first, or last if these are wanted.
  public static let maximumCandidates = 500
  /// The maximum number of points of a section where a trip leaves and rejoins a route that it keeps to.
  public static let maximumStations = 100

  /// The places along a route, in the order in which they are passed.
  ///
  /// The detour of a place is exact. It is the duration of the best route to the place and on to the next stop, less
  /// that of the best route to that stop. The detour may leave the route and rejoin it anywhere. Times are those
  /// without a departure time. For a route of an external engine, see ``AlongRouteQuery/keepsRoute``. Places where the
  /// vehicle has no road within 500 metres of their point of arrival are left out.
  ///
  /// A place that several sections pass counts once, for the one with the shortest detour within the wanted range; of
  /// equal ones, as there and back on the same road, for the first, or the last if the last places are wanted.
  ///
  /// - Parameters:
  ///   - route: The route, of any engine.
  ///   - query: The search.
  ///   - engine: The engine, on the same map.
  ///   - vehicle: The vehicle.
  ///   - options: The options of the route; a departure decides which places are open.
  /// - Returns: At most ``AlongRouteQuery/limit`` places.
  /// - Throws: ``RoutingError``.
  /// - Complexity: Two rows of a table for each section of the route that has places near, in growing parts until
  ///   enough places are found. Where the hierarchy does not serve the vehicle, such as on foot, two searches of all
  ///   roads around the ends of a section serve all places, and two more with a maximum detour.
  public func places(
    along route: Route, _ query: AlongRouteQuery, engine: OfflineRoutingEngine,
    vehicle: Vehicle, options: RouteRequest.Options = .init()
  ) async throws(RoutingError) -> [PlaceAhead] {
    try await TaskThreads.run { () throws(RoutingError) in
      try places(along: route, query, engine: engine, vehicle: vehicle, options: options)
    }
  }

  /// The places along a route, searched on the calling thread, for programs without tasks.
  ///
  /// - Parameters:
  ///   - route: The route, of any engine.
  ///   - query: The search.
  ///   - engine: The engine, on the same map.
  ///   - vehicle: The vehicle.
  ///   - options: The options of the route; a departure decides which places are open.
  /// - Returns: At most ``AlongRouteQuery/limit`` places.
  /// - Throws: ``RoutingError``.
  public func places(
    along route: Route, _ query: AlongRouteQuery, engine: OfflineRoutingEngine,
    vehicle: Vehicle, options: RouteRequest.Options = .init()
  ) throws(RoutingError) -> [PlaceAhead] {
    var query = query
    query.corridorMetres = query.corridorMetres?.clamped(to: 1...50_000, nan: 1)
    query.maximumDetourSeconds =
      query.maximumDetourSeconds?.clamped(to: 0...Double.infinity, nan: 0)
    func number(_ bound: Double) -> Double { bound.isNaN ? 0 : bound }
    (query.afterSeconds, query.afterMetres) = (
      number(query.afterSeconds), number(query.afterMetres)
    )
    query.beforeSeconds = query.beforeSeconds.map(number)
    query.beforeMetres = query.beforeMetres.map(number)
    let near: [NearPlace]
    let speed = try engine.maximumMetresPerSecond(vehicle: vehicle, options: options)
    do throws(NavError) { near = try candidates(along: route, query, maximumSpeed: speed) } catch {
      throw RoutingError(error)
    }
    if near.isEmpty { return [] }
    let detours = try Detours(
      self, engine, vehicle, options, from: route.sections.first?.departure.position,
      keepsRoute: query.keepsRoute, maximumSeconds: query.maximumDetourSeconds,
      stops: query.stops.count == route.sections.count + 1 ? query.stops : [])
    let limit = min(max(query.limit, 1), PlaceQuery.maximumLimit)
    let nearest = Array(near.prefix(Self.maximumCandidates))
    var result = try Self.wanted(nearest, route, query, detours, limit)
    // The others matter where they are passed before the last of these, or if there are too few. At the ends of a
    // route, where many places are equally far ahead, the nearest do.
    let others = near.dropFirst(Self.maximumCandidates).filter { other in
      guard result.count == limit, let first = result.first, let last = result.last else {
        return true
      }
      let along = other.along(isLast: query.isLast)
      return query.isLast ? along > first.distanceMetres : along < last.distanceMetres
    }
    if !others.isEmpty {
      let first = Self.inOrder(others, query).prefix(Self.maximumCandidates)
      result += try Self.wanted(Array(first), route, query, detours, limit)
      result = Self.ordered(result, query, limit)
    }
    return result
  }

  /// Places near a route in the order in which they are passed; from the end if the last are wanted.
  private static func inOrder(_ near: [NearPlace], _ query: AlongRouteQuery) -> [NearPlace] {
    near.sorted {
      let (a, b) = ($0.along(isLast: query.isLast), $1.along(isLast: query.isLast))
      return query.isLast ? a > b : a < b
    }
  }

  /// The first of some places in the order in which they are passed, or the last.
  private static func ordered(
    _ places: [PlaceAhead], _ query: AlongRouteQuery, _ limit: Int
  ) -> [PlaceAhead] {
    let sorted = places.sorted {
      ($0.distanceMetres, $0.detourSeconds, $0.place.place ?? 0)
        < ($1.distanceMetres, $1.detourSeconds, $1.place.place ?? 0)
    }
    return Array(query.isLast ? sorted.suffix(limit) : sorted.prefix(limit))
  }

  /// The first wanted places of some near a route, or the last.
  private static func wanted(
    _ near: [NearPlace], _ route: Route, _ query: AlongRouteQuery, _ detours: Detours, _ limit: Int
  ) throws(RoutingError) -> [PlaceAhead] {
    // The first places of a result are those that are nearest to the beginning of the route, so the others are only
    // looked at if these are not wanted.
    var rest = inOrder(near, query)[...]
    var count = detours.takesAll ? rest.count : 2 * limit
    var result: [PlaceAhead] = []
    // A place may count for a later section than the first one that passes it.
    var certain = 0
    while certain < limit, let last = rest.prefix(count).last?.along(isLast: query.isLast) {
      // Places at the same point of the route are ordered by their detours.
      let chunk = rest.prefix {
        let along = $0.along(isLast: query.isLast)
        return query.isLast ? along >= last : along <= last
      }
      rest.removeFirst(chunk.count)
      let passes = try Self.places(chunk.flatMap(\.passes), route, detours)
      result += shortest(passes.filter { Self.isWanted($0, query) }, query)
      certain = result.count {
        query.isLast ? $0.distanceMetres >= last : $0.distanceMetres <= last
      }
      count *= 2
    }
    return ordered(result, query, limit)
  }

  /// The difference in seconds of detours that count as equal, such as those there and back on the same road.
  private static let equalDetours = 1.0

  /// Each place once: with the shortest of its detours, of equal ones the first along the route, or the last.
  private static func shortest(_ passes: [PlaceAhead], _ query: AlongRouteQuery) -> [PlaceAhead] {
    var best: [Int: PlaceAhead] = [:]
    for pass in passes {
      let number = pass.place.place ?? -1
      guard let other = best[number] else {
        best[number] = pass
        continue
      }
      let difference = pass.detourSeconds - other.detourSeconds
      // Sections come in their order.
      if difference < (query.isLast ? equalDetours : -equalDetours) { best[number] = pass }
    }
    return Array(best.values)
  }

  /// The places of passes with the paths over them, section by section.
  private static func places(
    _ near: [NearRoute], _ route: Route, _ detours: Detours
  ) throws(RoutingError) -> [PlaceAhead] {
    var result: [PlaceAhead] = []
    var start = (seconds: 0.0, metres: 0.0)
    for (index, section) in route.sections.enumerated() {
      result += try detours.places(near.filter { $0.section == index }, section, from: start)
      start.seconds += section.durationSeconds + section.postActionSeconds
      start.metres += section.lengthMetres
    }
    return result
  }

  private static func isWanted(_ place: PlaceAhead, _ query: AlongRouteQuery) -> Bool {
    if place.detourSeconds > query.maximumDetourSeconds ?? .infinity { return false }
    if place.seconds < query.afterSeconds || place.distanceMetres < query.afterMetres {
      return false
    }
    if place.seconds > query.beforeSeconds ?? .infinity { return false }
    if place.distanceMetres > query.beforeMetres ?? .infinity { return false }
    return !query.isOpen || place.opening != .closed
  }
}
