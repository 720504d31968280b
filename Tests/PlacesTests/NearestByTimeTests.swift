import Geo
import MapReader
import NavFormat
import Places
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// The places that a vehicle reaches first.
@Suite struct NearestByTimeTests {
  private static let extract = "heidelberg.test.osm.pbf"

  @Test(
    "the places reached first are those of all routes, in their order",
    .enabled(if: TestData.has(extract)))
  func exact() async throws {
    let built = try await BuiltMap(extract: Self.extract)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let places = try PlacesMap.all(built.map)
    var generator = SeededGenerator(seed: 5)
    var compared = 0
    for mode in [Mode.car, .car, .truck, .foot] {
      let vehicle = Vehicle(mode)
      let start = places[Int.random(in: places.indices, using: &generator)].position
      for category in [PlaceCategory.fuel, .pharmacy] {
        let query = NearestByTimeQuery(PlaceFilter([category]), limit: 5)
        let found = try? await search.places(
          byTimeFrom: Waypoint(start), query, engine: engine, vehicle: vehicle)
        guard let found else { continue }
        // Every place of the map in turn.
        var times: [Double] = []
        for place in places.indices where places[place].category == category {
          if let arrival = try PlacesMap.arrival(place, built.map),
            let seconds = Self.seconds(start, arrival, engine, vehicle)
          {
            times.append(seconds)
          }
        }
        #expect(found.map(\.seconds) == Array(times.sorted().prefix(5)))
        compared += found.count
      }
    }
    #expect(compared > 0)
  }

  @Test(
    "the nearest of many places are those of all routes, with the hierarchy and without it",
    .enabled(if: TestData.has(extract)))
  func many() async throws {
    let built = try await BuiltMap(extract: Self.extract)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let places = try PlacesMap.all(built.map)
    let arrivals = try places.indices.filter { places[$0].category == .food }.compactMap {
      try PlacesMap.arrival($0, built.map)
    }
    try #require(arrivals.count > 10)
    // There is no hierarchy for cyclists.
    for mode in [Mode.car, .bicycle] {
      let vehicle = Vehicle(mode)
      let start = arrivals[arrivals.count / 2]
      let times = arrivals.compactMap { Self.seconds(start, $0, engine, vehicle) }.sorted()
      for limit in [1, 5] {
        let query = NearestByTimeQuery(PlaceFilter([.food]), limit: limit)
        let found = try await search.places(
          byTimeFrom: Waypoint(start), query, engine: engine, vehicle: vehicle)
        #expect(found.map(\.seconds) == Array(times.prefix(limit)), "\(mode)")
      }
    }
  }

  private static func seconds(
    _ start: Coordinate, _ end: Coordinate, _ engine: OfflineRoutingEngine, _ vehicle: Vehicle
  ) -> Double? {
    var stop = Waypoint(end)
    stop.radiusMetres = 500
    let request = RouteRequest(waypoints: [Waypoint(start), stop], vehicle: vehicle)
    return try? engine.routes(for: request).routes[0].durationSeconds
  }

  @Test("what is closed, does not fit, or takes too long is left out")
  func town() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let start = Waypoint(latitude: 50, longitude: 6.008)
    var query = NearestByTimeQuery(PlaceFilter([.fuel, .truckParking]))
    var options = RouteRequest.Options()
    func titles() throws -> [String] {
      try search.places(
        byTimeFrom: start, query, engine: engine, vehicle: .car, options: options
      ).map(\.place.title)
    }
    #expect(try titles() == ["Tankgut", "truck-parking"])
    query.filter.fuels = ["hgv_DIESEL"]
    #expect(try titles() == ["Tankgut"])
    query.filter = PlaceFilter([.truckParking])
    query.filter.minimumTruckCapacity = 41
    #expect(try titles().isEmpty)
    query.filter = PlaceFilter([.fuel])
    options.departure = Departure(iso8601: "2026-11-22T12:00")
    query.isOpen = true
    #expect(try titles().isEmpty)
    options.departure = Departure(iso8601: "2026-11-24T12:00")
    #expect(try titles() == ["Tankgut"])
    query.maximumSeconds = 1
    #expect(try titles().isEmpty)
    let nowhere = Waypoint(latitude: 91, longitude: 0)
    await #expect(throws: RoutingError.invalidWaypoint(index: 0)) {
      try await search.places(byTimeFrom: nowhere, query, engine: engine, vehicle: .car)
    }
  }

  @Test(
    "what lies more than 500 metres beyond the last road of the vehicle is not reached",
    arguments: [(Mode.car, ["Near"]), (.foot, ["Near", "Far"])])
  func offRoad(_ mode: Mode, _ names: [String]) async throws {
    // The footway has the two restaurants 220 and 2,220 metres behind the end of the road.
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.00" lon="6.00"/><node id="2" lat="50.00" lon="6.01"/>
          <node id="3" lat="50.02" lon="6.01"/>
          <way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
          <way id="11"><nd ref="2"/><nd ref="3"/><tag k="highway" v="footway"/></way>
          <node id="20" lat="50.002" lon="6.0101">
            <tag k="amenity" v="restaurant"/><tag k="name" v="Near"/></node>
          <node id="21" lat="50.0199" lon="6.0101">
            <tag k="amenity" v="restaurant"/><tag k="name" v="Far"/></node>
        </osm>
        """)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let ends = [6.0, 6.01].compactMap { Coordinate(latitude: 50, longitude: $0) }
      .map { Waypoint($0) }
    let reached = try await search.places(
      byTimeFrom: ends[0], NearestByTimeQuery(PlaceFilter([.food])), engine: engine,
      vehicle: Vehicle(mode))
    #expect(reached.map(\.place.name) == names)
    let route = try await engine.routes(for: RouteRequest(waypoints: ends, vehicle: Vehicle(mode)))
      .routes[0]
    var query = AlongRouteQuery(categories: [.food], corridorMetres: 5_000)
    for keepsRoute in [false, true] {
      query.keepsRoute = keepsRoute
      let along = try await search.places(
        along: route, query, engine: engine, vehicle: Vehicle(mode))
      #expect(along.map(\.place.name).sorted() == names.sorted())
    }
  }

  @Test("a filter holds for searches by name and for the nearest, too")
  func filter() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    var query = PlaceQuery("tankgut")
    query.filter.fuels = ["diesel"]
    #expect(try search.places(for: query).count == 1)
    query.filter.fuels = ["diesel", "lpg"]
    #expect(try search.places(for: query).isEmpty)
    query = PlaceQuery("", near: Coordinate(latitude: 50, longitude: 6))
    query.filter = PlaceFilter([.fuel])
    query.filter.fuels = ["lpg"]
    #expect(try search.places(for: query).isEmpty)
  }

  @Test("a time that is no number ends the search, with nothing", .timeLimit(.minutes(60)))
  func oddTimes() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let start = Waypoint(latitude: 50, longitude: 6.008)
    for (seconds, count) in [(Double.nan, 0), (-.infinity, 0), (-1, 0), (.infinity, 1)] {
      let query = NearestByTimeQuery(PlaceFilter([.fuel]), maximumSeconds: seconds)
      let found = try await search.places(
        byTimeFrom: start, query, engine: engine, vehicle: .car)
      #expect(found.count == count, "\(seconds)")
    }
  }
}
