import Geo
import MapReader
import NavFormat
import Places
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Detours of places are those of routing over each place in turn.
///
/// `MAPC_QUERIES` sets the number of places compared in each of the random tests, 120 by default, and adds extracts;
/// `MAPC_QUERIES=all` means 2,000.
@Suite struct DetourTests {
  private static let asked = unsafe getenv("MAPC_QUERIES").map { unsafe String(cString: $0) }
  private static let queries = asked == "all" ? 2_000 : asked.flatMap { Int($0) } ?? 120
  private static let extracts =
    [
      "heidelberg.test.osm.pbf", "liechtenstein-2025.osm.pbf", "porto_portugal.osm.pbf",
    ]
    + (asked == nil
      ? []
      : [
        "aachen.osm.pbf", "andorra-2026.osm.pbf", "kbh-copenhagen.osm.pbf", "malta-2018.osm.pbf",
        "monaco-osrm.osm.pbf", "neubrandenburg.osm.bz2",
      ])

  @Test(
    "random routes of cars, trucks and bicycles",
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func random(_ extract: String) async throws {
    let built = try await BuiltMap(extract: extract)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    var generator = SeededGenerator(seed: 2_626)
    let places = try PlacesMap.all(built.map)
    let vehicles = [Vehicle.car, Vehicle(.truck), Vehicle(.bicycle)]
    let wanted = Self.queries / max(TestData.present(Self.extracts).count, 1)
    var (compared, tried) = (0, 0)
    while compared < wanted, tried < 100_000 {
      tried += 1
      let vehicle = vehicles[tried % 3]
      let ends = (0..<2).map { _ in
        places[Int.random(in: places.indices, using: &generator)].position
      }
      guard let route = Self.route(ends, engine, vehicle) else { continue }
      var query = AlongRouteQuery(categories: [], limit: 100)
      query.corridorMetres = 3_000
      let found = try await search.places(along: route, query, engine: engine, vehicle: vehicle)
      let (start, end) = (route.sections[0].departure.position, route.sections[0].arrival.position)
      guard let direct = Self.seconds([start, end], engine, vehicle) else { continue }
      for ahead in found.shuffled(using: &generator).prefix(8) {
        let place = try #require(ahead.place.place)
        let stop = try #require(try PlacesMap.arrival(place, built.map))
        let over = try #require(Self.seconds([start, stop, end], engine, vehicle))
        #expect(
          abs(ahead.detourSeconds - max(over - direct, 0)) < 0.02,
          "seed 2626, trip \(tried): \(ahead.place.label)")
        compared += 1
      }
    }
    #expect(compared >= wanted)
  }

  @Test(
    "with minutes, those places are found whose routes take no longer",
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func minutes(_ extract: String) async throws {
    let built = try await BuiltMap(extract: extract)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    var generator = SeededGenerator(seed: 2_627)
    let places = try PlacesMap.all(built.map)
    let points = places.indices.filter { places[$0].category.isPointOfInterest }
    let categories = Dictionary(grouping: points) { places[$0].category }
    // All of them are among the candidates and fit into a result.
    let few = categories.filter { 3...100 ~= $0.value.count }
      .sorted { $0.key.rawValue < $1.key.rawValue }
    let wanted = Self.queries / max(TestData.present(Self.extracts).count, 1)
    var (compared, within, tried) = (0, 0, 0)
    while compared < wanted || within == 0, tried < 10_000 {
      tried += 1
      let vehicle = tried.isMultiple(of: 2) ? Vehicle.car : Vehicle(.truck)
      let (category, members) = try #require(few.randomElement(using: &generator))
      let ends = (0..<2).map { _ in
        places[Int.random(in: places.indices, using: &generator)].position
      }
      guard let route = Self.route(ends, engine, vehicle) else { continue }
      let (start, end) = (route.sections[0].departure.position, route.sections[0].arrival.position)
      guard let direct = Self.seconds([start, end], engine, vehicle) else { continue }
      let longest = Double.random(in: 10...900, using: &generator)
      let query = AlongRouteQuery(
        categories: [category], maximumDetourSeconds: longest, limit: 100)
      let found = try await search.places(along: route, query, engine: engine, vehicle: vehicle)
      let detours = Dictionary(
        uniqueKeysWithValues: found.map { ($0.place.place ?? -1, $0.detourSeconds) })
      for place in members {
        let stop = try PlacesMap.arrival(place, built.map) ?? places[place].position
        let over = Self.seconds([start, stop, end], engine, vehicle)
        let detour = over.map { max($0 - direct, 0) } ?? .infinity
        compared += 1
        if abs(detour - longest) < 0.02 { continue }
        let answer = detours[place] ?? .infinity
        let isRight = detour < longest ? abs(answer - detour) < 0.02 : answer == .infinity
        #expect(isRight, "seed 2627, trip \(tried), place \(place): \(answer), not \(detour)")
        if detour < longest { within += 1 }
      }
      // Those of a smaller result are the first, or the last.
      var short = query
      short.limit = Int.random(in: 1...3, using: &generator)
      let first = try await search.places(along: route, short, engine: engine, vehicle: vehicle)
      #expect(first == Array(found.prefix(short.limit)))
      short.isLast = true
      let last = try await search.places(along: route, short, engine: engine, vehicle: vehicle)
      #expect(last == Array(found.suffix(short.limit)))
    }
    #expect(compared >= wanted && within > 0)
  }

  /// The duration of a route whose stops between its ends have a road within 500 metres.
  private static func seconds(
    _ stops: [Coordinate], _ engine: OfflineRoutingEngine, _ vehicle: Vehicle
  ) -> Double? {
    var waypoints = stops.map { Waypoint($0) }
    for index in waypoints.indices.dropFirst().dropLast() { waypoints[index].radiusMetres = 500 }
    let request = RouteRequest(waypoints: waypoints, vehicle: vehicle)
    return (try? engine.routes(for: request).routes[0])?.durationSeconds
  }

  private static func route(
    _ stops: [Coordinate], _ engine: OfflineRoutingEngine, _ vehicle: Vehicle = .car
  ) -> Route? {
    let request = RouteRequest(waypoints: stops.map { Waypoint($0) }, vehicle: vehicle)
    return try? engine.routes(for: request).routes[0]
  }

  @Test(
    "on the best route, a trip that keeps to it has no shorter detour, and one that is near",
    .enabled(if: TestData.has(extracts[0])))
  func kept() async throws {
    let built = try await BuiltMap(extract: Self.extracts[0])
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let places = try PlacesMap.all(built.map)
    var generator = SeededGenerator(seed: 3)
    var (compared, near) = (0, 0)
    for _ in 0..<4 {
      let ends = (0..<2).map { _ in
        places[Int.random(in: places.indices, using: &generator)].position
      }
      guard let route = Self.route(ends, engine) else { continue }
      var query = AlongRouteQuery(categories: [.food, .fuel], limit: 100)
      let best = try await search.places(along: route, query, engine: engine, vehicle: .car)
      query.keepsRoute = true
      let kept = try await search.places(along: route, query, engine: engine, vehicle: .car)
      let detours = Dictionary(uniqueKeysWithValues: best.map { ($0.place.place, $0) })
      for ahead in kept {
        guard let other = detours[ahead.place.place] else { continue }
        compared += 1
        // Within the piece of road at a station, its time is shared out by length.
        #expect(ahead.detourSeconds > other.detourSeconds - 3)
        if ahead.detourSeconds < other.detourSeconds + 60 { near += 1 }
      }
    }
    #expect(compared > 20)
    #expect(Double(near) > 0.9 * Double(compared))
  }

  @Test("with a limit of time alone, places are found as far away as it allows")
  func farAway() async throws {
    // A fuel station 5 km beside the road, which is two minutes or so at 130 km/h.
    let xml = """
      <osm version="0.6">
        <node id="1" lat="50.00" lon="6.00"/><node id="2" lat="50.00" lon="6.05"/>
        <node id="3" lat="50.00" lon="6.10"/><node id="4" lat="50.05" lon="6.05"/>
        <way id="100"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way>
        <way id="101"><nd ref="2"/><nd ref="4"/><tag k="highway" v="primary"/></way>
        <node id="20" lat="50.0499" lon="6.0501"><tag k="amenity" v="fuel"/></node>
      </osm>
      """
    let built = try await BuiltMap(xml: xml)
    let engine = OfflineRoutingEngine(map: built.map)
    let ends = [(50.0, 6.0), (50.0, 6.1)].compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
    let route = try #require(Self.route(ends, engine))
    func count(minutes: Double?, corridor: Double? = nil) throws -> Int {
      var query = AlongRouteQuery(
        categories: [.fuel], corridorMetres: corridor,
        maximumDetourSeconds: minutes.map { 60 * $0 })
      query.limit = 5
      return try PlaceSearch(built.map).places(along: route, query, engine: engine, vehicle: .car)
        .count
    }
    #expect(try count(minutes: 15) == 1)
    #expect(try count(minutes: 2) == 0)
    #expect(try count(minutes: 15, corridor: 2_000) == 0)
    #expect(try count(minutes: nil) == 0)
  }

  @Test("a foreign route that is not the best has detours from itself, not from the best route")
  func foreign() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    // It turns into the side street, to its end and back, as no best route does.
    let stops = [(50.0, 6.0), (50.0035, 6.004), (50.0, 6.008)].compactMap {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let sections = try #require(Self.route(stops, engine)).sections
    var line = sections[0]
    line.polyline += sections[1].polyline
    line.lengthMetres += sections[1].lengthMetres
    line.durationSeconds += sections[1].durationSeconds
    line.arrival = sections[1].arrival
    line.edges = []
    let route = Route(sections: [line], notices: [])
    var query = AlongRouteQuery(categories: [.food])
    func detour() throws -> Double? {
      try search.places(along: route, query, engine: engine, vehicle: .car).first?.detourSeconds
    }
    let fromBest = try #require(try detour())
    query.keepsRoute = true
    let fromItself = try #require(try detour())
    #expect(fromBest > 30)
    #expect(fromItself < 15)
    // What lies behind the side street is reached after it, though the way past it is quicker.
    query.filter.categories = [.fuel]
    let fuel = try #require(
      try await search.places(along: route, query, engine: engine, vehicle: .car).first)
    #expect(fuel.seconds > 1.5 * sections[0].durationSeconds)
    #expect(fuel.detourMetres > -50)
  }

  @Test(
    "a detour from a kept route is the same whatever times the route states, and at the maximum speed",
    arguments: [nil, 5] as [Double?])
  func otherTimes(_ maximumSpeedKmh: Double?) async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let ends = [6.0, 6.008].compactMap { Coordinate(latitude: 50, longitude: $0) }
    var route = try #require(Self.route(ends, engine))
    var query = AlongRouteQuery(categories: [.fuel])
    query.keepsRoute = true
    var options = RouteRequest.Options()
    options.maximumSpeedKmh = maximumSpeedKmh
    // The station is beside the road.
    func seconds() throws -> Double {
      let found = try search.places(
        along: route, query, engine: engine, vehicle: .car, options: options)
      let fuel = try #require(found.first)
      #expect(fuel.detourSeconds < 3)
      return fuel.seconds
    }
    let ahead = try seconds()
    // An hour in traffic that only the other engine knows.
    route.sections[0].edges[0].durationSeconds += 3_600
    route.sections[0].durationSeconds += 3_600
    #expect(try seconds() > ahead + 1_800)
  }

  /// A footway of 29 km with a junction every 300 m, and a side path of 100 m to a shop at each of them but the ends.
  private static var longFootway: String {
    let junctions = (0...99).map { number in
      """
      <node id="\(1 + number)" lat="50.000" lon="\(Double(60_000 + 42 * number) / 10_000)"/>
      <node id="\(201 + number)" lat="50.0009" lon="\(Double(60_000 + 42 * number) / 10_000)"/>
      """
    }
    let sides = (1...98).map { number in
      """
      <way id="\(101 + number)"><nd ref="\(1 + number)"/><nd ref="\(201 + number)"/>
        <tag k="highway" v="footway"/></way>
      <node id="\(401 + number)" lat="50.00091" lon="\(Double(60_000 + 42 * number) / 10_000)">
        <tag k="shop" v="kiosk"/></node>
      """
    }
    return """
      <osm version="0.6">\(junctions.joined())\(sides.joined())
        <way id="20">\((1...100).map { "<nd ref=\"\($0)\"/>" }.joined())
          <tag k="highway" v="footway"/></way>
      </osm>
      """
  }

  @Test(
    "on foot, detours from a kept route are those of the best route, without a search for every pair of a long one",
    .timeLimit(.minutes(60)))
  func footway() async throws {
    let built = try await BuiltMap(xml: Self.longFootway)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let foot = Vehicle(.foot)
    let ends = [6.0, 6.4158].compactMap { Coordinate(latitude: 50, longitude: $0) }
    let route = try #require(Self.route(ends, engine, foot))
    var query = AlongRouteQuery(categories: [.shop], limit: 5)
    let best = try await search.places(along: route, query, engine: engine, vehicle: foot)
    query.keepsRoute = true
    let kept = try await search.places(along: route, query, engine: engine, vehicle: foot)
    #expect(kept.map(\.place.place) == best.map(\.place.place))
    #expect(kept.count == 5)
    // There and back are 200 m of footway.
    let seconds = 2 * 100 / route.sections[0].lengthMetres * route.sections[0].durationSeconds
    for (one, other) in zip(kept, best) {
      #expect(abs(one.detourSeconds - other.detourSeconds) < 1)
      #expect(abs(one.detourSeconds - seconds) < 4)
      #expect(abs(one.detourMetres - 200) < 3)
    }
  }
}
