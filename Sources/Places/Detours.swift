internal import Geo
internal import MapReader
internal import RoadCosts
internal import RoadModel
internal import RouteModel
internal import Routing

/// Calculates the paths over places along a section of a route.
struct Detours {
  /// The path over a place: the part up to it, and its increase of the section.
  private struct Way {
    var seconds: Double
    var addedSeconds: Double
    var addedMetres: Double
  }

  private let search: PlaceSearch
  private let engine: OfflineRoutingEngine
  private let vehicle: Vehicle
  private let options: RouteRequest.Options
  private let clock: OpeningClock
  private let keepsRoute: Bool
  /// Whether one table serves all places and stations, because no pair of them takes a search.
  private let hasQuickTables: Bool
  /// Whether all places at once take hardly longer than a few: the searches around the ends of a section, or to the
  /// stations of a route that is kept, take most of the time.
  let takesAll: Bool
  /// The maximum detour in seconds; nil for any.
  private let maximumSeconds: Double?
  /// The stops between which the sections lie; empty if they are unknown.
  private let stops: [Waypoint]

  /// A calculation with the options of a route that begins at a coordinate, but without its departure time.
  ///
  /// - Throws: ``RoutingError``.
  init(
    _ search: PlaceSearch, _ engine: OfflineRoutingEngine, _ vehicle: Vehicle,
    _ options: RouteRequest.Options, from start: Coordinate?, keepsRoute: Bool,
    maximumSeconds: Double?, stops: [Waypoint]
  ) throws(RoutingError) {
    self.search = search
    self.engine = engine
    self.vehicle = vehicle
    do throws(NavError) { clock = try OpeningClock(search.map, options, from: start) } catch {
      throw RoutingError(error)
    }
    var options = options
    options.departure = nil
    options.alternatives = 0
    self.options = options
    self.keepsRoute = keepsRoute
    hasQuickTables = try engine.hasQuickTables(vehicle: vehicle, options: options)
    takesAll = keepsRoute == hasQuickTables
    self.maximumSeconds = maximumSeconds
    self.stops = stops
  }

  /// The places near a section with the paths over them, if these may be short enough.
  ///
  /// - Parameters:
  ///   - near: The places.
  ///   - section: The section.
  ///   - start: Seconds and metres from the beginning of the route to the section.
  /// - Returns: The places that the vehicle reaches.
  /// - Throws: ``RoutingError``.
  func places(
    _ near: [NearRoute], _ section: RouteSection, from start: (seconds: Double, metres: Double)
  ) throws(RoutingError) -> [PlaceAhead] {
    if near.isEmpty { return [] }
    let (near, ways) =
      keepsRoute ? try kept(near, section, from: start.metres) : try best(near, section)
    let reader = PlaceReader(search.map)
    var result: [PlaceAhead] = []
    for (candidate, way) in zip(near, ways) {
      guard let way else { continue }
      let seconds = start.seconds + way.seconds
      var place: FoundPlace
      let hours: (opening: PlaceAhead.Opening, dependsOnHoliday: Bool)
      do throws(NavError) {
        place = try reader.place(candidate.place)
        hours = try clock.opening(place, after: seconds)
      } catch { throw RoutingError(error) }
      place.distanceMetres = candidate.offset
      result.append(
        PlaceAhead(
          place: place, distanceMetres: candidate.along, seconds: seconds,
          detourSeconds: max(way.addedSeconds, 0), detourMetres: way.addedMetres,
          offsetMetres: candidate.offset, isLeft: candidate.isLeft, opening: hours.opening,
          dependsOnHoliday: hours.dependsOnHoliday))
    }
    return result
  }

  /// Tables to and from the places, without the places that this vehicle does not reach.
  ///
  /// A trip over a place leaves it where it arrived. If the tables have it on different roads, because one can only be
  /// reached and another only be left, the place is moved to a road where the trip can do both.
  ///
  /// - Parameters:
  ///   - near: The places.
  ///   - starts: Where the trips begin.
  ///   - ends: Where they end.
  ///   - withDirect: Whether the first table also has the ways from the starts to the ends.
  /// - Returns: The places that are left, and the tables; nil if none is left.
  /// - Throws: ``RoutingError``.
  private func tables(
    _ near: [NearRoute], from starts: [Waypoint], to ends: [Waypoint], withDirect: Bool
  ) throws(RoutingError) -> (near: [NearRoute], there: TravelTable, onward: TravelTable)? {
    var near = near
    var isSettled = false
    while !near.isEmpty {
      let stops = near.map { Waypoint(arrival: $0.arrival, options) }
      do throws(RoutingError) {
        let there = try engine.table(
          from: starts, to: withDirect ? stops + ends : stops, vehicle: vehicle, options: options,
          withLengths: true)
        let onward = try engine.table(
          from: stops, to: ends, vehicle: vehicle, options: options, withLengths: true)
        let torn = near.indices.filter {
          there.destinations[$0].position != onward.origins[$0].position
        }
        if isSettled || torn.isEmpty { return (near, there, onward) }
        isSettled = true
        for index in torn {
          near[index].arrival = try engine.stop(
            near: stops[index], vehicle: vehicle, options: options)
        }
      } catch .noRoadNear(let waypoint, _, _, _)
        where waypoint >= starts.count && waypoint < starts.count + near.count
      {
        near.remove(at: waypoint - starts.count)
        near = try engine.reachable(near, at: \.arrival, vehicle, options)
      }
    }
    return nil
  }

  // MARK: The best paths

  /// The best path over each place, from the beginning of the section to its end.
  private func best(
    _ near: [NearRoute], _ section: RouteSection
  ) throws(RoutingError) -> ([NearRoute], [Way?]) {
    guard let index = near.first?.section else { return ([], []) }
    let start = waypoint(section.departure, at: index)
    let end = waypoint(section.arrival, at: index + 1)
    let near = try possible(near, from: start, to: end)
    guard
      let (near, there, onward) = try tables(near, from: [start], to: [end], withDirect: true),
      let direct = there.way(0, near.count)
    else { return ([], []) }
    let ways = near.indices.map { index -> Way? in
      guard let first = there.way(0, index), let second = onward.way(index, 0) else { return nil }
      return Way(
        seconds: first.seconds, addedSeconds: first.seconds + second.seconds - direct.seconds,
        addedMetres: first.metres + second.metres - direct.metres)
    }
    return (near, ways)
  }

  /// An end of a section: its snapped point, or the stop if that has a course or a side, which the point has not.
  private func waypoint(_ snapped: SnappedWaypoint, at index: Int) -> Waypoint {
    guard stops.indices.contains(index),
      stops[index].course != nil || stops[index].approach != .unrestricted
    else { return Waypoint(snapped.position) }
    return stops[index]
  }

  /// The difference in seconds that sums of rounded durations may have.
  private static let rounding = 0.05

  /// The places without those whose detour is certainly too long.
  ///
  /// Most places that a long detour allows by straight line are too far by road. A bound is quicker to find than the
  /// duration and length of a path.
  private func possible(
    _ near: [NearRoute], from start: Waypoint, to end: Waypoint
  ) throws(RoutingError) -> [NearRoute] {
    guard let maximumSeconds else { return near }
    let table = try engine.table(from: [start], to: [end], vehicle: vehicle, options: options)
    guard let direct = table.durationSeconds[0][0] else { return [] }
    let longest = direct + maximumSeconds + Self.rounding
    let least = try engine.leastSeconds(
      from: start, over: near.map { Waypoint(arrival: $0.arrival, options) }, to: end,
      vehicle: vehicle, options: options, within: longest)
    return zip(near, least).filter { $1 ?? 0 <= longest }.map(\.0)
  }

  // MARK: Detours from a route that is kept

  /// A point of a section where the trip may leave or rejoin it.
  private struct Station {
    var waypoint: Waypoint
    /// The time from the beginning of the section, as the route states it.
    var seconds: Double
    /// The same by the rules of the tables, with which detours are compared.
    var tableSeconds: Double
    var metres: Double
  }

  /// The number of stations on either side of a place from which paths are searched one by one.
  private static let stationsAround = 5

  /// The paths over places that leave the section at a station and rejoin it at a later one.
  private func kept(
    _ near: [NearRoute], _ section: RouteSection, from start: Double
  ) throws(RoutingError) -> ([NearRoute], [Way?]) {
    let stations = try stations(of: section)
    guard !stations.isEmpty else { return ([], []) }
    if !hasQuickTables { return try keptOneByOne(near, stations, from: start) }
    let waypoints = stations.map(\.waypoint)
    guard
      let (near, there, onward) = try tables(
        near, from: waypoints, to: waypoints, withDirect: false)
    else { return ([], []) }
    let ways = near.indices.map { index in
      let (before, behind) = Self.sides(of: near[index].along - start, stations)
      return way(index, before, behind, there, onward)
    }
    return (near, ways)
  }

  /// The same where each pair takes a search: only over the stations next to a place.
  private func keptOneByOne(
    _ near: [NearRoute], _ stations: [Station], from start: Double
  ) throws(RoutingError) -> ([NearRoute], [Way?]) {
    var result: [NearRoute] = []
    var ways: [Way?] = []
    for place in near {
      let (before, behind) = Self.sides(of: place.along - start, stations)
      let leaving = Array(before.suffix(Self.stationsAround))
      let rejoining = Array(behind.prefix(Self.stationsAround))
      guard
        let (kept, there, onward) = try tables(
          [place], from: leaving.map(\.waypoint), to: rejoining.map(\.waypoint), withDirect: false)
      else { continue }
      result += kept
      ways.append(way(0, leaving[...], rejoining[...], there, onward))
    }
    return (result, ways)
  }

  /// The stations before and behind a distance along the section.
  private static func sides(
    of along: Double, _ stations: [Station]
  ) -> (before: ArraySlice<Station>, behind: ArraySlice<Station>) {
    let last = stations.lastIndex { $0.metres <= along } ?? 0
    let next = stations.firstIndex { $0.metres >= along } ?? stations.count - 1
    return (stations[...last], stations[next...])
  }

  /// The way over a place that leaves the section at one of some stations, and rejoins it at one of others.
  ///
  /// A way that is quicker than the route leaves out a part of it that is wanted: a stop, or a road by choice. It
  /// counts only where there is no other. Of equally long detours, the one between the nearest stations counts, because
  /// the route's own times hold on the way to them.
  private func way(
    _ index: Int, _ before: ArraySlice<Station>, _ behind: ArraySlice<Station>,
    _ there: TravelTable, _ onward: TravelTable
  ) -> Way? {
    var best: (isQuicker: Bool, way: Way)?
    for leaving in before.indices.reversed() {
      guard let to = there.way(leaving, index) else { continue }
      for rejoining in behind.indices {
        guard let back = onward.way(index, rejoining) else { continue }
        let (from, until) = (before[leaving], behind[rejoining])
        let added = to.seconds + back.seconds - (until.tableSeconds - from.tableSeconds)
        let isQuicker = added < -1
        if let best,
          (best.isQuicker ? 1 : 0, best.way.addedSeconds - Self.rounding)
            <= (isQuicker ? 1 : 0, added)
        {
          continue
        }
        best = (
          isQuicker,
          Way(
            seconds: from.seconds + to.seconds, addedSeconds: added,
            addedMetres: to.metres + back.metres - (until.metres - from.metres))
        )
      }
    }
    return best?.way
  }

  /// The ends of a section, and middles of pieces of its line.
  ///
  /// Road and direction are certain there.
  private func stations(of section: RouteSection) throws(RoutingError) -> [Station] {
    let line = section.polyline
    guard line.count >= 2 else { return [] }
    let retraced = try retraced(section)
    let times = Self.middles(of: section)
    let tableTimes = Self.middles(of: retraced)
    let distances = Self.distances(of: section)
    let total = distances[distances.count - 1]
    let step = max(total / Double(PlaceSearch.maximumStations - 4), 300)
    // At its ends, the trip may turn in any direction.
    var result = [
      Station(
        waypoint: Waypoint(section.departure.position), seconds: 0, tableSeconds: 0, metres: 0)
    ]
    var next = -1.0
    for (point, (a, b)) in zip(line, line.dropFirst()).enumerated() where a != b {
      let isLast = point == line.count - 2
      guard distances[point] >= next || isLast else { continue }
      next = distances[point] + step
      var waypoint = Waypoint(a.interpolated(to: b, share: 0.5))
      waypoint.course = Course(degrees: LineBearing.degrees(a, b), tolerance: 40)
      result.append(
        Station(
          waypoint: waypoint, seconds: times[point], tableSeconds: tableTimes[point],
          metres: (distances[point] + distances[point + 1]) / 2))
    }
    result.append(
      Station(
        waypoint: Waypoint(section.arrival.position), seconds: section.durationSeconds,
        tableSeconds: retraced.durationSeconds, metres: section.lengthMetres))
    return result
  }

  /// The section with the times of the tables: by the options and the traffic, without the departure.
  ///
  /// Its own times may be those of a service, of another speed or of another hour. A section without edges of this map
  /// keeps them.
  private func retraced(_ section: RouteSection) throws(RoutingError) -> RouteSection {
    let route = Route(sections: [section], notices: [])
    do throws(RoutingError) {
      return try engine.retrace(route, vehicle: vehicle, options: options).route.sections[0]
    } catch .unknownEdge {
      return section
    }
  }
}

extension OfflineRoutingEngine {
  /// The places that have a road for a vehicle near their points of arrival.
  ///
  /// A table fails at the first place without one, so that finding a thousand of them by tables would take a thousand.
  func reachable<Element>(
    _ near: [Element], at arrival: KeyPath<Element, Coordinate>, _ vehicle: Vehicle,
    _ options: RouteRequest.Options
  ) throws(RoutingError) -> [Element] {
    var result: [Element] = []
    for element in near {
      do throws(RoutingError) {
        _ = try stop(
          near: Waypoint(arrival: element[keyPath: arrival], options), vehicle: vehicle,
          options: options)
        result.append(element)
      } catch .noRoadNear {}
    }
    return result
  }
}

extension TravelTable {
  /// The duration and length between two places; nil if there is no path.
  fileprivate func way(_ row: Int, _ column: Int) -> (seconds: Double, metres: Double)? {
    guard let seconds = durationSeconds[row][column], let metres = lengthMetres?[row][column] else {
      return nil
    }
    return (seconds, metres)
  }
}
