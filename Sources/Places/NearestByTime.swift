internal import Bytes
internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadCosts
public import RoadModel
public import RouteModel
public import Routing

/// A search for the places that a vehicle reaches first.
public struct NearestByTimeQuery: Sendable, Hashable {
  /// The requirements on places.
  public var filter: PlaceFilter
  /// The maximum travel time in seconds; NaN counts as 0.
  public var maximumSeconds: Double
  /// Whether places that are known to be closed on arrival are left out; needs a departure time.
  public var isOpen = false
  /// The maximum number of places, clamped to 1 to ``PlaceQuery/maximumLimit``.
  public var limit: Int

  /// A search for places of a filter.
  public init(_ filter: PlaceFilter, maximumSeconds: Double = 86_400, limit: Int = 10) {
    self.filter = filter
    self.maximumSeconds = maximumSeconds
    self.limit = limit
  }
}

/// A place with its travel time and distance.
public struct ReachedPlace: Sendable, Hashable, Codable {
  /// The place; its distance is a straight line.
  public var place: FoundPlace
  /// The travel time in seconds.
  public var seconds: Double
  /// The length of the path in metres.
  public var metres: Double
  /// Whether it is open on arrival.
  public var opening: PlaceAhead.Opening
  /// As of places along a route.
  public var dependsOnHoliday: Bool

  /// A reached place from its parts.
  public init(
    place: FoundPlace, seconds: Double, metres: Double, opening: PlaceAhead.Opening = .unknown,
    dependsOnHoliday: Bool = false
  ) {
    self.place = place
    self.seconds = seconds
    self.metres = metres
    self.opening = opening
    self.dependsOnHoliday = dependsOnHoliday
  }

  /// Reads a place; of an earlier version, `dependsOnHoliday` is false.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      place: try members.decode(FoundPlace.self, forKey: .place),
      seconds: try members.decode(Double.self, forKey: .seconds),
      metres: try members.decode(Double.self, forKey: .metres),
      opening: try members.decode(PlaceAhead.Opening.self, forKey: .opening),
      dependsOnHoliday: try members.decodeIfPresent(Bool.self, forKey: .dependsOnHoliday) ?? false)
  }
}

extension PlaceSearch {
  /// The maximum distance of a place from the road of the vehicle, in metres: the compiler searches no farther for the
  /// road of arrival, nor is the vehicle's own farther from that.
  private static let roadReach = 2 * Waypoint.arrivalReach
  /// The first search radius, in metres.
  private static let firstReach = 3_000.0

  /// The places that a vehicle reaches first from a coordinate, by travel time.
  ///
  /// The result is exact: the search examines growing circles until no place outside can be nearer at the maximum speed
  /// of the vehicle. Places without a road within 500 metres are left out, and those where the vehicle has none within
  /// 500 metres of their point of arrival, such as a hut on a hiking path for cars.
  ///
  ///     let query = NearestByTimeQuery(PlaceFilter([.fuel]), limit: 5)
  ///     for reached in try await search.places(byTimeFrom: start, query, engine: engine, vehicle: .car) {
  ///       print(reached.place.label, reached.seconds)
  ///     }
  ///
  /// - Parameters:
  ///   - origin: The position of the vehicle.
  ///   - query: The search.
  ///   - engine: The engine, on the same map.
  ///   - vehicle: The vehicle.
  ///   - options: The options of the routes; a departure also decides which places are open.
  /// - Returns: The places, the one that is reached first at the beginning.
  /// - Throws: ``RoutingError``.
  /// - Complexity: Rows of tables, in growing parts, for the places in the last circle. Where the hierarchy does not
  ///   serve the vehicle, a search for each part, and one for each place that may be among the first.
  public func places(
    byTimeFrom origin: Waypoint, _ query: NearestByTimeQuery, engine: OfflineRoutingEngine,
    vehicle: Vehicle, options: RouteRequest.Options = .init()
  ) async throws(RoutingError) -> [ReachedPlace] {
    try await TaskThreads.run { () throws(RoutingError) in
      try places(byTimeFrom: origin, query, engine: engine, vehicle: vehicle, options: options)
    }
  }

  /// The places that a vehicle reaches first, searched on the calling thread, for programs without tasks.
  ///
  /// - Parameters:
  ///   - origin: The position of the vehicle.
  ///   - query: The search.
  ///   - engine: The engine, on the same map.
  ///   - vehicle: The vehicle.
  ///   - options: The options of the routes; a departure also decides which places are open.
  /// - Returns: The places, the one that is reached first at the beginning.
  /// - Throws: ``RoutingError``.
  public func places(
    byTimeFrom origin: Waypoint, _ query: NearestByTimeQuery, engine: OfflineRoutingEngine,
    vehicle: Vehicle, options: RouteRequest.Options = .init()
  ) throws(RoutingError) -> [ReachedPlace] {
    guard let position = origin.coordinate else { throw .invalidWaypoint(index: 0) }
    let limit = min(max(query.limit, 1), PlaceQuery.maximumLimit)
    var query = query
    query.maximumSeconds = query.maximumSeconds.clamped(to: 0...Double.infinity, nan: 0)
    let metresPerSecond = try engine.maximumMetresPerSecond(vehicle: vehicle, options: options)
    var ways = try WaysToPlaces(self, origin, query, engine, vehicle, options)
    // No place farther away, in metres, can be among the first.
    func needed() -> Double {
      let isFull = ways.found.count >= limit
      let seconds = isFull ? ways.found[limit - 1].seconds : query.maximumSeconds
      return min(
        seconds * metresPerSecond + (ways.snapMetres ?? 0) + Self.roadReach,
        Distance.halfEarthMetres)
    }
    var reach = Self.firstReach
    while true {
      var rest = try ways.candidates(around: position, within: reach)[...]
      // The nearest come first, in growing parts: a circle may have thousands.
      var count = 2 * limit
      while let first = rest.first, ways.snapMetres == nil || first.metres <= needed() {
        try ways.add(Array(rest.prefix(count)), limit)
        rest = rest.dropFirst(count)
        count *= 2
      }
      let farthest = needed()
      if reach >= farthest { break }
      reach = ways.found.count >= limit ? farthest : min(3 * reach, farthest)
    }
    return try ways.places(limit)
  }
}

extension Distance {
  /// An upper bound of the distance between two places, in metres.
  fileprivate static var halfEarthMetres: Double { 20_100_000 }
}

/// The paths from one origin to a growing set of places.
private struct WaysToPlaces {
  /// The difference in seconds that rounded durations may have.
  private static let rounding = 0.05

  struct Way {
    var place: Int
    var seconds: Double
    var metres: Double
    var hours: (opening: PlaceAhead.Opening, dependsOnHoliday: Bool)
  }

  /// A place with its distance by straight line and its point of arrival.
  struct Candidate {
    var place: Int
    var metres: Double
    var arrival: Coordinate
  }

  private let search: PlaceSearch
  private let origin: Waypoint
  private let query: NearestByTimeQuery
  private let engine: OfflineRoutingEngine
  private let vehicle: Vehicle
  private let options: RouteRequest.Options
  private let clock: OpeningClock
  private let hasQuickTables: Bool
  private var known: Set<Int> = []
  /// The places that were reached, first those that are reached first.
  private(set) var found: [Way] = []
  /// The distance of the origin from its road, in metres; nil before the first paths.
  private(set) var snapMetres: Double?

  init(
    _ search: PlaceSearch, _ origin: Waypoint, _ query: NearestByTimeQuery,
    _ engine: OfflineRoutingEngine, _ vehicle: Vehicle, _ options: RouteRequest.Options
  ) throws(RoutingError) {
    self.search = search
    self.origin = origin
    self.query = query
    self.engine = engine
    self.vehicle = vehicle
    do throws(NavError) {
      clock = try OpeningClock(search.map, options, from: origin.coordinate)
    } catch { throw RoutingError(error) }
    var options = options
    options.alternatives = 0
    self.options = options
    hasQuickTables = try engine.hasQuickTables(vehicle: vehicle, options: options)
  }

  /// The new matching places in a circle, nearest first.
  mutating func candidates(
    around position: Coordinate, within metres: Double
  ) throws(RoutingError) -> [Candidate] {
    guard search.map.hasPlaces else { return [] }
    let map = search.map
    var numbers: [(metres: Double, place: Int)] = []
    do throws(NavError) {
      let places = try map.places()
      let plane = LocalPlane(at: position)
      // A plane is unsuitable for distant places, and approximate for nearer ones.
      let isFar = metres > 200_000
      places.searchPlaces(bound: { isFar ? 0 : plane.metres(to: $0) }) { chunk in
        for place in chunk
        where query.filter.matches(place, places, map) && !known.contains(place) {
          let distance = Distance.metres(position, places.position(place))
          if distance <= metres { numbers.append((distance, place)) }
        }
        return isFar ? 0 : 1.1 * metres
      }
      var result: [Candidate] = []
      for (distance, place) in numbers.sorted(by: <) {
        known.insert(place)
        if let arrival = try search.arrival(of: place, places) {
          result.append(Candidate(place: place, metres: distance, arrival: arrival))
        }
      }
      return result
    } catch { throw RoutingError(error) }
  }

  /// Adds some places, at least those that are among the first `limit`.
  ///
  /// Where the hierarchy does not serve the vehicle, each path takes a search of its own. Then one search tells for
  /// most places that they are not among the first.
  mutating func add(_ near: [Candidate], _ limit: Int) throws(RoutingError) {
    if hasQuickTables {
      try add(near)
      return
    }
    // With a full list, fewer roads need to be searched.
    let missing = found.count < limit ? limit : 0
    if missing > 0 { try add(Array(near.prefix(missing))) }
    let rest = Array(near.dropFirst(missing))
    if rest.isEmpty { return }
    let bounds = try engine.leastSeconds(
      from: origin, to: rest.map { Waypoint(arrival: $0.arrival, options) }, vehicle: vehicle,
      options: options, within: longest(limit) + Self.rounding)
    let order = rest.indices.sorted { (bounds[$0] ?? 0, $0) < (bounds[$1] ?? 0, $1) }
    var next = order[...]
    while let first = next.first, bounds[first] ?? 0 <= longest(limit) + Self.rounding {
      try add(next.prefix(limit).map { rest[$0] })
      next = next.dropFirst(limit)
    }
  }

  /// The travel time in seconds of the last of the first `limit` places, otherwise the maximum.
  private func longest(_ limit: Int) -> Double {
    found.count >= limit ? found[limit - 1].seconds : query.maximumSeconds
  }

  /// Calculates the paths to some places.
  private mutating func add(_ near: [Candidate]) throws(RoutingError) {
    var near = near
    while !near.isEmpty {
      let table: TravelTable
      do throws(RoutingError) {
        table = try engine.table(
          from: [origin], to: near.map { Waypoint(arrival: $0.arrival, options) },
          vehicle: vehicle, options: options, withLengths: true)
      } catch .noRoadNear(let waypoint, _, _, _) where waypoint >= 1 && waypoint <= near.count {
        // This vehicle does not reach the place, and perhaps none of its neighbours.
        near.remove(at: waypoint - 1)
        near = try engine.reachable(near, at: \.arrival, vehicle, options)
        continue
      }
      snapMetres = max(snapMetres ?? 0, table.origins[0].distanceMetres)
      for (index, candidate) in near.enumerated() {
        guard let seconds = table.durationSeconds[0][index], seconds <= query.maximumSeconds,
          let metres = table.lengthMetres?[0][index]
        else { continue }
        let hours = try hours(candidate.place, seconds)
        if query.isOpen, hours.opening == .closed { continue }
        found.append(
          Way(place: candidate.place, seconds: seconds, metres: metres, hours: hours))
      }
      found.sort { ($0.seconds, $0.place) < ($1.seconds, $1.place) }
      return
    }
  }

  private func hours(
    _ place: Int, _ seconds: Double
  ) throws(RoutingError) -> (opening: PlaceAhead.Opening, dependsOnHoliday: Bool) {
    guard options.departure != nil else { return (.unknown, false) }
    do throws(NavError) {
      return try clock.opening(try PlaceReader(search.map).place(place), after: seconds)
    } catch { throw RoutingError(error) }
  }

  /// The first places with all their facts.
  func places(_ limit: Int) throws(RoutingError) -> [ReachedPlace] {
    let reader = PlaceReader(search.map)
    var result: [ReachedPlace] = []
    for way in found.prefix(limit) {
      var place: FoundPlace
      do throws(NavError) { place = try reader.place(way.place) } catch {
        throw RoutingError(error)
      }
      place.distanceMetres = origin.coordinate.map { Distance.metres($0, place.position) }
      result.append(
        ReachedPlace(
          place: place, seconds: way.seconds, metres: way.metres, opening: way.hours.opening,
          dependsOnHoliday: way.hours.dependsOnHoliday))
    }
    return result
  }
}
