import Geo
import RouteModel
import Testing

@testable import MapcCommands

/// Suspected errors of the map, counted over many traces.
@Suite struct MapIssuesTests {
  /// Places in metres north and east of a corner.
  private typealias Ends = [(north: Double, east: Double)]

  /// A stretch off the roads from a place to another, whose ends noise has moved by some metres.
  private static func stretch(
    _ ends: Ends, moved: Double, at latitude: Double = 45
  ) throws -> MatchEvent {
    let degreesPerMetre = 1 / 111_195.0
    let line = try ends.enumerated().map { index, end in
      // Each end moves in its own direction.
      let (north, east) = (end.north + moved, end.east + (index == 0 ? moved : -moved))
      return try #require(
        Coordinate(
          latitude: latitude + north * degreesPerMetre,
          longitude: 7 + east * degreesPerMetre * 1.4142))
    }
    return .offRoad(
      OffRoadStretch(polyline: line, points: nil, piece: 1, isBetweenRoads: true))
  }

  private static func counts(_ issues: MapIssues) -> [String] {
    String(decoding: issues.geoJSON(attribution: ""), as: UTF8.self)
      .split(separator: "\"properties\":").dropFirst().map { part in
        String(part.prefix { $0 != "}" }.dropFirst())
      }
  }

  @Test(
    "a missing road that many vehicles drive is one issue, wherever noise moves its ends",
    arguments: stride(from: 0.0, to: 60, by: 7).map { $0 })
  func oneRoad(offset: Double) throws {
    var issues = MapIssues()
    for trace in 0..<20 {
      issues.beginTrace()
      let ends: Ends = [(north: offset, east: offset), (north: offset + 300, east: offset + 150)]
      issues.add(
        try Self.stretch(
          trace % 2 == 0 ? ends : ends.reversed(), moved: Double(trace % 9) * 3 - 12))
    }
    #expect(
      Self.counts(issues) == [#""kind":"missing road","traces":20,"count":20"#], "\(offset)")
  }

  @Test("missing roads with an end of their own are issues of their own")
  func twoRoads() throws {
    var issues = MapIssues()
    issues.beginTrace()
    let stretches: [Ends] = [
      [(north: 0, east: 0), (north: 300, east: 0)],
      [(north: 0, east: 0), (north: 300, east: 90)],
      [(north: 0, east: 0), (north: 300, east: 0)],
    ]
    for ends in stretches { issues.add(try Self.stretch(ends, moved: 0)) }
    #expect(
      Self.counts(issues) == [
        #""kind":"missing road","traces":1,"count":2"#,
        #""kind":"missing road","traces":1,"count":1"#,
      ])
  }
}
