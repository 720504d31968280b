import RouteModel
import TestSupport
import Testing

/// The heading of a vehicle where it starts.
@Suite struct CourseTests {
  private static let bend = AsciiMap(
    """
    A---------B
              |
              |
              |
              C
    """, metresPerCell: 20, ways: ["ABC": "highway=residential"])

  @Test(
    "at a bend, a course may be that before or behind it",
    arguments: [(90, "C"), (180, "C"), (0, "A"), (270, "A")])
  func bends(degrees: Int, end: String) async throws {
    let roads = try await Self.bend.build()
    var start = try roads.waypoint("B")
    start.course = Course(degrees: degrees, tolerance: 30)
    let route = try await roads.response([start, try roads.waypoint(end)])
    #expect(route.sections[0].departure.distanceMetres < 1)
    #expect(route.sections[0].edges.map(\.isForward) == [end == "C"])
  }

  @Test(
    "beside a bend, only the course of the nearer piece fits", arguments: [(90, true), (0, false)])
  func besideBends(degrees: Int, fits: Bool) async throws {
    let roads = try await Self.bend.build()
    var start = try roads.waypoint("A>B 0.9")
    start.course = Course(degrees: degrees, tolerance: 30)
    let route = try? await roads.response([start, try roads.waypoint("C")])
    #expect((route != nil) == fits)
  }
}
