import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// A start of which it is known on which road it lies, though another is as near.
@Suite struct KnownRoadTests {
  /// A road above another, 12 m apart.
  private static let roads = AsciiMap(
    """
    A-------B
    C-------D
    |       |
    E-------F
    """, metresPerCell: 12,
    ways: [
      "AB": "highway=primary", "CD": "highway=secondary", "CE": "highway=residential",
      "EF": "highway=residential", "DF": "highway=residential", "BD": "highway=residential",
    ])

  @Test("the way decides, not the distance; the course which way along it")
  func way() async throws {
    let roads = try await Self.roads.build()
    // Nearer to CD.
    var start = try roads.waypoint("C>D 0.5 left 4")
    let end = try roads.waypoint("E>F 0.5")
    let near = try await roads.response([start, end])
    #expect(near.wayIDs.first == (try Self.roads.way("CD")))
    start.wayID = try Self.roads.way("AB")
    let known = try await roads.response([start, end])
    #expect(known.wayIDs.first == (try Self.roads.way("AB")))
    #expect(abs(known.sections[0].departure.distanceMetres - 8) < 0.5)
    start.wayID = try Self.roads.way("CD")
    start.course = Course(degrees: 90, tolerance: 30)
    let east = try await roads.response([start, end])
    #expect(roads.letters(east) == "DF")
    start.course = Course(degrees: 270, tolerance: 30)
    let west = try await roads.response([start, end])
    #expect(roads.letters(west) == "CE")
  }

  @Test("a way that is not there, or farther off than a road is wide, is as if none were given")
  func absent() async throws {
    let roads = try await Self.roads.build()
    var start = try roads.waypoint("C>D 0.5 left 4")
    let end = try roads.waypoint("E>F 0.1")
    let plain = try await roads.response([start, end])
    for way in [999, try Self.roads.way("EF")] {
      start.wayID = way
      #expect(try await roads.response([start, end]) == plain)
    }
  }
}
