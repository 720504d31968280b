import Geo
import MapCompiler
import MapReader
import NavFormat
import Places
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Places along a route: which, in which order, with which detour.
@Suite struct AlongRouteTests {
  private static let engine = "heidelberg.test.osm.pbf"

  @Test("the detour of every place is that of routing over it", .enabled(if: TestData.has(engine)))
  func exact() async throws {
    let built = try await BuiltMap(extract: Self.engine)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    var generator = SeededGenerator(seed: 26)
    let places = try built.map.places()
    let positions = (0..<places.layout.placeCount).filter { places.edgeNumber($0) != nil }.map {
      places.position($0)
    }
    var compared = 0
    for _ in 0..<12 {
      let ends = (0..<2).map { _ in
        Waypoint(positions[Int.random(in: positions.indices, using: &generator)])
      }
      guard let response = try? await engine.routes(for: RouteRequest(waypoints: ends)) else {
        continue
      }
      let route = response.routes[0]
      let query = AlongRouteQuery(categories: [.fuel, .parking, .food], limit: 100)
      let found = try await search.places(along: route, query, engine: engine, vehicle: .car)
      #expect(found == found.sorted { $0.distanceMetres < $1.distanceMetres })
      let direct = try await engine.routes(
        for: RouteRequest(
          waypoints: [
            Waypoint(route.sections[0].departure.position),
            Waypoint(route.sections[0].arrival.position),
          ])
      ).routes[0]
      for place in found.prefix(20) {
        let stop = try #require(try Self.arrival(place.place, built.map))
        let over = try await engine.routes(
          for: RouteRequest(
            waypoints: [
              Waypoint(route.sections[0].departure.position), Waypoint(stop),
              Waypoint(route.sections[0].arrival.position),
            ])
        ).routes[0]
        let detour = max(over.durationSeconds - direct.durationSeconds, 0)
        #expect(abs(place.detourSeconds - detour) < 0.02, "\(place.place.label)")
        #expect(abs(place.seconds - over.sections[0].durationSeconds) < 0.02)
        compared += 1
      }
    }
    #expect(compared > 100)
  }

  /// Where one arrives, walked along the shape once more.
  private static func arrival(_ place: FoundPlace, _ map: NavMap) throws -> Coordinate? {
    guard let edge = place.edge, let at = try map.place(ofEdge: edge) else { return nil }
    let points = try map.tile(at.tile).shape(at.segment)
    let lengths = zip(points, points.dropFirst()).map { Distance.metres($0, $1) }
    var rest = lengths.reduce(0, +) * place.share
    for (index, length) in lengths.enumerated() {
      if length > 0, length >= rest {
        return points[index].interpolated(to: points[index + 1], share: rest / length)
      }
      rest -= length
    }
    return points.last
  }

  @Test("along the main street: the fuel station with its side, its hours, and what it sells")
  func town() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    var options = RouteRequest.Options()
    let request = RouteRequest(waypoints: [
      Waypoint(latitude: 50, longitude: 6), Waypoint(latitude: 50, longitude: 6.008),
    ])
    let route = try await engine.routes(for: request).routes[0]
    var query = AlongRouteQuery(categories: [.fuel, .truckParking])
    func found() throws -> [PlaceAhead] {
      try search.places(along: route, query, engine: engine, vehicle: .car, options: options)
    }
    let all = try found()
    #expect(all.map(\.place.title) == ["truck-parking", "Tankgut"])
    #expect(all.last?.isLeft == true && all.last?.opening == .unknown)
    #expect(all.last.map { $0.detourSeconds < 20 } == true)
    // Off the main street by 220 metres and back.
    #expect(all.first.map { $0.detourMetres > 350 && $0.detourMetres < 600 } == true)
    query.fuels = ["HGV_diesel"]
    #expect(try found().map(\.place.title) == ["Tankgut"])
    query.fuels = ["lpg"]
    #expect(try found().isEmpty)
    query.fuels = []
    query.minimumTruckCapacity = 41
    #expect(try found().isEmpty)
    query.minimumTruckCapacity = 40
    #expect(try found().count == 1)
    query.minimumTruckCapacity = nil
    query.maximumDetourSeconds = 1
    #expect(try found().allSatisfy { $0.detourSeconds <= 1 })
    query.maximumDetourSeconds = nil
    query.isLast = true
    query.limit = 1
    #expect(try found().map(\.place.title) == ["Tankgut"])
    query.beforeMetres = 350
    #expect(try found().map(\.place.title) == ["truck-parking"])
    query.beforeMetres = nil
    for (time, opening) in [
      ("2026-11-24T12:00", PlaceAhead.Opening.open), ("2026-11-24T23:00", .closed),
      ("2026-11-22T12:00", .closed),
    ] {
      options.departure = Departure(iso8601: time)
      #expect(try found().map(\.opening) == [opening], "\(time)")
    }
    query.isOpen = true
    #expect(try found().map(\.place.title) == ["truck-parking"])
  }

  @Test(
    "opening hours are in the time zone of the map, whatever the offset of the departure",
    arguments: [
      ("2026-11-24T21:30Z", .closed), ("2026-11-24T22:30+02:00", .open),
      ("2026-11-24T21:30", .open),
    ] as [(String, PlaceAhead.Opening)])
  func zone(_ time: String, _ opening: PlaceAhead.Opening) async throws {
    var compiling = MapCompiler.Options()
    compiling.timeZone = "CET-1CEST,M3.5.0,M10.5.0/3"
    let built = try await BuiltMap(xml: PlacesMap.xml, options: compiling)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    var options = RouteRequest.Options()
    options.departure = Departure(iso8601: time)
    let start = Waypoint(latitude: 50, longitude: 6)
    let request = RouteRequest(waypoints: [start, Waypoint(latitude: 50, longitude: 6.008)])
    let route = try await engine.routes(for: request).routes[0]
    let along = try await search.places(
      along: route, AlongRouteQuery(categories: [.fuel]), engine: engine, vehicle: .car,
      options: options)
    #expect(along.map(\.opening) == [opening])
    let nearest = try await search.places(
      byTimeFrom: start, NearestByTimeQuery(PlaceFilter([.fuel])), engine: engine, vehicle: .car,
      options: options)
    #expect(nearest.map(\.opening) == [opening])
  }

  @Test(
    "hours that only a comment states are unknown",
    arguments: [
      ("Mo-Fr 06:00-22:00 &quot;ring&quot;", .unknown),
      ("Mo 06:00-22:00 &quot;ring&quot;", .closed),
      ("Mo-Fr 06:00-22:00 open &quot;ring&quot;", .open),
      ("Mo-Fr 06:00-22:00; Sa &quot;ring&quot;", .open),
    ] as [(String, PlaceAhead.Opening)])
  func comments(_ hours: String, _ opening: PlaceAhead.Opening) async throws {
    let xml = PlacesMap.xml.replacing("Mo-Fr 06:00-22:00", with: hours)
    let built = try await BuiltMap(xml: xml)
    var options = RouteRequest.Options()
    // A Tuesday.
    options.departure = Departure(iso8601: "2026-11-24T12:00")
    let nearest = try await PlaceSearch(built.map).places(
      byTimeFrom: Waypoint(latitude: 50, longitude: 6),
      NearestByTimeQuery(PlaceFilter([.fuel])),
      engine: OfflineRoutingEngine(map: built.map), vehicle: .car, options: options)
    #expect(nearest.map(\.opening) == [opening])
  }

  @Test(
    "hours with selectors that only one day decides are evaluated for it",
    arguments: [
      // The fourth Tuesday of the month, in the 48th week.
      ("Tu[4] 06:00-22:00", .open), ("Tu[-2] 06:00-22:00", .closed),
      ("week 40-48 06:00-22:00", .open), ("06:00+", .unknown), ("13:00+", .closed),
      ("Tu 06:00-22:00; SH off", .unknown), ("Mo 06:00-22:00; SH off", .closed),
      ("Mo-Su 06:00-22:00; SH 08:00-20:00", .open), ("sunrise-sunset", .unknown),
    ] as [(String, PlaceAhead.Opening)])
  func oneDay(_ hours: String, _ opening: PlaceAhead.Opening) async throws {
    try await comments(hours, opening)
  }

  @Test(
    "hours behind || apply where those before are closed",
    arguments: [
      ("Mo-Fr 06:00-22:00 || &quot;ring&quot;", .open),
      ("Mo 06:00-22:00 || &quot;ring&quot;", .unknown),
      ("Mo 06:00-22:00 || &quot;ring || knock&quot;", .unknown),
      ("Mo 06:00-22:00 || 08:00-09:00", .closed), ("Mo 06:00-22:00||11:00-13:00", .open),
      ("Mo 06:00-22:00 || Tu 08:00-09:00 || 12:00-14:00", .open),
    ] as [(String, PlaceAhead.Opening)])
  func alternatives(_ hours: String, _ opening: PlaceAhead.Opening) async throws {
    try await comments(hours, opening)
  }

  @Test("there and back, a place is found on the way in the wanted range")
  func thereAndBack() async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50" lon="6"/><node id="2" lat="50" lon="6.28"/>
          <node id="3" lat="50.0003" lon="6.04"><tag k="amenity" v="fuel"/></node>
          <way id="9"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
        </osm>
        """)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let home = Waypoint(latitude: 50, longitude: 6.0002)
    let request = RouteRequest(
      waypoints: [home, Waypoint(latitude: 50, longitude: 6.2798), home])
    let route = try await engine.routes(for: request).routes[0]
    // 20 km there; the station is 2.8 km from home.
    let (there, back) = (2_800.0...2_900, 37_000.0...37_200)
    func isFound(
      on way: ClosedRange<Double>, _ change: (inout AlongRouteQuery) -> Void
    ) throws -> Bool {
      var query = AlongRouteQuery(categories: [.fuel])
      change(&query)
      let found = try search.places(along: route, query, engine: engine, vehicle: .car)
      return found.count == 1 && way.contains(found[0].distanceMetres)
    }
    #expect(try isFound(on: there) { _ in })
    #expect(try isFound(on: back) { $0.afterMetres = 10_000 })
    #expect(try isFound(on: back) { $0.afterSeconds = route.sections[0].durationSeconds + 1 })
    #expect(try isFound(on: back) { $0.isLast = true })
    #expect(try isFound(on: there) { ($0.isLast, $0.beforeMetres) = (true, 30_000) })
  }

  @Test("of two sections that pass a place, the one with the shorter detour counts")
  func shorterDetour() async throws {
    // The first section is nearer to the station, but only the road of the second one leads to it.
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50" lon="6"/><node id="2" lat="50" lon="6.04"/>
          <node id="3" lat="50.003" lon="6.04"/><node id="4" lat="50.003" lon="6.02"/>
          <node id="5" lat="50.003" lon="6"/><node id="6" lat="50.0009" lon="6.02"/>
          <node id="7" lat="50.001" lon="6.0201"><tag k="amenity" v="fuel"/></node>
          <way id="8"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="5"/>
            <tag k="highway" v="primary"/></way>
          <way id="9"><nd ref="4"/><nd ref="6"/><tag k="highway" v="service"/></way>
        </osm>
        """)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let request = RouteRequest(waypoints: [
      Waypoint(latitude: 50, longitude: 6.0002), Waypoint(latitude: 50, longitude: 6.0398),
      Waypoint(latitude: 50.003, longitude: 6.0002),
    ])
    let route = try await engine.routes(for: request).routes[0]
    var query = AlongRouteQuery(categories: [.fuel])
    func found() throws -> PlaceAhead {
      let found = try search.places(along: route, query, engine: engine, vehicle: .car)
      #expect(found.count == 1)
      return try #require(found.first)
    }
    // 220 metres there and back.
    let near = try found()
    #expect(near.distanceMetres > route.sections[0].lengthMetres)
    #expect(400...500 ~= near.detourMetres)
    query.maximumDetourSeconds = near.detourSeconds + 1
    #expect(try found() == near)
    query.maximumDetourSeconds = nil
    // Before the stop, the trip passes it and comes back: 330, 1430 and 220 metres, twice.
    query.beforeMetres = 2_000
    let far = try found()
    #expect(3_700...4_200 ~= far.detourMetres)
  }

  @Test(
    "a vehicle that drives away from a place turns before it goes there", arguments: [false, true])
  func course(_ knowsCourse: Bool) async throws {
    // It drives east; the fuel station is behind it. The block ahead brings it back.
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50" lon="6"/><node id="2" lat="50" lon="6.006"/>
          <node id="3" lat="50" lon="6.01"/><node id="4" lat="50.002" lon="6.01"/>
          <node id="5" lat="50.002" lon="6.006"/><node id="6" lat="50" lon="6.03"/>
          <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="6"/>
            <tag k="highway" v="primary"/></way>
          <way id="11"><nd ref="3"/><nd ref="4"/><nd ref="5"/><nd ref="2"/>
            <tag k="highway" v="primary"/></way>
          <node id="20" lat="50.0002" lon="6.001"><tag k="amenity" v="fuel"/></node>
        </osm>
        """)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    var start = Waypoint(latitude: 50, longitude: 6.003)
    start.course = Course(degrees: 90, tolerance: 45)
    let end = Waypoint(latitude: 50, longitude: 6.029)
    let route = try await engine.routes(for: RouteRequest(waypoints: [start, end])).routes[0]
    var query = AlongRouteQuery(categories: [.fuel])
    if knowsCourse { query.stops = [start, end] }
    let fuel = try #require(
      try await search.places(along: route, query, engine: engine, vehicle: .car).first)
    if !knowsCourse { start.course = nil }
    let stop = try #require(try Self.arrival(fuel.place, built.map))
    let over = try await engine.routes(
      for: RouteRequest(waypoints: [start, Waypoint(stop), end])
    ).routes[0]
    #expect(abs(fuel.detourSeconds - (over.durationSeconds - route.durationSeconds)) < 0.02)
    // There and back are 143 metres each. It can turn 214 metres ahead at best.
    #expect(knowsCourse ? fuel.detourMetres > 286 + 2 * 200 : abs(fuel.detourMetres - 286) < 30)
  }

  @Test("distances and detours that are no numbers find what the least of them finds")
  func oddValues() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let request = RouteRequest(waypoints: [
      Waypoint(latitude: 50, longitude: 6), Waypoint(latitude: 50, longitude: 6.008),
    ])
    let route = try await engine.routes(for: request).routes[0]
    func found(corridor: Double?, detour: Double?) throws -> [PlaceAhead] {
      let query = AlongRouteQuery(
        categories: [.fuel, .truckParking], corridorMetres: corridor, maximumDetourSeconds: detour)
      return try search.places(along: route, query, engine: engine, vehicle: .car)
    }
    for odd in [Double.nan, -Double.infinity, -1] {
      #expect(try found(corridor: odd, detour: nil) == found(corridor: 1, detour: nil))
      #expect(try found(corridor: nil, detour: odd) == found(corridor: nil, detour: 0))
      #expect(try found(corridor: 500, detour: odd) == found(corridor: 500, detour: 0))
    }
    #expect(try found(corridor: .infinity, detour: .infinity).count == 2)
    var query = AlongRouteQuery(categories: [.fuel, .truckParking])
    (query.afterSeconds, query.afterMetres) = (.nan, .nan)
    func count() throws -> Int {
      try search.places(along: route, query, engine: engine, vehicle: .car).count
    }
    #expect(try count() == 2)
    query.beforeSeconds = .nan
    #expect(try count() == 0)
    (query.beforeSeconds, query.beforeMetres) = (nil, .nan)
    #expect(try count() == 0)
  }

  @Test("the time to a place behind a charging stop has the time that one spends there")
  func charging() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    let request = RouteRequest(waypoints: [
      Waypoint(latitude: 50, longitude: 6), Waypoint(latitude: 50, longitude: 6.0045),
      Waypoint(latitude: 50, longitude: 6.008),
    ])
    var route = try await engine.routes(for: request).routes[0]
    var options = RouteRequest.Options()
    options.departure = Departure(iso8601: "2026-11-24T21:30")
    let query = AlongRouteQuery(categories: [.fuel])
    func found() throws -> [PlaceAhead] {
      try search.places(along: route, query, engine: engine, vehicle: .car, options: options)
    }
    let before = try #require(try found().first)
    #expect(before.opening == .open)
    route.sections[0].postActions = [.chargingSetup(seconds: 60), .wait(seconds: 3_540)]
    let after = try #require(try found().first)
    #expect(abs(after.seconds - before.seconds - 3_600) < 0.01)
    #expect(after.opening == .closed)
  }
}
