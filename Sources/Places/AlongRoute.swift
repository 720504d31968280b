internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadCosts
public import RoadModel
internal import RoadRules
public import RouteModel
public import Routing

/// A search for places along a route.
public struct AlongRouteQuery: Sendable, Hashable {
  /// The categories; empty for all points of interest.
  public var categories: Set<PlaceCategory>
  /// The maximum distance from the route, as the crow flies, in metres.
  public var corridorMetres: Double
  /// The maximum detour in seconds; nil for any.
  public var maximumDetourSeconds: Double?
  /// The least time and distance from the start of the route at which places are reached.
  public var after: (seconds: Double, metres: Double) {
    get { (afterSeconds, afterMetres) }
    set { (afterSeconds, afterMetres) = newValue }
  }
  /// See ``after``.
  public var afterSeconds = 0.0
  /// See ``after``.
  public var afterMetres = 0.0
  /// The greatest time in seconds from the start of the route at which places are reached; nil for any.
  public var beforeSeconds: Double?
  /// The greatest distance in metres along the route; nil for any.
  public var beforeMetres: Double?
  /// Fuels that a place sells, as in OpenStreetMap, such as `HGV_diesel`.
  public var fuels: Set<String> = []
  /// Sockets that a charging station has, such as `type2`.
  public var sockets: Set<String> = []
  /// The least number of trucks that fit; unknown numbers do not qualify.
  public var minimumTruckCapacity: Int?
  /// Whether places that are known to be closed on arrival are left out; needs a departure time.
  public var isOpen = false
  /// Whether the last places before the end of the range are wanted instead of the first.
  public var isLast = false
  /// The maximum number of places.
  public var limit: Int

  /// A search for places of some categories.
  public init(
    categories: Set<PlaceCategory>, corridorMetres: Double = 2_000,
    maximumDetourSeconds: Double? = nil, limit: Int = 20
  ) {
    self.categories = categories
    self.corridorMetres = corridorMetres
    self.maximumDetourSeconds = maximumDetourSeconds
    self.limit = limit
  }
}

/// A place along a route.
public struct PlaceAhead: Sendable, Hashable {
  /// Whether a place is open.
  public enum Opening: String, Sendable, Hashable {
    /// It is open on arrival.
    case open
    /// It is closed on arrival.
    case closed
    /// The map does not know its hours or they cannot be evaluated, or the trip has no departure time.
    case unknown
  }

  /// The place.
  public var place: FoundPlace
  /// The distance along the route to the point that is nearest to it, in metres.
  public var distanceMetres: Double
  /// The time from the start of the route until one is there, in seconds.
  public var seconds: Double
  /// What it adds to the duration of the route, in seconds: to the place and on to the next stop, on the best ways.
  public var detourSeconds: Double
  /// What it adds to the length of the route, in metres; negative if the way by the place is slower but shorter.
  public var detourMetres: Double
  /// The distance from the route in metres.
  public var offsetMetres: Double
  /// Whether it lies to the left of the route.
  public var isLeft: Bool
  /// Whether it is open on arrival.
  public var opening: Opening
}

extension PlaceSearch {
  /// The most places for which ways are calculated; of more, those nearest to the route.
  public static let maximumCandidates = 500

  /// The places along a route, in the order in which they are passed.
  ///
  /// The detour of a place is exact: the best route to the place, and on to the next stop of the route, against the best
  /// route to that stop. It may leave the route and rejoin it anywhere. Times are those without a departure time.
  ///
  /// - Parameters:
  ///   - route: The route; of an external engine, too.
  ///   - query: What is searched.
  ///   - engine: The engine, on the same map.
  ///   - vehicle: The vehicle.
  ///   - options: The options of the route; a departure decides which places are open.
  /// - Returns: At most ``AlongRouteQuery/limit`` places.
  /// - Throws: ``RoutingError``.
  /// - Complexity: Two rows of a table for each section of the route that has places near.
  public func places(
    along route: Route, _ query: AlongRouteQuery, engine: OfflineRoutingEngine,
    vehicle: Vehicle, options: RouteRequest.Options = .init()
  ) throws(RoutingError) -> [PlaceAhead] {
    let near: [Candidate]
    do throws(NavError) { near = try candidates(along: route, query) } catch {
      throw RoutingError(error)
    }
    var result: [PlaceAhead] = []
    var clock = (seconds: 0.0, metres: 0.0)
    for (index, section) in route.sections.enumerated() {
      result += try reached(
        near.filter { $0.section == index }, section, clock, engine, vehicle, options)
      clock.seconds += section.durationSeconds
      clock.metres += section.lengthMetres
    }
    result.removeAll { !Self.isWanted($0, query) }
    result.sort {
      ($0.distanceMetres, $0.place.place ?? 0) < ($1.distanceMetres, $1.place.place ?? 0)
    }
    let limit = min(max(query.limit, 1), PlaceQuery.maximumLimit)
    return Array(query.isLast ? result.suffix(limit) : result.prefix(limit))
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

  // MARK: Candidates

  private struct Candidate {
    var place: Int
    var section: Int
    var offset: Double
    var along: Double
    var isLeft: Bool
    var arrival: Coordinate
  }

  /// A part of a route with the box around it.
  private struct Stretch {
    var section: Int
    var points: ArraySlice<Coordinate>
    /// Metres from the beginning of the route to the first point.
    var start: Double
    var box: Box
  }

  private static func stretches(_ route: Route) -> [Stretch] {
    var result: [Stretch] = []
    var metres = 0.0
    for (index, section) in route.sections.enumerated() {
      let line = section.polyline
      var drawn = 0.0
      for (a, b) in zip(line, line.dropFirst()) { drawn += Distance.metres(a, b) }
      let scale = drawn > 0 ? section.lengthMetres / drawn : 1
      var at = metres
      for first in stride(from: 0, to: max(line.count - 1, 1), by: 32) {
        let points = line[first...min(first + 32, line.count - 1)]
        let box = points.reduce(into: Box.empty) { $0.add($1) }
        result.append(Stretch(section: index, points: points, start: at, box: box))
        for (a, b) in zip(points, points.dropFirst()) { at += Distance.metres(a, b) * scale }
      }
      metres += section.lengthMetres
    }
    return result
  }

  /// The places near a route that have what is wanted, those nearest to it if there are too many.
  private func candidates(
    along route: Route, _ query: AlongRouteQuery
  ) throws(NavError) -> [Candidate] {
    guard map.hasPlaces else { return [] }
    let map = self.map
    let places = try map.places()
    let stretches = Self.stretches(route)
    let corridor = min(max(query.corridorMetres, 1), 50_000)
    var found: [Candidate] = []
    for chunk in Self.neighbours(stretches, metres: corridor, places) {
      for place in chunk {
        let category = places.category(place)
        let isWanted =
          query.categories.isEmpty
          ? category.isPointOfInterest : query.categories.contains(category)
        guard isWanted, hasWanted(place, query, places) else { continue }
        let position = places.position(place)
        guard var candidate = Self.nearest(position, stretches, within: corridor) else { continue }
        candidate.place = place
        candidate.arrival = try arrival(of: place, places) ?? position
        found.append(candidate)
      }
    }
    found.sort { ($0.offset, $0.place) < ($1.offset, $1.place) }
    return Array(found.prefix(Self.maximumCandidates))
  }

  /// The ranges of places whose boxes come near a stretch.
  private static func neighbours(
    _ stretches: [Stretch], metres: Double, _ places: borrowing PlacesView
  ) -> [Range<Int>] {
    let wide = stretches.map { $0.box.grown(metres: metres) }
    var result: [Range<Int>] = []
    places.searchPlaces(bound: { box in wide.contains { $0.intersects(box) } ? 0 : .infinity }) {
      result.append($0)
      return 0
    }
    return result
  }

  /// The point of a route that is nearest to a place.
  private static func nearest(
    _ position: Coordinate, _ stretches: [Stretch], within metres: Double
  ) -> Candidate? {
    let plane = LocalPlane(at: position)
    var best: Candidate?
    for stretch in stretches where plane.metres(to: stretch.box) <= best?.offset ?? metres {
      var at = stretch.start
      if stretch.points.count == 1, let point = stretch.points.first {
        let distance = Distance.metres(position, point)
        if distance <= best?.offset ?? metres {
          best = Candidate(
            place: 0, section: stretch.section, offset: distance, along: at, isLeft: false,
            arrival: position)
        }
      }
      for (a, b) in zip(stretch.points, stretch.points.dropFirst()) {
        let near = plane.nearest(from: plane.project(a), to: plane.project(b))
        let length = Distance.metres(a, b)
        if near.metres < best?.offset ?? metres {
          best = Candidate(
            place: 0, section: stretch.section, offset: near.metres,
            along: at + near.share * length,
            isLeft: near.left > 0, arrival: position)
        }
        at += length
      }
    }
    return best
  }

  /// Where one arrives at a place; nil if there is no road near.
  private func arrival(
    of place: Int, _ places: borrowing PlacesView
  ) throws(NavError) -> Coordinate? {
    guard let number = places.edgeNumber(place),
      let edge = try map.place(ofEdge: map.edgeID(number))
    else { return nil }
    let map = self.map
    let tile = try map.tile(edge.tile)
    let points = tile.shape(edge.segment)
    var rest = 0.0
    for (a, b) in zip(points, points.dropFirst()) { rest += Distance.metres(a, b) }
    rest *= places.share(place)
    for (a, b) in zip(points, points.dropFirst()) {
      let length = Distance.metres(a, b)
      if length >= rest, length > 0 { return a.interpolated(to: b, share: rest / length) }
      rest -= length
    }
    return points.last
  }

  /// Whether a place sells, or has room for, what is wanted.
  private func hasWanted(
    _ place: Int, _ query: AlongRouteQuery, _ places: borrowing PlacesView
  ) -> Bool {
    if query.fuels.isEmpty, query.sockets.isEmpty, query.minimumTruckCapacity == nil { return true }
    var texts: [PlaceDetail: String] = [:]
    for row in places.details(of: place) {
      texts[places.detailKind(row)] = map.name(places.detailText(row))
    }
    func words(_ kind: PlaceDetail) -> Set<String> {
      let parts = (texts[kind] ?? "").split(separator: ";").map {
        String($0.prefix { $0 != ":" })
      }
      return Set(parts)
    }
    if !query.fuels.isSubset(of: words(.fuels)) { return false }
    if !query.sockets.isEmpty, query.sockets.isDisjoint(with: words(.sockets)) { return false }
    guard let least = query.minimumTruckCapacity else { return true }
    let isForTrucks = places.category(place) == .truckParking
    let capacity = texts[.truckCapacity] ?? (isForTrucks ? texts[.capacity] : nil)
    return capacity.flatMap { Int($0) }.map { $0 >= least } ?? false
  }

  // MARK: Detours

  /// The places near a section with the ways to them.
  private func reached(
    _ near: [Candidate], _ section: RouteSection, _ clock: (seconds: Double, metres: Double),
    _ engine: OfflineRoutingEngine, _ vehicle: Vehicle, _ options: RouteRequest.Options
  ) throws(RoutingError) -> [PlaceAhead] {
    let start = Waypoint(section.departure.position)
    let end = Waypoint(section.arrival.position)
    var near = near
    var options = options
    let departure = options.departure
    options.departure = nil
    options.alternatives = 0
    while !near.isEmpty {
      let stops = near.map { Waypoint($0.arrival) }
      do throws(RoutingError) {
        let there = try engine.table(
          from: [start], to: stops + [end], vehicle: vehicle, options: options, withLengths: true)
        let onward = try engine.table(
          from: stops, to: [end], vehicle: vehicle, options: options, withLengths: true)
        return try places(near, there, onward, clock, departure, options)
      } catch .noRoadNear(let waypoint, _, _, _) where waypoint >= 1 && waypoint <= near.count {
        // This vehicle does not reach the place.
        near.remove(at: waypoint - 1)
      }
    }
    return []
  }

  private func places(
    _ near: [Candidate], _ there: TravelTable, _ onward: TravelTable,
    _ clock: (seconds: Double, metres: Double), _ departure: Departure?,
    _ options: RouteRequest.Options
  ) throws(RoutingError) -> [PlaceAhead] {
    guard let direct = there.durationSeconds[0][near.count],
      let directMetres = there.lengthMetres?[0][near.count]
    else { return [] }
    let reader = PlaceReader(map)
    var result: [PlaceAhead] = []
    for (index, candidate) in near.enumerated() {
      guard let first = there.durationSeconds[0][index],
        let second = onward.durationSeconds[index][0],
        let firstMetres = there.lengthMetres?[0][index],
        let secondMetres = onward.lengthMetres?[index][0]
      else { continue }
      var place: FoundPlace
      do throws(NavError) { place = try reader.place(candidate.place) } catch {
        throw RoutingError(error)
      }
      place.distanceMetres = candidate.offset
      result.append(
        PlaceAhead(
          place: place, distanceMetres: candidate.along, seconds: clock.seconds + first,
          detourSeconds: max(first + second - direct, 0),
          detourMetres: firstMetres + secondMetres - directMetres, offsetMetres: candidate.offset,
          isLeft: candidate.isLeft,
          opening: OpeningTimes.opening(
            place, departure, after: clock.seconds + first, holidays: options.publicHolidays)))
    }
    return result
  }
}

/// Whether places are open, by the rules that roads' conditions have, too.
public enum OpeningTimes {
  /// Whether a place is open some time after a departure.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - departure: The departure in local time; nil if unknown.
  ///   - seconds: The time from then on, in seconds.
  ///   - holidays: The public holidays.
  /// - Returns: Unknown if there is no departure, or the map does not know the hours or they cannot be evaluated.
  public static func opening(
    _ place: FoundPlace, _ departure: Departure?, after seconds: Double,
    holidays: Set<LocalDate> = []
  ) -> PlaceAhead.Opening {
    guard let departure, let text = place[.openingHours],
      seconds >= 0, seconds <= Double(Departure.followedSeconds)
    else { return .unknown }
    if text == "24/7" { return .open }
    guard let hours = RoadRules.openingHours(text) else { return .unknown }
    let time = LocalTime(seconds: departure.time.seconds + Int64(seconds))
    return hours.contains(time, holidays: holidays) ? .open : .closed
  }
}

extension Box {
  /// The box with a margin on all sides.
  fileprivate func grown(metres: Double) -> Box {
    let high = metres / Distance.metresPerUnit
    let farthest = max(abs(Double(minLatitude)), abs(Double(maxLatitude)))
    let wide = high / max(Trigonometry.cosine(units: min(farthest + high, 890_000_000)), 0.02)
    func clamped(_ value: Double) -> Int32 {
      Int32(min(max(value, -1_800_000_000), 1_800_000_000))
    }
    return Box(
      minLatitude: clamped(Double(minLatitude) - high),
      minLongitude: clamped(Double(minLongitude) - wide),
      maxLatitude: clamped(Double(maxLatitude) + high),
      maxLongitude: clamped(Double(maxLongitude) + wide))
  }
}
