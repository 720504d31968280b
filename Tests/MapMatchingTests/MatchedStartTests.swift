import Geo
import MapMatching
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// A route that begins where a matched vehicle is, on its road and in its direction.
@Suite struct MatchedStartTests {
  private static let drawing = AsciiMap(
    """
    A-----------B-----------C
    |           |           |
    D-----------E-----------F
    """, metresPerCell: 20,
    ways: [
      "AB": "highway=residential", "BC": "highway=residential", "DE": "highway=residential",
      "EF": "highway=residential", "AD": "highway=residential", "BE": "highway=residential",
      "CF": "highway=residential",
    ])

  @Test(
    "the start lies on the road that was driven, and the route goes on the way it came",
    arguments: [("A", "B", 90), ("B", "A", 270)])
  func start(_ from: String, _ to: String, _ degrees: Int) async throws {
    let roads = try await Self.drawing.build()
    let fixes = try (1...8).map { share in
      let place = try roads.drawing.place("\(from)>\(to) \(Double(share) / 10) left 2")
      return Location(latitude: place.latitude, longitude: place.longitude, time: Double(share))
    }
    let result = try await MapMatcher(map: roads.built.map).match(Trace(fixes))
    let start = try #require(result.start(at: 7))
    #expect(start.wayID == (try roads.drawing.way("AB")))
    let course = try #require(start.course)
    #expect(abs(course.degrees - degrees) <= 1)
    let driven = try roads.drawing.place("\(from)>\(to) 0.8")
    #expect(Distance.metres(try #require(start.coordinate), driven) < 5)
    // To A: straight on where that lies ahead, else on to B and round.
    let route = try await roads.response([start, try roads.waypoint("A>B 0.01")])
    let passed = roads.letters(route)
    #expect(degrees == 90 ? passed.hasPrefix("B") : passed.isEmpty, "\(passed)")
  }

  @Test("a fix that was left out is no start")
  func none() async throws {
    let roads = try await Self.drawing.build()
    let result = try await MapMatcher(map: roads.built.map)
      .match(Trace([Location(latitude: 91, longitude: 8), Location(latitude: -47, longitude: 8)]))
    #expect(result.start(at: 0) == nil && result.start(at: 1) == nil)
    #expect(result.start(at: 2) == nil && result.start(at: -1) == nil)
  }
}
