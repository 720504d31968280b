import Geo
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import Places

/// The points of a route that are nearest to a place.
@Suite struct PassFinderTests {
  private static func place(_ point: (latitude: Double, longitude: Double)) throws -> Coordinate {
    try #require(Coordinate(latitude: point.latitude, longitude: point.longitude))
  }

  private static func passes(
    of position: (Double, Double), _ line: [(Double, Double)], pointsOfPart: Int,
    countsReturns: Bool
  ) throws -> [NearRoute] {
    let points = try line.map(place)
    var finder = PassFinder(try place(position), within: 2_000, countsReturns: countsReturns)
    var start = 0.0
    for first in stride(from: 0, to: points.count - 1, by: pointsOfPart) {
      let part = points[first...min(first + pointsOfPart, points.count - 1)]
      let box = part.reduce(into: Box.empty) { $0.add($1) }
      finder.add(Stretch(section: 0, points: part, start: start, scale: 1, box: box))
      start += zip(part, part.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
    }
    return finder.passes
  }

  @Test("a section passes a place again when it comes back from afar", arguments: [1, 2, 32])
  func returns(_ pointsOfPart: Int) throws {
    // The place is 110 metres beside the middle of the road. To its ends are 1,787 metres, or 214.
    let far = [(50.0, 6.0), (50.0, 6.05), (50.0, 6.0), (50.0, 6.05), (50.0, 6.0)]
    let near = [(50.0, 6.022), (50.0, 6.028), (50.0, 6.022), (50.0, 6.028), (50.0, 6.022)]
    func along(_ line: [(Double, Double)], countsReturns: Bool = true) throws -> [Int] {
      try Self.passes(
        of: (50.001, 6.025), line, pointsOfPart: pointsOfPart, countsReturns: countsReturns
      ).map { Int(($0.along / 10).rounded()) }
    }
    #expect(try along(far) == [179, 536, 893, 1_251])
    #expect(try along(far, countsReturns: false).count == 1)
    #expect(try along(near).count == 1)
  }

  @Test(
    "what lies ahead of a sharp corner is on its outer side",
    arguments: [(50.002, 50.0001, false), (49.998, 49.9999, true), (50.002, 49.9999, false)])
  func corner(_ back: Double, _ latitude: Double, _ isLeft: Bool) throws {
    // East, and at 6.01 back to the northwest or southwest.
    let line = [(50.0, 6.0), (50.0, 6.01), (back, 6.0)]
    for pointsOfPart in [1, 2] {
      let passes = try Self.passes(
        of: (latitude, 6.011), line, pointsOfPart: pointsOfPart, countsReturns: false)
      #expect(passes.map(\.isLeft) == [isLeft])
    }
  }

  @Test("there and back in one section of a kept route, a place is found on the way in the range")
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
    let sections = try await engine.routes(for: request).routes[0].sections
    // As the file of another engine has it.
    var whole = sections[0]
    whole.polyline += sections[1].polyline
    whole.lengthMetres += sections[1].lengthMetres
    whole.durationSeconds += sections[1].durationSeconds
    whole.arrival = sections[1].arrival
    whole.edges = []
    let route = Route(sections: [whole], notices: [])
    // 20 km there; the station is 2.8 km from home.
    let (there, back) = (2_800.0...2_900, 37_000.0...37_200)
    func isFound(
      on way: ClosedRange<Double>, _ change: (inout AlongRouteQuery) -> Void
    ) throws -> Bool {
      var query = AlongRouteQuery(categories: [.fuel])
      query.keepsRoute = true
      change(&query)
      let found = try search.places(along: route, query, engine: engine, vehicle: .car)
      return found.count == 1 && way.contains(found[0].distanceMetres)
    }
    #expect(try isFound(on: there) { _ in })
    #expect(try isFound(on: back) { $0.afterMetres = 10_000 })
    #expect(try isFound(on: back) { $0.afterSeconds = sections[0].durationSeconds + 1 })
    #expect(try isFound(on: back) { $0.isLast = true })
    #expect(try isFound(on: there) { ($0.isLast, $0.beforeMetres) = (true, 30_000) })
  }
}
