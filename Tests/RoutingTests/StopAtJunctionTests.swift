import Geo
import RouteModel
import Routing
import TestSupport
import Testing

/// A stop a few centimetres from a junction is at the junction.
@Suite struct StopAtJunctionTests {
  /// A road with a toll booth in its middle, which takes 15 seconds.
  private static func xml(access: String) -> String {
    """
    <osm version="0.6">
      <node id="1" lat="0.0" lon="0.00"/><node id="3" lat="0.0" lon="0.02"/>
      <node id="2" lat="0.0" lon="0.01">
        <tag k="barrier" v="toll_booth"/><tag k="access" v="\(access)"/>
      </node>
      <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way>
    </osm>
    """
  }

  @Test(
    "the trip over it takes as long as the trips to it and from it",
    arguments: [(0, 0), (3, 0), (-3, 0), (5, 1), (-5, 1), (4, -2), (40, 0), (-40, 0)],
    ["yes", "private"])
  func tollBooth(_ offset: (east: Int32, north: Int32), _ access: String) async throws {
    let (east, north) = offset
    let built = try await BuiltMap(xml: Self.xml(access: access))
    let engine = OfflineRoutingEngine(map: built.map)
    // A unit is 1.1 centimetres.
    let stop = Coordinate(latitudeUnits: north, longitudeUnits: 100_000 + east)
    let (start, end) = (
      Coordinate(latitudeUnits: 0, longitudeUnits: 20_000),
      Coordinate(latitudeUnits: 0, longitudeUnits: 180_000)
    )
    let (over, there, onward) = try Self.seconds(start, stop, end, engine)
    #expect(abs(over - there - onward) < 0.02)
  }

  /// The trip over a stop; the trips to it and from it.
  private static func seconds(
    _ start: Coordinate, _ stop: Coordinate, _ end: Coordinate, _ engine: OfflineRoutingEngine
  ) throws -> (over: Double, there: Double, onward: Double) {
    let waypoints = [start, stop, end].map { Waypoint($0) }
    let route = try engine.routes(for: RouteRequest(waypoints: waypoints)).routes[0]
    let table = try engine.table(
      from: Array(waypoints.dropLast()), to: Array(waypoints.dropFirst()))
    return (
      route.durationSeconds, try #require(table.durationSeconds[0][0]),
      try #require(table.durationSeconds[1][1])
    )
  }
}
