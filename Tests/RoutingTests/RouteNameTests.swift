import RouteModel
import TestSupport
import Testing

/// By what several routes are told apart.
@Suite struct RouteNameTests {
  /// The summaries of the routes over some letters of a map.
  private static func summaries(
    _ roads: AsciiRoads, over letters: [String]
  ) async throws -> [RouteSummary] {
    var routes: [Route] = []
    for letter in letters {
      let stops = try ["S", letter, "T"].map { try roads.waypoint($0) }
      routes.append(try await roads.response(stops))
    }
    return RouteResponse(routes: routes).summaries(for: RouteRequest(waypoints: []))
  }

  @Test("routes without names are told apart by their sides, whatever their order")
  func sides() async throws {
    let roads = try await AsciiMap(
      """
          B---C---D
          |       |
      S---A---G---E---T
          |       |
          K---L---M
      """,
      ways: [
        "SA": "highway=secondary name=In", "ABCDE": "highway=secondary",
        "AGE": "highway=secondary", "AKLME": "highway=secondary",
        "ET": "highway=secondary name=Out",
      ]
    ).build()
    for (letters, sides) in [
      (["C", "G", "L"], [RouteSide.north, .middle, .south]),
      (["L", "C", "G"], [.south, .north, .middle]), (["G", "L"], [.north, .south]),
      (["G", "C"], [.south, .north]),
    ] {
      let summaries = try await Self.summaries(roads, over: letters)
      #expect(summaries.compactMap(\.side) == sides)
      #expect(summaries.allSatisfy { $0.via == nil })
    }
    // A route alone has the road on which it drives most, and no side.
    let alone = try await Self.summaries(roads, over: ["C"])
    #expect(alone.map(\.side) == [nil])
  }

  @Test("several routes in the middle are told apart by their sides of each other")
  func innerSides() async throws {
    let roads = try await AsciiMap(
      """
        B---C---D
        |       |
        I---J---K
        |       |
      S-A       E-T
        |       |
        U---V---W
        |       |
        L---M---N
      """,
      ways: [
        "SA": "highway=secondary", "AIBCDKE": "highway=secondary", "IJK": "highway=secondary",
        "AULMNWE": "highway=secondary", "UVW": "highway=secondary", "ET": "highway=secondary",
      ]
    ).build()
    let summaries = try await Self.summaries(roads, over: ["V", "C", "M", "J"])
    #expect(summaries.map(\.side) == [.innerSouth, .north, .south, .innerNorth])
    // A route alone in the middle is just there.
    let three = try await Self.summaries(roads, over: ["C", "J", "M"])
    #expect(three.map(\.side) == [.north, .middle, .south])
  }

  @Test("routes are told apart to the east and west")
  func eastAndWest() async throws {
    let roads = try await AsciiMap(
      """
        S
        |
      B-A-F
      |   |
      C   G
      |   |
      D-E-H
        |
        T
      """,
      ways: [
        "SA": "highway=secondary", "ABCDE": "highway=secondary", "AFGHE": "highway=secondary",
        "ET": "highway=secondary",
      ]
    ).build()
    #expect(try await Self.summaries(roads, over: ["C", "G"]).map(\.side) == [.west, .east])
  }

  @Test("a road on which both routes drive far does not tell them apart")
  func commonRoad() async throws {
    let roads = try await AsciiMap(
      """
                      B---C
                      |   |
      S---------------A   E---T
                      |   |
                      F---G
      """,
      ways: [
        "SAB": "highway=secondary ref=A~1", "BCE": "highway=secondary",
        "AFGE": "highway=secondary", "ET": "highway=secondary",
      ]
    ).build()
    let summaries = try await Self.summaries(roads, over: ["C", "G"])
    #expect(summaries.map(\.via) == [nil, nil])
    #expect(summaries.map(\.side) == [.north, .south])
  }
}
