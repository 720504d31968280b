import Geo
import MapMatching
import MapReader
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Borders and time zones on the way.
@Suite struct CrossingTests {
  @Test(
    "the country and the time zone that are entered are told from 5 km before until they are reached"
  )
  func crossings() async throws {
    let grid = StreetGrid.twoCountries
    let map = try await BuiltMap(xml: grid.xml).map
    let ends = [Waypoint(grid.place(20, 1)), Waypoint(grid.place(20, 100))]
    let route = try await OfflineRoutingEngine(map: map).routes(for: RouteRequest(waypoints: ends))
      .routes[0]
    // The first edge whose tile is another than the one before tells where the crossing is.
    let edges = route.sections[0].edges
    let tiles = try edges.map { try #require(try map.place(ofEdge: $0.id)).tile }
    let first = try #require(tiles.indices.dropFirst().first { tiles[$0] != tiles[$0 - 1] })
    let metres = edges[..<first].reduce(0) { $0 + $1.lengthMetres }
    var trip = try #require(Trip(route, vehicle: .car, matcher: MapMatcher(map: map)))
    var drive = SimulatedDrive(DriveSimulator(route, options: .init(noiseMetres: 0, speed: 30)))
    var told: [(at: Double, crossings: [TripCrossing])] = []
    while let events = drive.next(of: &trip, answering: { .failure($0.id, .cancelled) }) {
      for case .progress(let progress) in events {
        told.append((route.lengthMetres - progress.metresLeft, progress.crossings))
      }
    }
    try #require(told.count > 100)
    for (at, crossings) in told {
      let isNear = at > metres - 5_000 && at <= metres
      #expect(
        crossings.map(\.kind) == (isNear ? [.country, .timeZone] : []), "at \(at) of \(metres)")
    }
    let near = try #require(told.first { !$0.crossings.isEmpty }).crossings
    #expect(near.map(\.into) == ["GB", "GMT0BST,M3.5.0/1,M10.5.0"])
    #expect(near.allSatisfy { abs($0.metres - metres) < 1 })
  }
}
